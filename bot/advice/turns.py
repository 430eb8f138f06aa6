"""``Turns``: who is served next. Used by ``AdviceClient``."""

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """One after the other: the most urgent first, of equal ones whoever came first."""

    def __init__(self) -> None:
        self._taken = False
        self._numbers = itertools.count()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []

    def __len__(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, urgency: int) -> AsyncIterator[None]:
        """Waits for one's turn, and has it while the context lasts; a small number is urgent."""
        if self._taken:
            mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            place = (urgency, next(self._numbers), mine)
            heapq.heappush(self._waiting, place)
            try:
                await mine
            except asyncio.CancelledError:
                self._leave(place)
                raise
        self._taken = True
        try:
            yield
        finally:
            self._pass_on()

    def _leave(self, place: tuple[int, int, asyncio.Future[None]]) -> None:
        """Gives a place up, or the turn that has come at the same moment."""
        if place in self._waiting:
            self._waiting.remove(place)
            heapq.heapify(self._waiting)
        else:
            self._pass_on()

    def _pass_on(self) -> None:
        self._taken = bool(self._waiting)
        if self._waiting:
            heapq.heappop(self._waiting)[2].set_result(None)
