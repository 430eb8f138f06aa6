"""The solver: the best line of a deal, honest advice, and what is certain of a game.

Importing this package is cheap; ``solver_for`` loads the compiled part, which takes a second (half
a minute the first time after a change of its sources), so the bot calls it in a process of its own.
"""

from typing import TYPE_CHECKING

from bot.games.solver.results import Advice, Fall, Outlook, Reason, Solution, Verdict, Why

if TYPE_CHECKING:
    from bot.games.solver.solver import Solver

__all__ = [
    "SOLVED_KINDS",
    "Advice",
    "Fall",
    "Outlook",
    "Reason",
    "Solution",
    "Verdict",
    "Why",
    "solver_for",
]

SOLVED_KINDS = {"devils": False, "first-last-hold": True, "first-last": True}
"""The patiences that have a solver, and whether their last closer is free until its round."""


def solver_for(kind: str) -> "Solver | None":
    """The solver of the patience called ``kind``, or ``None`` if it has none."""
    if kind not in SOLVED_KINDS:
        return None
    from bot.games.solver.solver import Solver

    return Solver.of(kind, free_last=SOLVED_KINDS[kind])
