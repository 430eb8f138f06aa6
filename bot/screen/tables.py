"""``TableUpdater``: brings each game's table up to date, with never two edits at once in a chat.

A tap is committed before anything here happens, so a table may lag but never lies: each round of
work reads the newest position, waits for the chat's turn, reads again, draws and shows it. Tables
that were overtaken while they waited are never drawn. All that is done to a chat's tables, taking
old buttons off included, goes through the chat's one line: see ``desk.Lines``.
"""

import asyncio
import time
from contextlib import suppress

import structlog
from cachetools import LRUCache, TTLCache
from telegram.error import ChatMigrated, RetryAfter, TelegramError

from bot.metrics import TABLES_SHOWN
from bot.play.loaded_game import LoadedGame
from bot.play.session import Session
from bot.screen.apologies import apology
from bot.screen.desk import Desk, Lines, Show
from bot.screen.table_poster import NotRemembered, PerhapsPosted, TablePoster
from bot.screen.tidier import Tidier
from bot.texts import chat as texts
from bot.transport.pace import Pace
from bot.transport.refusals import (
    Refusal,
    is_broken_off,
    is_out_of_reach,
    is_weather,
    refusal_of,
)
from bot.transport.turns import Rank
from storage import Chat, Game, Storage, StorageError, TableMessage

log = structlog.get_logger(__name__)

LONG_WAIT = 5.0
"""Seconds of `TableUpdater.wait` from which on people are told of it."""
EDITS_BETWEEN_POSTS = 8
"""While a table that was just posted has more to show, it is edited so often before it is posted
anew."""
CHATS_REMEMBERED = 4096
TAPS_REMEMBERED, TAP_SECONDS = 4096, 60.0
"""A tap on an old table brings the newest down; for so long further taps on it do not."""


class TableUpdater:
    """Shows tables. ``show`` returns at once; the work is done chat by chat in the background."""

    def __init__(
        self,
        storage: Storage,
        session: Session,
        messages: TablePoster,
        pace: Pace,
    ) -> None:
        self._storage = storage
        self._session = session
        self._poster = messages
        self._pace = pace
        self._desks: dict[int, Desk] = {}
        self._showing: set[asyncio.Task[None]] = set()
        self._lines = Lines()
        self._tidier = Tidier(storage, messages, pace, self._lines)
        self._edits: LRUCache[int, int] = LRUCache(CHATS_REMEMBERED)
        """How often each chat's table was edited since it was posted last."""
        self._old_tapped: TTLCache[tuple[int, int], None] = TTLCache(
            TAPS_REMEMBERED, TAP_SECONDS, timer=time.monotonic
        )
        self._closing = False

    def show(self, chat_id: int, game_id: int, how: Show = Show.TABLE) -> None:
        """Brings the game's table message up to date, soon."""
        self._desk(chat_id).wish(game_id, how)

    async def shown(self, chat_id: int, game_id: int, how: Show) -> str:
        """The same for somebody who waits to see it: what must be told where it cannot be shown,
        mostly nothing."""
        desk = self._desk(chat_id)
        desk.wish(game_id, how)
        return await desk.outcome(game_id)

    def tidy(self, chat_id: int, game_id: int) -> None:
        """Takes the buttons off the messages that were the game's table once, soon."""
        self._tidier.tidy(chat_id, game_id)

    async def old_tapped(self, game: Game, message_id: int, table: TableMessage | None) -> None:
        """Somebody has tapped a message that is the game's table no more: the newest comes below
        and the old buttons go, once, however many taps follow. ``table``: what was tapped, if it
        has buttons."""
        key = game.chat_id, message_id
        if key in self._old_tapped:
            return
        if table is not None:
            await self._storage.table_messages.found(table)
            self.tidy(game.chat_id, game.id)
        self._old_tapped[key] = None
        self.show(game.chat_id, game.id, Show.BELOW)

    def wait(self, chat_id: int) -> float:
        """Seconds until the chat's next table can be shown."""
        return self._pace.wait(chat_id, Rank.TABLE)

    @property
    def waiting(self) -> int:
        """How many chats wait to see something."""
        return len(self._desks)

    @property
    def longest_wait(self) -> float:
        """Seconds since the wish that has waited longest."""
        now = time.monotonic()
        return max(
            (now - at for desk in self._desks.values() for at in desk.since.values()), default=0.0
        )

    async def quiet(self, chats: int) -> None:
        """Returns when fewer than ``chats`` wait to see something."""
        while len(self._tasks) >= chats:
            await asyncio.wait(set(self._tasks), return_when=asyncio.FIRST_COMPLETED)

    async def settled(self) -> None:
        """Returns when nothing is left to show."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self, seconds: float) -> None:
        """Ends the work within ``seconds``; what is not shown is left to the next start."""
        self._closing = True
        for desk in self._desks.values():
            desk.patience.woken.set()
        self._tidier.close()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)
        for task in set(self._tasks):
            task.cancel()

    def _desk(self, chat_id: int) -> Desk:
        """The chat's desk, which is served from now on."""
        desk = self._desks.get(chat_id)
        if desk is None:
            desk = self._desks[chat_id] = Desk()
            task = asyncio.create_task(self._serve(chat_id, desk), name=f"board {chat_id}")
            self._showing.add(task)
            task.add_done_callback(self._showing.discard)
        return desk

    @property
    def _tasks(self) -> set[asyncio.Task[None]]:
        return self._showing | self._tidier.tasks

    async def _serve(self, chat_id: int, desk: Desk) -> None:
        try:
            while desk.wanted and not self._closing:
                desk.patience.woken.clear()
                await self._serve_one(chat_id, desk)
        finally:
            self._desks.pop(chat_id, None)
            desk.clear()

    async def _serve_one(self, chat_id: int, desk: Desk) -> None:
        game_id, how = next(iter(desk.wanted.items()))
        try:
            if await self._poster.write_down(game_id):
                self.tidy(chat_id, game_id)
            if await self._is_shown(game_id, how):
                desk.wanted.pop(game_id, None)
                desk.done(game_id)
                return
            await self._pace.slot(chat_id, Rank.TABLE)
            async with self._lines.of(chat_id):
                if game_id in desk.wanted and not self._closing:
                    how = desk.wanted.pop(game_id)
                    await self._show(chat_id, game_id, how, desk)
                    now = time.monotonic()
                    TABLES_SHOWN.observe(now - desk.since.get(game_id, now))
            desk.patience.failures = 0
        except RetryAfter:
            desk.wish_again(game_id, how)
        except PerhapsPosted as error:
            log.warning("table perhaps not posted", chat=chat_id, game=game_id, error=str(error))
            if error.former is not None:  # which goes on, whatever became of the new one
                desk.wish(game_id, Show.TABLE)
            await self._say(chat_id, texts.PERHAPS_POSTED)
            desk.done(game_id)
        except NotRemembered as error:
            log.error("table posted, not yet stored", chat=chat_id, game=game_id, error=str(error))
            await self._later(game_id, Show.TABLE, desk)
        except (TelegramError, StorageError) as error:
            tell = log.warning if is_weather(error) else log.error
            tell("table not shown", chat=chat_id, game=game_id, error=str(error))
            await self._failed(chat_id, game_id, how, desk, error)
        except Exception:
            desk.wanted.pop(game_id, None)
            desk.done(game_id, texts.BROKEN)
            log.exception("table not shown", chat=chat_id, game=game_id)
        finally:
            desk.since = {game: at for game, at in desk.since.items() if game in desk.wanted}

    async def _is_shown(self, game_id: int, how: Show) -> bool:
        loaded = await self._session.game(game_id)
        return loaded is None or (how is Show.TABLE and _is_up_to_date(loaded))

    async def _show(self, chat_id: int, game_id: int, how: Show, desk: Desk) -> None:
        loaded = await self._session.game(game_id)
        chat = await self._storage.chats.get(chat_id)
        if loaded is None or chat is None or (how is Show.TABLE and _was_never_shown(loaded)):
            desk.done(game_id)
        elif not chat.active:
            desk.done(game_id, texts.OUT_OF_REACH)
        elif how is Show.BELOW and self._stands_low(loaded):
            desk.wish_again(game_id, how)
            await self._edit(loaded, chat, Show.TABLE, desk)
        elif _is_posted(loaded, how, new_message=chat.new_message):
            await self._post(loaded, chat)
            desk.done(game_id)
        else:
            await self._edit(loaded, chat, how, desk)
            desk.done(game_id)

    def _stands_low(self, loaded: LoadedGame) -> bool:
        """Whether the table was posted of late and has more to show where it is: people who call
        for it again and again shall not keep the others from their game."""
        edits = self._edits.get(loaded.game.chat_id, EDITS_BETWEEN_POSTS)
        lags = loaded.game.message is not None and not _is_up_to_date(loaded)
        return lags and edits < EDITS_BETWEEN_POSTS

    async def _post(self, loaded: LoadedGame, chat: Chat) -> None:
        await self._poster.post(loaded, chat)
        self._edits[chat.id] = 0
        if chat.new_message:
            with suppress(TelegramError, StorageError):  # it is tried again
                await self._tidier.tidy_one(loaded.game.id, chat)  # deleting needs no slot
        self.tidy(chat.id, loaded.game.id)

    async def _edit(self, loaded: LoadedGame, chat: Chat, how: Show, desk: Desk) -> None:
        if chat.id in self._edits:
            self._edits[chat.id] += 1
        if not await self._is_edited(loaded, chat, how):
            # Somebody has deleted the message, or it is refused for a reason that nobody knows.
            self.tidy(chat.id, loaded.game.id)
            desk.wish(loaded.game.id, Show.TABLE)

    async def _is_edited(self, loaded: LoadedGame, chat: Chat, how: Show) -> bool:
        """Whether the game's message shows the table now; if not, it is out of use."""
        message, messages = loaded.game.message, self._storage.table_messages
        assert message is not None  # noqa: S101 - else it would be posted
        menu = how is Show.MENU
        try:
            if how in (Show.MENU, Show.AGAIN) and _is_up_to_date(loaded):
                edited = await self._poster.edit_keyboard(loaded, menu=menu)
            else:
                edited = await self._poster.edit(loaded, chat, menu=menu)
        except TelegramError as error:
            if refusal_of(error) is not Refusal.OTHER:
                raise
            log.error("table cannot be edited", chat=chat.id, error=str(error))
            await messages.out_of_use(message)
            return False
        if not edited:
            await messages.lost(message.chat_id, message.message_id)
        return edited

    async def _failed(
        self,
        chat_id: int,
        game_id: int,
        how: Show,
        desk: Desk,
        error: TelegramError | StorageError,
    ) -> None:
        """Decides whether the table is shown later, elsewhere or not at all."""
        refusal = refusal_of(error) if isinstance(error, TelegramError) else None
        if isinstance(error, ChatMigrated):
            self.show(error.new_chat_id, game_id)  # where it has no message yet
            desk.clear()
        elif is_out_of_reach(error):
            desk.clear(apology(error))
        elif isinstance(error, TelegramError) and not is_broken_off(error):
            desk.done(game_id, apology(error))
            if refusal is Refusal.OTHER:
                await self._say(chat_id, texts.NO_TABLE)
        elif isinstance(error, StorageError) and how is Show.BELOW:
            # Whoever asked for it may ask again; the table where it is will be shown in any case.
            desk.wanted.pop(game_id, None)
            desk.done(game_id)
            await self._say(chat_id, texts.NOT_SAVED)
            await self._later(game_id, Show.TABLE, desk)
        else:
            await self._later(game_id, how, desk)

    async def _later(self, game_id: int, how: Show, desk: Desk) -> None:
        """Returns when it is time to try again: a tap that comes through tells that things may be
        better."""
        desk.wish_again(game_id, how)
        desk.patience.woken.clear()
        await desk.patience.pause()

    async def _say(self, chat_id: int, text: str) -> None:
        try:
            chat = await self._storage.chats.get(chat_id)
        except StorageError as error:
            log.error("chat not told", chat=chat_id, error=str(error))
        else:
            if chat is not None and chat.active:
                await self._poster.say(chat, text)


def _is_posted(loaded: LoadedGame, how: Show, *, new_message: bool) -> bool:
    """Whether a message is sent, and none edited."""
    if loaded.game.message is None or how is Show.BELOW:
        return True
    return new_message and not _is_up_to_date(loaded)


def _was_never_shown(loaded: LoadedGame) -> bool:
    """Whether the game left the table before it came into the chat."""
    return loaded.game.message is None and loaded.game.state in ("aside", "dropped")


def _is_up_to_date(loaded: LoadedGame) -> bool:
    game = loaded.game
    return game.message is not None and game.shown == game.revision


async def show_after_move(session: Session, tables: TableUpdater, chat_id: int) -> None:
    """A group has become this supergroup: its table comes anew, unless it is here already."""
    loaded = await session.current(chat_id)
    if loaded is not None and loaded.game.message is None:
        tables.show(chat_id, loaded.game.id)
