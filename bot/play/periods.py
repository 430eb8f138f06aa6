"""`Period`: a day, a week, all time. Whoever asks which days count together asks it.

The leaderboards read by it, results are stored by it, and storage knows its keys alone.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum


@dataclass(frozen=True, slots=True)
class Span:
    """The days that count together."""

    key: str
    """How storage calls their sums; never to be changed, or the sums kept so far are lost."""
    first: str
    last: str

    @property
    def is_one_deal(self) -> bool:
        """Whether each line of the leaderboard is one result and no sum."""
        return self.first == self.last


class Period(Enum):
    """The deals of which days count.

    The sums of a new period are whole once `Leaders.rebuild_totals` has run with `periods_of`.
    """

    DAY = "day"
    WEEK = "week"
    ALL = "all"

    def span(self, day: str) -> Span:
        """The days that count together with ``day``."""
        match self:
            case Period.DAY:
                return Span(day, first=day, last=day)
            case Period.WEEK:
                then = date.fromisoformat(day)
                monday = then - timedelta(then.weekday())
                sunday = monday + timedelta(6)
                return Span(f"week {monday}", first=str(monday), last=str(sunday))
            case Period.ALL:
                return Span("all", first=str(date.min), last=str(date.max))


def periods_of(day: str) -> tuple[str, ...]:
    """The keys of all sums that a ranked result of ``day`` counts in."""
    return tuple(period.span(day).key for period in Period)
