"""What memory the whole bot takes: all its processes together, as the machine sees them.

The real command runs against a Telegram that says yes to everything: from a first start, where the
machine code is missing, over a thousand chats that play and ask for hints, to ten minutes in which
nobody does anything. Takes a quarter of an hour. ``python -m tests.bench.footprint 5`` waits five
seconds instead of ten minutes, after which the solver's process is still there.
"""

import asyncio
import os
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from bot.advice.process import IDLE_SECONDS
from bot.app import build
from bot.jobs.daily_deals import AHEAD
from bot.play.audiences import AUDIENCES
from bot.play.daily import KINDS
from bot.settings import Settings
from bot.transport.callbacks import Action, GameAction, Move
from storage import Storage
from tests.bench.crowd import lay_out, pressed
from tests.bench.report import Row, show
from tests.bench.telegram import TOKEN, agreeable

CHATS = 1_000
HINTS = 100
"""So many chats ask for a hint."""
WATCH_SECONDS = 0.2
LATE_SECONDS = 900.0


@dataclass
class Figures:
    """Megabytes."""

    peak: float = 0.0
    steady: float = 0.0
    steady_bot: float = 0.0
    idle: float = 0.0


def run(idle_seconds: float = IDLE_SECONDS + 30) -> list[Row]:
    """The three figures, and the bot's own process among them."""
    found = asyncio.run(_measure(idle_seconds))
    return [
        Row("memory, peak of the first start", "≤ 400 MB", "≤ 300 MB", f"{found.peak:.0f} MB"),
        Row(
            f"memory, {CHATS:,} chats in a game, hints asked",
            *("≤ 220 MB", "≤ 180 MB", f"{found.steady:.0f} MB"),
        ),
        Row("of this the bot's own process", "", "", f"{found.steady_bot:.0f} MB"),
        Row("memory, ten idle minutes later", "≤ 140 MB", "≤ 110 MB", f"{found.idle:.0f} MB"),
    ]


async def _measure(idle_seconds: float) -> Figures:
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder, agreeable() as url:
        await _laid_out(Path(folder) / "bench.db", url)
        async with _running(Path(folder), url) as bot, aiohttp.ClientSession(url) as telegram:
            watching = asyncio.create_task(_watch(bot, figures))
            await _until(lambda: _prepared(Path(folder) / "bench.db"), "the deals of the day")
            watching.cancel()
            await _play(telegram)
            await asyncio.sleep(5)
            figures.steady, figures.steady_bot = megabytes(bot), _own(bot)
            await asyncio.sleep(idle_seconds)
            figures.idle = megabytes(bot)
    return figures


async def _laid_out(database: Path, url: str) -> None:
    storage = await Storage.open(database)
    await lay_out(build(Settings(token=TOKEN, api_url=url), storage), CHATS)
    await storage.close()


@asynccontextmanager
async def _running(folder: Path, url: str) -> AsyncIterator[int]:
    """The process of a bot that starts for the first time."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {
        **os.environ,
        "BOT_TOKEN": TOKEN,
        "TELEGRAM_API_URL": url,
        "DATABASE_PATH": str(folder / "bench.db"),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "HTTP_PORT": str(port),
        "LOG_LEVEL": "ERROR",
    }
    with subprocess.Popen([sys.executable, "-m", "bot", "run"], env=environment) as process:
        try:
            yield process.pid
        finally:
            process.terminate()


async def _watch(bot: int, figures: Figures) -> None:
    while True:
        figures.peak = max(figures.peak, megabytes(bot))
        await asyncio.sleep(WATCH_SECONDS)


async def _play(telegram: aiohttp.ClientSession) -> None:
    """Everybody opens a card, some ask for a hint; returns when all are answered."""
    taps = [pressed(chat, 1, Move(chat, 1, "d")) for chat in range(1, CHATS + 1)]
    asks = [pressed(chat, 2, GameAction(chat, 2, Action.HINT)) for chat in range(1, HINTS + 1)]
    for some in taps, asks:
        await telegram.post("/feed", data=f"[{','.join(update.to_json() for update in some)}]")
    begun = time.monotonic()
    while (await (await telegram.post("/feed", data="[]")).json()) < len(taps) + len(asks):
        _fail_late(begun, "answers to all taps")
        await asyncio.sleep(1)


async def _until(holds: Callable[[], bool], what: str) -> None:
    begun = time.monotonic()
    while not holds():
        _fail_late(begun, what)
        await asyncio.sleep(1)


def _fail_late(begun: float, what: str) -> None:
    if time.monotonic() - begun > LATE_SECONDS:
        raise TimeoutError(f"no {what} for {LATE_SECONDS:.0f} seconds")


def _prepared(database: Path) -> bool:
    """Whether all deals of the coming days are there, the longest work of a first start."""
    with sqlite3.connect(database) as connection:
        (count,) = connection.execute("SELECT count(*) FROM daily_deals").fetchone()
    return bool(count >= (AHEAD + 1) * len(AUDIENCES) * len(KINDS))


def megabytes(process: int) -> float:
    """What a process and all that it has begun take, shared pages counted once."""
    return sum(map(_own, _family(process)))


def _family(process: int) -> Iterator[int]:
    yield process
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    except OSError:
        return
    for child in children:
        yield from _family(int(child))


def _own(process: int) -> float:
    try:
        told = Path(f"/proc/{process}/smaps_rollup").read_text("ascii")
    except OSError:  # it has ended meanwhile
        return 0.0
    line = next((line for line in told.splitlines() if line.startswith("Pss:")), "Pss: 0")
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    show(run(*map(float, sys.argv[1:])))
