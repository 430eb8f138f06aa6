"""Updates posted to the bot's own server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from aiohttp import web
from telegram import Bot

from bot.sandbox.updates import Webhook
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
    updates = anya.town.world.updates
    assert (updates.webhook, len(updates)) == (Webhook(receiver.url, "tail-of_7", 5), 0)


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


async def test_nobody_listens(bot: Bot, anya: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    world, deliverer = anya.town.world, anya.town.sandbox.deliverer
    deliverer.pauses = (0.01,)
    post, taken = deliverer._post, []

    async def watched(*call: Any) -> bool:
        taken.append(await post(*call))
        world.emit("call", method="webhook")
        return taken[-1]

    monkeypatch.setattr(deliverer, "_post", watched)
    await bot.set_webhook("http://127.0.0.1:9/hook")
    anya.say("раз")
    await anya.until(lambda: len(taken) == 2, "a second try")
    assert taken == [False, False]
    assert len(world.updates) == 1
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
    bot: Bot, town: Town, url: str, more: dict[str, Any], reason: str
) -> None:
    with refused(reason):
        await bot.set_webhook(url, **more)
    assert _address(town) == ""
    assert await bot.set_webhook("https://example.org:8443/hook", secret_token="x" * 256)
    assert _address(town) == "https://example.org:8443/hook"
    assert await bot.set_webhook("")
    assert _address(town) == ""


def _address(town: Town) -> str:
    webhook = town.world.updates.webhook
    return webhook.url if webhook else ""
