"""/stats: figures, streaks, charts and their pages."""

import random
from datetime import date, timedelta

import pytest

from bot.games.registry import PATIENCES
from bot.play.stats import Column, Statistics, Streak, columns, fields_of, streak
from bot.texts import chat as texts
from bot.texts import stats as words
from render import DayState, Theme
from storage import NewGame, Result, ResultCount, Stat
from tests.staging.results import common, played
from tests.staging.stage import Stage

TODAY = date(2027, 1, 15)  # by the clock of the stage


def day(ago: int) -> str:
    """The date so many days ago."""
    return (TODAY - timedelta(ago)).isoformat()


WEEK = [f"2026-11-{number:02}" for number in range(2, 9)]


@pytest.mark.parametrize(
    ("played_on", "open_day", "expected"),
    [
        ([], "2026-11-30", Streak(0, 0)),
        (["2026-11-30"], "2026-11-30", Streak(1, 1)),
        (["2026-11-29"], "2026-11-30", Streak(1, 1)),
        (["2026-11-28"], "2026-11-30", Streak(0, 1)),
        (["2026-11-26", "2026-11-28", "2026-11-29"], "2026-11-30", Streak(2, 2)),
        (["2026-02-27", "2026-02-28", "2026-03-01", "2026-11-30"], "2026-11-30", Streak(1, 3)),
        (["2026-12-31", "2027-01-01"], "2027-01-01", Streak(2, 2)),
        # The game of the open day's evening is not over, while today's is.
        (["2026-11-28", "2026-11-30"], "2026-11-29", Streak(1, 1)),
    ],
)
def test_a_streak_is_days_in_a_row_and_ends_with_a_gap(
    played_on: list[str], open_day: str, expected: Streak
) -> None:
    assert streak(played_on, open_day) == expected


@pytest.mark.parametrize(
    ("played_on", "open_day", "expected"),
    [
        (WEEK[:6], "2026-11-09", Streak(0, 6)),
        (WEEK, "2026-11-09", Streak(7, 7, 1)),
        (WEEK, "2026-11-10", Streak(7, 7, 0, ("2026-11-09",))),  # taken, and it adds nothing
        (WEEK, "2026-11-11", Streak(0, 7, 0, ("2026-11-09",))),  # the next ends it
        ([*WEEK, "2026-11-10"], "2026-11-10", Streak(8, 8, 0, ("2026-11-09",))),
    ],
)
def test_seven_days_in_a_row_earn_a_spare_day(
    played_on: list[str], open_day: str, expected: Streak
) -> None:
    assert streak(played_on, open_day) == expected


def in_a_row(first: str, days: int) -> list[str]:
    """Dates one after the other."""
    return [str(date.fromisoformat(first) + timedelta(ago)) for ago in range(days)]


def test_two_spare_days_are_kept_and_two_missed_days_take_both() -> None:
    played_on = in_a_row("2026-11-01", 28)
    assert streak(played_on, "2026-11-29") == Streak(28, 28, 2)
    both = ("2026-11-29", "2026-11-30")
    assert streak(played_on, "2026-12-01") == Streak(28, 28, 0, both)
    assert streak([*played_on, "2026-12-01"], "2026-12-01") == Streak(29, 29, 0, both)
    assert streak(played_on, "2026-12-02") == Streak(0, 28, 0, both)


def test_a_spare_day_adds_nothing_to_the_next_seven_and_takes_nothing_from_them() -> None:
    played_on = [*in_a_row("2026-11-01", 10), *in_a_row("2026-11-12", 3)]
    assert streak(played_on, "2026-11-15") == Streak(13, 13, 0, ("2026-11-11",))
    assert streak([*played_on, "2026-11-15"], "2026-11-15") == Streak(14, 14, 1, ("2026-11-11",))


def day_by_day(played_on: set[str], open_day: str) -> Streak:
    """The same by a slow model: what stands at the end of each day, one after the other."""
    length, best, spares, row = 0, 0, 0, 0
    spared: list[str] = []
    last = max([*played_on, str(date.fromisoformat(open_day) - timedelta(1))])
    today = min([*played_on, open_day])
    while today <= last:
        if today in played_on:
            length, row = length + 1, row + 1
            if row % 7 == 0:
                spares = min(2, spares + 1)
        elif length and spares:
            spares -= 1
            spared.append(today)
        else:
            length, spares, row = 0, 0, 0
        best = max(best, length)
        today = str(date.fromisoformat(today) + timedelta(1))
    return Streak(length, best, spares, tuple(spared))


@pytest.mark.parametrize("seed", range(300))
def test_streaks_of_any_days_equal_the_slow_model(seed: int) -> None:
    rng = random.Random(seed)
    often = rng.choice((0.5, 0.8, 0.9, 0.97))
    calendar = in_a_row("2026-12-01", rng.randrange(1, 60))
    played_on = [one for one in calendar if rng.random() < often]
    for open_day in (calendar[-1], str(date.fromisoformat(calendar[-1]) + timedelta(1))):
        assert streak(played_on, open_day) == day_by_day(set(played_on), open_day)


def test_columns_hold_every_game_once() -> None:
    devils = PATIENCES["devils"]
    outcomes = [
        *(ResultCount(False, 3, laid, 1) for laid in range(104)),
        *(ResultCount(True, passes, 104, passes) for passes in (1, 2, 3)),
    ]
    latest = Result(1, 1, 1, 1, "devils", None, "", 104, True, True, 2, 100, 0, 179, 1)
    assert columns(devils, outcomes, latest) == [
        Column(26, laid=(0, 25)),
        Column(26, laid=(26, 51)),
        Column(26, laid=(52, 77)),
        Column(26, laid=(78, 103)),
        Column(3, passes=3),
        Column(2, passes=2, latest=True),
        Column(1, passes=1),
    ]


def test_the_bar_of_the_last_game_is_explained() -> None:
    stat = Stat("devils", 1, 0, 60, None, None, None)

    def told(*, latest: bool) -> str:
        bars = [Column(1, laid=(52, 77), latest=latest)]
        return "\n".join(words.distribution(PATIENCES["devils"], stat, bars, Theme.GREEN).lines)

    assert told(latest=False).endswith("«за\u00a02» — сошёлся за два прохода")
    assert told(latest=True).endswith("«за\u00a02» — за два прохода · в рамке — последняя партия")


def test_a_month_begins_under_its_weekday() -> None:
    fields = fields_of("2026-11")
    assert fields[:7] == [None] * 6 + ["2026-11-01"]
    assert fields[-1] == "2026-11-30"
    assert fields_of("2026-06")[0] == "2026-06-01"
    assert len(fields_of("2028-02")) == 1 + 29


async def test_who_has_played_nothing_is_told_how_to_begin(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/stats")
    assert anya.last.text == words.EMPTY


async def test_games_rate_streak_and_best_are_told(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    storage = stage.services.storage
    await anya.send("/start")
    for ago in (10, 9, 8, 3, 2, 1):
        await played(storage, anya.id, day(ago), points=50 + ago)
    await played(storage, anya.id, day(1), 129, won=True, kind="first-last-hold", passes=2)
    await played(storage, anya.id, day(4), finished=False)
    await anya.send("/stats")
    assert anya.last.text.split("\n") == [
        "Статистика",
        "Партий 8, сошлось 1 (12\u00a0%)",
        "Серия: 3\u00a0дня, лучшая — 3\u00a0дня",
        "",
        "Первые и последние, с выбором: партий 1, сошлось 1 (100\u00a0%)",
        "Чёртов пасьянс: партий 7, сошлось 0 (0\u00a0%)",
    ]
    assert anya.last.photo.size == (960, 640)
    overview = anya.last.photo.tobytes()
    await anya.tap("Первые и последние")
    await anya.settled()
    assert anya.last.text.split("\n") == [
        "Первые и последние, с выбором",
        "Партий 1, сошлось 1 (100\u00a0%)",
        "В среднем уложено\u00a0104\u00a0из\u00a0104",
        "Лучшая победа: за 2\u00a0прохода, открыто 100\u00a0карт",
        "Лучшее в зачёт: 129\u00a0очков",
    ]
    assert anya.last.photo.tobytes() != overview
    await anya.tap("Серия")
    await anya.settled()
    assert anya.last.photo.tobytes() == overview
    assert len(anya.from_bot) == 2


async def test_the_calendar_is_leafed_through_to_the_first_day(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/start")
    await played(stage.services.storage, anya.id, "2026-11-30")
    await anya.send("/stats")
    assert anya.last.rows[0] == ["‹ декабрь\u00a02026"]
    await anya.tap("‹")
    await anya.settled()
    assert anya.last.rows[0] == ["‹ ноябрь\u00a02026", "январь\u00a02027 ›"]
    await anya.tap("‹")
    await anya.settled()
    assert anya.last.rows[0] == ["декабрь\u00a02026 ›"]
    for data in ("i:2026-10", "i:2027-02", "i:first-last", "i:chess", "i:"):
        assert (await anya.forge(anya.last, data)).text == texts.OLD_BUTTON


async def test_a_group_has_statistics_of_its_own(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya = group.seat("Аня")
    storage = stage.services.storage
    await anya.send("/start")
    await common(storage, group.id, day(0), {anya.user_id: 60})
    await played(storage, anya.user_id, day(0))
    await anya.send("/stats")
    assert group.last.text.startswith("Статистика чата\nПартий 1, сошлось 0")


async def test_where_no_pictures_are_allowed_words_remain(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya = group.seat("Аня")
    await anya.send("/start")
    await common(stage.services.storage, group.id, day(0), {anya.user_id: 60})
    stage.town.faults.refuse(400, "Bad Request: not enough rights to send photos", "sendPhoto")
    await anya.send("/stats")
    assert not group.last.has_photo
    assert group.last.text.startswith("Статистика чата")
    await anya.tap("Чёртов")
    await anya.settled()
    assert group.last.text.startswith("Чёртов пасьянс\nПартий 1")


async def test_after_midnight_an_unfinished_game_keeps_the_streak_until_three(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    storage, services = stage.services.storage, stage.services
    await anya.send("/start")
    await played(storage, anya.id, day(2))
    await played(storage, anya.id, day(1))
    stage.clock.now = services.days.deadline(day(0)) - 2 * 3600  # one in the night to the 16th
    await anya.send("/stats")
    assert "Серия прервалась, лучшая — 2\u00a0дня" in anya.last.text
    new = NewGame(anya.id, "devils", "deal", day(0), "person", True, anya.id, 1)
    assert (await storage.games.start(new)).placed
    await anya.send("/stats")
    assert "Серия: 2\u00a0дня" in anya.last.text
    stage.clock.now += 2 * 3600
    await anya.send("/stats")
    told = [shown.text for shown in anya.from_bot if "Серия" in shown.text]
    assert "Серия прервалась" in told[-1]


async def test_spare_days_are_told_and_shown(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    storage = stage.services.storage
    await anya.send("/start")
    for ago in (*range(15, 1, -1), 0):  # fourteen days, a missed one, today
        await played(storage, anya.id, day(ago))
    await anya.send("/stats")
    assert "Серия: 15\u00a0дней, лучшая — 15\u00a0дней; в\u00a0запасе 1\u00a0день" in anya.last.text
    assert words.SPARE_DAYS in anya.last.text
    chat = await storage.chats.get(anya.id)
    assert chat is not None
    figures = await Statistics(storage, stage.services.days).figures(chat)
    calendar = words.calendar(figures, TODAY.isoformat()[:7], Theme.GREEN)
    states = {one.label: one.state for one in calendar.days if one}
    assert states["14"] is DayState.SPARE
    assert [label for label, state in states.items() if state is DayState.SPARE] == ["14"]
    assert calendar.lines[-1] == "ромб: запасной"
    assert "запас: 1\u00a0день" in calendar.lines


async def test_where_there_is_no_spare_day_nothing_is_said_of_them(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/start")
    await played(stage.services.storage, anya.id, day(0))
    await anya.send("/stats")
    assert "запас" not in anya.last.text
