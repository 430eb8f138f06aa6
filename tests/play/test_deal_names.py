"""How people name a deal."""

import pytest

from bot.play.deal_names import parse_day, parse_day_of_this_year, parse_number


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("30.11", "2026-11-30"),
        ("1.12", "2025-12-01"),
        ("01.12.2026", "2026-12-01"),
        ("29.02", "2024-02-29"),
        ("30.11.2025", "2025-11-30"),
        ("31.02", None),
        ("29.02.2026", None),
        ("01.12.26", "2026-12-01"),
        ("30.11.26", "2026-11-30"),
        ("30/11", "2026-11-30"),
        ("1/12/25", "2025-12-01"),
        ("30.11/26", None),
        ("30.11.026", None),
        ("30 ноября", "2026-11-30"),
        ("1 Декабря", "2025-12-01"),
        ("30\u00a0ноября", "2026-11-30"),
        ("30ноября 26", "2026-11-30"),
        ("29 февраля", "2024-02-29"),
        ("1 января 2026 г.", "2026-01-01"),
        ("1 марта 2025 года", "2025-03-01"),
        ("8 мая", "2026-05-08"),
        ("31 июня", None),
        ("30 ноябрьского", None),
        ("ноября", None),
        ("сегодня", "2026-11-30"),
        (" Вчера ", "2026-11-29"),
        ("позавчера", "2026-11-28"),
        ("завтра", None),
        ("0.11", None),
        ("30.13", None),
        ("481516", None),
        ("٣٠.١١", None),
        ("", None),
    ],
)
def test_days_as_people_write_them(text: str, day: str | None) -> None:
    assert parse_day(text, "2026-11-30") == day


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("481516", 481516),
        ("№ 481 516", 481516),
        ("#481516", 481516),
        ("# 481 516", 481516),
        ("№#1", None),
        ("№481\u00a0516", 481516),
        ("0000481516 ", 481516),
        ("1", 1),
        ("999 999 999", 999_999_999),
        ("0", None),
        ("1000000000", None),
        ("9" * 5000, None),
        ("48 15 16", None),
        ("481 5160", None),
        ("-5", None),
        ("٣", None),
        ("№", None),
        ("", None),
    ],
)
def test_numbers_as_people_write_them(text: str, number: int | None) -> None:
    assert parse_number(text) == number


def test_all_months_are_known_and_yesterday_may_be_last_year() -> None:
    months = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
    told = [parse_day(f"1 {month}", "2026-12-31") for month in months.split()]
    assert told == [f"2026-{number:02}-01" for number in range(1, 13)]
    assert parse_day("вчера", "2027-01-01") == "2026-12-31"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *(("1.12", "2026-12-01"), ("1 декабря", "2026-12-01"), ("1/12", "2026-12-01")),
        *(
            ("1.12.25", None),
            ("1 декабря 2025", None),
            ("вчера", None),
            ("31.06", None),
            ("7", None),
        ),
    ],
)
def test_a_day_without_a_year_may_be_yet_to_come(text: str, day: str | None) -> None:
    assert parse_day_of_this_year(text, "2026-11-30") == day
