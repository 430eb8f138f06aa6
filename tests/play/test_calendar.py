"""The calendar: literal moments, and what changes at them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.play.calendar import Days

MOSCOW = "Europe/Moscow"


def days(when: str, zone: str = MOSCOW) -> Days:
    """The calendar at ``when``, ISO with an offset from UTC."""
    moment = datetime.fromisoformat(when).timestamp()
    return Days(ZoneInfo(zone), lambda: moment)


@pytest.mark.parametrize(
    ("when", "today", "oldest_open"),
    [
        ("2026-11-30T23:59:59+03:00", "2026-11-30", "2026-11-30"),
        ("2026-12-01T00:00:00+03:00", "2026-12-01", "2026-11-30"),
        ("2026-12-01T02:59:59+03:00", "2026-12-01", "2026-11-30"),
        ("2026-12-01T03:00:00+03:00", "2026-12-01", "2026-12-01"),
        # A clock that shows UTC, and one of the far east.
        ("2026-11-30T21:00:00+00:00", "2026-12-01", "2026-11-30"),
        ("2026-11-30T23:59:59+12:00", "2026-11-30", "2026-11-30"),
    ],
)
def test_a_day_lasts_till_midnight_and_is_open_till_three(
    when: str, today: str, oldest_open: str
) -> None:
    calendar = days(when)
    assert calendar.today() == today
    assert calendar.oldest_open() == oldest_open
    assert not calendar.is_released(oldest_open)
    assert calendar.is_released("2026-11-29")


def test_the_same_moment_is_another_day_elsewhere() -> None:
    moment = "2026-11-30T22:00:00+03:00"
    assert days(moment).today() == "2026-11-30"
    assert days(moment, "Asia/Vladivostok").today() == "2026-12-01"


def test_days_ahead_go_over_the_year() -> None:
    assert days("2026-12-30T12:00:00+03:00").ahead(2) == ["2026-12-30", "2026-12-31", "2027-01-01"]


@pytest.mark.parametrize(
    ("when", "zone", "left"),
    [
        ("2026-11-30T23:59:59+03:00", MOSCOW, 1),
        ("2026-11-30T12:00:00+03:00", MOSCOW, 12 * 3600),
        # Berlin's shortest and longest days of 2026.
        ("2026-03-29T00:00:00+01:00", "Europe/Berlin", 23 * 3600),
        ("2026-10-25T00:00:00+02:00", "Europe/Berlin", 25 * 3600),
    ],
)
def test_time_to_the_next_deal(when: str, zone: str, left: int) -> None:
    assert days(when, zone).until_next() == left


def test_the_deadline_is_three_by_the_wall_clock() -> None:
    deadline = days("2026-11-30T12:00:00+03:00").deadline("2026-11-30")
    assert deadline == datetime.fromisoformat("2026-12-01T03:00:00+03:00").timestamp()


@pytest.mark.parametrize(
    ("before", "after", "zone", "told"),
    [
        ("2026-12-01T02:59:59+03:00", "2026-12-01T03:00:00+03:00", MOSCOW, "03:00"),
        # Of that night the hour from 02:45 is skipped.
        ("2026-09-27T02:44:59+12:45", "2026-09-27T03:45:00+13:45", "Pacific/Chatham", "03:45"),
        # Of this one 03:00 comes twice, and the first time counts.
        ("2026-04-05T02:59:59+13:45", "2026-04-05T03:00:00+13:45", "Pacific/Chatham", "03:00"),
        ("2026-04-05T02:59:59+13:45", "2026-04-05T02:50:00+12:45", "Pacific/Chatham", "03:00"),
    ],
)
def test_a_day_is_released_at_the_deadline_that_was_told(
    before: str, after: str, zone: str, told: str
) -> None:
    calendar = days(before, zone)
    day = calendar.oldest_open()
    assert f"{calendar.deadline_told(day):%H:%M}" == told
    released = datetime.fromisoformat(after).timestamp()
    assert datetime.fromisoformat(before).timestamp() < calendar.deadline(day) <= released
    assert not calendar.is_released(day)
    assert days(after, zone).is_released(day)


def test_a_clock_that_is_set_back_takes_no_release_back() -> None:
    moments = {"now": datetime.fromisoformat("2026-12-02T03:00:00+03:00").timestamp()}
    calendar = Days(ZoneInfo(MOSCOW), lambda: moments["now"])
    assert calendar.is_released("2026-12-01")
    moments["now"] -= 86_400
    assert calendar.today() == "2026-12-01"
    assert calendar.is_released("2026-12-01")


def test_a_clock_that_ran_years_ahead_is_not_believed_afterwards() -> None:
    moments = {"now": datetime.fromisoformat("2099-12-02T03:00:00+03:00").timestamp()}
    calendar = Days(ZoneInfo(MOSCOW), lambda: moments["now"])
    assert calendar.is_released("2099-12-01")
    moments["now"] = datetime.fromisoformat("2026-12-01T12:00:00+03:00").timestamp()
    assert calendar.oldest_open() == "2026-12-01"
