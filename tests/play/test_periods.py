"""Periods: which days count together, and by what name storage keeps their sums."""

from datetime import date, timedelta

import pytest

from bot.play.periods import Period, periods_of

DAYS = [date(2026, 12, 20) + timedelta(ahead) for ahead in range(20)]


def test_each_day_belongs_to_the_spans_that_are_stored_under_these_keys() -> None:
    assert periods_of("2026-12-06") == ("2026-12-06", "week 2026-11-30", "all")
    assert periods_of("2026-12-07") == ("2026-12-07", "week 2026-12-07", "all")
    assert periods_of("2027-01-03") == ("2027-01-03", "week 2026-12-28", "all")


@pytest.mark.parametrize("period", Period)
def test_a_span_is_the_same_from_each_of_its_days_and_from_no_other(period: Period) -> None:
    for day in map(str, DAYS):
        span = period.span(day)
        assert span.first <= day <= span.last
        for other in map(str, DAYS):
            assert (period.span(other) == span) == (span.first <= other <= span.last)
            assert (period.span(other).key == span.key) == (period.span(other) == span)


def test_days_weeks_and_everything_are_as_long_as_they_should_be() -> None:
    day, week, always = (period.span("2027-01-01") for period in Period)
    assert (day.first, day.last, day.is_one_deal) == ("2027-01-01", "2027-01-01", True)
    assert (week.first, week.last, week.is_one_deal) == ("2026-12-28", "2027-01-03", False)
    assert (always.first, always.last, always.is_one_deal) == ("0001-01-01", "9999-12-31", False)
