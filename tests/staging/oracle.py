"""A solver that says what it is told to."""

import asyncio
from dataclasses import dataclass, field

from bot.advice.protocol import NoAnswer
from bot.games.deals import Deal
from bot.games.solver import Advice, Fall, Outlook, Solution, Verdict

OPEN = Outlook(Verdict.OPEN)


@dataclass
class Oracle:
    """Answers as it was told to; remembers what it was asked.

    ``outlooks`` are by the moves made, ``outlook_else`` is for all others; while it is ``silent``
    or not ``ready`` nothing is advised or reviewed: the former it says, the latter it does not.
    """

    advice: Advice | None = None
    outlooks: dict[str, Outlook] = field(default_factory=dict)
    outlook_else: Outlook = OPEN
    costly: tuple[Fall, ...] = ()
    silent: bool = False
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Ready from the start."""
        self.ready.set()

    async def win(self, kind: str, deal: str) -> str | None:
        return None

    async def solve(self, kind: str, deal: Deal) -> Solution:
        return Solution(won=True, moves="", passes=2, opened=101, proved=True)

    async def advise(self, kind: str, deal: Deal, moves: str) -> Advice | None:
        await self._think()
        self.asked.append(moves)
        return self.advice

    async def outlook(self, kind: str, deal: Deal, moves: str) -> Outlook:
        await self._think()
        return self.outlooks.get(moves, self.outlook_else)

    async def review(self, kind: str, deal: Deal, moves: str, count: int) -> tuple[Fall, ...]:
        await self._think()
        return self.costly[:count]

    async def close(self) -> None:
        pass

    async def _think(self) -> None:
        if self.silent:
            raise NoAnswer("silent")
        await self.ready.wait()
