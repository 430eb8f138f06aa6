"""The real bot in a town: one line to set the scene for a handler test."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.advice.protocol import AdviceService
from bot.app import Bot, build, services_of
from bot.handlers.services import Services
from bot.jobs.daily_deals import Solves
from bot.process.intake import intake_of
from bot.settings import Settings
from bot.transport.order import ChatOrder
from bot.transport.pace import Pace
from storage import Game, Storage
from tests.staging.driver import Town, running
from tests.staging.seats import Seat

_LIBRARYS_TASKS = "_Application__create_task_tasks"


class Ticking:
    """Time that passes only while somebody sleeps: waiting costs nothing, and is counted."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        """Seconds."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Lets ``seconds`` pass at once."""
        self.now += seconds


@dataclass(slots=True)
class Stage:
    """A town, the bot that plays in it, and what it is made of."""

    town: Town
    bot: Bot
    services: Services
    clock: Ticking


@asynccontextmanager
async def performing(
    town: Town,
    database: Path,
    *,
    settings: Settings | None = None,
    clock: Ticking | None = None,
    pace: Pace | None = None,
    solver: Solves | None = None,
    adviser: AdviceService | None = None,
    newcomers: bool = False,
) -> AsyncIterator[Stage]:
    """The bot, started on ``database`` and stopped at the end; again on the same: a restart.

    Nobody is shown the tour of the first game, unless people are ``newcomers``.
    """
    time = clock or Ticking()
    storage = await Storage.open(database)
    if not newcomers:
        await _show_everybody_round(storage)
    bot = build(
        replace(settings or Settings(), token=town.world.token, api_url=town.url),
        storage,
        clock=time,
        pace=pace or Pace(time, time.sleep),
        solver=solver,
        adviser=adviser,
    )
    services = services_of(bot)
    order = bot.update_processor
    assert isinstance(order, ChatOrder)

    async def at_rest() -> None:
        # An update may have been taken while its handler has not called Telegram yet.
        await bot.update_queue.join()
        await order.settled()
        # Hints are not waited for by other updates; the library keeps their tasks to itself.
        if tasks := getattr(bot, _LIBRARYS_TASKS):
            await asyncio.wait(set(tasks))
        await services.housekeeping.settled()
        await services.tables.settled()
        await services.replays.settled()
        await services.outlook_notices.settled()
        await services.reviews.settled()

    town.idle.append(at_rest)
    try:
        async with running(town, bot, intake_of(bot).take):
            yield Stage(town, bot, services, time)
    finally:
        town.idle.remove(at_rest)


async def _show_everybody_round(storage: Storage) -> None:
    """Whoever is met from now on has been shown the tour."""
    async with storage.players._db.transaction() as tx:
        await tx.row(
            "CREATE TRIGGER IF NOT EXISTS shown_round AFTER INSERT ON players "
            "BEGIN UPDATE players SET toured = 1 WHERE id = new.id; END"
        )


async def begin(seat: Seat, title: str = "Чёртов", *, thread: int | None = None) -> None:
    """Deal 481516, on the table. In the Devil's patience the second card opened fits."""
    await seat.send("/deal 481516", thread_id=thread)
    await seat.tap(title)
    await seat.settled()


async def game(stage: Stage, number: int = 1) -> Game:
    """The game of this number, the first one if none is named."""
    loaded = await stage.services.session.game(number)
    assert loaded is not None
    return loaded.game


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged as an error."""
    return [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
