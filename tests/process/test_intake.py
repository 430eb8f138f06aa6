"""Updates that cannot be parsed, amid real play: told, kept, confirmed, and nobody waits."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.process.alarm import alarm
from bot.process.http_port import SECRET_HEADER
from bot.process.intake import intake_of
from bot.settings import Settings
from bot.transport.callbacks import Move, parse
from storage import StorageError, unreadable
from storage.unreadable_updates import KEPT_SECONDS, MOST_KEPT
from tests.process.test_running import running
from tests.staging.driver import Town
from tests.staging.seats import Seat
from tests.staging.stage import Stage, begin, errors, performing

PERSON = {"id": 7, "is_bot": False, "first_name": "Аня"}
CHAT = {"id": 7, "type": "private", "first_name": "Аня"}
MESSAGE: dict[str, Any] = {"message_id": 1, "date": 1, "chat": CHAT, "from": PERSON, "text": "/new"}
TAP: dict[str, Any] = {"id": "1", "from": PERSON, "chat_instance": "1", "data": "m:1:1:d"}

ODD: list[tuple[str, Any]] = [
    *(("message", {}), ("message", []), ("message", 5), ("message", None), ("message", [MESSAGE])),
    ("message", {name: held for name, held in MESSAGE.items() if name != "date"}),
    ("message", {**MESSAGE, "date": 10**18}),
    ("message", {**MESSAGE, "chat": {}}),
    ("callback_query", {name: held for name, held in TAP.items() if name != "from"}),
    ("callback_query", {**TAP, "message": {"chat": CHAT}}),
    ("my_chat_member", {"chat": CHAT, "from": PERSON, "date": 1}),
    ("inline_query", {"id": 5, "from": PERSON, "query": "", "offset": ""}),
]


@pytest.mark.parametrize(("kind", "held"), ODD)
async def test_whoever_comes_after_one_is_answered(
    stage: Stage, kind: str, held: Any, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    anya = stage.town.private("Аня")
    stage.town.world.updates.push(kind, held)
    await anya.send("/help")
    assert len(anya.from_bot) == 1
    assert len(errors(caplog)) == 1
    count, (kept,) = unreadable(tmp_path / "bot.db")
    assert (count, kept.at) == (1, int(stage.clock.now))
    assert str(kind) in kept.content


async def test_it_is_told_once_however_often_it_comes(
    stage: Stage, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    stage.town.world.updates.push("message", {})
    await stage.town.settled()
    stage.town.world.updates.redeliver()
    await stage.town.private("Аня").send("/help")
    assert len(errors(caplog)) == 1
    assert unreadable(tmp_path / "bot.db")[0] == 1


async def test_operators_are_told(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    with alarm(stage.bot.bot, [anya.id]) as told:
        stage.town.world.updates.push("message", {**MESSAGE, "date": 10**18})
        await stage.town.settled()
        await told.settled()
    assert "update not understood" in anya.last.text
    assert "/new" not in anya.last.text


async def test_where_it_cannot_be_kept_it_is_passed_over_all_the_same(
    stage: Stage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(*_: object) -> bool:
        raise StorageError("the disk is full")

    monkeypatch.setattr("storage.UnreadableUpdates.keep", full)
    await intake_of(stage.bot).take({"update_id": 8, "message": {}})
    (told,) = caplog.records
    assert "not understood, nor kept" in str(told.msg)


async def test_none_is_kept_for_longer_than_a_week(stage: Stage, tmp_path: Path) -> None:
    await intake_of(stage.bot).take({"update_id": 8, "message": {}})
    await stage.services.housekeeping.clear_away()
    assert len(unreadable(tmp_path / "bot.db")[1]) == 1
    stage.clock.now += KEPT_SECONDS
    await stage.services.housekeeping.clear_away()
    assert unreadable(tmp_path / "bot.db") == (1, [])


async def test_what_is_nested_too_deep_to_be_written_down_is_passed_over(
    stage: Stage, tmp_path: Path
) -> None:
    deep: object = []
    for _ in range(5000):
        deep = [deep]
    await intake_of(stage.bot).take({"update_id": 8, "message": deep})
    (kept,) = unreadable(tmp_path / "bot.db")[1]
    assert kept.content == "nested without end, number 8"


@pytest.mark.parametrize("actions", [60, pytest.param(5_000, marks=pytest.mark.soak)])
async def test_one_update_in_twenty_stops_no_play(tmp_path: Path, actions: int) -> None:
    chance, database = random.Random(actions), tmp_path / "bot.db"
    async with Town() as town, performing(town, database) as stage:
        seats = [town.private("Аня"), town.private("Борис"), town.group("Дача").seat("Вера")]
        for seat in seats:
            await begin(seat)
        odd = 0
        for _ in range(actions):
            stage.clock.now += 3  # or so many taps would be too fast for a person
            if chance.random() < 0.05:
                odd += 1
                town.world.updates.push(*chance.choice(ODD))
            await tap_somewhere(chance.choice(seats), chance)
        await town.settled()
        assert odd > actions / 60
        assert unreadable(database)[0] == odd
        assert len(unreadable(database)[1]) == min(odd, MOST_KEPT)


async def tap_somewhere(seat: Seat, chance: random.Random) -> None:
    """A move, which is answered and shown; where the game is over, a new one."""
    labels = [str(button.get("callback_data")) for button in seat.last_table.buttons]
    moves = [label for label in labels if isinstance(parse(label), Move)]
    if not moves:
        await begin(seat)
        return
    answer = await seat.tap(chance.choice(moves), on=seat.last_table)
    assert answer.text
    await seat.settled()


async def test_by_webhook_it_is_the_same(town: Town, settings: Settings, port: int) -> None:
    hooked = replace(settings, webhook_url=f"http://127.0.0.1:{port}/telegram")
    anya = town.private("Аня")
    async with running(town, hooked):
        for kind, held in ODD:
            town.world.updates.push(kind, held)
        anya.say("/help")
        await anya.until(lambda: anya.from_bot, "an answer")
        await town.until(lambda: not town.world.updates, "all to be taken")
        (secret,) = (call["secret_token"] for call in town.calls("setWebhook"))
        async with ClientSession(headers={SECRET_HEADER: secret}) as session:
            deep = "[" * 100_000 + "]" * 100_000
            for body in ("[]", '{"message": {}}', deep):
                async with session.post(hooked.webhook_url, data=body) as answer:
                    assert answer.status == 200
    count, kept = unreadable(settings.database)
    assert (count, len(kept)) == (len(ODD) + 3, len(ODD) + 3)
    assert [one.content[:5] for one in kept[-3:]] == ["[]", '{"mes', "[[[[["]
