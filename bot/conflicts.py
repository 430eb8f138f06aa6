"""Two copies on one token: which of them goes on."""

import time
from collections.abc import Callable

__all__ = ["Conflicts"]

SETTLED_SECONDS = 30.0
PATIENCE = 3


class Conflicts:
    """The times of late that another copy took our place at Telegram.

    A copy that has just started leaves at once; one that was there before it tries again, and
    leaves when it is thrown out for the third time within half a minute.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._started = clock()
        self._times: list[float] = []

    def is_too_many(self) -> bool:
        """Counts one more; whether it is time to leave."""
        now = self._clock()
        recent = [at for at in self._times if now - at < SETTLED_SECONDS]
        self._times = [*recent, now]
        return now - self._started < SETTLED_SECONDS or len(self._times) >= PATIENCE
