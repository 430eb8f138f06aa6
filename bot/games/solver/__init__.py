"""The solver: the best line of a deal, honest advice, and what is certain of a game.

Importing this package is cheap; ``solver_for`` loads the compiled part, which takes a second (half
a minute the first time after a change of its sources), so the bot calls it in a process of its own.
"""

from typing import TYPE_CHECKING

from bot.games.registry import PATIENCES
from bot.games.solver.results import Advice, Fall, Outlook, Reason, Solution, Verdict, Why

if TYPE_CHECKING:
    from bot.games.solver.solver import Solver

__all__ = [
    "Advice",
    "Fall",
    "Outlook",
    "Reason",
    "Solution",
    "Verdict",
    "Why",
    "solver_for",
]


def solver_for(kind: str) -> "Solver | None":
    """The solver of the patience called ``kind``, or ``None`` if it has none."""
    patience = PATIENCES.get(kind)
    if patience is None or patience.solver is None:
        return None
    from bot.games.solver.solver import Solver

    return Solver(patience, patience.solver)
