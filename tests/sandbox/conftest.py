"""A town without a bot application, and a bot to make calls with."""

from collections.abc import AsyncIterator

import aiohttp
import pytest
from telegram import Bot

from tests.staging.driver import Town
from tests.staging.seats import Seat


@pytest.fixture
async def town() -> AsyncIterator[Town]:
    async with Town() as town:
        yield town


@pytest.fixture
async def bot(town: Town) -> AsyncIterator[Bot]:
    async with town.bot() as bot:
        yield bot


@pytest.fixture
def anya(town: Town) -> Seat:
    return town.private("Аня")


@pytest.fixture
async def page(town: Town) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(town.url) as session:
        yield session
