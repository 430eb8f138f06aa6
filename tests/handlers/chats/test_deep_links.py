"""Deep links, followed in the sandbox."""

import pytest

from bot.games.registry import PATIENCES
from bot.texts import chat as chat_texts
from bot.texts import daily as texts
from tests.handlers.pages.test_daily import DEVILS, begin
from tests.staging.calendar_stage import TODAY, at, table_of
from tests.staging.stage import Stage


@pytest.mark.parametrize("kind", PATIENCES)
async def test_a_numbered_deal_is_laid_out_in_its_way_to_play(kind: str, today: Stage) -> None:
    vera = today.town.private("Вера", started=False)
    await vera.start(f"n_481516_{kind}")
    game = await table_of(today, vera)
    assert (game.kind, game.label, game.ranked) == (kind, "481516", False)
    assert vera.last_table.caption.startswith("Карты разложены")


async def test_a_link_to_the_deals_of_the_day(today: Stage) -> None:
    anya = today.town.private("Аня")
    for payload in ("d", f"d_{TODAY}"):
        await anya.start(payload)
        assert anya.last.text.count("Ещё не начат.") == 2


async def test_a_link_to_todays_deal_is_the_first_attempt(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.start(f"d_{TODAY}_devils")
    game = await table_of(today, anya)
    assert (game.kind, game.label, game.ranked) == ("devils", TODAY, True)


@pytest.mark.parametrize("payload", ["n_481516_devils", f"d_{TODAY}_devils"])
async def test_a_link_to_the_game_on_the_table_goes_on_with_it(payload: str, today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.start(payload)
    await anya.tap("Открыть")
    await anya.settled()
    before = await table_of(today, anya)
    await anya.start(payload)
    after = await table_of(today, anya)
    assert (after.id, after.moves, after.revision) == (before.id, "d", before.revision)
    assert anya.last.id == anya.last_table.id
    assert anya.last_table.id > (before.message.message_id if before.message else 0)


async def test_a_link_does_not_drop_another_game_without_asking(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.start("n_1_devils")
    await anya.start("n_2_devils")
    assert "неоконченная партия" in anya.last.text
    assert (await table_of(today, anya)).label == "1"
    await anya.tap("Убрать")
    await anya.settled()
    assert (await table_of(today, anya)).label == "2"


async def test_a_link_to_a_past_day_plays_it_out_of_ranking(today: Stage) -> None:
    anya = today.town.private("Аня")
    today.clock.now = at("2027-01-17 12:00")
    await anya.start(f"d_{TODAY}")
    assert "<b>" not in anya.last.text
    assert anya.last.text.count("Не сыгран. Теперь — вне зачёта.") == 2
    await anya.start(f"d_{TODAY}_devils")
    game = await table_of(today, anya)
    assert (game.label, game.ranked) == (TODAY, False)
    await anya.send("/finish")
    await anya.tap("Закончить партию")
    await anya.settled()
    assert await today.services.storage.results.of_day(TODAY, player_id=anya.user_id) == []


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        ("d_2027-01-16_devils", texts.FUTURE),
        ("d_2027-01-16", texts.FUTURE),
        ("d_9999-12-31_devils", texts.FUTURE),
        ("d_2027-01-12_devils", texts.NO_DAY),
        ("d_2020-01-01", texts.NO_DAY),
        (f"d_{TODAY}_klondike", chat_texts.BAD_LINK),
        ("n_1_klondike", chat_texts.BAD_LINK),
        ("n_0_devils", chat_texts.BAD_LINK),
        ("n_9999999999_devils", chat_texts.BAD_LINK),
        ("d1", chat_texts.BAD_LINK),
        ("d_2027-02-30_devils", chat_texts.BAD_LINK),
        ("________", chat_texts.BAD_LINK),
        ("a" * 64, chat_texts.BAD_LINK),
    ],
)
async def test_whatever_leads_nowhere_gets_a_friendly_answer(
    payload: str, said: str, today: Stage
) -> None:
    anya = today.town.private("Аня")
    await anya.start(payload)
    assert anya.last.text == said
    assert await today.services.storage.games.current(anya.id) is None


async def test_the_patience_without_deals_of_the_day_has_none(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.start(f"d_{TODAY}_first-last")
    assert anya.last.text == texts.NO_DAY


async def test_a_payload_of_several_words_is_no_link(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.send("/start d d")
    assert anya.last.text == chat_texts.BAD_LINK


async def test_in_a_group_the_link_means_the_teams_deals(today: Stage) -> None:
    boris = today.town.group().seat("Борис")
    await boris.send(f"/start@{today.town.world.bot['username']} d_{TODAY}_devils")
    game = await table_of(today, boris)
    assert (game.audience, game.ranked, game.starter) == ("team", True, boris.user_id)


async def test_the_start_page_leads_into_a_group(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.send("/start")
    button = anya.last.button("Играть в группе")
    assert button is not None
    assert button["url"] == f"https://t.me/{today.town.world.bot['username']}?startgroup=d"
    await anya.tap("Расклад дня")
    await anya.settled()
    assert "Расклады дня" in anya.last.text


async def test_the_button_under_a_finished_game_brings_the_day(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    await anya.send("/finish")
    await anya.tap("Закончить партию")
    await anya.settled()
    await anya.tap("Расклад дня")
    await anya.settled()
    assert f"Ещё раз: {DEVILS}" in [label for row in anya.last.rows for label in row]
