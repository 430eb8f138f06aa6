"""«Кто ходит»: in turn, and who may spend a team's points."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games.solver import Advice, Reason, Why
from bot.texts import buttons
from bot.texts import chat as texts
from tests.staging.driver import Town
from tests.staging.oracle import Oracle
from tests.staging.stage import Stage, begin, game, performing


@pytest.fixture
def oracle() -> Oracle:
    return Oracle(advice=Advice("d", Reason(Why.ON_TOP, need=5), 0.5))


@pytest_asyncio.fixture
async def stage(tmp_path: Path, oracle: Oracle) -> AsyncIterator[Stage]:
    async with Town() as town, performing(town, tmp_path / "bot.db", adviser=oracle) as stage:
        yield stage


async def test_in_turn_nobody_moves_twice_in_a_row(stage: Stage) -> None:
    dacha = stage.town.group("Дача")
    anya, boris = dacha.seat("Аня"), dacha.seat("Борис")
    await begin(anya)
    await anya.send("/settings")
    for _ in range(2):
        await anya.tap("Кто ходит")
        await anya.settled()
    assert ["Кто ходит: по очереди"] in dacha.last.rows
    await anya.tap("Открыть", on=dacha.last_table)
    await anya.settled()
    told = "30\u00a0секунд ходит любой, но не \u2068Аня\u2069"
    assert told in dacha.last_table.caption
    await anya.tap("Открыть", on=dacha.last_table)
    assert anya.toast.startswith("Ходим по очереди: сейчас любой, кроме вас.")
    assert (await game(stage)).moves == "d"
    await boris.tap("Открыть", on=dacha.last_table)
    await boris.settled()
    assert (await game(stage)).moves == "dd"
    await anya.tap("Открыть", on=dacha.last_table)
    await anya.settled()
    assert (await game(stage)).moves == "ddd"


async def test_after_half_a_minute_the_same_person_may_go_on(stage: Stage) -> None:
    dacha = stage.town.group("Дача")
    anya = dacha.seat("Аня")
    await stage.services.storage.chats.ensure(dacha.id, "group", "Дача", 1)
    await stage.services.storage.chats.change(dacha.id, who_plays="turns")
    await begin(anya)
    await anya.tap("Открыть")
    await anya.settled()
    tap = (await game(stage)).last_tap
    assert tap is not None
    stage.clock.now = tap.at + 20
    await anya.tap("Открыть")
    assert anya.toast.endswith("через 10\u00a0секунд — и вы.")
    stage.clock.now = tap.at + 30
    await anya.tap("Открыть")
    await anya.settled()
    assert (await game(stage)).moves == "dd"


async def test_in_turn_ones_own_tap_can_be_taken_back(stage: Stage) -> None:
    dacha = stage.town.group("Дача")
    anya = dacha.seat("Аня")
    await stage.services.storage.chats.ensure(dacha.id, "group", "Дача", 1)
    await stage.services.storage.chats.change(dacha.id, who_plays="turns")
    await begin(anya)
    await anya.tap("Открыть")
    await anya.settled()
    await anya.tap("↩️")
    assert anya.toast == texts.UNDONE


@pytest.mark.parametrize(
    ("who_plays", "toast"),
    [("starter", texts.ONLY_STARTER), ("turns", "Ходим по очереди: сейчас любой, кроме вас.")],
)
async def test_who_may_not_move_spends_no_hints(
    stage: Stage, oracle: Oracle, who_plays: str, toast: str
) -> None:
    dacha = stage.town.group("Дача")
    anya, boris = dacha.seat("Аня"), dacha.seat("Борис")
    await begin(anya)
    await stage.services.storage.chats.change(dacha.id, who_plays=who_plays)
    mover, other = (anya, boris) if who_plays == "starter" else (boris, anya)
    await mover.tap("⏩")  # now there is a choice: to lay, or to open on
    await mover.settled()
    refused, allowed = (other, mover) if who_plays == "starter" else (mover, other)
    before = len(dacha.from_bot)
    await refused.tap(buttons.HINT, on=dacha.last_table)
    assert refused.toast.startswith(toast)
    await refused.send("/hint")
    await refused.until(lambda: len(dacha.from_bot) > before, "the refusal")
    assert dacha.last.text.startswith(toast)
    assert not oracle.asked
    assert (await game(stage)).hints == 0
    await allowed.tap(buttons.HINT, on=dacha.last_table)
    assert allowed.toast.startswith("Кладите")
    assert (await game(stage)).hints == 1
