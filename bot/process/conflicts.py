"""``Conflicts``: which of two copies on one token goes on. Asked by ``running``."""

import time
from collections.abc import Callable

SETTLED_SECONDS = 30.0
NEWCOMER_LEAVES_SECONDS = 5.0
LEAVES_SECONDS = 20.0
QUIET_SECONDS = 60.0


class Conflicts:
    """How long another copy has been taking our place at Telegram.

    A copy that has just started leaves after five seconds of it, one that was there before it after
    twenty. Telegram tells whoever loses the place, so the copy that holds it is never told, and
    stays: however many there are, exactly one goes on. A conflict is over when nothing was heard of
    it for a minute, twice as long as anybody waits to try again. Updates that come through
    meanwhile prove nothing: two copies may take turns at them for ever.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._started = clock()
        self._began = self._latest = self._leaves_after = 0.0
        self._lasts = False

    def is_too_long(self) -> bool:
        """Notes that the place was taken; whether it is time to leave."""
        now = self._clock()
        if not self._lasts or now - self._latest > QUIET_SECONDS:
            self._began, self._lasts = now, True
            settled = now - self._started >= SETTLED_SECONDS
            self._leaves_after = LEAVES_SECONDS if settled else NEWCOMER_LEAVES_SECONDS
        self._latest = now
        return now - self._began >= self._leaves_after
