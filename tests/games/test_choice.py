"""Where there is nothing to decide: a hint there is not counted."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.games.devils import DEVILS
from bot.games.first_last import BY_THE_BOOK, HOLDING
from bot.games.patience import Spot
from bot.games.play import AnyPatience, is_choice
from bot.games.rounds import RoundsTable
from tests.games.positions import cards, lay_out

FREELY = pytest.mark.parametrize("patience", [HOLDING, DEVILS], ids=lambda p: p.kind)
TWO_SIXES = "6♠ К♠ 6♥ Д♠ Д♥ Д♥ Д♦ Д♦"


def last_pass(patience: AnyPatience, **lying: Any) -> RoundsTable:
    """A table of the last pass: no redeal is left."""
    return lay_out(redeals=patience.passes - 1, **lying)


@FREELY
def test_to_lay_or_to_open_is_a_choice(patience: AnyPatience) -> None:
    assert is_choice(patience, lay_out(reserve="6♠ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", stock="3♠"))
    assert is_choice(patience, lay_out(waste="6♠", stock="3♠"))
    assert is_choice(patience, lay_out(waste="6♠"))  # or to redeal


@FREELY
def test_to_open_or_to_redeal_alone_is_none(patience: AnyPatience) -> None:
    assert not is_choice(patience, lay_out(stock="6♠ 3♠"))
    assert not is_choice(patience, lay_out(waste="3♠"))


@FREELY
def test_equal_lays_alone_are_none(patience: AnyPatience) -> None:
    assert not is_choice(patience, last_pass(patience, reserve=TWO_SIXES))
    assert not is_choice(patience, last_pass(patience, reserve=TWO_SIXES, waste="3♠ 6♦"))
    assert not is_choice(patience, last_pass(patience, waste="3♠ 6♦"))


def test_by_the_book_there_is_never_one() -> None:
    assert not is_choice(BY_THE_BOOK, lay_out(reserve=TWO_SIXES, waste="3♠", stock="6♦"))
    assert not is_choice(BY_THE_BOOK, lay_out(stock="6♦"))


@FREELY
def test_an_end_is_none(patience: AnyPatience) -> None:
    assert not is_choice(patience, last_pass(patience, waste="3♠"))


def test_lays_that_leave_other_ranks_are_a_choice() -> None:
    def table(token: str) -> Any:
        return SimpleNamespace(open=cards(token))

    class Either:
        """Lays one of two cards of different ranks."""

        def legal(self, table: Any) -> str:
            return "12"

        def stock(self, table: Any) -> tuple[Any, ...]:
            return ()

        waste = stock

        def apply(self, at: Any, move: str) -> Any:
            return table({"1": "7♠", "2": self.second}[move])

        def spots(self, table: Any) -> tuple[Spot, ...]:
            return (Spot("reserve:1", 0, 0, cards=table.open),)

        second = "8♠"

    either = Either()
    assert is_choice(cast(AnyPatience, either), table("Т♠"))
    either.second = "7♥"
    assert not is_choice(cast(AnyPatience, either), table("Т♠"))
