"""The words of the leaderboards leave no period and no field out."""

import pytest

from bot.games.registry import PATIENCES
from bot.play.leaderboard import Field, Page, View
from bot.play.periods import Period
from bot.texts.leaderboard import FIELDS, PERIODS, page


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
        lines=[],
        own=None,
        size=0,
        shares=[],
    )
    assert page(shown, private=True).splitlines()[1] == told
