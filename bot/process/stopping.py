"""``Stop``: the wish to stop, and what waits for it. Used by ``running``."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

R = TypeVar("R")


class CannotRun(Exception):
    """Why the bot does not run, and what to do, in one line for the operator."""


class Stop:
    """The wish to stop, and the fault behind it if there is one."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._at_once: list[Callable[[], None]] = []
        self.fault: CannotRun | None = None

    @property
    def asked(self) -> bool:
        """Whether the bot is to stop."""
        return self._event.is_set()

    def ask(self, fault: CannotRun | None = None) -> None:
        """Stops the bot; of several faults the first is told."""
        self.fault = self.fault or fault
        if not self.asked:
            self._event.set()
            for call in self._at_once:
                call()

    def at_once(self, call: Callable[[], None]) -> None:
        """Has ``call`` called as soon as the wish comes, or now if it is there already."""
        self._at_once.append(call)
        if self.asked:
            call()

    async def wait(self) -> None:
        """Returns when the bot is to stop; raises the fault if there is one."""
        await self._event.wait()
        if self.fault is not None:
            raise self.fault

    async def unless(self, work: Awaitable[R]) -> R | None:
        """The result of ``work``; given up, with ``None``, when the wish to stop comes first."""
        task = asyncio.ensure_future(work)
        stopping = asyncio.ensure_future(self._event.wait())
        await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            return None
        return await task
