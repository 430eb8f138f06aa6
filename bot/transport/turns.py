"""``Turns``: who among those that wait for a chat's next slot gets it. ``Pace`` tells when."""

import asyncio
from dataclasses import dataclass, field
from enum import Enum

TABLES_IN_A_ROW = 4
"""Among people who tap and talk without end one message in five is no table: the others see a table
that is at most five seconds old for more than four fifths of the time."""


class Rank(Enum):
    """What a slot is wanted for."""

    TABLE = "the newest table, for which people wait before they tap"
    OTHER = "whatever else is said and tidied"


@dataclass(eq=False, slots=True)
class _Waiter:
    rank: Rank
    given: asyncio.Future[None]


@dataclass(slots=True)
class Turns:
    """A table goes before all else, but for one other message after so many tables in a row; among
    equals whoever came first is served first."""

    _waiters: list[_Waiter] = field(default_factory=list)
    _tables: int = 0

    def __len__(self) -> int:
        return len(self._waiters)

    async def wait(self, rank: Rank) -> None:
        """Returns when the turn was given to the caller."""
        waiter = _Waiter(rank, asyncio.get_running_loop().create_future())
        self._waiters.append(waiter)
        try:
            await waiter.given
        finally:
            if waiter in self._waiters:
                self._waiters.remove(waiter)

    def give(self) -> None:
        """Gives the turn to the one whose it is; somebody must wait."""
        waiter = self._next()
        self._waiters.remove(waiter)
        self.count(waiter.rank)
        if not waiter.given.done():
            waiter.given.set_result(None)

    def count(self, rank: Rank) -> None:
        """A turn was had without waiting, or given."""
        self._tables = self._tables + 1 if rank is Rank.TABLE else 0

    def before(self, rank: Rank) -> int:
        """How many go before one of this rank that waits already, or else comes now."""
        others = sum(waiter.rank is Rank.OTHER for waiter in self._waiters)
        if rank is Rank.TABLE:
            return 1 if others and self._tables >= TABLES_IN_A_ROW else 0
        return max(0, len(self._waiters) - 1)

    def _next(self) -> _Waiter:
        best = Rank.OTHER if self._tables >= TABLES_IN_A_ROW else Rank.TABLE
        return next((each for each in self._waiters if each.rank is best), self._waiters[0])
