"""Common to all tests: quiet logs, and a bot on its stage."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.process.logs import configure
from tests.staging.calendar_stage import on_day
from tests.staging.driver import Town
from tests.staging.stage import Stage, performing


@pytest.fixture(autouse=True, scope="session")
def quiet_logs() -> None:
    """Only what went wrong, one line each."""
    configure("WARNING")


@pytest_asyncio.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A bot that has just started in a town where nothing has happened yet."""
    async with Town() as town, performing(town, tmp_path / "bot.db") as stage:
        yield stage


@pytest_asyncio.fixture
async def today(tmp_path: Path) -> AsyncIterator[Stage]:
    """A bot at noon of 15 January 2027, with its deals of the day prepared."""
    async with Town() as town, on_day(town, tmp_path / "bot.db") as stage:
        yield stage
