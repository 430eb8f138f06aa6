"""How soon a tap is answered and shown, how many taps a second are committed, and in what memory.

Latency is measured with the sandbox, in one process. Throughput and memory are the bot's alone:
Telegram is another process that says yes at once, and the updates are put straight into the queue.
"""

import asyncio
import gc
import tempfile
import time
from pathlib import Path
from statistics import quantiles

from bot.app import Bot, services_of
from tests.bench.crowd import apart, rest, tap, with_bot
from tests.bench.report import Row
from tests.staging.driver import Town
from tests.staging.stage import performing

TAPS = 200
CHATS = 1_000
MANY_CHATS = 10_000


def run() -> list[Row]:
    """All of it; takes some minutes."""
    toast, edit = asyncio.run(_latencies())
    per_second = apart(_throughput)
    megabytes = apart(_memory)
    return [
        Row("tap to toast, p50 / p99", "≤ 25 / 80 ms", "≤ 12 / 40 ms", _ms(toast)),
        Row("tap to edit, p50 / p99", "≤ 50 / 150 ms", "≤ 25 / 75 ms", _ms(edit)),
        Row("taps committed and answered a second", "≥ 90", "≥ 200", f"{per_second:.0f}"),
        Row("memory, 10,000 chats in a game", "≤ 200 MB", "≤ 120 MB", f"{megabytes:.0f} MB"),
    ]


def _ms(seconds: list[float]) -> str:
    cuts = quantiles(seconds, n=100)
    return f"{cuts[49] * 1e3:.0f} / {cuts[98] * 1e3:.0f} ms"


async def _latencies() -> tuple[list[float], list[float]]:
    """Seconds from a tap to its toast, and to the new table."""
    toast, edit = [], []
    with tempfile.TemporaryDirectory() as folder:
        async with Town() as town, performing(town, Path(folder) / "bench.db"):
            anya = town.private("Аня")
            await anya.send("/deal 481516")
            await anya.tap("Чёртов")
            await anya.settled()
            for _ in range(TAPS):
                label = "Открыть" if "Открыть" in anya.last_table.rows[1] else "↩️"
                begun = time.perf_counter()
                await anya.tap(label)
                toast.append(time.perf_counter() - begun)
                await anya.settled()
                edit.append(time.perf_counter() - begun)
    return toast, edit


def _throughput() -> float:
    """Taps a second over many chats, edits going out at Telegram's pace."""
    taps = 3

    async def measure(bot: Bot) -> float:
        begun = time.perf_counter()
        for revision in range(1, taps + 1):
            for chat in range(1, CHATS + 1):
                bot.update_queue.put_nowait(tap(bot, chat, revision))
        await rest(bot)
        seconds = time.perf_counter() - begun
        moves = 0
        for game in range(1, CHATS + 1):
            loaded = await services_of(bot).session.game(game)
            moves += len(loaded.game.moves) if loaded else 0
        if moves != taps * CHATS:
            raise RuntimeError(f"{taps * CHATS - moves} taps were lost")
        return taps * CHATS / seconds

    return asyncio.run(with_bot(CHATS, measure))


def _memory() -> float:
    """Megabytes of the process after each of many chats has tapped once."""

    async def measure(bot: Bot) -> float:
        for chat in range(1, MANY_CHATS + 1):
            bot.update_queue.put_nowait(tap(bot, chat, 1))
            if chat % 500 == 0:
                await rest(bot)
        gc.collect()
        status = Path("/proc/self/status").read_text("ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) / 1024

    return asyncio.run(with_bot(MANY_CHATS, measure))
