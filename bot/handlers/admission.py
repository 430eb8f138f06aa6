"""Telegram may bring an update again, when it has not heard that it arrived: it counts once."""

from collections import deque

import structlog
from telegram import Update
from telegram.ext import ApplicationHandlerStop

from bot.handlers.context import Context

log = structlog.get_logger(__name__)

REMEMBERED = 10_000
"""What comes again does so within minutes; at most so many updates come between."""


class Once:
    """Remembers the numbers of the updates of late, in memory: not beyond a restart."""

    def __init__(self, remembered: int = REMEMBERED) -> None:
        self._order: deque[int] = deque(maxlen=remembered)
        self._seen: set[int] = set()

    def is_new(self, number: int) -> bool:
        """Whether the number is heard for the first time; the oldest is forgotten for it."""
        if number in self._seen:
            return False
        if len(self._order) == self._order.maxlen:
            self._seen.discard(self._order[0])
        self._order.append(number)
        self._seen.add(number)
        return True

    async def check(self, update: Update, _: Context) -> None:
        """Comes before all other handlers, and lets none of them have an update again."""
        if not self.is_new(update.update_id):
            log.info("update came again", number=update.update_id)
            raise ApplicationHandlerStop
