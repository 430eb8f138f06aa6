"""How people name a deal."""

import pytest

from bot.play.deal_names import parse_day, parse_number


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
        ("30.11.26", None),
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
