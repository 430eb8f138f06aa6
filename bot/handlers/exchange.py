"""``Exchange``, an update that is being answered, and ``Tap``, one that came from a button.

Both know who sent the update and from where, and hold every way to reply. A ``dispatch.Context``
brings one to each handler, so what a handler does first is done here once.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from html import escape
from typing import Generic, TypeVar

import structlog
from telegram import CallbackQuery, InlineKeyboardMarkup, Message, Update
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import TelegramError

from bot.handlers.services import Services
from bot.play.loaded_game import LoadedGame
from bot.screen.courier import Content, Place, Post
from bot.screen.desk import Show
from bot.texts import chat as texts
from bot.texts.words import plain_name
from bot.transport.callbacks import Callback, Drop, GameAction, Move, Tour
from bot.transport.order import give_way
from bot.transport.refusals import Refusal, is_broken_off, refusal_of
from storage import Chat

log = structlog.get_logger(__name__)

TOAST_LENGTH = 200
ANSWER_SECONDS = 8.0
"""After that a second answer to a tap would come too late: Telegram waits for about ten."""
ADMINS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)

C_co = TypeVar("C_co", bound=Callback | None, covariant=True)
OfGame = Move | GameAction | Drop | Tour


@dataclass(frozen=True, slots=True)
class Person:
    """Who sent an update. ``id`` is ``None`` for those who speak as a chat: nobody can tell who
    they are, so they are never a player. ``speaks_as_group``: an anonymous admin."""

    id: int | None
    speaks_as_group: bool = False


class Exchange:
    """An update that is being answered; ``args`` is what was written after a command."""

    def __init__(self, update: Update, services: Services, args: str = "") -> None:
        self.update = update
        self.services = services
        self.args = args

    @property
    def person(self) -> Person:
        """Who sent it; nobody where the id is no person's, which is made up."""
        message = self.update.message
        if message is not None and message.sender_chat is not None:
            return Person(None, speaks_as_group=message.sender_chat.id == message.chat.id)
        user = self.update.effective_user
        return Person(user.id if user is not None and user.id > 0 else None)

    @property
    def place(self) -> Place:
        """The chat and topic it came from, or the channel's post that it is a comment to.

        Thread ids of replies in ordinary groups mean nothing.
        """
        chat, message = self.update.effective_chat, self.update.effective_message
        if chat is None:
            raise LookupError("an update without a chat")
        if message is None:
            return Place(chat.id)
        root = message.reply_to_message
        return Place(
            chat.id,
            message.message_thread_id if message.is_topic_message else None,
            root.message_id if root is not None and root.is_automatic_forward else None,
        )

    async def chat(self) -> Chat:
        """The stored chat; whoever sent the update is known from now on too."""
        chat, user = self.update.effective_chat, self.update.effective_user
        if chat is None:
            raise LookupError("an update without a chat")
        storage, now = self.services.storage, int(self.services.clock())
        if user is not None and self.person.id is not None:
            name = user.full_name or ""  # None where there is not even a first name
            await storage.players.ensure(user.id, name, user.username, now)
        title = chat.title or chat.full_name or ""
        known = await storage.chats.ensure(chat.id, chat.type, title, now)
        if not known.active:
            # Whoever writes or taps there can be answered again.
            await storage.chats.set_active(chat.id, active=True)
            known = replace(known, active=True)
        return known

    async def is_admin(self, chat: Chat) -> bool:
        """Whether the sender may decide for the chat; in a private chat everyone may."""
        if chat.kind == ChatType.PRIVATE or self.person.speaks_as_group:
            return True
        if self.person.id is None:
            return False
        try:
            member = await self.services.bot.get_chat_member(chat.id, self.person.id)
        except TelegramError:
            return False
        return member.status in ADMINS

    async def bring_table_here(self, chat: Chat) -> None:
        """The chat's table lives from now on where the update came from."""
        here = self.place
        if here != Place.of_table(chat):
            chats = self.services.storage.chats
            await chats.change(chat.id, thread_id=here.thread_id, root_id=here.root_id)

    async def say(self, said: str | Content, keyboard: InlineKeyboardMarkup | None = None) -> None:
        """Says something in the chat and topic of the update, or where that is refused to the
        person in private."""
        content = Content(said, keyboard) if isinstance(said, str) else said
        courier = self.services.courier
        await self._give(content, lambda place: courier.send(place, content))

    async def send_document(self, file: bytes, name: str, caption: str) -> None:
        """Sends a file, likewise."""
        courier = self.services.courier
        await self._give(
            Content(f"{caption} {name}"),
            lambda place: courier.send_document(place, file, name, caption),
            lambda place: courier.send_document(place, file, name, caption),
        )

    async def answer(self, text: str = "", *, alert: bool = False, minor: bool = False) -> None:
        """Nothing: only a tap waits for an answer beside the message that it brings."""

    async def tell(self, text: str) -> None:
        """Tells what has become of a wish, as it can be told."""
        await self.say(text)

    async def show_table(self, game_id: int, how: Show = Show.TABLE) -> None:
        """Shows a table to whoever waits for it, and tells where that cannot be done."""
        give_way()
        told = await self.services.tables.shown(self.place.chat_id, game_id, how)
        if told:
            await self.tell(told)

    async def _give(
        self,
        content: Content,
        send: Callable[[Place], Awaitable[Message]],
        send_in_private: Callable[[Place], Awaitable[Message]] | None = None,
    ) -> None:
        try:
            given = await self.services.answers.give(
                self.place, content, self._asker, lambda: send(self.place)
            )
        except TelegramError as error:
            private = await self._private_chat(error)
            if private is None:
                raise
            if send_in_private is None:
                moved = self._from_elsewhere(content)
                await self.services.courier.send(private, moved)
            else:
                await send_in_private(private)
        else:
            if not given:
                await self.answer(texts.IN_QUEUE)

    async def _private_chat(self, error: TelegramError) -> Place | None:
        """Where the person can be told what a group does not take, if they have started the bot."""
        person = self.person.id
        if person is None or person == self.place.chat_id or is_broken_off(error):
            return None
        chat = await self.services.storage.chats.get(person)
        log.warning("not said", chat=self.place.chat_id, error=str(error))
        return Place(person) if chat is not None and chat.active else None

    def _from_elsewhere(self, content: Content) -> Content:
        """The same for the private chat, where its buttons would mean something else."""
        chat = self.update.effective_chat
        title = (chat.title if chat is not None else None) or ""
        shown = escape(plain_name(title)) if content.html else title
        before = texts.elsewhere(shown)
        plain = None if content.plain is None else f"{before}\n\n{content.plain}"
        text = f"{before}\n\n{content.text}"
        return replace(content, text=text, plain=plain, keyboard=None)

    @property
    def _asker(self) -> int:
        """Who has asked; all who speak as the chat are one."""
        return self.place.chat_id if self.person.id is None else self.person.id


class Tap(Exchange, Generic[C_co]):
    """A tap on a button, and what the button means; ``None`` for what we never packed."""

    def __init__(
        self, update: Update, services: Services, query: CallbackQuery, button: C_co
    ) -> None:
        super().__init__(update, services)
        self.query = query
        self.button = button
        self._answered = False
        self._promise: asyncio.Task[bool] | None = None

    @property
    def message(self) -> Message | None:
        """The message under which the button stands, as far as Telegram still shows it to us."""
        return self.query.message if isinstance(self.query.message, Message) else None

    @property
    def is_carried(self) -> bool:
        """Whether such a button stands under the message; a made-up client can send any data."""
        return self.query.data in data_under(self.query.message)

    async def game(self: "Tap[OfGame]") -> LoadedGame | None:
        """The game that the button names, if it is the chat's."""
        return await self.services.session.game_in(self.place.chat_id, self.button.game)

    async def own_game(self: "Tap[OfGame]") -> LoadedGame | None:
        """The same; where there is none the tap is answered."""
        loaded = await self.game()
        if loaded is None:
            await self.answer(texts.OLD_BUTTON)
        return loaded

    async def answer(self, text: str = "", *, alert: bool = False, minor: bool = False) -> None:
        """Answers with a toast, once; what is to be told after that, or where there can be no
        toast, is said, unless it is ``minor``: the chat shows it anyway."""
        told = not self._answered and await self._toast(text, alert=alert)
        if text and not told and not minor:
            try:
                await self.say(text)
            except TelegramError as error:
                log.warning("tap not answered", error=str(error))

    async def tell(self, text: str) -> None:
        """The same of what should not be overlooked."""
        await self.answer(text, alert=True)

    def promise(self) -> None:
        """Answers that it takes longer, if the tap has had no answer yet; what comes of it will be
        told by a message."""
        if not self._answered:
            self._promise = asyncio.create_task(self._toast(texts.PREPARING, alert=False))

    async def finish(self) -> None:
        """The tap has had its answer when this returns: an empty one if nothing was to be told."""
        if not self._answered:
            await self.answer()
        if self._promise is not None:
            await self._promise

    async def _toast(self, text: str, *, alert: bool) -> bool:
        """Whether nothing more can or need be told. What the tap does must not hang on it: a
        failure is logged.

        An answer may be given twice without harm, so one that is lost on the way is given again
        while Telegram still takes it.
        """
        self._answered = True
        begun = asyncio.get_running_loop().time()
        for last in (False, True):
            try:
                await self.query.answer(text[:TOAST_LENGTH] or None, show_alert=alert)
                return True
            except TelegramError as error:
                if refusal_of(error) is Refusal.TOO_LATE:
                    return True
                in_time = asyncio.get_running_loop().time() - begun < ANSWER_SECONDS
                if last or not in_time or not is_broken_off(error):
                    log.warning("tap not answered", error=str(error))
                    return is_broken_off(error)
        return True

    async def show_page(
        self, said: str | Content, keyboard: InlineKeyboardMarkup | None = None
    ) -> None:
        """Turns the message under the button into another page; a picture stays a picture. A
        message that cannot be turned is left behind."""
        if self.message is None:
            return
        content = Content(said, keyboard) if isinstance(said, str) else said
        post, courier = Post.of(self.message), self.services.courier

        async def turn() -> None:
            try:
                turned = await courier.edit(post, content)
            except TelegramError as error:
                if refusal_of(error) is not Refusal.OTHER:
                    raise
                log.error("page not turned", chat=post.chat_id, error=str(error))
                turned = False
            if not turned:
                await courier.send(self.place, content)

        if not await self.services.answers.give(post, content, self._asker, turn):
            await self.answer(texts.IN_QUEUE)

    async def remove(self, *, pictured: bool = False) -> bool:
        """Takes away the text message under the button, or at least its buttons; whether it could.

        A picture with buttons stays, unless it is ``pictured`` pages that are to go. Nothing else
        hangs on it: a failure is logged.
        """
        message = self.message
        if message is None or (message.text is None and not pictured):
            return False
        try:
            await self.services.courier.put_out(Post.of(message))
        except TelegramError as error:
            log.warning("message not removed", chat=message.chat.id, error=str(error))
            return False
        return True

    async def _private_chat(self, error: TelegramError) -> Place | None:
        """Before its toast a tap needs no other chat to be answered in."""
        return await super()._private_chat(error) if self._answered else None


def data_under(message: object) -> list[str]:
    """The data of the buttons that stand under a message."""
    keyboard = message.reply_markup if isinstance(message, Message) else None
    rows = keyboard.inline_keyboard if keyboard is not None else ()
    return [str(button.callback_data) for row in rows for button in row if button.callback_data]
