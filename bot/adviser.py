"""The solver in a process of its own: niced, begun when first asked, and cancellable.

The bot's own process never imports the compiled solver and is never delayed by it. Questions go to
the child one at a time as pickles of plain values; one that is no longer wanted is dropped before
it begins, or stops between two of its steps.
"""

import asyncio
import contextlib
import pickle
import sys
from collections.abc import Awaitable, Callable
from typing import Any, cast

from bot.games.deals import Deal
from bot.games.solver import SOLVED_KINDS, Advice, Fall, Outlook, Solution
from bot.pickled import HEADER, pack, unpack_size

__all__ = ["Adviser", "NoAnswer"]


class NoAnswer(RuntimeError):
    """The solver's process ended before it answered; it is begun anew by the next question."""


class Adviser:
    """Asks the solver. Close it when done."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._reader: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._last = 0

    async def win(self, kind: str, deal: str) -> str | None:
        """The moves of the best game of the named deal that was found; ``None`` if none is won."""
        solution = await self.solve(kind, Deal.named(deal))
        return solution.moves if solution.won else None

    async def solve(self, kind: str, deal: Deal) -> Solution:
        """The best line found for a deal, all its cards known."""
        return cast(Solution, await self._ask("solve", kind, deal))

    async def advise(self, kind: str, deal: Deal, moves: str) -> Advice | None:
        """The move to make, from what the player has been shown; ``None`` when the game is over."""
        return cast(Advice | None, await self._ask("advise", kind, deal, moves))

    async def outlook(self, kind: str, deal: Deal, moves: str) -> Outlook:
        """What is certain of the game, from what the player has been shown."""
        return cast(Outlook, await self._ask("outlook", kind, deal, moves))

    async def review(self, kind: str, deal: Deal, moves: str, count: int) -> tuple[Fall, ...]:
        """The ``count`` moves of a finished game at which the chance to win fell most."""
        return cast(tuple[Fall, ...], await self._ask("review", kind, deal, moves, count))

    @staticmethod
    def knows(kind: str) -> bool:
        """Whether the patience has a solver at all."""
        return kind in SOLVED_KINDS

    async def close(self) -> None:
        """Ends the solver's process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if self._reader is not None:
            await self._reader
            self._reader = None

    async def _ask(self, *question: object) -> object:
        """Raises ``NoAnswer``. Cancelling the task that waits cancels the question."""
        process = await self._started()
        self._last += 1
        number = self._last
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            await _send(process, (number, question))
            return await answer
        except (BrokenPipeError, ConnectionResetError) as error:
            raise NoAnswer("the solver's process has ended") from error
        finally:
            if self._waiting.pop(number, None) is not None and answer.cancelled():
                await _quietly(lambda: _send(process, (number, None)))

    async def _started(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "bot.adviser_process",
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    start_new_session=True,  # Ctrl+C is for the bot, which ends this itself
                )
                self._reader = asyncio.create_task(self._read(self._process))
            return self._process

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        """Hands the answers out until the process ends; whoever still waits then gets none."""
        output = cast(asyncio.StreamReader, process.stdout)
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionResetError):
            while True:
                size = unpack_size(await output.readexactly(HEADER))
                number, answer, error = pickle.loads(await output.readexactly(size))  # noqa: S301 - our own child
                waiting = self._waiting.get(number)
                if waiting is None or waiting.done():
                    continue
                if error is None:
                    waiting.set_result(answer)
                else:
                    waiting.set_exception(error)
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(NoAnswer("the solver's process has ended"))


async def _send(process: asyncio.subprocess.Process, message: object) -> None:
    pipe = cast(asyncio.StreamWriter, process.stdin)
    pipe.write(pack(message))
    await pipe.drain()


async def _quietly(send: Callable[[], Awaitable[None]]) -> None:
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        await send()
