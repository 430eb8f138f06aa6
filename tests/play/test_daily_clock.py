"""The deals of the day around midnight, at the deadline, after a pause, in another zone."""

from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.jobs.daily_deals import RELEASED
from bot.texts import chat as chat_texts
from bot.texts import daily as texts
from tests.handlers.pages.test_daily import DEVILS, HOLDING, begin, finish
from tests.staging.calendar_stage import SETTINGS, TODAY, at, on_day, play_on, table_of
from tests.staging.driver import Town
from tests.staging.stage import Stage
from tests.staging.wins import WINS

NEXT_DAY = "2027-01-16"


async def test_a_game_of_the_evening_may_be_finished_after_midnight(today: Stage) -> None:
    anya = today.town.private("Аня")
    today.clock.now = at(f"{TODAY} 23:59")
    await begin(anya)
    await play_on(today, anya, anya.user_id, WINS[(await table_of(today, anya)).deal][:60])
    await anya.send("/table")
    today.clock.now = at(f"{NEXT_DAY} 00:01")
    await anya.tap("Открыть")
    await finish(anya)
    results = today.services.storage.results
    [result] = await results.of_day(TODAY, player_id=anya.user_id)
    assert result.finished
    assert list(await results.days(player_id=anya.user_id)) == [TODAY]

    await anya.send("/daily")
    assert "16\u00a0января" in anya.last.text
    assert anya.last.text.count("Ещё не начат.") == 2
    await begin(anya)
    assert (await table_of(today, anya)).label == NEXT_DAY


async def test_at_the_deadline_it_is_scored_as_it_stands_and_goes_on(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    line = WINS[(await table_of(today, anya)).deal]
    await play_on(today, anya, anya.user_id, line[:60])
    await anya.send("/table")

    today.clock.now = at(f"{NEXT_DAY} 02:59:59")
    await anya.tap("Открыть")
    await anya.settled()
    assert (await table_of(today, anya)).ranked

    today.clock.now = at(f"{NEXT_DAY} 03:00")
    await anya.tap("Открыть")
    await anya.settled()
    game = await table_of(today, anya)
    assert not game.ranked
    assert game.moves.endswith("dd")
    assert anya.last_table.caption.endswith("вне зачёта")
    [result] = await today.services.storage.results.of_day(TODAY, player_id=anya.user_id)
    assert not result.finished
    assert result.opened == line[:60].count("d") + 1
    assert result.finished_at == at(f"{NEXT_DAY} 03:00")

    # However it ends now, that result stays; a round was closed, so the day is one of a streak.
    await finish(anya)
    assert await today.services.storage.results.of_day(TODAY, player_id=anya.user_id) == [result]
    assert list(await today.services.storage.results.days(player_id=anya.user_id)) == [TODAY]


async def test_what_was_barred_may_be_taken_back_after_the_deadline(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    await anya.tap("Открыть")
    await anya.settled()
    today.clock.now = at(f"{NEXT_DAY} 03:00")
    await anya.tap("↩️")
    assert anya.toast == chat_texts.UNDONE


async def test_a_bot_that_was_off_scores_at_its_start(tmp_path: Path) -> None:
    async with Town() as town:
        anya, dacha = town.private("Аня"), town.group().seat("Аня")
        async with on_day(town, tmp_path / "bot.db") as stage:
            await begin(anya)
            await begin(dacha)
            await stage.services.session.start(anya.id, "devils", anya.user_id)
        async with on_day(town, tmp_path / "bot.db", "2027-01-18 12:00") as stage:
            await stage.services.daily_deals.score_overdue()
            results = stage.services.storage.results
            [own] = await results.of_day(TODAY, player_id=anya.user_id)
            [team] = await results.of_day(TODAY, chat_id=dacha.id)
            assert (own.finished, team.finished) == (False, False)
            assert own.finished_at == team.finished_at == at(f"{NEXT_DAY} 03:00")
            await dacha.settled()
            assert dacha.last_table.caption.endswith("вне зачёта")
            # The days without a bot had no deals; the archive has those that there were.
            await anya.send("/daily")
            assert anya.last.text.count("Ещё не начат.") == 2
            await anya.tap("Прошлые дни")
            await anya.settled()
            labels = [label for row in anya.last.rows for label in row]
            assert labels == ["17.01.2027", "16.01.2027", "15.01.2027", "Сегодня"]


async def test_what_was_set_aside_goes_on_out_of_ranking(tmp_path: Path) -> None:
    async with Town() as town:
        anya = town.private("Аня")
        async with on_day(town, tmp_path / "bot.db") as stage:
            await begin(anya)
            await anya.tap("Открыть")
            await anya.settled()
            await stage.services.session.start(anya.id, "devils", anya.user_id)
        async with on_day(town, tmp_path / "bot.db", f"{NEXT_DAY} 12:00") as stage:
            await anya.send("/finish")
            await anya.tap("Закончить партию")
            await anya.send("/deal 15.01")
            assert "Время вышло, доиграть можно вне зачёта." in anya.last.text
            await anya.tap(f"Продолжить: {DEVILS}")
            await anya.settled()
            game = await table_of(stage, anya)
            assert (game.label, game.moves, game.ranked) == (TODAY, "d", False)


async def test_between_midnight_and_the_deadline_only_who_has_begun_plays_yesterday(
    today: Stage,
) -> None:
    anya, boris = today.town.private("Аня"), today.town.private("Борис")
    await begin(anya)
    today.clock.now = at(f"{NEXT_DAY} 01:00")
    for seat in (anya, boris):
        await seat.send("/deal 15.01")
        assert "для всех он откроется в 03:00 (Москва)" in seat.last.text
    assert boris.last.rows == []
    assert anya.last.rows[0] == [f"Продолжить: {DEVILS}"]
    await boris.forge(boris.last, f"n:devils::::{TODAY}")
    assert boris.toast == chat_texts.OLD_BUTTON
    await finish(anya)
    await anya.tap("Тот же расклад")
    await anya.settled()
    assert not (await table_of(today, anya)).ranked


async def test_after_midnight_daily_still_lays_out_yesterdays_game(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    yesterdays = await table_of(today, anya)
    today.clock.now = at(f"{NEXT_DAY} 00:30")
    await begin(anya, HOLDING)
    assert (await table_of(today, anya)).label == NEXT_DAY
    await anya.send("/daily")
    assert (
        f"Вчерашний: {DEVILS}\nВ игре: уложено\u00a00\u00a0из\u00a0104, в зачёт до 03:00."
        in anya.last.text
    )
    await anya.tap(f"Продолжить: {DEVILS}")
    await anya.settled()
    game = await table_of(today, anya)
    assert (game.id, game.label, game.ranked) == (yesterdays.id, TODAY, True)
    await finish(anya)
    await anya.send("/daily")
    assert "Вчерашний" not in anya.last.text


async def test_at_the_release_the_day_is_told_whole(today: Stage) -> None:
    anya, boris = today.town.private("Аня"), today.town.private("Борис")
    await begin(anya)
    line = WINS[(await table_of(today, anya)).deal]
    await play_on(today, anya, anya.user_id, line[:100])
    await finish(anya)
    today.clock.now = at(f"{NEXT_DAY} 02:59")
    await anya.tap("Тот же расклад")
    await finish(anya)
    assert "Лучшее у решателя откроется в\u00a003:00: " in anya.last_table.caption
    await anya.send("/deal 15.01.2027")
    assert "Лучшее у решателя откроется в\u00a003:00: " in anya.last.text
    today.clock.now = at(f"{NEXT_DAY} 03:00")
    await anya.tap("Тот же расклад")
    await finish(anya)
    assert "Лучшее у решателя: за" in anya.last_table.caption

    await anya.tap("Протокол")
    await anya.settled()
    record = anya.last.document.decode()
    assert f"расклад: {TODAY}\n" in record

    deck = record.partition("колода: ")[2].partition("\n")[0]
    await boris.send("/deal 15.01.2027")
    assert deck in boris.last.text
    assert "Лучший результат: \u2068Аня\u2069 — уложено" in boris.last.text
    assert boris.last.text.count("Лучшее у решателя") == 2
    assert "Не сыгран. Теперь — вне зачёта." in boris.last.text
    await boris.tap(f"Играть: {DEVILS}")
    await boris.settled()
    game = await table_of(today, boris)
    assert (game.label, game.ranked) == (TODAY, False)


async def test_the_future_is_refused_by_the_servers_clock(today: Stage) -> None:
    anya = today.town.private("Аня")
    assert len(await today.services.storage.daily.of_day(NEXT_DAY)) == 4
    await anya.send("/daily")
    page = anya.last.text
    for data in (f"n:devils::::{NEXT_DAY}", f"y:{NEXT_DAY}"):
        await anya.forge(anya.last, data)
        assert anya.toast == chat_texts.OLD_BUTTON
        await anya.settled()
        assert anya.last.text == page
    await anya.send("/deal 16.01.2027")
    assert anya.last.text == texts.FUTURE
    assert await today.services.storage.games.current(anya.id) is None


async def test_another_zone_moves_the_days_and_nothing_else(tmp_path: Path) -> None:
    vladivostok = replace(SETTINGS, timezone=ZoneInfo("Asia/Vladivostok"))
    async with Town() as town:
        anya = town.private("Аня")
        async with on_day(town, tmp_path / "bot.db", f"{TODAY} 18:00") as stage:
            await begin(anya)
            mine = await table_of(stage, anya)
            deals = await stage.services.storage.daily.of_day(NEXT_DAY)
        # It is one in the morning of the next day there.
        async with on_day(
            town, tmp_path / "bot.db", f"{NEXT_DAY} 01:00", settings=vladivostok
        ) as stage:
            assert (await table_of(stage, anya)).ranked
            await anya.send("/daily")
            assert "16\u00a0января" in anya.last.text
            assert "(Владивосток)" in anya.last.text
            assert await stage.services.storage.daily.of_day(NEXT_DAY) == deals
        # Back again it is the same day as before, whose first attempt was made.
        async with on_day(town, tmp_path / "bot.db", f"{TODAY} 19:00") as stage:
            await finish(anya)
            await anya.tap("Тот же расклад")
            await anya.settled()
            again = await table_of(stage, anya)
            assert (again.deal, again.ranked) == (mine.deal, False)


async def test_a_day_that_was_released_never_ranks_again(tmp_path: Path) -> None:
    vladivostok = replace(SETTINGS, timezone=ZoneInfo("Asia/Vladivostok"))
    async with Town() as town:
        anya, boris, database = town.private("Аня"), town.private("Борис"), tmp_path / "bot.db"
        async with on_day(town, database, settings=vladivostok):
            pass
        async with on_day(town, database, f"{NEXT_DAY} 05:00", settings=vladivostok):
            await anya.send("/deal 15.01")
            assert "Лучшее у решателя" in anya.last.text
        # Ten in the evening of the day before: its deals are known to all already.
        async with on_day(town, database, f"{TODAY} 22:00") as stage:
            assert stage.services.days.today() == TODAY
            assert stage.services.days.is_released(TODAY)
            await anya.send("/daily")
            assert anya.last.text.count("Теперь — вне зачёта.") == 2
            await begin(anya)
            assert not (await table_of(stage, anya)).ranked
            assert "вне зачёта" in anya.last_table.caption
        async with on_day(town, database, f"{NEXT_DAY} 12:00") as stage:
            await begin(boris)
            assert (await table_of(stage, boris)).ranked


async def test_a_clock_that_once_ran_ahead_bars_no_days(tmp_path: Path) -> None:
    async with Town() as town:
        anya, database = town.private("Аня"), tmp_path / "bot.db"
        async with on_day(town, database) as stage:
            await stage.services.storage.meta.set(RELEASED, "2099-01-01")
        async with on_day(town, database) as stage:
            await begin(anya)
            assert (await table_of(stage, anya)).ranked
            assert await stage.services.storage.meta.get(RELEASED) == TODAY


async def test_what_the_deleted_have_tried_is_forgotten_at_the_release(today: Stage) -> None:
    anya, services = today.town.private("Аня"), today.services
    await begin(anya)
    await services.storage.players.delete(anya.id, TODAY)
    today.clock.now = at(f"{NEXT_DAY} 02:59")
    await services.daily_deals.remember_releases()
    assert await services.storage.games.attempted(anya.id, TODAY) == {"devils"}
    today.clock.now = at(f"{NEXT_DAY} 03:00")
    await services.daily_deals.remember_releases()
    assert await services.storage.games.attempted(anya.id, TODAY) == set()


async def test_a_page_from_before_midnight_says_that_its_day_is_over(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.send("/daily")
    today.clock.now = at(f"{NEXT_DAY} 00:01")
    await anya.tap(f"Играть: {DEVILS}")
    assert anya.toast == texts.OVER


async def test_a_date_without_a_year_is_yet_to_come_where_last_year_had_no_deals(
    today: Stage,
) -> None:
    anya = today.town.private("Аня")
    for asked, answered in (
        ("16.01", texts.FUTURE),
        ("16.01.2026", texts.NO_DAY),
        ("14.01", texts.NO_DAY),
        ("29.02", texts.NO_DAY),  # there is none this year
    ):
        await anya.send(f"/deal {asked}")
        assert anya.last.text == answered
    (deal, *_) = await today.services.storage.daily.of_day(TODAY)
    await today.services.storage.daily.put(replace(deal, date="2026-01-16"))
    await anya.send("/deal 16.01")
    assert "16\u00a0января\u00a02026" in anya.last.text


async def test_figures_count_what_is_overdue(today: Stage) -> None:
    anya, group = today.town.private("Аня"), today.town.group()
    dacha = group.seat("Аня")
    await begin(anya)
    await begin(dacha)
    today.clock.now = at(f"{NEXT_DAY} 03:00")
    await anya.send("/stats")
    assert "Партий 1" in anya.last.caption
    results = today.services.storage.results
    assert len(await results.of_day(TODAY, chat_id=group.id)) == 1


async def test_the_leaderboard_counts_what_is_overdue(today: Stage) -> None:
    anya, boris = today.town.private("Аня"), today.town.private("Борис")
    await begin(anya)
    today.clock.now = at(f"{NEXT_DAY} 03:00")
    await boris.send("/top")
    assert await today.services.storage.results.of_day(TODAY, player_id=anya.user_id)


async def test_a_best_result_of_a_chat_without_a_title_begins_with_a_capital(today: Stage) -> None:
    dacha = today.town.group().seat("Аня")
    await begin(dacha)
    await finish(dacha)
    today.clock.now = at(f"{NEXT_DAY} 03:00")
    await dacha.send("/deal 15.01")
    assert "Лучший результат: \u2068Чат\u2069 — " in dacha.last.text
