"""``Pace``: when the next message or edit may go to a chat.

A group takes 20 messages and edits a minute, a private chat about one a second with short bursts,
all chats together about 30 a second. A 429 holds back its own chat and no other, and the answers
to button taps never wait for anything. How much may go and when is a ``_Lane``'s, one for each chat
and one over all; which message goes first in a chat, ``turns.Turns`` decides.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from telegram.error import NetworkError, RetryAfter
from telegram.ext import BaseRateLimiter

from bot.metrics import PACE
from bot.transport.order import give_way
from bot.transport.refusals import seconds_of, surely_without_effect
from bot.transport.token_bucket import TokenBucket
from bot.transport.turns import Rank, Turns

SLOT_TAKEN = "slot taken"
"""As ``rate_limit_args``: the caller holds a slot and deals with a 429 itself."""

MOST_UNDER_WAY = 24
"""Messages and edits under way at once: answers to taps must always find a connection."""

_PACED = ("send", "edit", "copy", "forward")
TRIES = 3
BREATH = 1.0
"""Seconds before a message that has not reached Telegram is sent again."""
SLOW = 0.5
"""Seconds after which whatever waits for an answer of Telegram lets others go first."""
MOST_CHATS = 4096  # in a minute fewer are served
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
    """What one chat (or all of them) has been sent lately, and when it takes more."""

    limit: Limit
    bucket: TokenBucket = field(init=False)
    sent: deque[float] = field(default_factory=deque)
    blocked_until: float = 0.0

    def __post_init__(self) -> None:
        self.bucket = TokenBucket(self.limit.burst, self.limit.interval)

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
        return self.bucket.is_full(now) and self.blocked_until <= now and not self.sent

    def _forget_old(self, now: float) -> None:
        while self.sent and self.sent[0] <= now - self.limit.window:
            self.sent.popleft()


@dataclass(slots=True)
class _Chat:
    """A chat's lane, those that wait for it, and the one task that serves them."""

    lane: _Lane
    turns: Turns = field(default_factory=Turns)
    serving: asyncio.Task[None] | None = None


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
        self._front = asyncio.Lock()
        """Held by the chat that is the next over all."""
        self._ready = 0
        """How many chats wait for nothing but their turn over all."""
        self._chats: dict[int, _Chat] = {}
        self._under_way = asyncio.Semaphore(MOST_UNDER_WAY)

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nobody waits any more."""
        for chat in self._chats.values():
            if chat.serving is not None:
                chat.serving.cancel()

    def wait(self, chat_id: int, rank: Rank = Rank.OTHER) -> float:
        """Seconds until the chat's last waiting message of the rank may go; if none waits, the
        next one."""
        now, chat = self._clock(), self._chats.get(chat_id)
        overall = self._overall.wait(now, max(0, self._ready - 1))
        if chat is None:
            return overall
        return max(overall, chat.lane.wait(now, chat.turns.before(rank)))

    async def slot(self, chat_id: int, rank: Rank = Rank.OTHER) -> None:
        """Returns when a message or edit may go to the chat now, and counts it as sent."""
        chat, now = self._chat(chat_id), self._clock()
        if not (chat.turns or self._ready or chat.lane.wait(now) or self._overall.wait(now)):
            self._take(chat.lane, now)
            chat.turns.count(rank)
            return
        if chat.serving is None:
            chat.serving = asyncio.create_task(self._serve(chat), name=f"pace {chat_id}")
        await chat.turns.wait(rank)

    async def _serve(self, chat: _Chat) -> None:
        """Gives turns for as long as somebody waits for one in the chat."""
        try:
            while chat.turns:
                await self._until_free(chat.lane)
                self._ready += 1
                try:
                    async with self._front:
                        await self._until_free(self._overall)
                        if chat.turns:
                            self._take(chat.lane, self._clock())
                            chat.turns.give()
                finally:
                    self._ready -= 1
        finally:
            chat.serving = None

    def _take(self, lane: _Lane, now: float) -> None:
        lane.take(now)
        self._overall.take(now)
        self._forget_idle(now)

    def blocked(self, chat_id: int, seconds: float) -> None:
        """Telegram has answered 429 for the chat."""
        lane = self._chat(chat_id).lane
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

    def _chat(self, chat_id: int) -> _Chat:
        chat = self._chats.get(chat_id)
        if chat is None:
            chat = self._chats[chat_id] = _Chat(_Lane(GROUP if chat_id < 0 else PRIVATE))
        return chat

    def _forget_idle(self, now: float) -> None:
        # Chats come by the thousand; only those served in the last minute are worth remembering.
        if len(self._chats) > MOST_CHATS:
            self._chats = {
                key: chat
                for key, chat in self._chats.items()
                if chat.turns or chat.serving is not None or not chat.lane.idle(now)
            }
