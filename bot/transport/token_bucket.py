"""``TokenBucket``: so many at once, then one in an interval. For ``Pace`` and ``Admission``."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class TokenBucket:
    """A bucket of at most ``burst`` tokens that gains one in ``interval`` seconds; full at first.

    Whoever asks tells the time, in seconds of any clock. Tokens may be owed: taking one from an
    empty bucket makes the next wait longer.
    """

    burst: int
    interval: float
    tokens: float = field(init=False)
    filled_at: float = 0.0

    def __post_init__(self) -> None:
        self.tokens = float(self.burst)

    def refill(self, now: float) -> float:
        """How many tokens there are now. A clock that was set back takes none away."""
        gained = max(0.0, now - self.filled_at) / self.interval
        self.tokens = min(float(self.burst), self.tokens + gained)
        self.filled_at = now
        return self.tokens

    def wait(self, now: float, tokens: int = 1) -> float:
        """Seconds until there are ``tokens`` of them."""
        return max(0.0, (tokens - self.refill(now)) * self.interval)

    def take(self, now: float) -> None:
        """Takes a token, whether it is there or owed."""
        self.refill(now)
        self.tokens -= 1

    def is_full(self, now: float) -> bool:
        """True if nothing was taken of late: as good as a new one."""
        return self.refill(now) >= self.burst
