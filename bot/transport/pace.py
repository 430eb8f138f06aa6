"""Telegram's pace: when the next message or edit may go to a chat.

A group takes 20 messages and edits a minute, a private chat about one a second with short bursts,
all chats together about 30 a second. A 429 holds back its own chat and no other, and the answers
to button taps never wait for anything. First come, first served, in each chat and over all.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from telegram.error import NetworkError, RetryAfter
from telegram.ext import BaseRateLimiter

from bot.metrics import PACE
from bot.transport.order import give_way
from bot.transport.refusals import seconds_of, surely_without_effect
from bot.transport.token_bucket import TokenBucket

SLOT_TAKEN = "slot taken"
"""As ``rate_limit_args``: the caller holds a slot and deals with a 429 itself."""

MOST_UNDER_WAY = 24
"""So many messages and edits at once: however slow they are, answers to taps find a connection."""

_PACED = ("send", "edit", "copy", "forward")
TRIES = 3
BREATH = 1.0
"""Seconds before a message that has not reached Telegram is sent again."""
SLOW = 0.5
"""Seconds after which whatever waits for an answer of Telegram lets others go first."""
MOST_LANES = 4096  # in a minute fewer are served
SHORTEST_WAIT = 0.001  # seconds; less is lost in the clock's rounding


@dataclass(frozen=True, slots=True)
class Limit:
    """``burst`` at once, then one in ``interval`` seconds, never above ``most`` in ``window``."""

    burst: int
    interval: float
    most: int
    window: float


# Telegram's windows are of 60, 5 and 1 seconds. Ours are a little longer, because of two messages
# the one that is sent later may arrive sooner.
PRIVATE = Limit(burst=3, interval=1.0, most=5, window=5.5)
# Telegram would take one in three seconds, but not after a burst within the same minute: this pace
# can be kept up without ever standing still.
GROUP = Limit(burst=4, interval=3.9, most=20, window=62.0)
OVERALL = Limit(burst=29, interval=1 / 29, most=29, window=1.05)


@dataclass(slots=True)
class _Lane:
    """What one chat (or all of them) has been sent lately, and who waits to send more."""

    limit: Limit
    bucket: TokenBucket = field(init=False)
    sent: deque[float] = field(default_factory=deque)
    blocked_until: float = 0.0
    waiting: int = 0
    _front: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.bucket = TokenBucket(self.limit.burst, self.limit.interval)

    @asynccontextmanager
    async def queue(self) -> AsyncIterator[None]:
        """Lets one after the other come to the front."""
        self.waiting += 1
        try:
            async with self._front:
                yield
        finally:
            self.waiting -= 1

    def wait(self, now: float, others: int = 0) -> float:
        """Seconds until the next message may go, or the one after so many others."""
        self._forget_old(now)
        wait = max(0.0, self.blocked_until - now, self.bucket.wait(now, others + 1))
        surplus = len(self.sent) + others + 1 - self.limit.most
        if surplus > 0 and self.sent:
            leaves_first = self.sent[min(surplus, len(self.sent)) - 1]
            wait = max(wait, leaves_first + self.limit.window - now)
        return wait

    def take(self, now: float) -> None:
        """Counts a message as sent."""
        self._forget_old(now)
        self.bucket.take(now)
        self.sent.append(now)

    def idle(self, now: float) -> bool:
        """Nothing to remember: as good as a new lane."""
        self._forget_old(now)
        rested = self.bucket.is_full(now) and self.blocked_until <= now
        return rested and not self.sent and not self.waiting

    def _forget_old(self, now: float) -> None:
        while self.sent and self.sent[0] <= now - self.limit.window:
            self.sent.popleft()


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
        PACE.set(1 / OVERALL.interval)
        self._lanes: dict[int, _Lane] = {}
        self._under_way = asyncio.Semaphore(MOST_UNDER_WAY)

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to release."""

    def wait(self, chat_id: int) -> float:
        """Seconds until the chat's last waiting message may go; if none waits, the next one."""
        now = self._clock()
        lanes = self._lanes.get(chat_id), self._overall
        return max(lane.wait(now, max(0, lane.waiting - 1)) for lane in lanes if lane is not None)

    async def slot(self, chat_id: int) -> None:
        """Returns when a message or edit may go to the chat now, and counts it as sent."""
        lane = self._lane(chat_id)
        async with lane.queue():
            await self._until_free(lane)
            async with self._overall.queue():
                await self._until_free(self._overall)
                now = self._clock()
                lane.take(now)
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
        slow = asyncio.get_running_loop().call_later(SLOW, give_way)
        try:
            chat_id = data.get("chat_id")
            if not (isinstance(chat_id, int) and endpoint.startswith(_PACED)):
                return await callback(*args, **kwargs)
            if rate_limit_args == SLOT_TAKEN:
                async with self._under_way:
                    return await callback(*args, **kwargs)
            return await self._persistently(chat_id, callback, args, kwargs)
        finally:
            slow.cancel()

    async def _persistently(
        self,
        chat_id: int,
        callback: Callable[..., Coroutine[Any, Any, Any]],
        args: Any,
        kwargs: dict[str, Any],
    ) -> Any:
        for _ in range(TRIES - 1):
            try:
                return await self._in_turn(chat_id, callback, args, kwargs)
            except RetryAfter as error:  # refused, so it has had no effect
                self.blocked(chat_id, seconds_of(error))
            except NetworkError as error:
                if not surely_without_effect(error):
                    raise
                await self._sleep(BREATH)
        return await self._in_turn(chat_id, callback, args, kwargs)

    async def _in_turn(
        self,
        chat_id: int,
        callback: Callable[..., Coroutine[Any, Any, Any]],
        args: Any,
        kwargs: dict[str, Any],
    ) -> Any:
        if self.wait(chat_id) > 0:
            give_way()
        await self.slot(chat_id)
        async with self._under_way:
            return await callback(*args, **kwargs)

    async def _until_free(self, lane: _Lane) -> None:
        while (wait := lane.wait(self._clock())) > 0:
            await self._sleep(max(wait, SHORTEST_WAIT))

    def _lane(self, chat_id: int) -> _Lane:
        lane = self._lanes.get(chat_id)
        if lane is None:
            lane = self._lanes[chat_id] = _Lane(GROUP if chat_id < 0 else PRIVATE)
        return lane

    def _forget_idle(self, now: float) -> None:
        # Chats come by the thousand; only those served in the last minute are worth remembering.
        if len(self._lanes) > MOST_LANES:
            self._lanes = {key: lane for key, lane in self._lanes.items() if not lane.idle(now)}
