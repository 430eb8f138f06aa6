"""The message of a table: sent, edited, taken out of use. One call is one state of the message."""

from dataclasses import dataclass, replace

import structlog
from telegram import InlineKeyboardMarkup, InputMediaPhoto, Message
from telegram.error import BadRequest, NetworkError, TelegramError
from telegram.ext import ExtBot

from bot.play.calendar import Days
from bot.play.loaded_game import LoadedGame
from bot.screen.keyboards.table import menu_keyboard, table_keyboard
from bot.screen.looks import Looks
from bot.screen.painter import Painter
from bot.screen.scenes import caption, mover_name, scene, text_board
from bot.texts.daily import solver_best
from bot.transport import refusals
from bot.transport.pace import SLOT_TAKEN
from bot.transport.refusals import Refusal
from storage import Chat, Storage, StorageError, TableMessage

log = structlog.get_logger(__name__)


class PerhapsPosted(Exception):
    """The connection broke while a table was posted: nobody knows whether it stands, so it must
    not be posted again. If it does, the first tap on it makes it known."""


class NotRemembered(StorageError):
    """A table was posted, but the database did not take it: `TablePoster.write_down` is due."""


@dataclass(frozen=True, slots=True)
class _Posted:
    """A message that stands in a chat, whether the database knows or not."""

    message_id: int
    kind: str
    thread_id: int | None
    revision: int
    former: TableMessage | None
    """The table that it took over from, and whether that is to be deleted."""
    replaces: bool


class TablePoster:
    """Puts positions into messages. The caller holds the chat's slot and orders the calls."""

    def __init__(self, bot: ExtBot[object], storage: Storage, painter: Painter, days: Days) -> None:
        self._bot = bot
        self._storage = storage
        self._painter = painter
        self._days = days
        self._unwritten: dict[int, _Posted] = {}
        self._looks = Looks()

    async def post(self, loaded: LoadedGame, chat: Chat) -> None:
        """Posts the table at the bottom of the chat and takes the keyboard off the former one."""
        former = loaded.game.message
        try:
            message = await self._send(loaded, chat)
        except BadRequest:  # a NetworkError too in this library
            raise
        except NetworkError as error:
            if refusals.surely_without_effect(error):
                raise
            raise PerhapsPosted(str(error)) from error
        self._unwritten[loaded.game.id] = _Posted(
            message.message_id,
            "photo" if message.photo else "text",
            message.message_thread_id if message.is_topic_message else None,
            loaded.game.revision,
            former,
            chat.new_message,
        )
        try:
            await self.write_down(loaded.game.id)
        except StorageError as error:
            raise NotRemembered(str(error)) from error

    async def write_down(self, game_id: int) -> None:
        """Makes the message posted last the game's table, if the database has not taken it yet.

        Until it does the former table is the one in use, and nothing is posted beside the two.
        """
        posted = self._unwritten.get(game_id)
        if posted is None:
            return
        game = await self._storage.games.get(game_id)
        known = None if game is None else game.message
        # A tap on the message may have made it known meanwhile.
        if game is not None and (known is None or known.message_id < posted.message_id):
            await self._storage.table_messages.posted(
                game_id,
                posted.revision,
                message_id=posted.message_id,
                kind=posted.kind,
            )
        # A group that migrates has two places to serve: the other may have been here first.
        if self._unwritten.get(game_id) is not posted:
            return
        del self._unwritten[game_id]
        if posted.former is not None:
            await self.retire(posted.former, delete=posted.replaces)

    async def say(self, chat: Chat, text: str) -> None:
        """Tells the chat what has become of its table; a failure is logged."""
        try:
            await self._bot.send_message(chat.id, text, message_thread_id=chat.thread_id)
        except TelegramError as error:
            log.warning("chat not told", chat=chat.id, error=str(error))

    async def _send(self, loaded: LoadedGame, chat: Chat) -> Message:
        """In the chat's topic if it is still there, and as text where photos are not allowed."""
        try:
            return await self._send_somehow(loaded, chat)
        except BadRequest as error:
            if refusals.refusal_of(error) is not Refusal.NO_THREAD or chat.thread_id is None:
                raise
        await self._storage.chats.change(chat.id, thread_id=None)
        return await self._send_somehow(loaded, replace(chat, thread_id=None))

    async def _send_somehow(self, loaded: LoadedGame, chat: Chat) -> Message:
        try:
            return await self._send_photo(loaded, chat)
        except BadRequest as error:
            if refusals.refusal_of(error) is not Refusal.NO_PHOTOS:
                raise
        return await self._send_text(loaded, chat)

    async def _send_photo(self, loaded: LoadedGame, chat: Chat) -> Message:
        told = caption(loaded, chat, *await self._known(loaded, chat))
        keyboard = table_keyboard(loaded)

        async def send(photo: str | bytes) -> Message:
            return await self._bot.send_photo(
                chat.id,
                photo,
                caption=told,
                reply_markup=keyboard,
                message_thread_id=chat.thread_id,
                rate_limit_args=SLOT_TAKEN,
            )

        return await self._painter.send(scene(loaded, chat), send, _owner(loaded))

    async def _send_text(self, loaded: LoadedGame, chat: Chat) -> Message:
        return await self._bot.send_message(
            chat.id,
            text_board(loaded, chat, *await self._known(loaded, chat)),
            reply_markup=table_keyboard(loaded),
            message_thread_id=chat.thread_id,
            rate_limit_args=SLOT_TAKEN,
        )

    async def edit(self, loaded: LoadedGame, chat: Chat, *, menu: bool) -> bool:
        """Brings the table's message up to date; ``False`` if it can be edited no more.

        Raises a refusal that the message has not changed, unless it was sent so before.
        """
        message = loaded.game.message
        assert message is not None  # noqa: S101 - the caller has asked
        keyboard = menu_keyboard(loaded) if menu else table_keyboard(loaded)
        try:
            if message.kind == "photo":
                await self._edit_photo(loaded, chat, message, keyboard)
            else:
                await self._edit_text(loaded, chat, message, keyboard)
        except BadRequest as error:
            if refusals.refusal_of(error) not in (Refusal.GONE, Refusal.NO_PHOTOS):
                raise
            return False
        await self._storage.table_messages.shown(loaded.game.id, loaded.game.revision)
        return True

    async def _edit_photo(
        self, loaded: LoadedGame, chat: Chat, message: TableMessage, keyboard: InlineKeyboardMarkup
    ) -> None:
        told = caption(loaded, chat, *await self._known(loaded, chat))

        async def edit(photo: str | bytes) -> Message | bool:
            return await self._bot.edit_message_media(
                InputMediaPhoto(photo, caption=told),
                chat.id,
                message.message_id,
                reply_markup=keyboard,
                rate_limit_args=SLOT_TAKEN,
            )

        drawn = scene(loaded, chat)
        known = self._looks.is_repeated(loaded.game.id, message, drawn, told, keyboard)
        try:
            await self._painter.send(drawn, edit, _owner(loaded))
        except BadRequest as error:
            if not known or refusals.refusal_of(error) is not Refusal.SAME:
                raise

    async def _edit_text(
        self, loaded: LoadedGame, chat: Chat, message: TableMessage, keyboard: InlineKeyboardMarkup
    ) -> None:
        text = text_board(loaded, chat, *await self._known(loaded, chat))
        known = self._looks.is_repeated(loaded.game.id, message, text, keyboard)
        try:
            await self._bot.edit_message_text(
                text,
                chat.id,
                message.message_id,
                reply_markup=keyboard,
                rate_limit_args=SLOT_TAKEN,
            )
        except BadRequest as error:
            if not known or refusals.refusal_of(error) is not Refusal.SAME:
                raise

    async def edit_keyboard(self, loaded: LoadedGame, *, menu: bool) -> bool:
        """Puts the menu or the moves under an up-to-date table; ``False`` as for ``edit``."""
        message = loaded.game.message
        assert message is not None  # noqa: S101 - the caller has asked
        keyboard = menu_keyboard(loaded) if menu else table_keyboard(loaded)
        self._looks.forget(loaded.game.id)
        try:
            await self._bot.edit_message_reply_markup(
                loaded.game.chat_id,
                message.message_id,
                reply_markup=keyboard,
                rate_limit_args=SLOT_TAKEN,
            )
        except BadRequest as error:
            return _is_as_wished(error)
        return True

    async def retire(self, former: TableMessage, *, delete: bool = False) -> None:
        """Leaves no second keyboard for the same game in the chat.

        The new table stands already: whatever goes wrong here is no reason to post it again.
        """
        try:
            if not (delete and await self._delete(former)):
                await self._bot.edit_message_reply_markup(former.chat_id, former.message_id)
        except BadRequest as error:
            if refusals.refusal_of(error) not in (Refusal.SAME, Refusal.GONE):
                log.warning("old keyboard not taken off", error=str(error))
        except TelegramError as error:
            log.warning("old keyboard not taken off", error=str(error))
            return  # it is tried again some time
        try:
            await self._storage.table_messages.keyboard_off(former.chat_id, former.message_id)
        except StorageError as error:
            log.error("old keyboard not written off", error=str(error))

    async def _delete(self, former: TableMessage) -> bool:
        """Deletes a message; ``False`` where Telegram does not let it, as after two days."""
        try:
            return await self._bot.delete_message(former.chat_id, former.message_id)
        except BadRequest as error:
            if refusals.refusal_of(error) is not Refusal.GONE:
                raise
            return False

    async def _known(self, loaded: LoadedGame, chat: Chat) -> tuple[str | None, str | None]:
        """What a caption tells that the position does not hold.

        Who made the last tap, where several people play; and of a finished deal of the day what
        the solver came to, or when that will be told.
        """
        game, tap = loaded.game, loaded.game.last_tap
        mover = best = None
        if chat.kind != "private" and tap is not None:
            players = self._storage.players
            mover = mover_name(None if tap.player_id is None else await players.get(tap.player_id))
        if game.over and game.audience:
            solved = await self._storage.daily.get(game.label, game.kind, game.audience)
            best = None if solved is None else solver_best(solved, self._days)
        return mover, best


def _owner(loaded: LoadedGame) -> int | None:
    """The game that alone shows this table; the opening of a deal is everybody's."""
    return loaded.game.id if loaded.game.taps else None


def _is_as_wished(refused: BadRequest) -> bool:
    """Whether the message shows already what a refused edit wished; ``False`` if it can be edited
    no more. Raises any other refusal."""
    match refusals.refusal_of(refused):
        case Refusal.SAME:
            return True
        case Refusal.GONE | Refusal.NO_PHOTOS:
            return False
        case _:
            raise refused
