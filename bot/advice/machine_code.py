"""``python -m bot.advice.machine_code``: makes the solver's machine code, where it is not made yet.

That takes the better part of a minute and more memory than all the rest of the bot, so it is done
by processes that end with it: the solver's own begins them when the code is missing, and the image
has it made when it is built.
"""

import multiprocessing
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from bot.games.deals import Deal
from bot.games.patience import DRAW, REDEAL
from bot.games.play import replay
from bot.games.rounds import RoundsTable
from bot.games.solver import solver_for
from bot.games.solver.code_folder import code_folder, is_made, mark_made

if TYPE_CHECKING:
    from bot.games.solver.solver import Solver

_KIND = "devils"
"""All patiences share one machine code; this one has most to ask."""
_SHUFFLED = "first-last-hold"
"""What is asked of a patience that shuffles alone."""
_DEAL = Deal.named("1")


def ensure() -> None:
    """Returns when the machine code is there. Where it could not be made, that was told on stderr,
    and whoever needs a piece makes it for itself."""
    if not is_made(code_folder()):
        subprocess.run([sys.executable, "-m", __name__], check=False)  # noqa: S603 - our own


def _solve(solver: "Solver") -> None:
    solver.solve(_DEAL, improve=0, proof_width=1)


def _advise_on_the_whole(solver: "Solver") -> None:
    solver.advise(_DEAL, "")


def _advise_before_a_shuffle(_: "Solver") -> None:
    _solver(_SHUFFLED).advise(_DEAL, "")


def _advise_on_a_round(solver: "Solver") -> None:
    solver.advise(_DEAL, _passes(solver, 1))


def _look_out(solver: "Solver") -> None:
    won = solver.solve(_DEAL, improve=0, proof_width=1).moves
    lost = _passes(solver, solver.rules.redeals) + _passes(solver, 1)[:-1]
    for moves in (*(won[:-left] for left in range(1, 60, 10)), lost):
        table = replay(solver.rules.patience, _DEAL, moves)
        solver.outlook(cast(RoundsTable, table))


STEPS: tuple[Callable[["Solver"], None], ...] = (
    _solve,
    _advise_on_the_whole,
    _advise_before_a_shuffle,
    _advise_on_a_round,
    _look_out,
)
"""Together they use every piece of it. Each is made in a process of its own: making one takes
memory that making the next does not get back."""


def load() -> None:
    """Has all of it in this process."""
    solver = _solver()
    for step in STEPS:
        step(solver)


def _solver(kind: str = _KIND) -> "Solver":
    solver = solver_for(kind)
    assert solver is not None  # noqa: S101 - it is one of those that have one
    return solver


def _passes(solver: "Solver", redeals: int) -> str:
    """Nothing but opening, for so many passes."""
    patience = solver.rules.patience
    stock = len(patience.deal(_DEAL).stock)
    return (DRAW * stock + REDEAL) * redeals


def main() -> int:
    """Makes all of it and notes that it is there; 1 if a piece could not be made."""
    solver = _solver()
    apart = multiprocessing.get_context("fork")
    for step in STEPS:
        maker = apart.Process(target=step, args=(solver,))
        maker.start()
        maker.join()
        if maker.exitcode:
            return 1
    mark_made(code_folder())
    return 0


if __name__ == "__main__":
    sys.exit(main())
