"""Common to all tests: quiet logs, a bot on its stage, and two patiences more for whoever asks."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games.registry import PATIENCES
from bot.process.logs import configure
from tests.staging.calendar_stage import on_day
from tests.staging.driver import Town
from tests.staging.more_patiences import MORE, register
from tests.staging.stage import Stage, performing


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--more-patiences``: nothing may depend on which patiences there are."""
    parser.addoption(
        "--more-patiences",
        action="store_true",
        help="register two more patiences, «Лесенка» and «Часы», for the whole run",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Before the tests are collected: many are made for each patience."""
    if config.getoption("more_patiences"):
        register()


@pytest.fixture(autouse=True, scope="session")
def quiet_logs() -> None:
    """Only what went wrong, one line each."""
    configure("WARNING")


@pytest.fixture
def more_patiences(monkeypatch: pytest.MonkeyPatch) -> None:
    """«Лесенка» and «Часы», registered after the others."""
    for patience in MORE:
        monkeypatch.setitem(PATIENCES, patience.kind, patience)


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


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, no tap is answered that it takes longer."""
    monkeypatch.setattr("bot.handlers.dispatch.PROMISE_SECONDS", 3600.0)
