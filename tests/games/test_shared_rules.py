"""What all the patiences of eight rounds share, on tables laid out by hand.

Unless a test says otherwise round 1 is built on a five: 6 7 8 9 10 В Д К Т 2 3 4, then the five.
"""

import pytest

from bot.games.patience import IllegalMove, Outcome, UnknownMove
from bot.games.registry import PATIENCES
from bot.games.rounds import RoundsPatience, RoundsTable
from tests.games.positions import cards, lay_out, rank, then

OF_ROUNDS = [p for p in PATIENCES.values() if isinstance(p, RoundsPatience)]


@pytest.fixture(params=OF_ROUNDS, ids=lambda p: p.kind)
def patience(request: pytest.FixtureRequest) -> RoundsPatience:
    chosen: RoundsPatience = request.param
    return chosen


def legal(patience: RoundsPatience, table: RoundsTable) -> str:
    return "".join(sorted(patience.legal(table)))


def choice(patience: RoundsPatience, lays: str, other: str) -> str:
    """The whole legal set: by the book ``other`` (d or r) only where nothing can be laid."""
    return lays if patience.by_book and lays else "".join(sorted(lays + other))


def test_a_round_begins_after_its_closer(patience: RoundsPatience) -> None:
    table = lay_out(reserve="6♥ 5♦ 7♦ 4♦ Д♥ Д♥ Д♦ Д♦", stock="3♠")
    assert table.need == rank("6")
    assert legal(patience, table) == choice(patience, "1", "d")


def test_ace_follows_king(patience: RoundsPatience) -> None:
    table = lay_out(built=7, reserve="К♥ Т♥ 2♥ Д♠ Д♥ Д♥ Д♦ Д♦", stock="3♠ 4♠ 8♠")
    assert table.need == rank("К")
    assert legal(patience, table) == choice(patience, "1", "d")

    table = patience.apply(table, "1")
    assert table.need == rank("Т")
    assert legal(patience, table) == choice(patience, "2", "d")

    table = patience.apply(table, "2")
    assert table.need == rank("2")
    assert legal(patience, table) == choice(patience, "3", "d")


def test_the_wastes_top_fills_the_gap(patience: RoundsPatience) -> None:
    table = lay_out(reserve="К♠ К♠ 6♥ Д♠ Д♥ Д♥ Д♦ Д♦", waste="2♣ 9♦", stock="3♠ 4♠")
    assert legal(patience, table) == choice(patience, "3", "d")
    assert patience.apply(table, "3") == then(
        table, laid="6♥", reserve="К♠ К♠ 9♦ Д♠ Д♥ Д♥ Д♦ Д♦", waste="2♣"
    )


def test_the_stock_fills_the_gap_when_the_waste_is_empty(patience: RoundsPatience) -> None:
    table = lay_out(reserve="К♠ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ 6♥", stock="3♠ 4♠")
    assert legal(patience, table) == choice(patience, "8", "d")
    assert patience.apply(table, "8") == then(
        table, laid="6♥", reserve="К♠ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ 3♠", stock="4♠"
    )


def test_the_gap_stays_empty_when_waste_and_stock_are(patience: RoundsPatience) -> None:
    table = lay_out(built=7 * 13, reserve="6♥ 7♥ · · · · · ·")
    assert legal(patience, table) == "1"
    table = patience.apply(table, "1")
    assert table == then(lay_out(built=7 * 13), laid="6♥", reserve="· 7♥ · · · · · ·")
    assert legal(patience, table) == "2"


def test_an_empty_place_stays_empty_when_cards_come_again(patience: RoundsPatience) -> None:
    table = lay_out(built=7 * 13, reserve="· 6♥ К♥ · · · · ·", waste="9♣ 3♣")
    assert patience.apply(table, "2").reserve == (None, *cards("3♣ К♥"), *[None] * 5)


def test_the_wastes_top_is_laid_and_the_card_below_lies_open(patience: RoundsPatience) -> None:
    table = lay_out(waste="2♣ 7♣ 6♣", stock="3♠")
    assert legal(patience, table) == choice(patience, "w", "d")
    table = patience.apply(table, "w")
    assert table == then(lay_out(stock="3♠"), laid="6♣", waste="2♣ 7♣")
    assert legal(patience, table) == choice(patience, "w", "d")
    table = patience.apply(table, "w")
    assert table == then(lay_out(stock="3♠"), laid="6♣ 7♣", waste="2♣")
    assert legal(patience, table) == "d"


def test_of_the_waste_only_the_top_is_laid(patience: RoundsPatience) -> None:
    table = lay_out(waste="6♣ 2♣", stock="3♠")
    assert legal(patience, table) == "d"


def test_all_that_fits_may_be_laid(patience: RoundsPatience) -> None:
    table = lay_out(reserve="6♥ К♠ 6♦ Д♠ Д♥ Д♥ Д♦ 6♥", waste="6♣", stock="6♠")
    assert patience.lays(table) == "138w"
    assert legal(patience, table) == choice(patience, "138w", "d")


def test_a_draw_opens_the_stocks_next_card(patience: RoundsPatience) -> None:
    table = lay_out(waste="2♣", stock="3♠ 4♠ 9♠")
    assert legal(patience, table) == "d"
    assert patience.apply(table, "d") == then(table, waste="2♣ 3♠", stock="4♠ 9♠")


def test_after_the_twelfth_card_the_closer_goes_by_itself(patience: RoundsPatience) -> None:
    table = lay_out(built=11, reserve="4♥ 2♥ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="8♣ 9♣", stock="3♠")
    assert table.need == rank("4")
    assert legal(patience, table) == choice(patience, "1", "d")

    table = patience.apply(table, "1")
    assert table == then(
        lay_out(built=11, stock="3♠"),
        laid="4♥ 5♠",
        reserve="9♣ 2♥ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦",
        waste="8♣",
    )
    # The second round's closer is an ace.
    assert (table.round, table.need) == (1, rank("2"))
    assert legal(patience, table) == choice(patience, "2", "d")


def test_the_gap_is_filled_before_the_next_round_begins(patience: RoundsPatience) -> None:
    table = lay_out(built=11, reserve="4♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="9♣ 2♣", stock="3♠")
    table = patience.apply(table, "1")
    assert table.reserve[0] == cards("2♣")[0]
    assert legal(patience, table) == choice(patience, "1", "d")


def test_no_other_card_closes_a_round(patience: RoundsPatience) -> None:
    table = lay_out(built=11, reserve="5♥ 5♦ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="5♣ 4♦", stock="3♠")
    assert legal(patience, table) == choice(patience, "w", "d")
    after = patience.apply(table, "w")
    assert after == then(table, laid="4♦ 5♠", waste="5♣")
    assert legal(patience, after) == "d"


def test_a_closer_of_the_same_rank_continues_plainly(patience: RoundsPatience) -> None:
    table = lay_out(
        closers="В♠ В♥ Т♦ Т♣ К♥ К♦ К♣ В♦",
        built=11,
        reserve="10♥ Д♥ 2♠ 2♠ 2♥ 2♥ 2♦ 2♦",
        stock="3♠ 9♠ 9♥",
    )
    table = patience.apply(table, "1")
    assert table.laid[-2:] == cards("10♥ В♠")
    assert (table.round, table.need) == (1, rank("Д"))
    assert legal(patience, table) == choice(patience, "2", "d")


def test_won_when_all_is_laid(patience: RoundsPatience) -> None:
    table = lay_out(built=7 * 13 + 11, reserve="· · · · · · · 4♥")
    assert legal(patience, table) == "8"
    assert patience.outcome(table) is Outcome.PLAYING

    table = patience.apply(table, "8")
    assert table == then(lay_out(built=7 * 13 + 11), laid="4♥ 5♥", reserve="· · · · · · · ·")
    assert len(table.laid) == 104
    assert (table.round, table.need) == (8, None)
    assert legal(patience, table) == ""
    assert patience.outcome(table) is Outcome.WON


def test_lost_when_no_move_is_legal(patience: RoundsPatience) -> None:
    table = lay_out(waste="6♣ 2♣", redeals=patience.passes - 1)
    assert legal(patience, table) == ""
    assert patience.outcome(table) is Outcome.LOST


def test_an_empty_waste_cannot_be_redealt(patience: RoundsPatience) -> None:
    table = lay_out()
    assert legal(patience, table) == ""
    assert patience.outcome(table) is Outcome.LOST


def test_no_redeal_while_the_stock_lasts(patience: RoundsPatience) -> None:
    table = lay_out(waste="2♣", stock="3♠")
    assert legal(patience, table) == "d"
    with pytest.raises(IllegalMove):
        patience.apply(table, "r")


@pytest.mark.parametrize("move", list("1234567wlr"))
def test_illegal_moves_are_refused(patience: RoundsPatience, move: str) -> None:
    table = lay_out(reserve="К♠ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ 6♥", waste="2♣", stock="3♠")
    with pytest.raises(IllegalMove, match=move):
        patience.apply(table, move)


@pytest.mark.parametrize(
    "move", ["", "0", "9", "x", "D", "8d", "18", " ", "8 ", "д", "¹", ">", "*"]
)
def test_unknown_moves_are_refused_otherwise(patience: RoundsPatience, move: str) -> None:
    table = lay_out(reserve="К♠ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ 6♥", waste="2♣", stock="3♠")
    with pytest.raises(UnknownMove):
        patience.apply(table, move)


def test_facts_tell_the_numbers(patience: RoundsPatience) -> None:
    table = lay_out(built=13 + 5, waste="2♣ 2♦", stock="3♠ 4♠ 9♠", redeals=1)
    facts = patience.facts(table)
    assert facts.need == rank("7")
    assert facts.rounds == ((13, 13), (5, 13), *[(0, 13)] * 6)
    assert (facts.laid, facts.cards) == (18, 104)
    assert facts.passes == (2, patience.passes)
    assert (facts.stock, facts.waste) == (3, 2)
