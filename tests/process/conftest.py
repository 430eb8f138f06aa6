"""A town, and the settings of a bot that runs in it with all its parts."""

import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.settings import Settings
from tests.staging.driver import Town


@pytest.fixture
async def town() -> AsyncIterator[Town]:
    async with Town() as town:
        town.sandbox.deliverer.pauses = (0.01,)
        yield town


@pytest.fixture
def port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        return int(free.getsockname()[1])


@pytest.fixture
def settings(town: Town, port: int, tmp_path: Path) -> Settings:
    return Settings(
        token=town.world.token, api_url=town.url, database=tmp_path / "bot.db", http_port=port
    )


@pytest.fixture(autouse=True)
def own_signals() -> Iterator[None]:
    """The test runner's own handlers come back afterwards."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)
