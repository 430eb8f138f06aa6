"""``Animator``: makes replays, one at a time, in a process of their own: each takes seconds."""

import asyncio
import pickle
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import render
from render import Scene

_ROOT = Path(render.__file__).parent.parent


class AnimatorFailed(Exception):
    """The process has ended without an animation; it has told why on stderr."""


class Animator:
    """Makes animations. Whoever is cancelled while waiting takes the process along."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)

    async def animate(
        self, scenes: Sequence[Scene], progress: Callable[[int], Awaitable[None]]
    ) -> bytes:
        """The replay of ``scenes`` as GIF. ``progress`` is told the percent done, now and then.

        Raises ``AnimatorFailed``.
        """
        async with self._turn:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "render"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                cwd=_ROOT,
                start_new_session=True,  # Ctrl+C is for the bot, which ends this itself
            )
            try:
                return await _converse(process, pickle.dumps(scenes), progress)
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()


async def _converse(
    process: asyncio.subprocess.Process, scenes: bytes, progress: Callable[[int], Awaitable[None]]
) -> bytes:
    assert process.stdin is not None  # noqa: S101 - both are pipes
    assert process.stdout is not None  # noqa: S101
    process.stdin.write(scenes)
    process.stdin.close()
    while line := (await process.stdout.readline()).strip():
        await progress(int(line))
    animation = await process.stdout.read()
    if await process.wait() != 0:
        raise AnimatorFailed(f"the process that makes replays ended with {process.returncode}")
    return animation
