"""``AdviceService``: what is asked of the solver, and how long people are kept waiting for it."""

import asyncio
from collections.abc import Awaitable
from enum import IntEnum
from typing import Protocol, TypeVar

from bot.games.deals import Deal
from bot.games.solver import Advice, Fall, Outlook, Solution

ANSWER_SECONDS = 6.0
"""Seconds that a tap waits for the solver; Telegram gives it up after ten to fifteen."""

T = TypeVar("T")


class Urgency(IntEnum):
    """For whom a question is, the most urgent first; all but people's may take long."""

    PEOPLE = 0
    REVIEWS = 1
    DEALS = 2


class NoAnswer(RuntimeError):
    """The solver's process has ended, a new one too, before it answered; the next question begins
    another."""


class AdviceService(Protocol):
    """The solver, as the bot sees it; ``client.AdviceClient`` is the real one. A call may raise
    ``NoAnswer``."""

    async def win(self, kind: str, deal: str) -> str | None:
        """The moves of the best game of the named deal that was found; ``None`` if none is won."""

    async def solve(self, kind: str, deal: Deal) -> Solution:
        """The best line found for a deal, all its cards known."""

    async def advise(self, kind: str, deal: Deal, moves: str) -> Advice | None:
        """The move to make, from what the player has been shown; ``None`` when the game is over."""

    async def outlook(self, kind: str, deal: Deal, moves: str) -> Outlook:
        """What is certain of the game, from what the player has been shown."""

    async def review(self, kind: str, deal: Deal, moves: str, count: int) -> tuple[Fall, ...]:
        """The ``count`` moves of a finished game at which the chance to win fell most."""

    async def close(self) -> None:
        """Ends the work."""


async def in_time(asked: Awaitable[T]) -> T:
    """The answer to somebody who waits for it; ``NoAnswer`` where it takes too long."""
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await asked
    except TimeoutError as error:
        raise NoAnswer("not in time") from error
