"""``Courier``: the one way by which messages reach a chat, are changed and go.

Tables, pages, notices and reviews all go through it. It knows what Telegram may refuse: a topic
that is gone is forgotten, a picture that may not be sent becomes text, a message that looks as
wished is as wished, and what a refusal tells of the chat (blocked, migrated, too fast) is
remembered at once.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import structlog
from telegram import InlineKeyboardMarkup, InputFile, InputMediaPhoto, Message, ReplyParameters
from telegram.constants import ParseMode
from telegram.error import ChatMigrated, RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.screen.painter import Drawing, Painter
from bot.transport.pace import SLOT_TAKEN, Pace
from bot.transport.refusals import Refusal, is_out_of_reach, refusal_of, seconds_of
from storage import Chat, Storage, StorageError

log = structlog.get_logger(__name__)

R = TypeVar("R")

_OUT_OF_REACH = (Refusal.GONE, Refusal.NO_MEDIA)
_PLAINER = (Refusal.NO_MEDIA, Refusal.OTHER)
"""What is said of a picture leads to text, whether we know the words or not."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message goes: a chat, and the topic in it if there is one, or the channel's post to
    which it is a comment."""

    chat_id: int
    thread_id: int | None = None
    root_id: int | None = None

    @classmethod
    def of_table(cls, chat: Chat) -> "Place":
        """Where the chat's table lives."""
        return cls(chat.id, chat.thread_id, chat.root_id)

    @property
    def reply(self) -> ReplyParameters | None:
        """What makes a message a comment."""
        if self.root_id is None:
            return None
        return ReplyParameters(self.root_id, allow_sending_without_reply=True)


@dataclass(frozen=True, slots=True)
class Post:
    """A message of ours that stands in a chat, and whether it shows a picture."""

    chat_id: int
    message_id: int
    pictured: bool = False

    @classmethod
    def of(cls, message: Message) -> "Post":
        """The post that a message of the library's is."""
        return cls(message.chat.id, message.message_id, bool(message.photo))


@dataclass(frozen=True, slots=True)
class Content:
    """What a message shows.

    ``plain`` stands in place of ``text`` where there is no picture; ``game_id`` is the game whose
    tables alone show the picture, ``None`` for what others show too; ``html`` is false for a text
    that people pass on.
    """

    text: str
    keyboard: InlineKeyboardMarkup | None = None
    picture: Drawing | None = None
    plain: str | None = None
    game_id: int | None = None
    html: bool = True

    @property
    def parse_mode(self) -> str | None:
        """How Telegram is to read the text."""
        return ParseMode.HTML if self.html else None

    @property
    def without_picture(self) -> "Content":
        """The same for a chat, or a message, that takes no picture."""
        return replace(self, text=self.text if self.plain is None else self.plain, picture=None)


class Courier:
    """Sends, edits and removes messages. Raises ``TelegramError`` for what has no answer here.

    ``slot_taken``: the caller has waited for a slot of the chat's pace and deals with a 429.
    """

    def __init__(self, bot: ExtBot[object], storage: Storage, painter: Painter, pace: Pace) -> None:
        self._bot = bot
        self._storage = storage
        self._painter = painter
        self._pace = pace
        self.moved: Callable[[int], Awaitable[None]] | None = None
        """Told where a chat has moved to that Telegram gave no notice of but an error."""

    async def send(
        self, place: Place, content: Content, *, sound: bool = False, slot_taken: bool = False
    ) -> Message:
        """Sends a message, with its picture where the chat takes one.

        Only a reminder makes a ``sound``.
        """

        async def send_in(place: Place) -> Message:
            if content.picture is not None:
                try:
                    return await self._send_photo(place, content, content.picture, slot_taken)
                except TelegramError as error:
                    if refusal_of(error) not in _PLAINER:
                        raise
                    log.warning("sent without its picture", chat=place.chat_id, error=str(error))
            return await self._send_text(place, content.without_picture, sound, slot_taken)

        return await self._in_topic(place, send_in, follow=not slot_taken)

    async def send_document(self, place: Place, file: bytes, name: str, caption: str) -> Message:
        """Sends a file."""

        async def send_in(place: Place) -> Message:
            return await self._bot.send_document(
                place.chat_id,
                InputFile(file, filename=name),
                caption=caption,
                message_thread_id=place.thread_id,
                reply_parameters=place.reply,
            )

        return await self._in_topic(place, send_in)

    async def send_animation(
        self, place: Place, name: str, make: Callable[[], Awaitable[bytes]], caption: str
    ) -> Message:
        """Sends an animation that is made unless Telegram holds it; ``name`` tells all it shows."""

        async def send_in(place: Place) -> Message:
            async def send(animation: str | bytes) -> Message:
                return await self._bot.send_animation(
                    place.chat_id,
                    animation,
                    caption=caption,
                    filename="replay.gif",
                    message_thread_id=place.thread_id,
                    reply_parameters=place.reply,
                )

            return await self._painter.send_made(name, make, send)

        return await self._in_topic(place, send_in)

    async def edit(self, post: Post, content: Content, *, slot_taken: bool = False) -> bool:
        """Changes what a message shows; ``False`` if it can be edited no more."""
        try:
            await self._noting(post.chat_id, self._edit(post, content, slot_taken))
        except TelegramError as error:
            return self._is_as_wished(error)
        return True

    async def edit_keyboard(
        self, post: Post, keyboard: InlineKeyboardMarkup | None, *, slot_taken: bool = False
    ) -> bool:
        """Changes a message's keyboard, or takes it off; ``False`` as for ``edit``."""
        try:
            await self._noting(
                post.chat_id,
                self._bot.edit_message_reply_markup(
                    post.chat_id,
                    post.message_id,
                    reply_markup=keyboard,
                    rate_limit_args=_paced(slot_taken),
                ),
            )
        except TelegramError as error:
            return self._is_as_wished(error)
        return True

    async def edit_inline(self, message_id: str, content: Content, *, pictured: bool) -> bool:
        """Changes the text of a message that was sent through inline mode, which may stand in a
        chat that we are no member of; ``False`` as for ``edit``. A picture stays."""
        try:
            if pictured:
                await self._bot.edit_message_caption(
                    inline_message_id=message_id,
                    caption=content.text,
                    parse_mode=content.parse_mode,
                    reply_markup=content.keyboard,
                )
            else:
                await self._bot.edit_message_text(
                    content.text,
                    inline_message_id=message_id,
                    parse_mode=content.parse_mode,
                    reply_markup=content.keyboard,
                )
        except TelegramError as error:
            return self._is_as_wished(error)
        return True

    async def remove(self, post: Post) -> bool:
        """Deletes a message; ``False`` where Telegram does not let it, as after two days."""
        try:
            return await self._noting(
                post.chat_id, self._bot.delete_message(post.chat_id, post.message_id)
            )
        except TelegramError as error:
            if refusal_of(error) is not Refusal.GONE:
                raise
            return False

    async def put_out(self, post: Post, *, slot_taken: bool = False) -> None:
        """Deletes a message, or at least takes its keyboard off where it is too old for that."""
        if not await self.remove(post):
            await self.edit_keyboard(post, None, slot_taken=slot_taken)

    async def _send_photo(
        self, place: Place, content: Content, picture: Drawing, slot_taken: bool
    ) -> Message:
        async def send(photo: str | bytes) -> Message:
            return await self._bot.send_photo(
                place.chat_id,
                photo,
                caption=content.text,
                parse_mode=content.parse_mode,
                reply_markup=content.keyboard,
                message_thread_id=place.thread_id,
                reply_parameters=place.reply,
                rate_limit_args=_paced(slot_taken),
            )

        return await self._painter.send(picture, send, content.game_id)

    async def _send_text(
        self, place: Place, content: Content, sound: bool, slot_taken: bool
    ) -> Message:
        return await self._bot.send_message(
            place.chat_id,
            content.text,
            parse_mode=content.parse_mode,
            reply_markup=content.keyboard,
            message_thread_id=place.thread_id,
            reply_parameters=place.reply,
            disable_notification=not sound,
            rate_limit_args=_paced(slot_taken),
        )

    async def _edit(self, post: Post, content: Content, slot_taken: bool) -> None:
        if not post.pictured:
            plain = content.without_picture
            await self._bot.edit_message_text(
                plain.text,
                post.chat_id,
                post.message_id,
                parse_mode=plain.parse_mode,
                reply_markup=plain.keyboard,
                rate_limit_args=_paced(slot_taken),
            )
        elif content.picture is None:
            await self._bot.edit_message_caption(
                post.chat_id,
                post.message_id,
                caption=content.text,
                parse_mode=content.parse_mode,
                reply_markup=content.keyboard,
                rate_limit_args=_paced(slot_taken),
            )
        else:
            await self._edit_photo(post, content, content.picture, slot_taken)

    async def _edit_photo(
        self, post: Post, content: Content, picture: Drawing, slot_taken: bool
    ) -> None:
        async def edit(photo: str | bytes) -> Message | bool:
            return await self._bot.edit_message_media(
                InputMediaPhoto(photo, caption=content.text, parse_mode=content.parse_mode),
                post.chat_id,
                post.message_id,
                reply_markup=content.keyboard,
                rate_limit_args=_paced(slot_taken),
            )

        await self._painter.send(picture, edit, content.game_id)

    def _is_as_wished(self, error: TelegramError) -> bool:
        """True if the message looks as wished already, False if it can be edited no more; raises
        any other refusal."""
        refusal = refusal_of(error)
        if refusal is Refusal.SAME:
            return True
        if refusal in _OUT_OF_REACH:
            return False
        raise error

    async def _in_topic(
        self, place: Place, send: Callable[[Place], Awaitable[R]], *, follow: bool = True
    ) -> R:
        """Sends where it is wished for; where the topic is gone, in the chat itself; where the chat
        has moved and the message may ``follow``, in the new one."""
        try:
            return await self._noting(place.chat_id, send(place))
        except ChatMigrated as moved:
            if not follow:
                raise
            return await self._noting(moved.new_chat_id, send(Place(moved.new_chat_id)))
        except TelegramError as error:
            if refusal_of(error) is not Refusal.NO_THREAD or place.thread_id is None:
                raise
        chat = await self._storage.chats.get(place.chat_id)
        if chat is not None and chat.thread_id == place.thread_id:
            await self._storage.chats.change(chat.id, thread_id=None)
        return await self._noting(place.chat_id, send(Place(place.chat_id)))

    async def _noting(self, chat_id: int, call: Awaitable[R]) -> R:
        """The result of a call; what an error tells of the chat is remembered before it goes on."""
        try:
            return await call
        except TelegramError as error:
            try:
                await self._note(chat_id, error)
            except StorageError as forgotten:  # Telegram will tell again
                log.error("not remembered", chat=chat_id, error=str(forgotten))
            raise

    async def _note(self, chat_id: int, error: TelegramError) -> None:
        if isinstance(error, RetryAfter):
            self._pace.blocked(chat_id, seconds_of(error))
        elif isinstance(error, ChatMigrated):
            await self._storage.chats.migrate(chat_id, error.new_chat_id)
            if self.moved is not None:
                await self.moved(error.new_chat_id)
        elif is_out_of_reach(error):
            await self._storage.chats.set_active(chat_id, active=False)
            if refusal_of(error) is Refusal.DEACTIVATED:
                await self._storage.players.change(chat_id, deactivated=True)


def _paced(slot_taken: bool) -> str | None:
    return SLOT_TAKEN if slot_taken else None
