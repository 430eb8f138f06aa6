"""``parse_number`` and ``parse_day``: how people name a deal, «481 516» or «30.11»."""

import re
from datetime import date

from bot.games.deals import FIRST_NUMBER, LAST_NUMBER

# Bounded, as Python reads no number of thousands of digits.
_NUMBER = re.compile(r"№?\s*([0-9]{1,99}|[0-9]{1,3}(?:\s[0-9]{3}){1,33})\s*")
_DAY = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})(?:\.([0-9]{4}))?")
_LEAP_YEARS_APART = 8  # at most: 29 February of 1896 and 1904


def parse_number(text: str) -> int | None:
    """The number that «481516» or «№ 481 516» means, if there is such a deal."""
    found = _NUMBER.fullmatch(text)
    number = int("".join(found[1].split())) if found else 0
    return number if FIRST_NUMBER <= number <= LAST_NUMBER else None


def parse_day(text: str, today: str) -> str | None:
    """The date that «30.11» or «30.11.2026» means; without a year the last such day up to today."""
    found = _DAY.fullmatch(text)
    if found is None:
        return None
    this_year = int(today[:4])
    years = [int(found[3])] if found[3] else range(this_year, this_year - _LEAP_YEARS_APART - 1, -1)
    for year in years:
        try:
            day = date(year, int(found[2]), int(found[1])).isoformat()
        except ValueError:
            continue
        if found[3] or day <= today:
            return day
    return None
