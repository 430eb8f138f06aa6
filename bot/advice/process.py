"""The solver's process: answers what ``bot.advice.client`` asks, until that is gone or silent.

It gives way to everything else on the machine. Questions of people are answered on the spot; a long
one (see ``Urgency``) by a copy of this process, which gives way even to this one, and whose memory
is gone with it. The client asks at most one of each sort at a time.
"""

import contextlib
import multiprocessing
import os
import pickle
import sys
from collections.abc import Callable
from functools import cache
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, cast

from bot.advice import machine_code
from bot.advice.protocol import NoAnswer, Urgency
from bot.games.deals import Deal
from bot.games.play import replay
from bot.games.rounds import RoundsTable
from bot.games.solver import Fall, solver_for

# What is compiled is imported by the first question: by then the process has given way.
if TYPE_CHECKING:
    from multiprocessing.context import ForkProcess

    from bot.games.solver.solver import Solver

IDLE_SECONDS = 600.0
"""After so long without a question it ends: nobody may play for hours, and it has 90 MB."""
_NICE, _NICEST = 15, 19

Answered = tuple[object, Exception | None]
_fork = multiprocessing.get_context("fork")


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


def _outlook(solver: "Solver", deal: Deal, moves: str) -> object:
    return solver.outlook(cast(RoundsTable, replay(solver.rules.patience, deal, moves)))


def _review(solver: "Solver", deal: Deal, moves: str, count: int) -> tuple[Fall, ...]:
    from bot.games.solver.review import worst

    return worst(solver.falls(deal, moves), count)


_ANSWERS: dict[str, Callable[..., object]] = {
    "solve": lambda solver, deal: solver.solve_thoroughly(deal),
    "advise": lambda solver, deal, moves: solver.advise(deal, moves),
    "outlook": _outlook,
    "review": _review,
    "warm up": lambda _solver, _deal: machine_code.load(),
}


class Worker:
    """A copy of this process that answers one long question."""

    def __init__(self, number: int, question: tuple[Any, ...], client: Connection) -> None:
        self.number = number
        self.told, telling = _fork.Pipe(duplex=False)
        self._process: ForkProcess = _fork.Process(
            target=self._work, args=(telling, question, client), daemon=True
        )
        self._process.start()
        telling.close()

    def answer(self) -> Answered:
        """What it has found, as soon as it is there; ``NoAnswer`` of one that has died."""
        try:
            return cast(Answered, self.told.recv())
        except EOFError:
            return None, NoAnswer("the solver's worker has ended")
        finally:
            self.end()

    def end(self) -> None:
        """Ends it, whether it has found anything or not."""
        self.told.close()
        self._process.kill()
        self._process.join()

    @staticmethod
    def _work(telling: Connection, question: tuple[Any, ...], client: Connection) -> None:
        client.close()  # else the client would not notice if the process that serves it died
        os.nice(_NICEST - _NICE)
        telling.send(attempt(question))


def serve(client: Connection, idle_seconds: float = IDLE_SECONDS) -> None:
    """Answers questions until nobody asks any more."""
    worker: Worker | None = None
    while ready := wait(
        [client, worker.told] if worker else [client], None if worker else idle_seconds
    ):
        if worker and worker.told in ready:
            client.send((worker.number, *worker.answer()))
            worker = None
        else:
            try:
                number, urgency, question = client.recv()
            except EOFError:
                return
            if urgency is Urgency.PEOPLE:
                client.send((number, *attempt(question)))
            else:
                if worker:  # whoever asked it has gone, or there were no other
                    worker.end()
                worker = Worker(number, question, client)


def attempt(question: tuple[Any, ...]) -> Answered:
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
    """Serves the process at the other end of the standard input."""
    os.nice(_NICE)
    machine_code.ensure()
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the bot was killed
        serve(Connection(sys.stdin.fileno()))


if __name__ == "__main__":
    main()
