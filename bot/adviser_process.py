"""The solver's process: reads questions from standard input, writes answers to standard output.

Started by ``bot.adviser``. It gives way to everything else on the machine and ends with its input.
"""

import contextlib
import os
import pickle
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, BinaryIO, cast

from bot.games.deals import Deal
from bot.games.play import replay
from bot.games.rounds import RoundsTable
from bot.games.solver import Fall, solver_for
from bot.games.solver.review import worst
from bot.games.solver.solver import Solver
from bot.pickled import HEADER, pack, unpack_size

__all__ = ["answer", "main", "serve"]

_NICE = 15

Wanted = Callable[[], bool]


class _NotWanted(Exception):
    """The question has been cancelled."""


@cache
def _solver(kind: str) -> Solver:
    solver = solver_for(kind)
    if solver is None:
        raise KeyError(f"no solver for {kind}")
    return solver


def answer(question: tuple[Any, ...], wanted: Wanted) -> object:
    """The answer to a question: what is asked, the kind, its arguments. ``KeyError``: unknown."""
    asked, kind, deal, *rest = question
    return _ANSWERS[asked](_solver(kind), deal, wanted, *rest)


def _review(solver: Solver, deal: Deal, wanted: Wanted, moves: str, count: int) -> tuple[Fall, ...]:
    def while_wanted() -> Iterator[Fall | None]:
        for fall in solver.falls(deal, moves):
            if not wanted():
                raise _NotWanted
            yield fall

    return worst(while_wanted(), count)


def _table(solver: Solver, deal: Deal, moves: str) -> RoundsTable:
    return cast(RoundsTable, replay(solver.rules.patience, deal, moves))


_ANSWERS: dict[str, Callable[..., object]] = {
    "solve": lambda solver, deal, _: solver.solve(deal),
    "advise": lambda solver, deal, _, moves: solver.advise(deal, moves),
    "outlook": lambda solver, deal, _, moves: solver.outlook(_table(solver, deal, moves)),
    "review": _review,
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
    while header := questions.read(HEADER):
        number, question = pickle.loads(questions.read(unpack_size(header)))  # noqa: S301 - our parent
        if question is None:
            cancelled.add(number)
        else:
            waiting.put((number, question))
    waiting.put(None)


def _attempt(
    question: tuple[Any, ...], number: int, cancelled: set[int]
) -> tuple[object, Exception | None]:
    """The answer or what went wrong: that goes to whoever asked, and the process lives on."""
    try:
        return answer(question, lambda: number not in cancelled), None
    except _NotWanted:
        raise
    except Exception as error:  # noqa: BLE001 - told to the asker
        return None, error


def main() -> None:
    """Serves the parent process."""
    os.nice(_NICE)
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
