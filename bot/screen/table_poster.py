"""``TablePoster``: the message of a table: sent, edited, taken out of use.

``tables.TableUpdater`` holds the chat's slot and orders the calls; one call is one state of the
message.
"""

from dataclasses import dataclass

import structlog
from cachetools import LRUCache
from telegram import InlineKeyboardMarkup
from telegram.error import TelegramError

from bot.play.calendar import Days
from bot.play.endings import Endings
from bot.play.loaded_game import LoadedGame
from bot.screen.courier import Content, Courier, Place, Post
from bot.screen.keyboards.table import menu_keyboard, table_keyboard
from bot.screen.scenes import caption, mover_name, scene, text_board
from bot.texts.daily import solver_best
from bot.texts.endings import ending_lines
from bot.texts.leaderboard import shares_line
from bot.transport.refusals import Refusal, refusal_of
from storage import Chat, Storage, StorageError, TableMessage

log = structlog.get_logger(__name__)

TABLES_REMEMBERED = 4096


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
    revision: int
    former: TableMessage | None
    """The table that it took over from, and whether that is to be deleted."""
    replaces: bool


class TablePoster:
    """Puts tables into messages."""

    def __init__(self, courier: Courier, storage: Storage, days: Days) -> None:
        self._courier = courier
        self._storage = storage
        self._days = days
        self._endings = Endings(storage, days)
        self._unwritten: dict[int, _Posted] = {}
        self._looks: LRUCache[int, int] = LRUCache(TABLES_REMEMBERED)
        """How each game's table was sent last, as a hash."""

    async def post(self, loaded: LoadedGame, chat: Chat) -> None:
        """Posts the table at the bottom of the chat and takes the keyboard off the former one."""
        place, former = Place(chat.id, chat.thread_id), loaded.game.message
        content = await self._content(loaded, chat, table_keyboard(loaded))
        try:
            message = await self._courier.send(place, content, slot_taken=True)
        except TelegramError as error:
            if refusal_of(error) is Refusal.BROKEN_OFF:
                raise PerhapsPosted(str(error)) from error
            raise
        self._unwritten[loaded.game.id] = _Posted(
            message.message_id,
            "photo" if message.photo else "text",
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
            await self._courier.send(Place(chat.id, chat.thread_id), Content(text))
        except TelegramError as error:
            log.warning("chat not told", chat=chat.id, error=str(error))

    async def edit(self, loaded: LoadedGame, chat: Chat, *, menu: bool) -> bool:
        """Brings the table's message up to date; ``False`` if it can be edited no more.

        Raises a refusal that the message has not changed, unless it was sent so before: it is true
        then, even if nobody heard how that went.
        """
        game, message = loaded.game, loaded.game.message
        assert message is not None  # noqa: S101 - the caller has asked
        content = await self._content(loaded, chat, _keyboard(loaded, menu=menu))
        look = hash(repr((message, content)))
        known = self._looks.get(game.id) == look
        self._looks[game.id] = look
        shown = await self._courier.edit(
            _post(message), content, slot_taken=True, believe_same=known
        )
        if shown:
            await self._storage.table_messages.shown(game.id, game.revision)
        return shown

    async def edit_keyboard(self, loaded: LoadedGame, *, menu: bool) -> bool:
        """Puts the menu or the moves under an up-to-date table; ``False`` as for ``edit``."""
        message = loaded.game.message
        assert message is not None  # noqa: S101 - the caller has asked
        self._looks.pop(loaded.game.id, None)
        keyboard = _keyboard(loaded, menu=menu)
        return await self._courier.edit_keyboard(_post(message), keyboard, slot_taken=True)

    async def retire(self, former: TableMessage, *, delete: bool = False) -> None:
        """Leaves no second keyboard for the same game in the chat.

        The new table stands already: whatever goes wrong here is no reason to post it again.
        """
        try:
            if delete:
                await self._courier.put_out(_post(former))
            else:
                await self._courier.edit_keyboard(_post(former), None)
        except TelegramError as error:
            log.warning("old keyboard not taken off", error=str(error))
            if refusal_of(error) in _WORTH_ANOTHER_TRY:
                return
        try:
            await self._storage.table_messages.keyboard_off(former.chat_id, former.message_id)
        except StorageError as error:
            log.error("old keyboard not written off", error=str(error))

    async def _content(
        self, loaded: LoadedGame, chat: Chat, keyboard: InlineKeyboardMarkup
    ) -> Content:
        known = await self._known(loaded, chat)
        return Content(
            caption(loaded, chat, *known),
            keyboard,
            scene(loaded, chat),
            plain=text_board(loaded, chat, *known),
            # The opening of a deal is everybody's.
            game_id=loaded.game.id if loaded.game.taps else None,
        )

    async def _known(
        self, loaded: LoadedGame, chat: Chat
    ) -> tuple[str | None, str | None, list[str]]:
        """What a caption tells that the game does not hold.

        Who made the last tap, where several people play; of a finished deal of the day what
        the solver came to, or when that will be told; and what the end means beside others.
        """
        game, tap = loaded.game, loaded.game.last_tap
        mover = best = None
        if chat.kind != "private" and tap is not None:
            players = self._storage.players
            mover = mover_name(None if tap.player_id is None else await players.get(tap.player_id))
        if game.over and game.audience:
            solved = await self._storage.daily.get(game.label, game.kind, game.audience)
            best = None if solved is None else solver_best(solved, self._days)
        return mover, best, await self._ending(loaded, chat)

    async def _ending(self, loaded: LoadedGame, chat: Chat) -> list[str]:
        """Of a game that is over: who laid how many cards, and how it stands if it ranks."""
        if not loaded.game.over:
            return []
        lines = []
        if chat.kind != "private":
            shares = await self._storage.results.shares(loaded.game.id)
            lines += [shares_line(shares, " · ")] if len(shares) > 1 else []
        ending = await self._endings.of(loaded)
        return lines if ending is None else [*lines, *ending_lines(ending)]


_WORTH_ANOTHER_TRY = (
    Refusal.BROKEN_OFF,
    Refusal.NOT_SENT,
    Refusal.TOO_FAST,
    Refusal.UNREACHABLE,
    Refusal.DEACTIVATED,
    Refusal.MIGRATED,
)


def _post(message: TableMessage) -> Post:
    return Post(message.chat_id, message.message_id, pictured=message.kind == "photo")


def _keyboard(loaded: LoadedGame, *, menu: bool) -> InlineKeyboardMarkup:
    return menu_keyboard(loaded) if menu else table_keyboard(loaded)
