"""How long the bot takes from its start until the first update is taken."""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.bench.report import Row
from tests.staging.driver import Town

STARTS = 3


def run() -> list[Row]:
    """The median of a few starts on a database that exists."""
    seconds = asyncio.run(_measure())
    return [Row("start until the first update is taken", "≤ 2 s", "≤ 1 s", f"{seconds:.2f} s")]


async def _measure() -> float:
    with tempfile.TemporaryDirectory() as folder:
        await _start(folder)
        return median([await _start(folder) for _ in range(STARTS)])


async def _start(folder: str) -> float:
    """Seconds of one start, in a process of its own."""
    async with Town() as town:
        anya = town.private("Аня")
        anya.say("/help")
        environment = {
            **os.environ,
            "BOT_TOKEN": town.world.token,
            "TELEGRAM_API_URL": town.url,
            "DATABASE_PATH": str(Path(folder) / "bench.db"),
            "HTTP_PORT": "18093",
            "LOG_LEVEL": "ERROR",
        }
        begun = time.perf_counter()
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "run", env=environment
        )
        try:
            await anya.until(lambda: not len(town.world.updates), "the update to be taken")
            return time.perf_counter() - begun
        finally:
            process.terminate()
            await process.wait()
