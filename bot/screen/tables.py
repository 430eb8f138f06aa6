"""The table messages: one a game, always brought to the newest table, never two edits at once.

A tap is committed before anything here happens, so a table may lag but never lies: each round of
work reads the newest position, waits for the chat's turn, reads again, draws and shows it. Tables
that were overtaken while they waited are never drawn.
"""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum

import structlog
from telegram.error import ChatMigrated, RetryAfter, TelegramError

from bot.metrics import TABLES_SHOWN
from bot.play.loaded_game import LoadedGame
from bot.play.session import Session
from bot.screen.table_poster import NotRemembered, PerhapsPosted, TablePoster
from bot.texts import chat as texts
from bot.transport.pace import Pace
from bot.transport.refusals import Refusal, is_weather, refusal_of
from storage import Storage, StorageError, TableMessage

log = structlog.get_logger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
TRIES = 3
"""So often a table is sent that Telegram refuses for no reason that we know of."""
LONG_WAIT = 5.0
"""Seconds of `TableUpdater.wait` from which on people are told of it."""


class Show(IntEnum):
    """How a table is to be shown; the greater wish wins."""

    TABLE = 0  # where it is, if it has changed
    AGAIN = 1  # where it is, closing the menu
    REDRAW = 2  # where it is, though no move was made
    MENU = 3  # where it is, with the menu for a keyboard
    BELOW = 4  # anew at the bottom of the chat


@dataclass(slots=True)
class _Desk:
    """What a chat still waits to see, game by game."""

    wanted: dict[int, Show] = field(default_factory=dict)
    since: dict[int, float] = field(default_factory=dict)
    """When each game's table was first wished for, by the monotonic clock."""
    failures: int = 0
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def wish(self, game_id: int, how: Show) -> None:
        """A move closes the menu; the other wishes outlive it."""
        self.since.setdefault(game_id, time.monotonic())
        before = self.wanted.get(game_id, Show.TABLE)
        self.wanted[game_id] = how if before is Show.MENU else max(before, how)

    def wish_again(self, game_id: int, how: Show) -> None:
        """What could not be shown, if nothing greater is wished for meanwhile."""
        later = self.wanted.get(game_id)
        self.wanted[game_id] = how
        if later is not None:
            self.wish(game_id, later)


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
        self._desks: dict[int, _Desk] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    def show(self, chat_id: int, game_id: int, how: Show = Show.TABLE) -> None:
        """Brings the game's table message up to date, soon."""
        desk = self._desks.get(chat_id)
        if desk is None:
            desk = self._desks[chat_id] = _Desk()
            task = asyncio.create_task(self._serve(chat_id, desk), name=f"board {chat_id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        desk.wish(game_id, how)
        desk.woken.set()

    def put_out(self, former: TableMessage) -> None:
        """Takes the keyboard off a message that was found to be no table any more, soon."""
        task = asyncio.create_task(self._poster.retire(former), name=f"former {former.chat_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def wait(self, chat_id: int) -> float:
        """Seconds until the chat's next table can be shown."""
        return self._pace.wait(chat_id)

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
        """Returns when fewer than so many chats wait to see something."""
        while len(self._tasks) >= chats:
            await asyncio.wait(set(self._tasks), return_when=asyncio.FIRST_COMPLETED)

    async def settled(self) -> None:
        """Returns when nothing is left to show."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self, seconds: float) -> None:
        """Ends the work within so many seconds; what is not shown is for the next start."""
        self._closing = True
        for desk in self._desks.values():
            desk.woken.set()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)
        for task in set(self._tasks):
            task.cancel()

    async def _serve(self, chat_id: int, desk: _Desk) -> None:
        try:
            while desk.wanted and not self._closing:
                await self._serve_one(chat_id, desk)
        finally:
            self._desks.pop(chat_id, None)

    async def _serve_one(self, chat_id: int, desk: _Desk) -> None:
        game_id, how = next(iter(desk.wanted.items()))
        desk.woken.clear()
        try:
            await self._poster.write_down(game_id)
            if await self._is_shown(game_id, how):
                desk.wanted.pop(game_id, None)
                return
            await self._pace.slot(chat_id)
            if game_id in desk.wanted and not self._closing:
                how = desk.wanted.pop(game_id)
                await self._show(chat_id, game_id, how)
                TABLES_SHOWN.observe(time.monotonic() - desk.since[game_id])
            desk.failures = 0
        except RetryAfter:
            desk.wish_again(game_id, how)
        except PerhapsPosted as error:
            log.warning("table perhaps not posted", chat=chat_id, game=game_id, error=str(error))
            await self._say(chat_id, texts.PERHAPS_POSTED)
        except NotRemembered as error:
            log.error("table posted, not yet stored", chat=chat_id, game=game_id, error=str(error))
            await self._later(game_id, Show.TABLE, desk)
        except (TelegramError, StorageError) as error:
            tell = log.warning if is_weather(error) else log.error
            tell("table not shown", chat=chat_id, game=game_id, error=str(error))
            await self._failed(chat_id, game_id, how, desk, error)
        except Exception:
            desk.wanted.pop(game_id, None)
            log.exception("table not shown", chat=chat_id, game=game_id)
        finally:
            desk.since = {game: at for game, at in desk.since.items() if game in desk.wanted}

    async def _is_shown(self, game_id: int, how: Show) -> bool:
        loaded = await self._session.game(game_id)
        return loaded is None or (how is Show.TABLE and _is_up_to_date(loaded))

    async def _show(self, chat_id: int, game_id: int, how: Show) -> None:
        loaded = await self._session.game(game_id)
        chat = await self._storage.chats.get(chat_id)
        if loaded is None or chat is None or not chat.active:
            return
        if how is Show.TABLE and _was_never_shown(loaded):
            return
        shown = True
        if loaded.game.message is None or how is Show.BELOW:
            await self._poster.post(loaded, chat)
        elif how in (Show.MENU, Show.AGAIN) and _is_up_to_date(loaded):
            shown = await self._poster.edit_keyboard(loaded, menu=how is Show.MENU)
        elif chat.new_message and not _is_up_to_date(loaded):
            await self._poster.post(loaded, chat)
        else:
            shown = await self._poster.edit(loaded, chat, menu=how is Show.MENU)
        if not shown and loaded.game.message is not None:
            # Somebody has deleted the message.
            await self._storage.table_messages.lost(chat_id, loaded.game.message.message_id)
            self.show(chat_id, game_id)

    async def _failed(
        self,
        chat_id: int,
        game_id: int,
        how: Show,
        desk: _Desk,
        error: TelegramError | StorageError,
    ) -> None:
        """Decides whether the table is shown later, elsewhere or not at all."""
        if isinstance(error, ChatMigrated):
            desk.wanted.pop(game_id, None)
            self.show(error.new_chat_id, game_id, Show.BELOW)
        elif isinstance(error, TelegramError) and refusal_of(error) is Refusal.UNREACHABLE:
            desk.wanted.clear()
        elif isinstance(error, TelegramError) and not _may_pass(error, desk.failures):
            desk.wanted.pop(game_id, None)
            desk.failures = 0
        elif isinstance(error, StorageError) and how is Show.BELOW:
            # Whoever asked for it may ask again; the table where it is will be shown in any case.
            desk.wanted.pop(game_id, None)
            await self._say(chat_id, texts.NOT_SAVED)
            await self._later(game_id, Show.TABLE, desk)
        else:
            await self._later(game_id, how, desk)

    async def _later(self, game_id: int, how: Show, desk: _Desk) -> None:
        """Returns when it is time to try again."""
        desk.failures += 1
        desk.wish_again(game_id, how)
        # A tap that comes through tells that things may be better.
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (desk.failures - 1))
        with suppress(TimeoutError):
            await asyncio.wait_for(desk.woken.wait(), pause)

    async def _say(self, chat_id: int, text: str) -> None:
        try:
            chat = await self._storage.chats.get(chat_id)
        except StorageError as error:
            log.error("chat not told", chat=chat_id, error=str(error))
        else:
            if chat is not None and chat.active:
                await self._poster.say(chat, text)


def _was_never_shown(loaded: LoadedGame) -> bool:
    """Whether the game left the table before it came into the chat."""
    return loaded.game.message is None and loaded.game.state in ("aside", "dropped")


def _is_up_to_date(loaded: LoadedGame) -> bool:
    game = loaded.game
    return game.message is not None and game.shown == game.revision


def _may_pass(error: TelegramError, failures: int) -> bool:
    """Whether it is worth while to try again: always after a call that broke off, a few times
    after a refusal for no reason that we know of."""
    refusal = refusal_of(error)
    if refusal in (Refusal.BROKEN_OFF, Refusal.NOT_SENT):
        return True
    return refusal in (Refusal.OTHER, Refusal.SAME) and failures < TRIES - 1
