"""An update that Telegram brings again counts once."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.handlers.admission import Admission
from tests.staging.driver import Town
from tests.staging.seats import Seat
from tests.staging.stage import Stage, begin, game, performing


@pytest.mark.parametrize("command", ["/help", "/deal 1", "/new", "/stats"])
async def test_a_command_that_comes_again_is_answered_once(stage: Stage, command: str) -> None:
    anya = stage.town.private("Аня")
    await anya.send(command)
    await anya.settled()
    before = len(anya.from_bot)
    assert before == 1
    stage.town.world.updates.redeliver()
    await anya.settled()
    assert len(anya.from_bot) == before


async def test_an_undo_that_comes_again_takes_back_one_tap(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    for _ in range(2):
        await anya.tap("Открыть")
        await anya.settled()
    await anya.send("/undo")
    await anya.settled()
    stage.town.world.updates.redeliver()
    await anya.settled()
    loaded = await stage.services.session.game(1)
    assert loaded is not None
    assert loaded.game.moves == "d"


def test_the_oldest_number_is_forgotten_first() -> None:
    once = Admission(lambda: 0.0, remembered=2)
    assert [once.is_new(number) for number in (1, 2, 2, 1, 3, 2, 3, 1)] == [
        *(True, True, False, False),
        *(True, False, False, True),
    ]


async def undo(anya: Seat) -> None:
    await anya.send("/undo")


async def finish(anya: Seat) -> None:
    await anya.send("/finish")
    await anya.tap("Закончить партию")


async def theme(anya: Seat) -> None:
    await anya.send("/settings")
    await anya.tap("Стол:")


@pytest.mark.parametrize("action", [undo, finish, theme])
async def test_what_an_update_changed_is_stored_with_its_number(
    stage: Stage, action: Callable[[Seat], Awaitable[None]]
) -> None:
    anya = stage.town.private("Аня")
    handled, updates = stage.services.storage.handled_updates, stage.town.world.updates
    await begin(anya)
    assert await handled.latest(stage.bot.bot.id) == [updates.last_id]
    await anya.tap("Открыть")
    await anya.settled()
    await action(anya)
    await anya.settled()
    numbers = await handled.latest(stage.bot.bot.id)
    assert numbers[-1] == updates.last_id
    assert len(set(numbers)) == len(numbers)


async def test_after_a_restart_too_an_undo_takes_back_one_tap(tmp_path: Path) -> None:
    async with Town() as town:
        anya = town.private("Аня")
        async with performing(town, tmp_path / "bot.db"):
            await begin(anya)
            for _ in range(3):
                await anya.tap("Открыть")
                await anya.settled()
            await undo(anya)
        async with performing(town, tmp_path / "bot.db") as stage:
            town.world.updates.redeliver()
            await anya.send("/help")
            assert (await game(stage)).moves == "dd"


async def test_what_has_changed_nothing_before_a_restart_is_done_after_it(tmp_path: Path) -> None:
    async with Town() as town:
        anya = town.private("Аня")
        async with performing(town, tmp_path / "bot.db"):
            await anya.send("/help")
        async with performing(town, tmp_path / "bot.db"):
            town.world.updates.redeliver()
            await town.private("Борис").send("/help")
        assert len(anya.from_bot) == 2
