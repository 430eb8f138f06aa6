"""The words of the leaderboards leave no period and no field out."""

import pytest

from bot.games.registry import PATIENCES
from bot.play.leaderboard import Field, Page, View
from bot.play.periods import Period
from bot.texts.leaderboard import FIELDS, PERIODS, page
from bot.texts.words import is_marked, told_apart


def test_every_period_and_every_field_has_a_tab() -> None:
    assert list(PERIODS) == list(Period)
    assert list(FIELDS) == list(Field)
    assert len({*PERIODS.values(), *FIELDS.values()}) == len(PERIODS) + len(FIELDS)


@pytest.mark.parametrize(
    ("period", "told"),
    [
        (Period.DAY, "Сегодня, 3\u00a0января · люди"),
        (Period.WEEK, "Неделя с\u00a028\u00a0декабря · люди"),
        (Period.ALL, "Всё время · люди"),
    ],
)
def test_a_page_tells_its_days(period: Period, told: str) -> None:
    kind = next(iter(PATIENCES))
    shown = Page(
        View(period, Field.PEOPLE, kind),
        period.span("2027-01-03"),
        first=0,
        lines=[],
        own=None,
        own_at=None,
        size=0,
        shares=[],
    )
    assert page(shown, private=True).splitlines()[1] == told


def test_namesakes_are_told_apart_by_a_number_that_stays_theirs() -> None:
    both = told_apart({1: "Аня", 2: "Борис", 3: "Аня"})
    assert both == {1: "Аня\u00a0#83", 2: "Борис", 3: "Аня\u00a0#11"}
    assert told_apart({3: "Аня", 77: "Аня"})[3] == both[3]
    assert told_apart({1: "Аня", 3: "Вера"}) == {1: "Аня", 3: "Вера"}


def test_namesakes_who_share_two_digits_get_more() -> None:
    people = dict.fromkeys(range(1, 60), "Аня")
    told = told_apart(people)
    assert len(set(told.values())) == len(people)
    assert all(is_marked(name) for name in told.values())
    assert not is_marked("Аня #1")
