"""Ten people tap in one group, Telegram's flood control being what it is."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio

from bot.sandbox import Flood
from bot.sandbox.flood import COUNTED
from bot.transport.callbacks import Move, parse
from bot.transport.order import ChatOrder
from bot.transport.pace import Pace
from tests.staging.driver import Town
from tests.staging.seats import Group, Seat
from tests.staging.stage import Stage, begin, performing
from tests.staging.timeline import Timeline

NAMES = [f"Игрок {number}" for number in range(10)]
MOST, WINDOW = 20, 60.0


@dataclass
class Evening:
    """A group with ten people, in time that passes only when it is let."""

    stage: Stage
    group: Group
    time: Timeline
    pace: Pace
    toasts: list[str] = field(default_factory=list)

    async def until_it_waits(self) -> None:
        """Returns when whatever the bot still has to do waits for its turn to send."""
        order, updates = self.stage.bot.update_processor, self.stage.town.world.updates
        assert isinstance(order, ChatOrder)
        while True:
            tables = self.stage.services.tables
            at_work = len(tables._tasks) + sum(order._waiting.values())
            for desk in tables._desks.values():  # whose tables some updates wait for
                at_work -= sum(map(len, desk._waiting.values()))
            waiting = len(self.pace._chat(self.group.id).turns)
            if not (len(updates) or self.stage.town.sandbox.in_flight or at_work > waiting):
                return
            await asyncio.sleep(0.002)

    async def pass_by(self, seconds: float) -> None:
        await self.time.pass_by(seconds)
        await self.until_it_waits()

    async def tap(self, seat: Seat, chance: random.Random) -> None:
        table = seat.last_table
        moves = [b["text"] for b in table.buttons if b["callback_data"].startswith("m:")]
        answer = await seat.tap(chance.choice(moves), on=table)
        self.toasts.append(answer.text)

    def sent_at(self) -> list[float]:
        """When the bot's messages and edits went to the group."""
        calls = self.stage.town.sandbox.calls
        return [
            call.at
            for call in calls
            if call.method in COUNTED and call.params.get("chat_id") == self.group.id
        ]


@pytest_asyncio.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    time = Timeline()
    pace = Pace(time, time.sleep)
    async with (
        Town(clock=time, flood=Flood()) as town,
        performing(town, tmp_path / "bot.db", clock=time, pace=pace) as stage,
    ):
        yield Evening(stage, town.group(), time, pace)


@pytest.mark.parametrize(
    ("seconds", "pause"),
    [(90, 1.5), pytest.param(300, 0.5, marks=pytest.mark.soak)],
)
async def test_ten_people_tap_in_a_group(evening: Evening, seconds: int, pause: float) -> None:
    chance = random.Random(7)
    seats = [evening.group.seat(name) for name in NAMES]
    await seats[0].send("/deal 481516")
    await seats[0].tap("Чёртов")
    await seats[0].settled()
    begun = evening.time.now
    while evening.time.now - begun < seconds:
        seat = chance.choice(seats)
        await evening.tap(seat, chance)
        if chance.random() < 0.05:
            seat.say(chance.choice(["/top", "/table", "/help"]))
        await evening.pass_by(pause * chance.uniform(0.5, 1.5))

    game = await evening.stage.services.storage.games.get(1)
    assert game is not None
    accepted = [toast for toast in evening.toasts if not toast.startswith(("Уже", "Это старый"))]
    assert len(game.taps) == len(accepted) > seconds / 30
    assert game.revision == len(accepted) + 1
    assert any("стол обновится через" in toast for toast in evening.toasts)

    await evening.pass_by(WINDOW)
    shown = {tap for b in seats[0].last_table.buttons if (tap := parse(b["callback_data"]))}
    assert {tap.revision for tap in shown if isinstance(tap, Move)} == {game.revision}

    sent = evening.sent_at()
    assert len(sent) > MOST
    crowded = [at for at, later in zip(sent, sent[MOST:], strict=False) if later - at < WINDOW]
    assert not crowded
    refused = [call for call in evening.stage.town.sandbox.calls if call.error]
    assert not [call for call in refused if "Too Many Requests" in (call.error or "")]


async def test_taps_are_answered_while_messages_wait_for_telegram(evening: Evening) -> None:
    anya, boris = evening.group.seat("Аня"), evening.group.seat("Борис")
    await begin(boris)
    evening.stage.town.faults.too_many_requests(60, "sendMessage", evening.group.id)
    anya.say("/help")
    await evening.until_it_waits()
    answer = await boris.tap("Открыть")
    assert answer.text.startswith("Из колоды")
    assert "стол обновится через 60" in answer.text
    await evening.pass_by(70)
    assert "в колоде\u00a087" in boris.last_table.caption
    assert "/new" in anya.last.text


async def test_taps_are_answered_while_the_network_is_slow(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.transport.pace.SLOW", 0.05)
    anya, boris = evening.group.seat("Аня"), evening.group.seat("Борис")
    await begin(boris)
    evening.stage.town.faults.delay(2.0, "sendMessage")
    said = len(evening.stage.town.calls("sendMessage"))
    anya.say("/help")
    assert (await boris.tap("Открыть")).text.startswith("Из колоды")
    assert len(evening.stage.town.calls("sendMessage")) == said
    await boris.settled()
    assert "/new" in anya.last.text
