"""An update that Telegram brings again counts once."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.handlers.admission import Admission
from tests.staging.driver import Town
from tests.staging.seats import Seat
from tests.staging.stage import Stage, begin, performing
from tests.storage.samples import on_disk


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


async def start(anya: Seat) -> None:
    await anya.send("/deal 7")
    await anya.tap("Чёртов")


async def finish(anya: Seat) -> None:
    await anya.send("/finish")
    await anya.tap("Закончить партию")


async def theme(anya: Seat) -> None:
    await anya.send("/settings")
    await anya.tap("Стол:")


@pytest.mark.parametrize("action", [undo, start, finish, theme])
async def test_after_a_restart_too_it_changes_nothing_more(
    tmp_path: Path, action: Callable[[Seat], Awaitable[None]]
) -> None:
    async with Town() as town:
        anya = town.private("Аня")
        async with performing(town, tmp_path / "bot.db"):
            await begin(anya)
            for _ in range(3):
                await anya.tap("Открыть")
                await anya.settled()
            await action(anya)
            await anya.settled()
        before, said = everything(tmp_path / "bot.db"), len(anya.from_bot)
        async with performing(town, tmp_path / "bot.db"):
            town.world.updates.redeliver()
            await anya.settled()
            await town.private("Борис").send("/help")
        assert everything(tmp_path / "bot.db") == before
        assert len(anya.from_bot) == said


def everything(database: Path) -> list[list[tuple[object, ...]]]:
    """All that Anna has done."""
    return [
        on_disk(database, f"SELECT * FROM {table}")  # noqa: S608
        for table in ("games", "taps", "results", "handled_updates")
    ] + [on_disk(database, "SELECT * FROM chats WHERE kind = 'private' ORDER BY joined_at LIMIT 1")]


async def test_what_has_changed_nothing_before_a_restart_is_done_after_it(tmp_path: Path) -> None:
    async with Town() as town:
        anya = town.private("Аня")
        async with performing(town, tmp_path / "bot.db"):
            await anya.send("/help")
        async with performing(town, tmp_path / "bot.db"):
            town.world.updates.redeliver()
            await town.private("Борис").send("/help")
        assert len(anya.from_bot) == 2
