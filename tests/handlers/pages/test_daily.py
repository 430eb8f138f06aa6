"""The deals of the day: what ranks, what is set aside, what is told when."""

import pytest

from bot.games.cards import tokens
from bot.games.deals import Deal
from bot.texts import chat as chat_texts
from tests.staging.calendar_stage import TODAY, play_on, table_of
from tests.staging.seats import Seat
from tests.staging.stage import Stage
from tests.staging.wins import WINS

DEVILS = "Чёртов пасьянс"
HOLDING = "Первые и последние"


async def begin(seat: Seat, title: str = DEVILS) -> None:
    await seat.send("/daily")
    await seat.tap(f"Играть: {title}")
    await seat.settled()


async def finish(seat: Seat) -> None:
    """Ends the game as it stands."""
    await seat.send("/finish")
    await seat.tap("Закончить партию")
    await seat.settled()


async def test_today_has_a_deal_of_each_daily_patience(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.send("/daily")
    page = anya.last.text
    assert "Расклады дня · 15 января 2027".replace(" ", "\u00a0") in page.replace(" ", "\u00a0")
    assert page.count("Ещё не начат. Первая попытка идёт в зачёт.") == 2
    assert "каждый день в 00:00 (Москва)" in page
    assert "решателя" not in page
    assert anya.last.rows == [
        [f"Играть: {HOLDING}"],
        [f"Играть: {DEVILS}"],
        ["Бросить вызов"],
        ["Прошлые дни"],
    ]


async def test_people_and_teams_have_decks_of_their_own(today: Stage) -> None:
    deals = await today.services.storage.daily.of_day(TODAY)
    assert len({deal.deal for deal in deals}) == len(deals) == 4
    anya, dacha = today.town.private("Аня"), today.town.group().seat("Аня")
    await begin(anya)
    await begin(dacha)
    own, team = await table_of(today, anya), await table_of(today, dacha)
    assert (own.audience, team.audience) == ("person", "team")
    assert own.deal != team.deal
    assert {own.deal, team.deal} <= {deal.deal for deal in deals}


async def test_only_the_first_attempt_ranks_and_the_others_say_so(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    assert anya.last_table.caption.endswith("Расклад дня 15.01.2027, в зачёт 0\u00a0очков")
    await anya.tap("Открыть")
    await finish(anya)
    assert "В зачёт: " in anya.last_table.caption

    await anya.send("/daily")
    assert "Ещё раз — вне зачёта." in anya.last.text
    await anya.tap(f"Ещё раз: {DEVILS}")
    await anya.settled()
    assert anya.last_table.caption.endswith("расклад дня 15.01.2027, вне зачёта")
    await finish(anya)
    assert "В зачёт: " not in anya.last_table.caption
    assert "вне зачёта" in anya.last_table.caption

    results = await today.services.storage.results.of_day(TODAY, player_id=anya.user_id)
    assert [(result.opened, result.audience) for result in results] == [(1, "person")]


async def test_ending_a_ranked_game_says_that_it_counts(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    await anya.send("/finish")
    assert anya.last.text.endswith("Этот результат и пойдёт в зачёт.")
    await anya.tap("Закончить партию")
    await anya.settled()
    await anya.tap("Тот же расклад")
    await anya.settled()
    await anya.send("/finish")
    assert "зачёт" not in anya.last.text


async def test_the_same_deal_again_is_out_of_ranking(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    first = await table_of(today, anya)
    await finish(anya)
    await anya.tap("Тот же расклад")
    await anya.settled()
    assert anya.toast == "Эта партия — вне зачёта."
    second = await table_of(today, anya)
    assert second.id != first.id
    assert (second.deal, second.ranked) == (first.deal, False)


async def test_the_next_deal_is_told_when_ones_own_game_is_over_and_when_the_solvers_best_will_be(
    today: Stage,
) -> None:
    later = "Лучшее у решателя откроется в\u00a003:00 следующей ночи: /deal\u00a015.01.2027"
    anya = today.town.private("Аня")
    await begin(anya)
    await anya.send("/daily")
    assert "решателя" not in anya.last.text
    assert "через" not in anya.last.text
    await finish(anya)
    assert later in anya.last_table.caption
    await anya.send("/daily")
    devils = anya.last.text.partition(DEVILS)
    assert "решателя" not in devils[0]
    assert later in devils[2]
    assert "Лучшее у решателя: за" not in anya.last.text + anya.last_table.caption
    assert "Следующие расклады — через 12\u00a0ч." in anya.last.text


async def test_a_won_deal_brings_the_points_of_a_win(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    line = WINS[(await table_of(today, anya)).deal]
    await play_on(today, anya, anya.user_id, line[:-1])
    await anya.send("/table")
    await anya.tap("m:", anya.last_table)
    await anya.settled()
    [result] = await today.services.storage.results.of_day(TODAY, player_id=anya.user_id)
    assert (result.won, result.laid, result.opened) == (True, 104, line.count("d"))
    assert result.points == 104 + 50 + 25 * (3 - result.passes)
    await anya.send("/daily")
    assert f"В зачёт: сошёлся за {result.passes}\u00a0проход" in anya.last.text


async def test_a_group_plays_once_as_a_team_and_tells_who_laid_how_many(today: Stage) -> None:
    anya, boris = (today.town.group().seat(name) for name in ("Аня", "Борис"))
    await begin(anya)
    line = WINS[(await table_of(today, anya)).deal]
    half = len(line) // 2
    await play_on(today, anya, anya.user_id, line[:half])
    await boris.send("/table")
    await play_on(today, anya, boris.user_id, line[half:-1])
    await finish(anya)
    [result] = await today.services.storage.results.of_day(TODAY, chat_id=anya.id)
    shares = await today.services.storage.results.team_shares(anya.id, result.kind, TODAY, TODAY)
    assert {share.player_id for share in shares} == {anya.user_id, boris.user_id}
    assert sum(share.laid for share in shares) == result.laid
    assert result.player_id is None

    await boris.send("/daily")
    await boris.tap(f"Ещё раз: {DEVILS}")
    await boris.settled()
    assert not (await table_of(today, boris)).ranked
    # What the team has played is no attempt of its people.
    await begin(boris_at_home := today.town.private("Борис"))
    assert (await table_of(today, boris_at_home)).ranked


async def test_a_ranked_game_is_set_aside_for_another_and_resumed(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    await anya.tap("Открыть")
    await anya.settled()
    ranked = await table_of(today, anya)

    await anya.send("/new")
    await anya.tap(DEVILS)
    await anya.settled()
    assert (await table_of(today, anya)).label.isdigit()
    await anya.forge(anya.last_table, f"m:{ranked.id:x}:{ranked.revision}:d")
    assert anya.toast == chat_texts.GAME_ASIDE

    await anya.send("/daily")
    assert "В игре: уложено\u00a00\u00a0из\u00a0104, в зачёт до 03:00" in anya.last.text
    await anya.tap(f"Продолжить: {DEVILS}")
    await anya.settled()
    # The casual game on the table is not dropped without a question.
    assert "неоконченная партия" in anya.last.text
    await anya.tap("Убрать")
    await anya.settled()
    resumed = await table_of(today, anya)
    assert (resumed.id, resumed.moves, resumed.ranked) == (ranked.id, "d", True)
    assert anya.last.id == anya.last_table.id


async def test_both_deals_of_a_day_take_turns_on_the_table(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya, DEVILS)
    first = await table_of(today, anya)
    await begin(anya, HOLDING)
    second = await table_of(today, anya)
    assert first.ranked
    assert second.ranked
    await anya.send("/daily")
    assert anya.last.rows[:2] == [[f"Продолжить: {HOLDING}"], [f"Продолжить: {DEVILS}"]]
    await anya.tap(f"Продолжить: {DEVILS}")
    await anya.settled()
    assert (await table_of(today, anya)).id == first.id


async def test_of_two_who_begin_at_once_one_lays_the_cards_out(today: Stage) -> None:
    anya, boris = (today.town.group().seat(name) for name in ("Аня", "Борис"))
    await anya.send("/daily")
    page = anya.last
    pressed = [seat.press(f"Играть: {DEVILS}", on=page) for seat in (anya, boris)]
    for seat, query in zip((anya, boris), pressed, strict=True):
        await seat.answered(query)
    await anya.settled()
    game = await table_of(today, anya)
    assert (game.starter, game.ranked) == (anya.user_id, True)
    assert await today.services.storage.games.attempt(anya.id, TODAY, game.kind) == game
    [table] = [message for message in anya.from_bot if message.has_photo and message.buttons]
    assert table.id == anya.last.id


async def test_the_deal_on_the_table_is_brought_down_not_begun_anew(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    before = await table_of(today, anya)
    await anya.send("/daily")
    await anya.tap(f"Продолжить: {DEVILS}")
    await anya.settled()
    after = await table_of(today, anya)
    assert (after.id, after.revision) == (before.id, before.revision)
    assert anya.last.id == anya.last_table.id


class TestUndo:
    """What a ranked game shows cannot be taken back."""

    async def test_an_opened_card_stays_open(self, today: Stage) -> None:
        anya = today.town.private("Аня")
        await begin(anya)
        await anya.tap("Открыть")
        await anya.settled()
        await anya.tap("↩️")
        assert anya.toast == chat_texts.SHOWN
        assert (await table_of(today, anya)).moves == "d"

    async def test_in_the_second_pass_of_devils_all_is_known(self, today: Stage) -> None:
        anya = today.town.private("Аня")
        await begin(anya)
        await play_on(today, anya, anya.user_id, "d" * 88)
        await play_on(today, anya, anya.user_id, "r")
        await play_on(today, anya, anya.user_id, "d")
        for left in ("d" * 88 + "r", "d" * 88):
            await anya.send("/undo")
            assert (await table_of(today, anya)).moves == left
        await anya.send("/undo")
        assert anya.last.text == chat_texts.SHOWN

    async def test_after_a_shuffle_nothing_is_known(self, today: Stage) -> None:
        anya = today.town.private("Аня")
        await begin(anya, HOLDING)
        await play_on(today, anya, anya.user_id, "d" * 88)
        await play_on(today, anya, anya.user_id, "r")
        await play_on(today, anya, anya.user_id, "d")
        await anya.send("/undo")
        assert anya.last.text == chat_texts.SHOWN

    async def test_out_of_ranking_everything_is_taken_back(self, today: Stage) -> None:
        anya = today.town.private("Аня")
        await begin(anya)
        await finish(anya)
        await anya.tap("Тот же расклад")
        await anya.settled()
        await anya.tap("Открыть")
        await anya.settled()
        await anya.tap("↩️")
        assert anya.toast == chat_texts.UNDONE


@pytest.mark.parametrize("command", ["/daily", "/record"])
async def test_no_card_that_was_not_shown_is_told_before_the_release(
    command: str, today: Stage
) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    game = await table_of(today, anya)
    deck = tokens(Deal.named(game.deal).deck)
    await finish(anya)
    await anya.tap("Протокол")
    assert anya.toast == chat_texts.RECORD_HELD_BACK
    await anya.send(command)
    assert not any("document" in message.raw for message in anya.from_bot)
    assert not any(deck[20:60] in message.text for message in anya.from_bot)


@pytest.mark.parametrize("said", ["16.01", "16/1", "16 января"])
async def test_a_day_without_a_year_is_this_years_where_last_years_had_no_deals(
    today: Stage, said: str
) -> None:
    assert await today.services.daily.meant(said) == "2027-01-16"
    assert await today.services.daily.meant("16.01.26") == "2026-01-16"
    assert await today.services.daily.meant("вчера") == "2027-01-14"
