"""Telegram's pace: when the next message or edit may go to a chat.

A group takes 20 messages and edits a minute, a private chat about one a second with short bursts,
all chats together about 30 a second. A 429 holds back its own chat and no other, and the answers
to button taps never wait for anything.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

__all__ = ["GROUP", "PRIVATE", "SLOT_TAKEN", "Limit", "Pace"]

SLOT_TAKEN = "slot taken"
"""As ``rate_limit_args``: the caller holds a slot and deals with a 429 itself."""

_PACED = ("send", "edit", "copy", "forward")
TRIES = 3


@dataclass(frozen=True, slots=True)
class Limit:
    """``burst`` at once, then one in ``interval`` seconds, never above ``most`` in ``window``."""

    burst: int
    interval: float
    most: int
    window: float


PRIVATE = Limit(burst=5, interval=1.0, most=60, window=60.0)
GROUP = Limit(burst=4, interval=3.0, most=20, window=60.0)
OVERALL = Limit(burst=30, interval=1 / 30, most=30, window=1.0)


@dataclass(slots=True)
class _Lane:
    """What one chat (or all of them) has been sent lately."""

    limit: Limit
    tokens: float = field(init=False)
    filled_at: float = 0.0
    sent: deque[float] = field(default_factory=deque)
    blocked_until: float = 0.0

    def __post_init__(self) -> None:
        self.tokens = self.limit.burst

    def wait(self, now: float) -> float:
        """Seconds until the next message may go."""
        self._refill(now)
        wait = max(0.0, self.blocked_until - now)
        if self.tokens < 1:
            wait = max(wait, (1 - self.tokens) * self.limit.interval)
        if len(self.sent) >= self.limit.most:
            wait = max(wait, self.sent[0] + self.limit.window - now)
        return wait

    def take(self, now: float) -> None:
        self.tokens -= 1
        self.sent.append(now)

    def idle(self, now: float) -> bool:
        """Nothing to remember: as good as a new lane."""
        self._refill(now)
        return not self.sent and self.tokens >= self.limit.burst and self.blocked_until <= now

    def _refill(self, now: float) -> None:
        while self.sent and self.sent[0] <= now - self.limit.window:
            self.sent.popleft()
        gained = max(0.0, now - self.filled_at) / self.limit.interval
        self.tokens = min(float(self.limit.burst), self.tokens + gained)
        self.filled_at = now


class Pace(BaseRateLimiter[object]):
    """Hands out slots, chat by chat. ``clock`` is monotonic seconds."""

    def __init__(
        self,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._overall = _Lane(OVERALL)
        self._lanes: dict[int, _Lane] = {}

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to release."""

    def wait(self, chat_id: int) -> float:
        """Seconds until the next message or edit may go to the chat."""
        now = self._clock()
        return max(self._lane(chat_id).wait(now), self._overall.wait(now))

    async def slot(self, chat_id: int) -> None:
        """Returns when a message or edit may go to the chat now, and counts it as sent."""
        while (wait := self.wait(chat_id)) > 0:
            await self._sleep(wait)
        now = self._clock()
        self._lane(chat_id).take(now)
        self._overall.take(now)
        self._forget_idle(now)

    def blocked(self, chat_id: int, seconds: float) -> None:
        """Telegram has answered 429 for the chat."""
        lane = self._lane(chat_id)
        lane.blocked_until = max(lane.blocked_until, self._clock() + seconds)

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, Any]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: object | None,
    ) -> Any:
        """Makes the request when its turn comes; see ``telegram.ext.BaseRateLimiter``."""
        chat_id = data.get("chat_id")
        if rate_limit_args == SLOT_TAKEN or not (
            isinstance(chat_id, int) and endpoint.startswith(_PACED)
        ):
            return await callback(*args, **kwargs)
        for _ in range(TRIES - 1):
            await self.slot(chat_id)
            try:
                return await callback(*args, **kwargs)
            except RetryAfter as error:  # refused, so it has had no effect
                self.blocked(chat_id, seconds_of(error))
        await self.slot(chat_id)
        return await callback(*args, **kwargs)

    def _lane(self, chat_id: int) -> _Lane:
        lane = self._lanes.get(chat_id)
        if lane is None:
            lane = self._lanes[chat_id] = _Lane(GROUP if chat_id < 0 else PRIVATE)
        return lane

    def _forget_idle(self, now: float) -> None:
        # Chats come by the thousand; only those served in the last minute are worth remembering.
        if len(self._lanes) > 2 * len(self._overall.sent) + 4096:
            self._lanes = {key: lane for key, lane in self._lanes.items() if not lane.idle(now)}


def seconds_of(error: RetryAfter) -> float:
    """How long Telegram asks to wait, in seconds."""
    after = error.retry_after
    return after.total_seconds() if hasattr(after, "total_seconds") else float(after)
