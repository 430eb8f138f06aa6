"""A Telegram that says yes to everything, and updates that nobody sends in earnest."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.app import Bot, build, services_of
from bot.handlers.dispatch import Context
from bot.handlers.services import Services
from bot.play.loaded_game import LoadedGame
from bot.settings import Settings
from bot.transport.order import ChatOrder
from bot.transport.pace import Pace
from bot.transport.parsing import NotUnderstood, understood
from storage import Storage
from tests.bench.telegram import TOKEN, agreeable
from tests.staging.noise import Noise
from tests.staging.stage import Ticking

BATCH = 50


@pytest.fixture
def telegram() -> Iterator[str]:
    with agreeable() as url:
        yield url


@pytest.mark.parametrize("count", [400, pytest.param(100_000, marks=pytest.mark.soak)])
async def test_nothing_that_comes_in_breaks_anything(
    tmp_path: Path, telegram: str, count: int
) -> None:
    clock = Ticking()
    storage = await Storage.open(tmp_path / "bot.db")
    settings = Settings(token=TOKEN, api_url=telegram)
    bot = build(settings, storage, clock=clock, pace=Pace(clock, clock.sleep))
    failures: list[object] = []

    async def note(update: object, context: Context) -> None:
        failures.append((context.error, update))

    bot.add_error_handler(note)
    services = services_of(bot)
    await bot.initialize()
    await bot.start()
    try:
        noise = Noise(seed=count)
        taken = 0
        for begun in range(0, count, BATCH):
            for update in noise.updates(min(BATCH, count - begun)):
                taken += await take(bot, update)
                clock.now += 3
            await at_rest(bot, services)
            noise.games = [one async for one in games(services)]
        assert taken > count / 2
        assert failures == []
        assert len(noise.games) > 2
        assert await everything_replays(storage) > 2
    finally:
        await services.tables.close(5)
        await services.replays.close(5)
        await bot.stop()
        await bot.shutdown()
        services.painter.close()
        await storage.close()


async def take(bot: Bot, update: object) -> bool:
    """As it comes in by polling or webhook; what nobody can take never reaches a handler."""
    try:
        await bot.update_queue.put(understood(update, bot.bot))
    except NotUnderstood:
        return False
    return True


async def at_rest(bot: Bot, services: Services) -> None:
    order = bot.update_processor
    assert isinstance(order, ChatOrder)
    await bot.update_queue.join()
    await order.settled()
    await services.tables.settled()
    await services.replays.settled()
    await asyncio.sleep(0)


async def games(services: Services) -> AsyncIterator[tuple[int, int, int, str]]:
    number = 1
    while (game := await services.storage.games.get(number)) is not None:
        loaded = LoadedGame(game)
        if game.state == "playing":
            yield game.chat_id, game.id, game.revision, loaded.patience.legal(loaded.table)
        number += 1


async def everything_replays(storage: Storage) -> int:
    """Each game stands where its moves lead, and has a result if and only if it is over.

    Returns the greatest revision that a game has come to.
    """
    number = greatest = 1
    while (game := await storage.games.get(number)) is not None:
        loaded = LoadedGame(game)
        ended = not loaded.patience.legal(loaded.table)
        assert ended == (game.state in ("won", "lost")), game
        if game.state in ("won", "lost", "stopped"):
            assert await storage.results.of_game(number) is not None, game
        greatest = max(greatest, game.revision)
        number += 1
    return greatest
