"""What a start finds undone, and what piles up: lagging tables, old keyboards, pictures.

All of it gives way to people who play: a few chats at a time, in the turn that the limiter gives.
"""

import asyncio
from collections.abc import Awaitable

import structlog
from telegram.error import TelegramError

from bot.screen.painter import Painter
from bot.screen.table_poster import TablePoster
from bot.screen.tables import TableUpdater
from storage import Storage, StorageError

log = structlog.get_logger(__name__)

PAUSE = 3600.0
"""Seconds between two rounds of clearing away."""
CHATS_AT_ONCE = 8
PAGE = 100


class Housekeeping:
    """Works in the background from its start until it is closed."""

    def __init__(
        self, storage: Storage, board: TableUpdater, messages: TablePoster, painter: Painter
    ) -> None:
        self._storage = storage
        self._tables = board
        self._poster = messages
        self._painter = painter
        self._resting = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins with the tables."""
        self._task = asyncio.create_task(self._run(), name="housekeeping")

    async def settled(self) -> None:
        """Returns when the work at hand is done."""
        await self._resting.wait()

    async def close(self) -> None:
        """Ends; what is not done is for the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def clear_away(self) -> None:
        """Takes keyboards off tables that are no longer in use, and forgets old pictures."""
        for message in await self._storage.table_messages.old_keyboards(PAGE):
            await self._poster.retire(message)
        await self._painter.prune()

    async def redraw_lagging(self) -> None:
        """Shows every table that was committed but not shown when the bot stopped."""
        last = 0
        while lagging := await self._storage.table_messages.lagging(last, PAGE):
            for game_id in lagging:
                game = await self._storage.games.get(game_id)
                if game is not None:
                    await self._tables.quiet(CHATS_AT_ONCE)
                    self._tables.show(game.chat_id, game_id)
            last = lagging[-1]

    async def _run(self) -> None:
        await self._guarded(self.redraw_lagging())
        while True:
            await self._guarded(self.clear_away())
            self._resting.set()
            await asyncio.sleep(PAUSE)
            self._resting.clear()

    async def _guarded(self, work: Awaitable[None]) -> None:
        try:
            await work
        except (StorageError, TelegramError) as error:
            log.warning("housekeeping put off", error=str(error))
        except Exception:
            log.exception("housekeeping failed")
