"""An update that Telegram brings again counts once."""

import pytest

from bot.handlers.admission import Admission
from tests.staging.stage import Stage, begin


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
