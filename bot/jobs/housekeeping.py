"""``Housekeeping``: what a start finds undone, and what piles up: lagging tables, old keyboards,
pictures.

All of it gives way to people who play: a few chats at a time, in the turn that the pace gives.
"""

from collections.abc import Callable

from bot.jobs.repeating import Repeating
from bot.screen.painter import Painter
from bot.screen.table_poster import TablePoster
from bot.screen.tables import TableUpdater
from storage import Storage

PAUSE = 3600.0
"""Seconds between two rounds of clearing away."""
CHATS_AT_ONCE = 8
PAGE = 100


class Housekeeping:
    """Works in the background from its start until it is closed."""

    def __init__(
        self,
        storage: Storage,
        tables: TableUpdater,
        poster: TablePoster,
        painter: Painter,
        clock: Callable[[], float],
    ) -> None:
        self._storage = storage
        self._tables = tables
        self._poster = poster
        self._painter = painter
        self._clock = clock
        self._has_redrawn = False
        self._job = Repeating("housekeeping", self._round, PAUSE)
        self.start = self._job.start
        self.settled = self._job.settled
        self.close = self._job.close

    async def clear_away(self) -> None:
        """Takes keyboards off tables that are no longer in use, and forgets old pictures and
        updates that nobody could read."""
        for message in await self._storage.table_messages.old_keyboards(PAGE):
            await self._poster.retire(message)
        await self._painter.prune()
        await self._storage.unreadable_updates.prune(int(self._clock()))

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

    async def _round(self) -> None:
        if not self._has_redrawn:
            self._has_redrawn = True
            await self.redraw_lagging()
        await self.clear_away()
