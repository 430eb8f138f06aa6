"""What is told to ``ADMIN_IDS``: errors, each kind once an hour, without secrets."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator

import pytest
import structlog

from bot.process.alarm import QUIET_SECONDS, Alarm, alarm
from tests.staging.seats import Seat
from tests.staging.stage import Stage

log = structlog.get_logger("tests.alarm")


@pytest.fixture
def vera(stage: Stage) -> Seat:
    return stage.town.private("Вера")


@pytest.fixture
async def ringing(stage: Stage, vera: Seat) -> AsyncIterator[Alarm]:
    with alarm(stage.services.bot, {vera.user_id}, stage.clock) as handler:
        yield handler
        await handler.settled()


def told(seat: Seat) -> list[str]:
    return [message.text for message in seat.from_bot]


async def test_a_kind_is_told_once_an_hour(stage: Stage, vera: Seat, ringing: Alarm) -> None:
    for game in range(3):
        log.error("table not shown", game=game)
    await ringing.settled()
    assert told(vera) == ["Error in the bot. tests.alarm: table not shown\nThe log tells more."]

    stage.clock.now += QUIET_SECONDS + 1
    log.error("table not shown", game=4)
    await ringing.settled()
    assert len(told(vera)) == 2


async def test_kinds_differ_by_event_and_by_class(vera: Seat, ringing: Alarm) -> None:
    for error in (ValueError("one"), ValueError("two"), KeyError("three")):
        log.error("handler failed", exc_info=error)
    log.error("something else")
    await ringing.settled()
    assert [text.splitlines()[0] for text in told(vera)] == [
        "Error in the bot. tests.alarm: handler failed: ValueError: one",
        "Error in the bot. tests.alarm: handler failed: KeyError: 'three'",
        "Error in the bot. tests.alarm: something else",
    ]


async def test_warnings_are_not_told(stage: Stage, vera: Seat, ringing: Alarm) -> None:
    log.warning("Telegram cannot be reached")
    await ringing.settled()
    assert told(vera) == []


async def test_secrets_and_markup_are_told_as_plain_text(vera: Seat, ringing: Alarm) -> None:
    log.error("<b>failed</b> at /bot123456789:AAE-abcdefghijklmnopqrstuvwxyz_0123/getMe")
    await ringing.settled()
    (text,) = told(vera)
    assert "<b>failed</b> at /bot<token>/getMe" in text


async def test_a_librarys_error_and_a_threads_are_told(vera: Seat, ringing: Alarm) -> None:
    thread = threading.Thread(target=logging.getLogger("library").error, args=("in %s", "a thread"))
    thread.start()
    await asyncio.to_thread(thread.join)
    await ringing.settled()
    assert "library: in %s: in a thread" in told(vera)[0]


async def test_who_cannot_be_told_keeps_nobody_from_hearing(
    stage: Stage, vera: Seat, ringing: Alarm
) -> None:
    boris = stage.town.private("Борис", started=False)
    with alarm(stage.services.bot, [boris.user_id, vera.user_id], stage.clock) as both:
        log.error("broken")
        await both.settled()
    await ringing.settled()
    assert told(boris) == []
    assert len(told(vera)) == 2  # by both alarms


async def test_a_failing_handler_is_told_and_the_player_hears_of_it(
    stage: Stage, vera: Seat, ringing: Alarm, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(stage.services.session, "last", broken)
    anya = stage.town.private("Аня")
    await anya.send("/table")
    await ringing.settled()
    assert anya.last.text.startswith("Что-то пошло не так")
    assert "handler failed: ZeroDivisionError: by zero" in told(vera)[0]
