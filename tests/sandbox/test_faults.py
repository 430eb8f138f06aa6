"""Trouble on request."""

import asyncio

import aiohttp
import pytest
from telegram import Bot
from telegram.error import BadRequest, Forbidden, NetworkError, RetryAfter, TimedOut

from tests.staging.driver import Town
from tests.staging.seats import Seat


async def test_429_for_one_chat(bot: Bot, town: Town, anya: Seat) -> None:
    boris = town.private("Борис")
    town.faults.too_many_requests(60, "sendMessage", anya.id, times=2)
    for _ in range(2):
        with pytest.raises(RetryAfter) as caught:
            await bot.send_message(anya.id, "x")
        assert caught.value._retry_after.total_seconds() == 60
        await bot.send_message(boris.id, "x")
    await bot.send_message(anya.id, "x")


async def test_a_gateways_page(bot: Bot, town: Town, anya: Seat) -> None:
    town.faults.html(502, "sendMessage")
    with pytest.raises(NetworkError):
        await bot.send_message(anya.id, "x")
    assert anya.messages == []
    await bot.send_message(anya.id, "x")


@pytest.mark.parametrize(
    ("status", "title"), [(500, "500 Internal Server Error"), (502, "502 Bad Gateway")]
)
async def test_a_page_says_what_it_is(town: Town, status: int, title: str) -> None:
    town.faults.html(status, "getMe")
    url = f"{town.url}/bot{town.world.token}/getMe"
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert response.status == status
        assert f"<title>{title}</title>" in await response.text()


@pytest.mark.parametrize(("after", "arrived"), [(False, 0), (True, 1)])
async def test_resets(bot: Bot, town: Town, anya: Seat, after: bool, arrived: int) -> None:
    town.faults.reset("sendMessage", after=after)
    with pytest.raises(NetworkError):
        await bot.send_message(anya.id, "x")
    assert len(anya.messages) == arrived


@pytest.mark.parametrize(("after", "arrived"), [(False, 0), (True, 1)])
async def test_delays(bot: Bot, town: Town, anya: Seat, after: bool, arrived: int) -> None:
    town.faults.delay(0.3, "sendMessage", after=after)
    with pytest.raises(TimedOut):
        await bot.send_message(anya.id, "x", read_timeout=0.1)
    assert len(anya.messages) == arrived
    await town.until(lambda: len(anya.messages) == 1, "the late message")


async def test_any_refusal(bot: Bot, town: Town, anya: Seat) -> None:
    town.faults.refuse(400, "Bad Request: not enough rights to send photos to the chat")
    with pytest.raises(BadRequest, match="enough rights to send photos"):
        await bot.send_message(anya.id, "x")
    await bot.send_message(anya.id, "x")


async def test_forbidden_until_removed(bot: Bot, town: Town, anya: Seat) -> None:
    fault = town.faults.forbid(anya.id)
    for _ in range(3):
        with pytest.raises(Forbidden, match="blocked by the user"):
            await bot.send_message(anya.id, "x")
    town.faults.remove(fault)
    await bot.send_message(anya.id, "x")


async def test_faults_may_wait_for_a_later_call(bot: Bot, town: Town, anya: Seat) -> None:
    town.faults.reset("sendMessage", after=False).skip = 1
    await bot.send_message(anya.id, "раз")
    with pytest.raises(NetworkError):
        await bot.send_message(anya.id, "два")


async def test_polling_is_spared_unless_named(bot: Bot, town: Town) -> None:
    town.faults.html(times=None)
    assert await bot.get_updates() == ()
    with pytest.raises(NetworkError):
        await bot.get_me()
    town.faults.clear()
    town.faults.html(method="getUpdates")
    with pytest.raises(NetworkError):
        await bot.get_updates()


async def test_no_network(bot: Bot, town: Town, anya: Seat) -> None:
    polling = asyncio.create_task(bot.get_updates(timeout=30))
    await town.until(lambda: town.world.updates.polled, "a poll")
    town.sandbox.go_down()
    with pytest.raises(NetworkError):
        await polling
    with pytest.raises(NetworkError):
        await bot.send_message(anya.id, "x")
    anya.say("есть кто?")
    town.sandbox.come_back()
    assert len(await bot.get_updates()) == 1
    await bot.send_message(anya.id, "x")
