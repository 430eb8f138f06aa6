"""Which taps of a ranked game cannot be taken back: literal tables, one for each reason."""

import pytest

from bot.games.deals import Deal
from bot.games.devils import DEVILS
from bot.games.first_last import HOLDING
from bot.games.play import AnyPatience, expand, replay
from bot.games.rounds import RoundsTable
from bot.games.undo_barrier import reveals
from tests.games.positions import lay_out

# Round 1 needs 6 7 … К Т 2 3 4 after the five; its twelfth card is a four.
LAST_OF_ROUND = "4♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦"
FIRST_OF_ROUND = "6♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦"
SHUFFLED = Deal((), "1")
ALIKE = "5♠ Т♥ Т♥ Т♥ Т♥ Т♥ Т♥ Т♥"


@pytest.mark.parametrize(
    ("patience", "table", "moves", "shows"),
    [
        pytest.param(HOLDING, lay_out(stock="2♠ 3♠"), "d", True, id="a card is opened"),
        pytest.param(HOLDING, lay_out(stock="2♠"), "d", False, id="the only one left to come"),
        pytest.param(HOLDING, lay_out(stock="2♠ 2♠"), "d", False, id="both to come are alike"),
        pytest.param(HOLDING, lay_out(stock="2♠ 2♥"), "d", True, id="alike in rank only"),
        pytest.param(
            HOLDING, lay_out(stock="2♠ 3♠", redeals=1), "d", True, id="opened after a shuffle"
        ),
        pytest.param(
            HOLDING, lay_out(waste="2♠ 3♠", deal=SHUFFLED), "r", False, id="a shuffle shows nothing"
        ),
        pytest.param(
            HOLDING, lay_out(waste="2♠ 3♠", deal=SHUFFLED), "rd", True, id="but what comes after it"
        ),
        pytest.param(
            HOLDING,
            lay_out(reserve=FIRST_OF_ROUND, waste="2♠", stock="3♠ 4♠"),
            "1",
            False,
            id="a gap filled from the waste",
        ),
        pytest.param(
            HOLDING,
            lay_out(reserve=FIRST_OF_ROUND, stock="3♠ 4♠"),
            "1",
            True,
            id="a gap filled from the stock",
        ),
        pytest.param(
            HOLDING,
            lay_out(built=11, reserve=LAST_OF_ROUND, waste="2♠", stock="3♠ 4♠"),
            "1",
            False,
            id="a closer that all could see goes",
        ),
        pytest.param(DEVILS, lay_out(stock="2♠ 3♠"), "d", True, id="first pass"),
        pytest.param(
            DEVILS, lay_out(stock="2♠"), "d", True, id="the last of the stock, or in the heap?"
        ),
        pytest.param(
            DEVILS, lay_out(built=91, stock="2♠"), "d", False, id="the last of all hidden cards"
        ),
        pytest.param(DEVILS, lay_out(waste="2♠ 3♠"), "rdd", False, id="second pass, in order"),
        pytest.param(DEVILS, lay_out(stock="2♠ 3♠", redeals=2), "d", False, id="third pass"),
        pytest.param(
            DEVILS,
            lay_out(built=11, reserve=LAST_OF_ROUND, waste="2♠", stock="3♠", redeals=1),
            "1",
            True,
            id="the heap is uncovered",
        ),
        pytest.param(
            DEVILS,
            lay_out(
                built=11, reserve=LAST_OF_ROUND, closers=ALIKE, waste="2♠", stock="3♠", redeals=1
            ),
            "1",
            False,
            id="the heap can hold nothing else",
        ),
    ],
)
def test_what_shows_more_than_followed(
    patience: AnyPatience, table: RoundsTable, moves: str, shows: bool
) -> None:
    assert reveals(patience, table, moves) is shows


def test_a_shorthand_is_judged_as_a_whole() -> None:
    table = lay_out(reserve=FIRST_OF_ROUND, waste="2♠ 3♠", stock="7♠ 8♠")
    assert not reveals(DEVILS, table, expand(DEVILS, table, "*"))
    assert reveals(DEVILS, table, expand(DEVILS, table, "^"))


@pytest.mark.parametrize("patience", [HOLDING, DEVILS])
def test_in_a_whole_pass_all_but_the_last_unknown_card_is_news(patience: AnyPatience) -> None:
    deal = Deal.named("1")
    shown = [reveals(patience, replay(patience, deal, "d" * n), "d") for n in range(88)]
    # In the devil's patience the heap leaves the last card open.
    assert shown == [True] * 87 + [patience is DEVILS]
