"""``AdviceClient``: asks the solver in a process of its own, niced and begun when first asked.

The bot's own process never imports the compiled solver and is never delayed by it. Questions go to
the child as pickles of plain values, which it answers one after the other. A child that dies is
replaced, and what was asked of it is asked once more.
"""

import asyncio
import contextlib
import pickle
import sys
from typing import Any, cast

import structlog

from bot.advice.memo import Memo
from bot.advice.pipe import HEADER, pack, unpack_size
from bot.advice.protocol import NoAnswer
from bot.games.deals import Deal
from bot.games.registry import PATIENCES
from bot.games.solver import SOLVED_KINDS, Advice, Fall, Outlook, Solution

log = structlog.get_logger(__name__)

ANSWERS_KEPT = 512

SILENT_SECONDS = 300.0
"""Seconds without an answer after which a process that is asked something hangs, and is ended. The
longest work is the compiling after an update, on a machine that does much else."""


class AdviceClient:
    """Asks the solver. Close it when done.

    Advice and outlook are worked out once a position, whoever asks and however often.
    """

    def __init__(self) -> None:
        self._child: _Child | None = None
        self._starting = asyncio.Lock()
        self._memo = Memo(ANSWERS_KEPT)
        self._closed = False

    async def warm_up(self) -> None:
        """Has the machine code ready before anybody waits for it: after an update it is made anew,
        which takes the better part of a minute."""
        for kind in SOLVED_KINDS:
            if not PATIENCES[kind].by_book:  # there is nothing to ask by the book
                await self._ask("warm up", kind, Deal.named("1"))

    async def win(self, kind: str, deal: str) -> str | None:
        """The moves of the best game of the named deal that was found; ``None`` if none is won."""
        solution = await self.solve(kind, Deal.named(deal))
        return solution.moves if solution.won else None

    async def solve(self, kind: str, deal: Deal) -> Solution:
        """The best line found for a deal, all its cards known."""
        return cast(Solution, await self._ask("solve", kind, deal))

    async def advise(self, kind: str, deal: Deal, moves: str) -> Advice | None:
        """The move to make, from what the player has been shown; ``None`` when the game is over."""
        return cast(Advice | None, await self._ask_once("advise", kind, deal, moves))

    async def outlook(self, kind: str, deal: Deal, moves: str) -> Outlook:
        """What is certain of the game, from what the player has been shown."""
        return cast(Outlook, await self._ask_once("outlook", kind, deal, moves))

    async def review(self, kind: str, deal: Deal, moves: str, count: int) -> tuple[Fall, ...]:
        """The ``count`` moves of a finished game at which the chance to win fell most."""
        return cast(tuple[Fall, ...], await self._ask("review", kind, deal, moves, count))

    @staticmethod
    def knows(kind: str) -> bool:
        """Whether the patience has a solver at all."""
        return kind in SOLVED_KINDS

    async def close(self) -> None:
        """Ends the solver's process, if there is one; whoever still waits gets ``NoAnswer``."""
        self._closed = True
        async with self._starting:
            if self._child is not None:
                await self._child.end()
        await self._memo.close()

    async def _ask_once(self, *question: object) -> object:
        return await self._memo.answer(question, lambda: self._ask(*question))

    async def _ask(self, *question: object) -> object:
        """Raises ``NoAnswer``."""
        child = await self._living()
        try:
            return await child.ask(question)
        except NoAnswer:
            if self._closed or child.hangs:
                raise
            log.warning("the solver's process has ended, asking once more", asked=question[0])
        child = await self._living()
        return await child.ask(question)

    async def _living(self) -> "_Child":
        async with self._starting:
            if self._closed:
                raise NoAnswer("closed")
            if self._child is None or self._child.has_ended:
                self._child = await _Child.begin()
            return self._child


class _Child:
    """A process of the solver, and the questions that wait for its answers."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.has_ended = False
        self.process = process
        self.waiting: dict[int, asyncio.Future[object]] = {}
        self.asked = 0
        self.hangs = False
        self.answered = 0
        self._reader = asyncio.create_task(self._read(), name="solver")

    @classmethod
    async def begin(cls) -> "_Child":
        """Begins one."""
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bot.advice.process",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl+C is for the bot, which ends this itself
            )
        )

    async def ask(self, question: tuple[object, ...]) -> object:
        """Raises ``NoAnswer`` when the process ends before it answers."""
        if self.has_ended:
            raise _ended()
        self.asked += 1
        number = self.asked
        answer = self.waiting[number] = asyncio.get_running_loop().create_future()
        patience = asyncio.create_task(self._wait_for_a_word())
        try:
            await self._send((number, question))
            return await answer
        except (BrokenPipeError, ConnectionResetError) as error:
            self.has_ended = True
            raise _ended() from error
        finally:
            patience.cancel()
            del self.waiting[number]

    async def end(self) -> None:
        """Ends the process."""
        if not self.has_ended:
            self._kill()
        await self._reader

    async def _wait_for_a_word(self) -> None:
        """Ends a process that answers nobody; one that answers others meanwhile is busy."""
        heard = None
        while heard != self.answered:
            heard = self.answered
            await asyncio.sleep(SILENT_SECONDS)
        log.error("the solver's process hangs, ending it")
        self.hangs = True
        self._kill()

    async def _send(self, message: object) -> None:
        pipe = cast(asyncio.StreamWriter, self.process.stdin)
        pipe.write(pack(message))
        await pipe.drain()

    async def _read(self) -> None:
        """Hands the answers out until the process ends; whoever still waits then gets none."""
        output = cast(asyncio.StreamReader, self.process.stdout)
        try:
            while True:
                size = unpack_size(await output.readexactly(HEADER))
                self._hand_out(*pickle.loads(await output.readexactly(size)))  # noqa: S301 - our own child
        except (asyncio.IncompleteReadError, ConnectionResetError):
            pass
        except Exception:
            log.exception("the solver's process is not understood")
            self._kill()
        finally:
            self.has_ended = True
            for answer in self.waiting.values():
                if not answer.done():
                    answer.set_exception(_ended())
        await self.process.wait()

    def _hand_out(self, number: int, found: Any, error: Exception | None) -> None:
        self.answered += 1
        answer = self.waiting.get(number)
        if answer is None or answer.done():
            return
        if error is None:
            answer.set_result(found)
        else:
            answer.set_exception(error)

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


def _ended() -> NoAnswer:
    return NoAnswer("the solver's process has ended")
