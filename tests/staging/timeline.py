"""Time that passes only when a test says so, for many who sleep at once."""

import asyncio
import heapq
import itertools

from tests.staging.stage import Ticking

Sleeper = tuple[float, int, asyncio.Future[None]]


class Timeline(Ticking):
    """A clock whose sleepers wake in order while time is let pass."""

    def __init__(self) -> None:
        super().__init__()
        self._asleep: list[Sleeper] = []
        self._numbers = itertools.count()

    @property
    def sleepers(self) -> int:
        """How many sleep now."""
        return sum(not future.done() for _, _, future in self._asleep)

    async def sleep(self, seconds: float) -> None:
        """Sleeps until so many seconds have passed."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._asleep, (self.now + seconds, next(self._numbers), future))
        await future

    async def pass_by(self, seconds: float) -> None:
        """Lets time pass; each sleeper wakes at its moment and may go to sleep again."""
        end = self.now + seconds
        await _all_have_gone_on()
        while self._asleep and self._asleep[0][0] <= end:
            at, _, future = heapq.heappop(self._asleep)
            self.now = max(self.now, at)
            if not future.done():
                future.set_result(None)
            await _all_have_gone_on()
        self.now = end


async def _all_have_gone_on() -> None:
    """Returns when whoever woke has gone to sleep again, or is through."""
    for _ in range(200):
        await asyncio.sleep(0)
