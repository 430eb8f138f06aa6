"""The solver's process: reads questions from standard input, writes answers to standard output.

Started by ``bot.advice.client``. It gives way to everything else on the machine and ends with its
input.
"""

import contextlib
import os
import pickle
import queue
import sys
import threading
from collections.abc import Callable, Iterator
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

Wanted = Callable[[], bool]


class _NotWanted(Exception):
    """The question has been cancelled."""


@cache
def _solver(kind: str) -> "Solver":
    solver = solver_for(kind)
    if solver is None:
        raise KeyError(f"no solver for {kind}")
    return solver


def answer(question: tuple[Any, ...], wanted: Wanted) -> object:
    """The answer to a question: what is asked, the kind, its arguments. ``KeyError``: unknown."""
    asked, kind, deal, *rest = question
    return _ANSWERS[asked](_solver(kind), deal, wanted, *rest)


def _review(
    solver: "Solver", deal: Deal, wanted: Wanted, moves: str, count: int
) -> tuple[Fall, ...]:
    from bot.games.solver.review import worst

    def while_wanted() -> Iterator[Fall | None]:
        for fall in solver.falls(deal, moves):
            if not wanted():
                raise _NotWanted
            yield fall

    return worst(while_wanted(), count)


def _warm_up(solver: "Solver", deal: Deal, _wanted: Wanted) -> None:
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
    "solve": lambda solver, deal, _: solver.solve_thoroughly(deal),
    "advise": lambda solver, deal, _, moves: solver.advise(deal, moves),
    "outlook": lambda solver, deal, _, moves: solver.outlook(_table(solver, deal, moves)),
    "review": _review,
    "warm up": _warm_up,
}


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answers until ``questions`` ends. A question of ``None`` cancels the one of its number."""
    waiting: queue.SimpleQueue[tuple[int, tuple[Any, ...]] | None] = queue.SimpleQueue()
    cancelled: set[int] = set()
    threading.Thread(target=_listen, args=(questions, waiting, cancelled), daemon=True).start()
    while (item := waiting.get()) is not None:
        number, question = item
        if number not in cancelled:
            with contextlib.suppress(_NotWanted):
                answers.write(pack((number, *_attempt(question, number, cancelled))))
                answers.flush()
        cancelled.discard(number)


def _listen(
    questions: BinaryIO,
    waiting: "queue.SimpleQueue[tuple[int, tuple[Any, ...]] | None]",
    cancelled: set[int],
) -> None:
    while (body := _next(questions)) is not None:
        number, question = pickle.loads(body)  # noqa: S301 - our parent
        if question is None:
            cancelled.add(number)
        else:
            waiting.put((number, question))
    waiting.put(None)


def _next(questions: BinaryIO) -> bytes | None:
    """The next message; ``None`` at the end, which may be in the middle of one."""
    header = questions.read(HEADER)
    if len(header) < HEADER:
        return None
    size = unpack_size(header)
    body = questions.read(size)
    return body if len(body) == size else None


def _attempt(
    question: tuple[Any, ...], number: int, cancelled: set[int]
) -> tuple[object, Exception | None]:
    """The answer or what went wrong: that goes to whoever asked, and the process lives on."""
    try:
        return answer(question, lambda: number not in cancelled), None
    except _NotWanted:
        raise
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
        # The bot was killed. Any other way out writes once more what could not be written, and
        # waits for the thread that listens.
        os._exit(0)


if __name__ == "__main__":
    main()
