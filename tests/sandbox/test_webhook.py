"""Updates posted to the bot's own server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from aiohttp import web
from telegram import Bot

from bot.sandbox.webhook import Deliverer
from tests.sandbox.refusals import refused
from tests.staging.driver import Town
from tests.staging.seats import Seat


class Receiver:
    """The bot's server: it keeps what it is sent and answers with ``statuses``, then 200."""

    def __init__(self) -> None:
        self.url = ""
        self.got: list[tuple[str, str | None]] = []
        self.statuses: list[int] = []
        self.gates: dict[str, asyncio.Event] = {}
        self.arrived: Callable[[], None] = lambda: None

    async def take(self, request: web.Request) -> web.Response:
        update: dict[str, Any] = await request.json()
        text = update["message"]["text"]
        self.got.append((text, request.headers.get("X-Telegram-Bot-Api-Secret-Token")))
        self.arrived()
        if text in self.gates:
            await self.gates[text].wait()
        return web.Response(status=self.statuses.pop(0) if self.statuses else 200)


@pytest.fixture
async def receiver(town: Town) -> AsyncIterator[Receiver]:
    receiver = Receiver()
    receiver.arrived = lambda: town.world.emit("call", method="webhook")
    town.sandbox.deliverer.pauses = (0.01,)
    app = web.Application()
    app.router.add_post("/hook", receiver.take)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield receiver
    for gate in receiver.gates.values():
        gate.set()
    await runner.cleanup()


async def test_updates_come_with_the_secret(bot: Bot, anya: Seat, receiver: Receiver) -> None:
    anya.say("до")
    await bot.set_webhook(receiver.url, secret_token="tail-of_7", max_connections=5)
    anya.say("после")
    await anya.settled()
    assert receiver.got == [("до", "tail-of_7"), ("после", "tail-of_7")]
    info = await bot.get_webhook_info()
    assert (info.url, info.pending_update_count, info.max_connections) == (receiver.url, 0, 5)


async def test_without_a_secret_there_is_no_header(
    bot: Bot, anya: Seat, receiver: Receiver
) -> None:
    await bot.set_webhook(receiver.url)
    anya.say("раз")
    await anya.settled()
    assert receiver.got == [("раз", None)]


async def test_what_fails_comes_again_in_order(bot: Bot, anya: Seat, receiver: Receiver) -> None:
    receiver.statuses = [500, 404]
    await bot.set_webhook(receiver.url)
    anya.say("раз")
    anya.say("два")
    await anya.settled()
    assert [text for text, _ in receiver.got] == ["раз", "раз", "раз", "два"]
    info = await bot.get_webhook_info()
    assert info.last_error_message == "Wrong response from the webhook: 404 Not Found"


async def test_one_slow_person_stops_nobody(bot: Bot, town: Town, receiver: Receiver) -> None:
    anya, boris = town.private("Аня"), town.private("Борис")
    receiver.gates["долго"] = asyncio.Event()
    await bot.set_webhook(receiver.url)
    anya.say("долго")
    anya.say("потом")
    boris.say("сразу")
    await town.until(lambda: len(receiver.got) == 2, "both people's updates")
    assert [text for text, _ in receiver.got] == ["долго", "сразу"]
    receiver.gates["долго"].set()
    await town.settled()
    assert receiver.got[-1][0] == "потом"


async def test_nobody_listens(bot: Bot, anya: Seat) -> None:
    anya.town.sandbox.deliverer.pauses = (0.01,)
    await bot.set_webhook("http://127.0.0.1:9/hook")
    anya.say("раз")
    webhook = anya.town.world.updates.webhook
    assert webhook
    info = await bot.get_webhook_info()
    while not info.last_error_message:
        info = await bot.get_webhook_info()
    assert info.pending_update_count == 1
    assert info.last_error_message
    assert info.last_error_message.startswith("Connection failed")
    await bot.delete_webhook()
    assert len(await bot.get_updates()) == 1


def test_pauses_grow() -> None:
    pauses = Deliverer.pauses
    assert list(pauses) == sorted(pauses)
    assert pauses[-1] == 60


@pytest.mark.parametrize(
    ("url", "more", "reason"),
    [
        (
            "http://example.org/hook",
            {},
            "bad webhook: An HTTPS URL must be provided for webhook",
        ),
        (
            "https://example.org:8080/hook",
            {},
            "bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443",
        ),
        (
            "https://example.org/hook",
            {"secret_token": "ж"},
            "secret token contains unallowed characters",
        ),
        ("https://example.org/hook", {"secret_token": "x" * 257}, "secret token is too long"),
    ],
)
async def test_webhooks_that_telegram_refuses(
    bot: Bot, url: str, more: dict[str, Any], reason: str
) -> None:
    with refused(reason):
        await bot.set_webhook(url, **more)
    assert (await bot.get_webhook_info()).url == ""
    assert await bot.set_webhook("https://example.org:8443/hook", secret_token="x" * 256)
    assert await bot.set_webhook("")
    assert (await bot.get_webhook_info()).url == ""
