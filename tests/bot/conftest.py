"""Fixtures of the handler tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.bot.calendar_stage import on_day
from tests.bot.stage import Stage, performing
from tests.driver import Town


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
