"""How long a card waits: each has a need of its own."""

import pytest

from bot.games.solver.foresight import wait_of
from tests.games.positions import lay_out, rank
from tests.games.solver.positions import DEVILS, HOLDING, after

# Piles 1 and 2 are built from six to four and from two to king.
FREE_KING = "5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ К♠"
NOTHING = "2♠ 3♠ 2♥ 3♥ 2♦ 3♦ 2♣ 3♣"


def test_a_card_waits_for_its_own_need() -> None:
    table = after(DEVILS, 1, 0.0, 5)  # В … Т … 9 after the closer 8
    needs = [(table.closers[0].rank + 1 + k) % 13 for k in range(12)]
    held = {card.rank for card in table.reserve if card is not None}
    free = next(rank for rank in needs[1:] if rank not in held)
    assert wait_of(table, DEVILS, free) == needs.index(free) - 1
    taken = next(rank for rank in needs[1:] if rank in held)
    assert wait_of(table, DEVILS, taken) is None  # the reserve's goes first, no second is in sight


@pytest.mark.parametrize(
    ("closers", "reserve", "wait"),
    [
        (FREE_KING[:-2] + "5♥", NOTHING, 6),  # 7 8 9 10 В Д and then К
        (FREE_KING, NOTHING, 22),  # the free one takes that turn, К of pile 2 is left
        (FREE_KING, "К♥" + NOTHING[2:], 34),
        (FREE_KING[:-2] + "5♥", "К♥" + NOTHING[2:], 22),
    ],
)
def test_the_free_card_goes_first_too(closers: str, reserve: str, wait: int) -> None:
    table = lay_out(closers=closers, reserve=reserve, waste="К♣", stock="Д♦")
    assert wait_of(table, HOLDING, rank("К")) == wait


def test_in_the_last_pile_no_card_is_free() -> None:
    table = lay_out(closers=FREE_KING[:-2] + "5♥", reserve=NOTHING, waste="К♣", built=91)
    assert table.round == 7
    assert wait_of(table, HOLDING, rank("К")) == 6
    assert wait_of(table, HOLDING, rank("5")) is None  # closes it
