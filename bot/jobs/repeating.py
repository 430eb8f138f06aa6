"""``Repeating``: work that is done again and again in the background, until it is closed."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog
from telegram.error import TelegramError

from bot.advice.protocol import NoAnswer
from storage import StorageError

log = structlog.get_logger(__name__)

_PASSING = (StorageError, TelegramError, NoAnswer, OSError)
"""What goes by itself: the next round may succeed."""


class Repeating:
    """Does ``work``, then rests for ``pause`` seconds; after work that returns true, not at all.

    A round that fails is logged, and the next one comes all the same.
    """

    def __init__(self, name: str, work: Callable[[], Awaitable[bool | None]], pause: float) -> None:
        self._name = name
        self._work = work
        self._pause = pause
        self._nudged = asyncio.Event()
        self._resting = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.is_closing = False

    def start(self) -> None:
        """Begins."""
        self._task = asyncio.create_task(self._run(), name=self._name)

    def nudge(self) -> None:
        """Somebody waits: the next round comes now."""
        self._nudged.set()

    async def settled(self) -> None:
        """Returns when a round is over and the next has not begun."""
        await self._resting.wait()

    async def close(self, seconds: float = 0) -> None:
        """Ends; the round at hand may take this long to finish."""
        self.is_closing = True
        self.nudge()
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=seconds)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while not self.is_closing:
            self._nudged.clear()
            self._resting.clear()
            at_once = await self._round()
            self._resting.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._nudged.wait(), 0 if at_once else self._pause)

    async def _round(self) -> bool:
        try:
            return bool(await self._work())
        except _PASSING as error:
            log.warning("put off", job=self._name, error=str(error))
        except Exception:
            log.exception("failed", job=self._name)
        return False
