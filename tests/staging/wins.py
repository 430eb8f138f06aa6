"""Deals of the day that are known to be won, and a solver that remembers them.

``wins.txt`` holds, for 11 to 22 January 2027 and the secret ``town``, the names of the deals and
moves that win them, as the solver found them; for the 16th two tries of each.
"""

import asyncio
from collections.abc import Collection
from pathlib import Path

SECRET = "town"
WINS = dict(
    line.split() for line in Path(__file__).with_name("wins.txt").read_text("ascii").splitlines()
)


class Remembers:
    """Wins what it knows, unless it shall refuse it; about other deals it thinks for ever."""

    def __init__(self, refused: Collection[str] = ()) -> None:
        self.refused = refused
        self.asked: list[str] = []

    async def win(self, kind: str, deal: str) -> str | None:
        """The winning moves."""
        self.asked.append(deal)
        if deal in self.refused:
            return None
        if deal not in WINS:
            await asyncio.Event().wait()
        return WINS[deal]
