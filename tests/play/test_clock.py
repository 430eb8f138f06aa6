"""A clock that jumps: nothing becomes negative, nothing is lost."""

import re
from pathlib import Path

import pytest

from bot.transport.pace import Pace
from tests.staging.driver import Town
from tests.staging.stage import Ticking, errors, performing

DAY = 86_400
YEARS = 40 * 365 * DAY


@pytest.mark.parametrize("jump", [-DAY, DAY, -YEARS, YEARS])
async def test_a_game_outlasts_a_jump_of_the_clock(
    jump: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    wall, steady = Ticking(), Ticking(0.0)
    async with Town() as town:
        anya = town.private("Аня")
        pace = Pace(steady, steady.sleep)
        async with performing(town, tmp_path / "bot.db", clock=wall, pace=pace) as stage:
            await anya.send("/deal 481516")
            await anya.tap("Чёртов")
            await anya.settled()
            await anya.tap("⏩")
            await anya.settled()
            wall.now += jump
            await anya.tap("6♠")
            await anya.settled()
            await anya.tap("Открыть")
            await anya.settled()
            await anya.tap("↩️")
            await anya.settled()
            for command in ("/daily", "/top", "/stats", "/settings", "/table"):
                await anya.send(command)
            loaded = await stage.services.session.game(1)
            assert loaded is not None
            assert loaded.game.moves == "ddw"
        wall.now -= jump
        async with performing(town, tmp_path / "bot.db", clock=wall, pace=pace) as stage:
            await anya.send("/finish")
            await anya.tap("Закончить партию")
            await anya.settled()
            await anya.send("/record")
            await anya.send("/stats")
            loaded = await stage.services.session.game(1)
            assert loaded is not None
            assert loaded.game.state == "stopped"
        told = " ".join(message.text for message in anya.from_bot)
        assert "Уложено\u00a01\u00a0из\u00a0104" in told
        for message in anya.from_bot:
            assert not re.search(r"[-−]\d", message.text), message.text
    assert errors(caplog) == []
