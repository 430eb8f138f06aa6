"""How much one person who taps 50 times a second delays everybody else.

The bot answers a Telegram that is another process and says yes at once; a delay is the time from an
update's arrival to the end of its handler, the toast included.
"""

import asyncio
import random
import time
from statistics import quantiles

from bot.app import Bot
from bot.transport.order import ChatOrder
from tests.bench.crowd import apart, rest, tap, with_bot
from tests.bench.report import Row

TAPS = 400
OTHERS = 40
HOG = OTHERS + 1
HOG_PAUSE = 1 / 50
PAUSE = 0.05
"""Seconds between two taps of the others, whoever they are."""


def run() -> list[Row]:
    """The others' delays at p99, in peace and beside a hog."""
    peace, hogged = apart(measure)
    return [
        Row("tap answered, p99, in peace", "", "", f"{peace * 1e3:.0f} ms"),
        Row("the same beside 50 taps/s of one", "", "", f"{hogged * 1e3:.0f} ms"),
        Row("delay by the hog at p99", "≤ 50 ms", "", f"{(hogged - peace) * 1e3:.0f} ms"),
    ]


def measure(taps: int = TAPS) -> tuple[float, float]:
    """Seconds at p99 without the hog and with it."""

    async def both(bot: Bot) -> tuple[float, float]:
        await _others(bot, 1, OTHERS)  # fonts, pages and connections are there from now on
        peace = await _others(bot, 2, taps)
        hog = asyncio.create_task(_hog(bot))
        hogged = await _others(bot, 2 + taps // OTHERS, taps)
        hog.cancel()
        await rest(bot)
        return quantiles(peace, n=100)[98], quantiles(hogged, n=100)[98]

    return asyncio.run(with_bot(HOG, both))


async def _others(bot: Bot, revision: int, taps: int) -> list[float]:
    """Everybody in turn makes their next move, at a steady pace."""
    chance, delays = random.Random(1), list[float]()
    async with asyncio.TaskGroup() as tasks:
        for number in range(taps):
            chat, round_ = number % OTHERS + 1, number // OTHERS
            tasks.create_task(_timed(bot, chat, revision + round_, delays))
            await asyncio.sleep(PAUSE * chance.uniform(0.5, 1.5))
    return delays


async def _timed(bot: Bot, chat: int, revision: int, delays: list[float]) -> None:
    order = bot.update_processor
    if not isinstance(order, ChatOrder):
        raise TypeError("another order of updates")
    update = tap(bot, chat, revision)
    begun = time.perf_counter()
    await order.process_update(update, bot.process_update(update))
    delays.append(time.perf_counter() - begun)


async def _hog(bot: Bot) -> None:
    revision = 1
    while True:
        bot.update_queue.put_nowait(tap(bot, HOG, revision))
        revision += 1
        await asyncio.sleep(HOG_PAUSE)
