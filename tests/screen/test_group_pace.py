"""Nine people tap as fast as they can, and one may talk without end: the table keeps up."""

import random
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.sandbox import Flood
from bot.texts import chat as texts
from bot.transport.callbacks import Move, parse
from bot.transport.pace import Pace
from tests.screen.test_flood import MOST, NAMES, WINDOW, Evening
from tests.staging.driver import Town
from tests.staging.seats import Seat
from tests.staging.stage import begin, performing
from tests.staging.timeline import Timeline

STEP = 0.5
FRESH = 5.0
PROMISED = 12
"""Seconds: ten or so."""
CHATTER = [
    *("/top", "/help", "/rules", "/stats", "/daily", "/table", "/new", "/settings"),
    *("/privacy", "/start", "/deal 7", "/record"),
]


@pytest_asyncio.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    time = Timeline()
    pace = Pace(time, time.sleep)
    async with (
        Town(clock=time, flood=Flood()) as town,
        performing(town, tmp_path / "bot.db", clock=time, pace=pace) as stage,
    ):
        evening = Evening(stage, town.group(), time, pace)
        yield evening
        await evening.pass_by(10 * WINDOW)  # until nobody waits for an answer


def shown(seat: Seat) -> int:
    """The revision that stands at the bottom of the chat."""
    buttons = [parse(each.get("callback_data", "")) for each in seat.last_table.buttons]
    return next(button.revision for button in buttons if isinstance(button, Move))


async def freshness(evening: Evening, seconds: int, *, talks: bool) -> float:
    """In how great a part of the time the table that stands was the newest of late."""
    chance = random.Random(3)
    seats = [evening.group.seat(name) for name in NAMES]
    await begin(seats[0])
    await evening.pass_by(WINDOW)
    overtaken, fresh, begun, said = dict[int, float](), 0, evening.time.now, 0
    steps = round(seconds / STEP)
    for step in range(steps):
        if talks and step % round(1 / STEP) == 0:
            seats[9].say(CHATTER[said % len(CHATTER)])
            said += 1
        for seat in chance.sample(seats[:9], 3):
            standing = shown(seat)
            await evening.tap(seat, chance)
            if not evening.toasts[-1].startswith(("Уже", texts.OLD_TABLE, "Слишком")):
                overtaken.setdefault(standing, evening.time.now)
        await evening.pass_by(STEP)
        fresh += evening.time.now - overtaken.get(shown(seats[0]), evening.time.now) <= FRESH
    assert evening.time.now - begun == pytest.approx(seconds, rel=0.01)
    return fresh / steps


def check_the_rest(evening: Evening) -> None:
    """Telegram refused nothing, its limit was never met, and nobody was promised a long wait."""
    sent = evening.sent_at()
    assert not [at for at, later in zip(sent, sent[MOST:], strict=False) if later - at < WINDOW]
    assert not [call for call in evening.stage.town.sandbox.calls if "Too Many" in str(call.error)]
    found = [re.search(r"через (\d+)", toast) for toast in evening.toasts]
    waits = [int(each[1]) for each in found if each]
    assert max(waits, default=0) <= PROMISED


@pytest.mark.parametrize("seconds", [60, pytest.param(300, marks=pytest.mark.soak)])
async def test_among_nine_who_tap_the_table_is_fresh(evening: Evening, seconds: int) -> None:
    assert await freshness(evening, seconds, talks=False) >= 0.95
    check_the_rest(evening)


@pytest.mark.parametrize("seconds", [80, pytest.param(300, marks=pytest.mark.soak)])
async def test_one_who_talks_without_end_does_not_stop_the_table(
    evening: Evening, seconds: int
) -> None:
    assert await freshness(evening, seconds, talks=True) >= 0.8
    check_the_rest(evening)
