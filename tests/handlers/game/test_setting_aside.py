"""A team's begun ranked game leaves the table only when somebody agrees; its end tells who laid."""

import re

from bot.texts import buttons
from bot.texts import chat as texts
from tests.handlers.pages.test_daily import DEVILS, HOLDING, begin, finish
from tests.staging.calendar_stage import play_on, table_of
from tests.staging.stage import Stage
from tests.staging.wins import WINS


async def test_a_team_is_asked_before_its_ranked_game_is_set_aside(today: Stage) -> None:
    dacha = today.town.group("Дача")
    boris, vera = dacha.seat("Борис"), dacha.seat("Вера")
    await begin(boris)
    await boris.tap("Открыть")
    await boris.settled()
    ranked = await table_of(today, dacha)
    await vera.send("/new")
    await vera.tap("Чёртов")
    await vera.settled()
    assert dacha.last.text.startswith("На столе партия в зачёт: Чёртов пасьянс")
    await vera.tap(buttons.SET_ASIDE)
    assert vera.toast == texts.NEED_SECOND
    assert (await table_of(today, dacha)).id == ranked.id
    await boris.tap(buttons.SET_ASIDE)
    await boris.settled()
    assert not (await table_of(today, dacha)).ranked
    aside = await today.services.storage.games.get(ranked.id)
    assert aside is not None
    assert aside.state == "aside"


async def test_the_other_deal_of_the_day_asks_too(today: Stage) -> None:
    dacha = today.town.group("Дача")
    boris = dacha.seat("Борис")
    await begin(boris)
    await boris.tap("Открыть")
    await boris.settled()
    await begin(boris, HOLDING)
    assert (await table_of(today, dacha)).kind == "devils"
    await boris.tap(buttons.SET_ASIDE)
    await boris.settled()
    assert (await table_of(today, dacha)).kind == "first-last-hold"
    # What was only laid out goes without a question, and the first comes back.
    await boris.send("/daily")
    await boris.tap(f"Продолжить: {DEVILS}")
    await boris.settled()
    assert (await table_of(today, dacha)).moves == "d"


async def test_alone_nothing_is_asked(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    await anya.tap("Открыть")
    await anya.settled()
    await begin(anya, HOLDING)
    assert (await table_of(today, anya)).kind == "first-last-hold"


async def test_the_end_tells_who_laid_how_many_cards(today: Stage) -> None:
    dacha = today.town.group("Дача")
    anya, boris = dacha.seat("Аня"), dacha.seat("Борис")
    await boris.send("/stats")
    await begin(anya)
    line = WINS[(await table_of(today, dacha)).deal]
    await play_on(today, dacha, anya.user_id, line[:60])
    await finish(anya)
    alone = dacha.last_table.caption
    assert f"\u2068Аня\u2069\u00a0{laid_of(alone)}" not in alone
    assert "Место среди чатов — когда карты уложат хотя бы двое" in alone

    await begin(anya, HOLDING)
    line = WINS[(await table_of(today, dacha)).deal]
    await play_on(today, dacha, anya.user_id, line[:90])
    await play_on(today, dacha, boris.user_id, line[90:200])
    await finish(anya)
    together = dacha.last_table.caption
    found = re.search(
        r"^\u2068Борис Орлов\u2069\u00a0(\d+) · \u2068Аня\u2069\u00a0(\d+)$", together, re.MULTILINE
    )
    assert found is not None
    assert int(found[1]) + int(found[2]) == laid_of(together)


def laid_of(caption: str) -> int:
    """How many cards a caption tells."""
    found = re.search("Уложено\u00a0([0-9]+)", caption)
    assert found is not None
    return int(found[1])
