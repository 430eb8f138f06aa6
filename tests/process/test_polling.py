"""Updates by polling: each is taken in order, and confirmed when it was taken and not before."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from telegram import Update
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.process.polling import Polling
from tests.staging.driver import Town


class Poll:
    """A polling, and what it has brought."""

    def __init__(self, bot: ExtBot[None]) -> None:
        self.taken: list[int] = []
        self.errors: list[str] = []
        self.polling = Polling(bot, ["message"], self._take, self._failed)

    def _take(self, update: Update) -> None:
        self.taken.append(update.update_id)

    def _failed(self, error: TelegramError) -> None:
        self.errors.append(error.message)


@pytest.fixture
async def town() -> AsyncIterator[Town]:
    async with Town() as town:
        yield town


@pytest.fixture
async def bot(town: Town) -> AsyncIterator[ExtBot[None]]:
    bot: ExtBot[None] = ExtBot(town.world.token, base_url=f"{town.url}/bot")
    async with bot:
        yield bot


async def test_what_was_taken_is_confirmed_at_the_end(town: Town, bot: ExtBot[None]) -> None:
    poll = Poll(bot)
    await poll.polling.start()
    town.private("Аня").say("раз")
    await town.until(lambda: town.world.updates.history and poll.taken, "an update")
    await poll.polling.stop()
    await poll.polling.confirm()
    assert not town.world.updates


async def test_what_was_not_taken_comes_again(town: Town, bot: ExtBot[None]) -> None:
    poll, next_one = Poll(bot), Poll(bot)
    town.faults.delay(0.3, "getUpdates")
    town.private("Аня").say("раз")
    await poll.polling.start()
    await poll.polling.stop()
    await poll.polling.confirm()
    assert poll.taken == []
    await next_one.polling.start()
    await town.until(lambda: not town.world.updates, "the update to be confirmed")
    assert len(next_one.taken) == 1
    await next_one.polling.stop()


async def test_updates_are_taken_in_their_order(town: Town, bot: ExtBot[None]) -> None:
    poll = Poll(bot)
    town.world.updates.reverse_batches = 1
    for text in ("раз", "два", "три"):
        town.private("Аня").say(text)
    await poll.polling.start()
    await town.until(lambda: not town.world.updates, "the updates to be confirmed")
    await poll.polling.stop()
    assert poll.taken == sorted(set(poll.taken))
    assert len(poll.taken) == 3


async def test_errors_are_told_and_outlasted(
    town: Town, bot: ExtBot[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.process.polling.FIRST_PAUSE", 0.01)
    poll = Poll(bot)
    town.faults.html(502, "deleteWebhook")
    town.faults.html(502, "getUpdates")
    town.faults.refuse(409, "Conflict: terminated by other getUpdates request", "getUpdates")
    await poll.polling.start()
    town.private("Аня").say("раз")
    await town.until(lambda: not town.world.updates, "the update to be confirmed")
    await poll.polling.stop()
    assert len(poll.taken) == 1
    assert len(poll.errors) == 3
    assert "terminated by other" in poll.errors[2]


async def test_a_polling_that_has_not_begun_ends(bot: ExtBot[None]) -> None:
    poll = Poll(bot)
    async with asyncio.timeout(10):
        await poll.polling.stop()
        await poll.polling.confirm()
