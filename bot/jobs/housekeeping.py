"""``Housekeeping``: what a start finds undone, and what piles up: lagging tables, old keyboards,
pictures, challenges.

All of it gives way to people who play: a few chats at a time, in the turn that the pace gives.
"""

from collections.abc import Awaitable, Callable

from bot.jobs.repeating import Repeating
from bot.play.challenges import Challenges
from bot.screen.painter import Painter
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
        painter: Painter,
        challenges: Challenges,
        clock: Callable[[], float],
    ) -> None:
        self._storage = storage
        self._tables = tables
        self._painter = painter
        self._challenges = challenges
        self._clock = clock
        self._has_redrawn = False
        self._job = Repeating("housekeeping", self._round, PAUSE)
        self.start = self._job.start
        self.settled = self._job.settled
        self.close = self._job.close

    async def clear_away(self) -> None:
        """Takes keyboards off tables that are no longer in use, and forgets old pictures and
        challenges, and updates that nobody could read."""
        await self._for_each(self._storage.table_messages.untidy, self._tables.tidy)
        await self._painter.prune()
        await self._challenges.prune()
        await self._storage.unreadable_updates.prune(int(self._clock()))

    async def redraw_lagging(self) -> None:
        """Shows every table that was committed but not shown when the bot stopped."""
        await self._for_each(self._storage.table_messages.lagging, self._tables.show)

    async def _for_each(
        self,
        listed: Callable[[int, int], Awaitable[list[int]]],
        begin: Callable[[int, int], None],
    ) -> None:
        """Begins something for the chat and the game of each id that is listed."""
        last = 0
        while found := await listed(last, PAGE):
            for game_id in found:
                game = await self._storage.games.get(game_id)
                if game is not None:
                    await self._tables.quiet(CHATS_AT_ONCE)
                    begin(game.chat_id, game_id)
            last = found[-1]

    async def _round(self) -> None:
        if not self._has_redrawn:
            self._has_redrawn = True
            await self.redraw_lagging()
        await self.clear_away()
