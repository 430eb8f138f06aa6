"""``Polling``: takes updates in order and confirms them when it asks for the next.

The library's own updater confirms what it has taken once more whenever it stops. Of two copies on
one token the one that leaves would throw the other out with that; so the two steps are apart here.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import structlog
from telegram import Update
from telegram.error import RetryAfter, TelegramError, TimedOut
from telegram.ext import ExtBot

from bot.transport.refusals import seconds_of

log = structlog.get_logger(__name__)

POLL_SECONDS = 10  # seconds that Telegram waits for something to tell
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0  # seconds after errors in a row
CONFIRM_SECONDS = 1.0


class Polling:
    """Asks Telegram for updates and hands each to ``take``; ``failed`` is told of errors."""

    def __init__(
        self,
        bot: ExtBot[Any],
        allowed: Sequence[str],
        take: Callable[[Update], None],
        failed: Callable[[TelegramError], None],
    ) -> None:
        self._bot = bot
        self._allowed = allowed
        self._take = take
        self._failed = failed
        self._next: int | None = None
        """All updates before this one were taken."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begins, when Telegram has agreed to be asked: for as long as it takes."""
        pause = 0.0
        while True:
            try:
                await self._bot.delete_webhook()
            except TelegramError as error:
                pause = await self._rest(error, pause)
            else:
                self._task = asyncio.create_task(self._run(), name="polling")
                return

    async def stop(self) -> None:
        """Takes no more. What is under way was not taken, and comes again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def confirm(self) -> None:
        """Tells Telegram what was taken; what it does not hear of comes again."""
        if self._next is None:
            return
        try:
            async with asyncio.timeout(CONFIRM_SECONDS):
                await self._bot.get_updates(offset=self._next, timeout=0, limit=1)
        except (TelegramError, TimeoutError) as error:
            log.warning("updates not confirmed, the last ones come again", error=repr(error))

    async def _run(self) -> None:
        pause = 0.0
        while True:
            try:
                updates = await self._bot.get_updates(
                    offset=self._next, timeout=POLL_SECONDS, allowed_updates=self._allowed
                )
            except TelegramError as error:
                pause = await self._rest(error, pause)
            except Exception as error:
                log.exception("updates not understood")
                pause = await self._rest(TelegramError(repr(error)), pause)
            else:
                pause = 0.0
                for update in sorted(updates, key=lambda each: each.update_id):
                    self._take(update)
                    self._next = update.update_id + 1

    async def _rest(self, error: TelegramError, before: float) -> float:
        """Waits as befits the error, and longer if there was one before; returns how long."""
        self._failed(error)
        if isinstance(error, TimedOut):
            pause = 0.0  # it has waited already
        elif isinstance(error, RetryAfter):
            pause = seconds_of(error)
        else:
            pause = min(LONGEST_PAUSE, 1.5 * before) if before else FIRST_PAUSE
        await asyncio.sleep(pause)
        return pause
