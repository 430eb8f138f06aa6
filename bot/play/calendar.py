"""``Days``: the calendar of the deals of the day: what day it is, when its deals are over.

Everything is computed when asked, from the clock and the one time zone that all players share, so
neither a bot that was off nor a changed zone can make it wrong. Dates are ISO text, as in storage.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

ZONES_APART = 2
"""Days: no two zones of the world have dates farther apart."""
DEADLINE = time(3)
"""When, on the next day, a ranked game is scored as it stands and its deal released."""


@dataclass(slots=True)
class Days:
    """The days of ``zone`` by ``clock``, which tells Unix seconds."""

    zone: ZoneInfo
    clock: Callable[[], float]
    released_before: str = ""
    """Earlier dates were released once, maybe by the clock of another zone, or before the clock was
    set back: they stay so."""

    def today(self) -> str:
        """The date whose deals are to be begun now."""
        return self._now().date().isoformat()

    def ahead(self, count: int) -> list[str]:
        """Today and the ``count`` days after it."""
        first = self._now().date()
        return [(first + timedelta(days)).isoformat() for days in range(count + 1)]

    def oldest_open(self) -> str:
        """The oldest date whose ranked games may still be finished; those before are released."""
        now = self._now()
        open_ = now.date() - timedelta(1)
        oldest = open_ if now.timestamp() < self._deadline(open_) else now.date()
        self.remember_released(oldest.isoformat())
        return self.released_before

    def remember_released(self, before: str) -> None:
        """Dates ``before`` this one are released, and stay so; what a clock says that runs ahead of
        all zones is not believed for longer than it does."""
        latest = self.ahead(ZONES_APART)[-1]
        known = self.released_before if self.released_before <= latest else ""
        self.released_before = max(known, before if before <= latest else "")

    def is_released(self, day: str) -> bool:
        """Whether the deals of a date may be shown whole: decks, records, analyses."""
        return day < self.oldest_open()

    def is_over(self, day: str) -> bool:
        """Whether a date that may be empty has passed."""
        return "" < day < self.today()

    def deadline(self, day: str) -> int:
        """When the deals of a date are released, in Unix seconds."""
        return int(self._deadline(date.fromisoformat(day)))

    def deadline_told(self, day: str) -> time:
        """The same as the clock on the wall shows it: mostly, but not always, 03:00."""
        return datetime.fromtimestamp(self.deadline(day), self.zone).time()

    def until_next(self) -> int:
        """Seconds until the deals of the next day."""
        now = self._now()
        midnight = datetime.combine(now.date() + timedelta(1), time(), self.zone)
        return max(1, int((midnight.astimezone(UTC) - now.astimezone(UTC)).total_seconds()))

    def hour(self) -> int:
        """The hour of the day, 0 … 23."""
        return self._now().hour

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self.clock(), self.zone)

    def _deadline(self, day: date) -> float:
        return _first_moment(datetime.combine(day + timedelta(1), DEADLINE, self.zone))


@lru_cache(64)
def _first_moment(wall: datetime) -> float:
    """When the clock on the wall first shows this or, where that hour is skipped, a later time."""
    wished = wall.replace(tzinfo=None)

    def shown(at: float) -> datetime:
        return datetime.fromtimestamp(at, wall.tzinfo).replace(tzinfo=None)

    latest = wall.timestamp()
    if shown(latest) == wished:
        return latest
    earliest = int(wall.replace(fold=1).timestamp())
    return next(at for at in range(earliest, int(latest) + 1, 60) if shown(at) >= wished)
