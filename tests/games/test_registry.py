"""What a patience may promise, and what follows from what it declares."""

from typing import Any

import pytest

from bot.games.devils import DEVILS, Devils
from bot.games.first_last import BY_THE_BOOK, HOLDING
from bot.games.registry import registered


def unsolved(*, daily: bool) -> Devils:
    """The devil's patience, if it had no solver."""
    own = {"kind": "unsolved", "solver": None, "daily": daily}
    patience: Devils = type("Unsolved", (Devils,), own)()
    return patience


def test_deals_of_the_day_need_a_solver() -> None:
    with pytest.raises(ValueError, match="unsolved: deals of the day"):
        registered(DEVILS, unsolved(daily=True))
    assert list(registered(DEVILS, unsolved(daily=False))) == ["devils", "unsolved"]


@pytest.mark.parametrize(
    ("own", "fault"),
    [
        ({"kind": "Devils"}, "a kind is a few small Latin letters"),
        ({"kind": "d" * 25}, "a kind is a few small Latin letters"),
        ({"codes": "12w>r"}, "'>' stands for several moves already"),
        ({"codes": "12:dr"}, "its codes are not ASCII characters"),
        ({"codes": "12ёdr"}, "its codes are not ASCII characters"),
        ({"codes": "11dr"}, "its codes are not ASCII characters, each once"),
        ({"codes": ""}, "its codes are not ASCII characters"),
        ({"codes": "12wd"}, "there are passes where there are redeals"),
        ({"passes": 1}, "there are passes where there are redeals"),
    ],
)
def test_codes_and_passes_keep_to_their_terms(own: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=f": {fault}"):
        registered(type("Odd", (Devils,), own)())


def test_no_two_patiences_share_a_kind() -> None:
    with pytest.raises(ValueError, match="two patiences of one kind"):
        registered(DEVILS, HOLDING, Devils())


def test_advice_takes_a_solver_and_a_choice() -> None:
    assert DEVILS.advised
    assert HOLDING.advised
    assert not BY_THE_BOOK.advised
    assert not unsolved(daily=False).advised
