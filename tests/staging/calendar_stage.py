"""A bot whose deals of the day are known and prepared, and whose clock stands where it is put."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.advice.protocol import AdviceService
from bot.jobs.daily_deals import Solves
from bot.settings import Settings
from storage import Game
from tests.staging.driver import Town
from tests.staging.seats import Place
from tests.staging.stage import Stage, Ticking, performing
from tests.staging.wins import SECRET, Remembers

MOSCOW = ZoneInfo("Europe/Moscow")
TODAY = "2027-01-15"
SETTINGS = Settings(daily_secret=SECRET)


def at(when: str, zone: ZoneInfo = MOSCOW) -> float:
    """Unix seconds of «2027-01-15 12:00» by the wall clock of ``zone``."""
    return datetime.fromisoformat(when).replace(tzinfo=zone).timestamp()


@asynccontextmanager
async def on_day(
    town: Town,
    database: Path,
    when: str = f"{TODAY} 12:00",
    *,
    settings: Settings = SETTINGS,
    solver: Solves | None = None,
    adviser: AdviceService | None = None,
) -> AsyncIterator[Stage]:
    """The bot, started at ``when`` by its own zone, with the coming days prepared."""
    clock = Ticking(at(when, settings.timezone))
    async with performing(
        town,
        database,
        settings=settings,
        clock=clock,
        solver=solver or Remembers(),
        adviser=adviser,
    ) as stage:
        await stage.services.daily_deals.prepare()
        yield stage


async def table_of(stage: Stage, seat: Place) -> Game:
    """The game on the table."""
    game = await stage.services.storage.games.current(seat.id)
    assert game is not None
    return game


async def play_on(stage: Stage, seat: Place, player: int, moves: str) -> None:
    """Makes all the moves in one tap, past the buttons."""
    game = await table_of(stage, seat)
    await stage.services.storage.games.tap(
        game.id, game.revision, player_id=player, at=int(stage.clock()), moves=moves
    )
