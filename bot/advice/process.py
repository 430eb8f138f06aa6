"""The solver's process: reads questions from standard input, writes answers to standard output.

Started by ``bot.advice.client``. It gives way to everything else on the machine and ends with its
input.
"""

import os
import pickle
import sys
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from bot.advice.pipe import HEADER, pack, unpack_size
from bot.games.deals import Deal
from bot.games.patience import DRAW, REDEAL
from bot.games.play import replay
from bot.games.rounds import RoundsTable
from bot.games.solver import Fall, solver_for

# What is compiled is imported by the first question: by then the process has given way.
if TYPE_CHECKING:
    from bot.games.solver.solver import Solver

_NICE = 15


@cache
def _solver(kind: str) -> "Solver":
    solver = solver_for(kind)
    if solver is None:
        raise KeyError(f"no solver for {kind}")
    return solver


def answer(question: tuple[Any, ...]) -> object:
    """The answer to a question: what is asked, the kind, its arguments. ``KeyError``: unknown."""
    asked, kind, deal, *rest = question
    return _ANSWERS[asked](_solver(kind), deal, *rest)


def _review(solver: "Solver", deal: Deal, moves: str, count: int) -> tuple[Fall, ...]:
    from bot.games.solver.review import worst

    return worst(solver.falls(deal, moves), count)


def _warm_up(solver: "Solver", deal: Deal) -> None:
    """Asks all that people may ask, so that whatever it takes is compiled."""
    solver.advise(deal, "")
    won = solver.solve(deal).moves
    solver.outlook(_table(solver, deal, won[:-1]))
    a_pass = DRAW * len(_table(solver, deal, "").stock)
    redeals = solver.rules.redeals
    solver.outlook(_table(solver, deal, (a_pass + REDEAL) * redeals + a_pass))


def _table(solver: "Solver", deal: Deal, moves: str) -> RoundsTable:
    return cast(RoundsTable, replay(solver.rules.patience, deal, moves))


_ANSWERS: dict[str, Callable[..., object]] = {
    "solve": lambda solver, deal: solver.solve_thoroughly(deal),
    "advise": lambda solver, deal, moves: solver.advise(deal, moves),
    "outlook": lambda solver, deal, moves: solver.outlook(_table(solver, deal, moves)),
    "review": _review,
    "warm up": _warm_up,
}


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answers one question after the other until there are no more."""
    while (body := _next(questions)) is not None:
        number, question = pickle.loads(body)  # noqa: S301 - our parent
        answers.write(pack((number, *_attempt(question))))
        answers.flush()


def _next(questions: BinaryIO) -> bytes | None:
    """The next message; ``None`` at the end, which may be in the middle of one."""
    header = questions.read(HEADER)
    if len(header) < HEADER:
        return None
    size = unpack_size(header)
    body = questions.read(size)
    return body if len(body) == size else None


def _attempt(question: tuple[Any, ...]) -> tuple[object, Exception | None]:
    """The answer or what went wrong: that goes to whoever asked, and the process lives on."""
    try:
        return answer(question), None
    except Exception as error:  # noqa: BLE001 - told to the asker
        return None, _portable(error)


def _portable(error: Exception) -> Exception:
    """The error, or one that tells of it where it would not survive the way to the asker."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:  # noqa: BLE001 - an error may go wrong in any way
        return RuntimeError(repr(error))
    return error


def main() -> None:
    """Serves the parent process."""
    os.nice(_NICE)
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # The bot was killed. Any other way out writes once more what could not be written.
        os._exit(0)


if __name__ == "__main__":
    main()
