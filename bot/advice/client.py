"""``AdviceClient``: asks the solver in a process of its own, niced and begun when first asked.

The bot's own process never imports the compiled solver and is never delayed by it. People are
answered first, one after the other; beside them goes one long question, a review before a deal of
the day. A process that dies is replaced, and what was asked of it is asked once more.
"""

import asyncio
import contextlib
import os
import signal
import sys
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import cast

import structlog

from bot.advice.memo import Memo
from bot.advice.protocol import NoAnswer, Urgency
from bot.advice.turns import Turns
from bot.games.deals import Deal
from bot.games.registry import PATIENCES
from bot.games.solver import Advice, Fall, Outlook, Solution
from bot.metrics import SOLVER, SOLVER_WAITING, timed

log = structlog.get_logger(__name__)

ANSWERS_KEPT = 512

SILENT_SECONDS = 300.0
"""Seconds without an answer after which a process that is asked something hangs, and is ended. The
longest work is the compiling after an update, on a machine that does much else."""
# What one search takes is given back before the next (a quarter less memory at rest, measured with
# glibc, which alone reads these), and there are no threads that nobody uses, as it forks.
_FRUGAL = {
    "MALLOC_MMAP_THRESHOLD_": "65536",
    "MALLOC_TRIM_THRESHOLD_": "65536",
    "OPENBLAS_NUM_THREADS": "1",
}


class AdviceClient:
    """Asks the solver. Close it when done.

    Advice and outlook are worked out once a position, whoever asks and however often.
    """

    def __init__(self) -> None:
        self._child: _Child | None = None
        self._starting = asyncio.Lock()
        self._people, self._long = Turns(), Turns()
        self._memo = Memo(ANSWERS_KEPT)
        self._closed = False

    async def warm_up(self) -> None:
        """Has the machine code ready before anybody waits for it: after an update it is made anew,
        which takes the better part of a minute."""
        for kind, patience in PATIENCES.items():
            if patience.advised:
                deal = Deal.named("1", patience.pack)
                await self._ask(Urgency.PEOPLE, "warm up", kind, deal)

    async def win(self, kind: str, deal: str) -> str | None:
        """The moves of the best game of the named deal that was found; ``None`` if none is won."""
        named = Deal.named(deal, PATIENCES[kind].pack)
        solution = cast(Solution, await self._ask(Urgency.DEALS, "solve", kind, named))
        return solution.moves if solution.won else None

    async def solve(self, kind: str, deal: Deal) -> Solution:
        """The best line found for a deal, all its cards known."""
        return cast(Solution, await self._ask(Urgency.REVIEWS, "solve", kind, deal))

    async def advise(self, kind: str, deal: Deal, moves: str) -> Advice | None:
        """The move to make, from what the player has been shown; ``None`` when the game is over."""
        return cast(Advice | None, await self._ask_once("advise", kind, deal, moves))

    async def outlook(self, kind: str, deal: Deal, moves: str) -> Outlook:
        """What is certain of the game, from what the player has been shown."""
        return cast(Outlook, await self._ask_once("outlook", kind, deal, moves))

    async def review(self, kind: str, deal: Deal, moves: str, count: int) -> tuple[Fall, ...]:
        """The ``count`` moves of a finished game at which the chance to win fell most."""
        asked = await self._ask(Urgency.REVIEWS, "review", kind, deal, moves, count)
        return cast(tuple[Fall, ...], asked)

    @staticmethod
    def knows(kind: str) -> bool:
        """Whether the patience has a solver at all."""
        patience = PATIENCES.get(kind)
        return patience is not None and patience.solver is not None

    async def close(self) -> None:
        """Ends the solver's process, if there is one; whoever still waits gets ``NoAnswer``."""
        self._closed = True
        async with self._starting:
            if self._child is not None:
                await self._child.end()
        await self._memo.close()

    async def _ask_once(self, *question: object) -> object:
        return await self._memo.answer(question, lambda: self._ask(Urgency.PEOPLE, *question))

    async def _ask(self, urgency: Urgency, *question: object) -> object:
        """Raises ``NoAnswer``."""
        asked = str(question[0])
        turns = self._people if urgency is Urgency.PEOPLE else self._long
        with timed(SOLVER, asked) as watch, SOLVER_WAITING.labels(asked).track_inprogress():
            async with turns.turn(urgency):
                answer = await self._ask_twice(urgency, question)
            watch.outcome = "ok"
            return answer

    async def _ask_twice(self, urgency: Urgency, question: tuple[object, ...]) -> object:
        child = await self._living()
        try:
            return await child.ask(urgency, question)
        except NoAnswer:
            if self._closed or child.hangs:
                raise
            log.info("the solver's process has ended, asking once more", asked=question[0])
        return await (await self._living()).ask(urgency, question)

    async def _living(self) -> "_Child":
        async with self._starting:
            if self._closed:
                raise NoAnswer("closed")
            if self._child is None or self._child.has_ended:
                self._child = await _Child.begin()
            return self._child


class _Child:
    """The solver's process, and the questions that wait for its answers."""

    def __init__(self, process: asyncio.subprocess.Process, pipe: Connection) -> None:
        self.has_ended = False
        self.process = process
        self.waiting: dict[int, asyncio.Future[object]] = {}
        self.asked = 0
        self.hangs = False
        self._pipe = pipe
        asyncio.get_running_loop().add_reader(pipe.fileno(), self._read)

    @classmethod
    async def begin(cls) -> "_Child":
        """Begins one."""
        ours, theirs = Pipe()
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot.advice.process"),
                stdin=theirs.fileno(),
                env={**os.environ, **_FRUGAL},
                start_new_session=True,  # Ctrl+C is for the bot, which ends this itself
            )
        return cls(process, ours)

    async def ask(self, urgency: Urgency, question: tuple[object, ...]) -> object:
        """Raises ``NoAnswer`` when the process ends before it answers."""
        if self.has_ended:
            raise NoAnswer("the solver's process has ended")
        self.asked += 1
        number = self.asked
        answer = self.waiting[number] = asyncio.get_running_loop().create_future()
        try:
            self._pipe.send((number, urgency, question))
            async with asyncio.timeout(SILENT_SECONDS):
                return await answer
        except TimeoutError:
            log.error("the solver's process hangs, ending it")
            self.hangs = True
            self._give_up()
            raise NoAnswer("the solver's process hangs") from None
        except OSError as error:
            raise NoAnswer("the solver's process has ended") from error
        finally:
            del self.waiting[number]

    async def end(self) -> None:
        """Ends the process, and what it may have begun."""
        self._give_up()
        await self.process.wait()

    def _read(self) -> None:
        """Hands an answer out; at the end, whoever still waits gets none."""
        try:
            number, found, error = self._pipe.recv()
        except (EOFError, OSError):
            self._give_up()
        except Exception:
            log.exception("the solver's process is not understood")
            self._give_up()
        else:
            answer = self.waiting.get(number)
            if answer is None or answer.done():
                return
            if error is None:
                answer.set_result(found)
            else:
                answer.set_exception(error)

    def _give_up(self) -> None:
        if self.has_ended:
            return
        self.has_ended = True
        asyncio.get_running_loop().remove_reader(self._pipe.fileno())
        self._pipe.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for answer in self.waiting.values():
            if not answer.done():
                answer.set_exception(NoAnswer("the solver's process has ended"))
