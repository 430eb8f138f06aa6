"""``parse_number`` and ``parse_day``: how people name a deal, «481 516» or «30.11»."""

import re
from datetime import date, timedelta

from babel import Locale

from bot.games.deals import FIRST_NUMBER, LAST_NUMBER

# Bounded, as Python reads no number of thousands of digits.
_NUMBER = re.compile(r"[№#]?\s*([0-9]{1,99}|[0-9]{1,3}(?:\s[0-9]{3}){1,33})\s*")
_YEAR = r"(?P<year>[0-9]{4}|[0-9]{2})"
_DAY = re.compile(rf"(?P<day>[0-9]{{1,2}})(?P<dot>[./])(?P<month>[0-9]{{1,2}})(?:(?P=dot){_YEAR})?")
_MONTHS = {
    name.lower(): number  # in the genitive: «30 ноября»
    for number, name in Locale("ru").months["format"]["wide"].items()
}
_DAY_IN_WORDS = re.compile(
    rf"(?P<day>[0-9]{{1,2}})\s*(?P<month>{'|'.join(_MONTHS)})(?:\s*{_YEAR}(?:\s*(?:г\.?|года))?)?"
)
_RELATIVE = {"сегодня": 0, "вчера": 1, "позавчера": 2}
_LEAP_YEARS_APART = 8  # at most: 29 February of 1896 and 1904


def parse_number(text: str) -> int | None:
    """The number that «481516», «№ 481 516» or «#481516» means, if there is such a deal."""
    found = _NUMBER.fullmatch(text)
    number = int("".join(found[1].split())) if found else 0
    return number if FIRST_NUMBER <= number <= LAST_NUMBER else None


def parse_day(text: str, today: str) -> str | None:
    """The date that is meant; without a year the last such day up to today."""
    said = text.strip().lower()
    if said in _RELATIVE:
        return (date.fromisoformat(today) - timedelta(_RELATIVE[said])).isoformat()
    named = _named(said)
    if named is None:
        return None
    day, month, year = named
    if year is not None:
        return _date(year, month, day)
    this_year = int(today[:4])
    dates = (
        _date(year, month, day) for year in range(this_year, this_year - _LEAP_YEARS_APART - 1, -1)
    )
    return next((meant for meant in dates if meant is not None and meant <= today), None)


def parse_day_of_this_year(text: str, today: str) -> str | None:
    """The date that a day without a year has this year, though it be yet to come."""
    named = _named(text.strip().lower())
    if named is None or named[2] is not None:
        return None
    day, month, _ = named
    return _date(int(today[:4]), month, day)


def _named(said: str) -> tuple[int, int, int | None] | None:
    """Day, month and year, where one is named."""
    found = _DAY.fullmatch(said) or _DAY_IN_WORDS.fullmatch(said)
    if found is None:
        return None
    month = found["month"]
    number = _MONTHS[month] if month in _MONTHS else int(month)
    return int(found["day"]), number, _full(found["year"]) if found["year"] else None


def _date(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None


def _full(year: str) -> int:
    """A year of two digits is one of this century."""
    return int(year) + (2000 if len(year) == 2 else 0)
