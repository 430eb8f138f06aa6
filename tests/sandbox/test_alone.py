"""The sandbox by itself: its command line and the pretend bot."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator

import pytest

from bot.sandbox.__main__ import main
from bot.sandbox.demo import run_demo
from tests.staging.driver import Town
from tests.staging.seats import Seat


@pytest.fixture
async def demo(town: Town) -> AsyncIterator[Town]:
    """A town in which the pretend bot answers."""
    running = asyncio.create_task(run_demo(town.sandbox))
    yield town
    running.cancel()
    await asyncio.wait([running])


async def _shows(anya: Seat, command: str, key: str) -> None:
    before = len(anya.from_bot)
    anya.say(command)
    await anya.until(lambda: len(anya.from_bot) > before, command)
    assert key in anya.last.raw


async def test_the_pretend_bot_shows_everything(demo: Town) -> None:
    anya = demo.private("Аня")
    await _shows(anya, "/text", "entities")
    await _shows(anya, "/gif", "animation")
    await _shows(anya, "/file", "document")
    await _shows(anya, "/start", "photo")
    assert (await anya.tap("8♥")).text == "7♣ из запаса"
    await anya.until(lambda: anya.last.caption == "Ход 1", "the move")
    assert (await anya.tap("💡")).show_alert
    _, results = await anya.ask_inline("итог")
    assert len(results) == 3
    assert all(call.error is None for call in demo.sandbox.calls), demo.report()


async def test_the_pretend_bot_gives_up_on_nobody(demo: Town) -> None:
    demo.private("Борис").say("/start")
    demo.sandbox.people.block(demo.person("Борис")["id"])
    anya = demo.private("Аня")
    await _shows(anya, "/start", "photo")


def test_a_busy_port_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        monkeypatch.setattr(sys, "argv", ["sandbox", "--port", port])
        assert main() == 2
    said = capsys.readouterr().err
    assert said.startswith(f"Cannot listen on 127.0.0.1:{port}")
    assert said.count("\n") == 1
