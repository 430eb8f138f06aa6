"""What one person may ask for in a row, and who does not notice that somebody asks for more."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.handlers.admission import BURST, INTERVAL, MOVES
from bot.transport.callbacks import Move, Open, Top, pack
from bot.transport.pace import Pace
from tests.staging.driver import Town
from tests.staging.stage import Stage, Ticking, performing


@pytest_asyncio.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A bot to whom no time passes, however long its messages wait."""
    time = Ticking()
    pace = Pace(time, time.sleep)
    async with Town() as town, performing(town, tmp_path / "bot.db", pace=pace) as stage:
        yield stage


async def test_commands_beyond_the_ration_get_one_word_and_then_silence(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    for _ in range(2 * BURST):
        anya.say("/help")
    await anya.settled()
    told = [message.text for message in anya.from_bot]
    assert len(told) == BURST + 1
    assert sum("Слишком часто" in text for text in told) == 1
    stage.clock.now += INTERVAL
    await anya.send("/help")
    assert "/new" in anya.last.text


async def test_others_have_rations_of_their_own(stage: Stage) -> None:
    group = stage.town.group()
    anya, boris = group.seat("Аня"), group.seat("Борис")
    for _ in range(2 * BURST):
        await anya.send("/help")
    assert len(group.from_bot) == BURST
    await boris.send("/help")
    assert len(group.from_bot) == BURST + 1


async def test_pages_are_rationed_with_a_toast_and_moves_go_on(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 481516")
    await anya.tap("Чёртов")
    await anya.settled()
    table = anya.last_table
    toasts = []
    for _ in range(BURST):
        answer = await anya.forge(table, pack(Top("nonsense", "nonsense", "devils")))
        toasts.append(answer.text)
    assert "Слишком часто" in toasts[-1]
    assert "Слишком часто" in (await anya.forge(table, pack(Open("devils")))).text
    for _ in range(BURST):
        await anya.tap("Открыть")
        assert "Слишком часто" not in anya.toast
        await anya.settled()


async def test_moves_that_no_thumb_could_make_are_dropped(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 481516")
    await anya.tap("Чёртов")
    await anya.settled()
    people, table = stage.town.sandbox.people, anya.last_table
    for revision in range(1, 2 * MOVES):
        data = pack(Move(1, revision, "d"))
        people.tap_forged(anya.user_id, anya.id, table.id, data)
    await anya.settled()
    loaded = await stage.services.session.game(1)
    assert loaded is not None
    assert loaded.game.moves == "d" * MOVES
    assert sum("Слишком часто" in answer.text for answer in stage.town.answers.values()) == 1
