"""``Alarm``: tells operators of errors, each kind once an hour; the log has the rest."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.process.logs import mask

log = structlog.get_logger(__name__)

QUIET_SECONDS = 3600.0
LONGEST_TEXT = 1000

Kind = tuple[str, str, str]


@contextmanager
def alarm(
    bot: ExtBot[Any], admins: Collection[int], clock: Callable[[], float] = time.monotonic
) -> Iterator["Alarm"]:
    """While the context lasts, whatever is logged as an error is told to ``admins`` too."""
    root = logging.getLogger()
    handler = Alarm(bot, admins, clock)
    root.addHandler(handler)
    try:
        yield handler
    finally:
        root.removeHandler(handler)


class Alarm(logging.Handler):
    """Sends log records; use ``alarm``. Made where the event loop runs."""

    def __init__(
        self, bot: ExtBot[Any], admins: Collection[int], clock: Callable[[], float]
    ) -> None:
        super().__init__(logging.ERROR)
        self._bot = bot
        self._admins = admins
        self._clock = clock
        self._told: dict[Kind, float] = {}
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """Tells of the record, unless its kind was told of within the hour."""
        event, error_type, error = _parts(record)
        now = self._clock()
        self._told = {kind: at for kind, at in self._told.items() if now - at < QUIET_SECONDS}
        kind = record.name, event, error_type
        if kind in self._told:
            return
        self._told[kind] = now
        what = ": ".join(filter(None, (record.name, event, error_type, error)))
        text = f"Error in the bot. {mask(what)[:LONGEST_TEXT]}\nThe log tells more."
        # A record may come from a drawing thread.
        self._loop.call_soon_threadsafe(self._tell_all, text)

    async def settled(self) -> None:
        """Returns when all is told."""
        await asyncio.sleep(0)
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    def _tell_all(self, text: str) -> None:
        for admin in self._admins:
            task = self._loop.create_task(self._tell(admin, text))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _tell(self, admin: int, text: str) -> None:
        try:
            await self._bot.send_message(admin, text, parse_mode=None)
        except TelegramError as error:
            log.warning("admin not told of an error", admin=admin, error=str(error))


def _parts(record: logging.LogRecord) -> tuple[str, str, str]:
    """What happened, the class of the error behind it, and its text; empty where there is none."""
    if isinstance(record.msg, dict):
        told = record.msg
        return str(told.get("event")), str(told.get("error_type", "")), str(told.get("error", ""))
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return str(record.msg), "", record.getMessage()
    return str(record.msg), type(error).__name__, str(error)
