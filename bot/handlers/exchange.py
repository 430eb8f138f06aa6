"""``Exchange``, an update that is being answered, and ``Tap``, one that came from a button.

Both know who sent the update and from where, and hold every way to reply. A ``dispatch.Context``
brings one to each handler, so what a handler does first is done here once.
"""

import asyncio
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import structlog
from telegram import CallbackQuery, InlineKeyboardMarkup, Message, Update
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import TelegramError

from bot.handlers.services import Services
from bot.play.loaded_game import LoadedGame
from bot.screen.courier import Content, Place, Post
from bot.texts import chat as texts
from bot.transport.callbacks import Callback, Drop, GameAction, Move, Tour
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
        """The chat and topic it came from.

        Thread ids of replies in ordinary groups mean nothing.
        """
        chat, message = self.update.effective_chat, self.update.effective_message
        if chat is None:
            raise LookupError("an update without a chat")
        in_topic = message is not None and message.is_topic_message
        return Place(chat.id, message.message_thread_id if message and in_topic else None)

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
        """The chat's table lives from now on in the topic that the update came from."""
        if self.place.thread_id != chat.thread_id:
            await self.services.storage.chats.change(chat.id, thread_id=self.place.thread_id)

    async def say(
        self, said: str | Content, keyboard: InlineKeyboardMarkup | None = None
    ) -> Message:
        """Says something in the chat and topic of the update."""
        content = Content(said, keyboard) if isinstance(said, str) else said
        return await self.services.courier.send(self.place, content)

    async def answer(self, text: str = "", *, alert: bool = False) -> None:
        """Nothing: only a tap waits for an answer beside the message that it brings."""


class Tap(Exchange, Generic[C_co]):
    """A tap on a button, and what the button means; ``None`` for what we never packed."""

    def __init__(
        self, update: Update, services: Services, query: CallbackQuery, button: C_co
    ) -> None:
        super().__init__(update, services)
        self.query = query
        self.button = button

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

    async def answer(self, text: str = "", *, alert: bool = False) -> None:
        """Answers with a toast. What the tap does must not hang on it: a failure is logged.

        An answer may be given twice without harm, so one that is lost on the way is given again
        while Telegram still takes it.
        """
        begun = asyncio.get_running_loop().time()
        for last in (False, True):
            try:
                await self.query.answer(text[:TOAST_LENGTH] or None, show_alert=alert)
                return
            except TelegramError as error:
                if refusal_of(error) is Refusal.TOO_LATE:
                    return
                in_time = asyncio.get_running_loop().time() - begun < ANSWER_SECONDS
                if last or not in_time or not is_broken_off(error):
                    log.warning("tap not answered", error=str(error))
                    return

    async def show_page(
        self, said: str | Content, keyboard: InlineKeyboardMarkup | None = None
    ) -> None:
        """Turns the message under the button into another page; a picture stays a picture."""
        if self.message is not None:
            content = Content(said, keyboard) if isinstance(said, str) else said
            await self.services.courier.edit(Post.of(self.message), content)

    async def remove(self, *, pictured: bool = False) -> None:
        """Takes away the text message under the button; one that is too old stays as it is.

        A picture with buttons stays too, unless it is ``pictured`` pages that are to go.
        """
        message = self.message
        if message is not None and (message.text is not None or pictured):
            await self.services.courier.remove(Post.of(message))


def data_under(message: object) -> list[str]:
    """The data of the buttons that stand under a message."""
    keyboard = message.reply_markup if isinstance(message, Message) else None
    rows = keyboard.inline_keyboard if keyboard is not None else ()
    return [str(button.callback_data) for row in rows for button in row if button.callback_data]
