"""``Polling``: updates by long polling, taken in order, confirmed when the next are asked for.

The library's own updater confirms what it has taken once more whenever it stops. Of two copies on
one token the one that leaves would throw the other out with that; so the two steps are apart here.
And it parses an answer as a whole: one update that it cannot parse would be asked for again and
again, and nothing after it would ever be heard. So here each is taken by itself.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from urllib.parse import urlencode

import structlog
from telegram.error import RetryAfter, TelegramError, TimedOut
from telegram.ext import ExtBot
from telegram.request import BaseRequest

from bot.transport.parsing import Endless, decoded, number_of
from bot.transport.refusals import seconds_of

log = structlog.get_logger(__name__)

POLL_SECONDS = 10  # seconds that Telegram waits for something to tell
MOST = 100  # updates in one answer
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0  # seconds after errors in a row
CONFIRM_SECONDS = 1.0

_NUMBER = re.compile(r'"update_id"\s*:\s*([0-9]{1,15})(?![0-9.eE])')

Arrived = list[tuple[int | None, object]]
"""Updates with the numbers that they are confirmed by; what has none cannot be confirmed alone."""


class Polling:
    """Asks Telegram for updates and hands each to ``take``; ``failed`` is told of errors.

    ``request`` is the one that the bot was built with for its updates: the bot opens and closes it.
    """

    def __init__(
        self,
        bot: ExtBot[Any],
        request: BaseRequest,
        allowed: Sequence[str],
        take: Callable[[object], Awaitable[None]],
        failed: Callable[[TelegramError], None],
    ) -> None:
        self._bot = bot
        self._request = request
        self._allowed = allowed
        self._take = take
        self._failed = failed
        self._next: int | None = None
        """All updates before this one were taken."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begins, when Telegram has agreed to be asked: for as long as it takes."""
        pause = 0.0
        while True:
            try:
                await self._bot.delete_webhook()
            except TelegramError as error:
                pause = await self._rest(error, pause)
            else:
                self._task = asyncio.create_task(self._run(), name="polling")
                return

    async def stop(self) -> None:
        """Takes no more. What is under way was not taken, and comes again."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def confirm(self) -> None:
        """Tells Telegram what was taken; what it does not hear of comes again."""
        if self._next is None:
            return
        try:
            async with asyncio.timeout(CONFIRM_SECONDS):
                await self._ask(seconds=0, most=1)
        except (TelegramError, TimeoutError) as error:
            log.warning("updates not confirmed, the last ones come again", error=repr(error))

    async def _run(self) -> None:
        pause = 0.0
        while True:
            try:
                arrived = await self._arrived()
            except TelegramError as error:
                pause = await self._rest(error, pause)
            else:
                pause = 0.0
                await self._take_all(arrived)

    async def _take_all(self, arrived: Arrived) -> None:
        confirmed = self._next
        for number, sent in sorted(arrived, key=lambda each: each[0] or 0):
            try:
                await self._take(sent)
            except Exception:
                log.exception("update not taken", number=number)
            if number is not None:
                self._next = number + 1
        if arrived and self._next == confirmed:
            # All of it comes again at once; what arrives meanwhile is told along with it.
            await asyncio.sleep(FIRST_PAUSE)

    async def _arrived(self) -> Arrived:
        """The next updates, as soon as there are any."""
        result = await self._ask(seconds=POLL_SECONDS, most=MOST)
        if isinstance(result, Endless):
            # One of them is nested without end: it is found when they come one by one.
            result = await self._ask(seconds=0, most=1)
        if isinstance(result, Endless):
            found = _NUMBER.search(result)
            return [(int(found[1]) if found else None, result)]
        if not isinstance(result, list):
            raise TelegramError("the answer holds no list of updates")
        return [(number_of(sent), sent) for sent in result]

    async def _ask(self, *, seconds: int, most: int) -> object:
        """What Telegram answers: a list of updates, if it is none without an end."""
        asked = {"timeout": seconds, "limit": most, "allowed_updates": json.dumps(self._allowed)}
        if self._next is not None:
            asked["offset"] = self._next
        body = await self._request.retrieve(
            f"{self._bot.base_url}/getUpdates?{urlencode(asked)}",
            read_timeout=seconds + (self._request.read_timeout or 0),
        )
        try:
            answer = decoded(body)
        except ValueError as error:
            raise TelegramError("the answer is no JSON") from error
        if isinstance(answer, Endless):
            return answer
        return answer.get("result") if isinstance(answer, dict) else None

    async def _rest(self, error: TelegramError, before: float) -> float:
        """Waits as befits the error, and longer if there was one before; returns how long."""
        self._failed(error)
        if isinstance(error, TimedOut):
            pause = 0.0  # it has waited already
        elif isinstance(error, RetryAfter):
            pause = seconds_of(error)
        else:
            pause = min(LONGEST_PAUSE, 1.5 * before) if before else FIRST_PAUSE
        await asyncio.sleep(pause)
        return pause
