"""«Первые и последние», by the book and with holding back."""

import pytest

from bot.games.cards import tokens
from bot.games.deals import Deal, redealt
from bot.games.first_last import BY_THE_BOOK, HOLDING, FirstAndLast
from bot.games.patience import IllegalMove, Motion, Outcome, SpotMark
from tests.games.positions import RESERVE, cards, lay_out, rank, then

BOTH = pytest.mark.parametrize("patience", [BY_THE_BOOK, HOLDING], ids=lambda p: p.kind)

# The free last upper card fits from the start: round 1 begins with a six.
FREE_SIX = "5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 6♦"


@BOTH
def test_the_opening(patience: FirstAndLast) -> None:
    table = patience.deal(Deal.named("1"))
    assert tokens(table.closers) == "7♦ 8♠ Т♥ 3♣ В♠ Т♦ 9♦ 8♥"
    assert table.reserve == cards("5♥ К♣ 10♦ 5♦ 9♠ 6♦ Д♠ Т♠")
    assert table.stock == Deal.named("1").deck[16:]
    assert (table.waste, table.laid, table.redeals, table.round) == ((), (), 0, 0)
    # The seven begins the first pile, and the last upper card is an eight.
    assert table.need == rank("8")
    assert patience.legal(table) == ("l" if patience.by_book else "ld")


@BOTH
def test_upper_cards_before_the_last_are_never_laid(patience: FirstAndLast) -> None:
    table = lay_out(closers="5♠ 6♥ 6♦ 6♣ 6♥ 6♦ 6♣ 5♥", stock="3♠")
    assert patience.legal(table) == "d"


def test_by_the_book_what_fits_must_be_laid() -> None:
    table = lay_out(reserve="6♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="6♣", stock="3♠")
    assert BY_THE_BOOK.legal(table) == "1w"
    with pytest.raises(IllegalMove):
        BY_THE_BOOK.apply(table, "d")


def test_by_the_book_redealing_waits_too() -> None:
    table = lay_out(waste="2♣ 6♣")
    assert BY_THE_BOOK.legal(table) == "w"
    with pytest.raises(IllegalMove):
        BY_THE_BOOK.apply(table, "r")
    assert BY_THE_BOOK.legal(lay_out(waste="6♣ 2♣")) == "r"


def test_by_the_book_a_fitting_free_card_is_all() -> None:
    assert BY_THE_BOOK.legal(lay_out(closers=FREE_SIX, stock="3♠")) == "l"
    assert BY_THE_BOOK.legal(lay_out(closers=FREE_SIX, waste="3♠")) == "l"


def test_holding_back_drawing_stays_legal() -> None:
    table = lay_out(reserve="6♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="6♣", stock="3♠")
    assert HOLDING.legal(table) == "1wd"
    assert HOLDING.apply(table, "d") == then(table, waste="6♣ 3♠", stock="")


def test_holding_back_redealing_stays_legal() -> None:
    table = lay_out(reserve="6♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="2♣ 6♣", deal=Deal.named("1"))
    assert HOLDING.legal(table) == "1wr"
    assert sorted(HOLDING.apply(table, "r").stock) == sorted(cards("2♣ 6♣"))


def test_holding_back_the_free_card_stays_legal() -> None:
    assert HOLDING.legal(lay_out(closers=FREE_SIX, stock="3♠")) == "ld"
    assert HOLDING.legal(lay_out(closers=FREE_SIX, waste="3♠")) == "lr"


@BOTH
@pytest.mark.parametrize("move", list("18w"))
def test_a_fitting_free_card_goes_before_lower_row_and_waste(
    patience: FirstAndLast, move: str
) -> None:
    table = lay_out(closers=FREE_SIX, reserve="6♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ 6♠", waste="6♣", stock="3♠")
    assert patience.legal(table) == ("l" if patience.by_book else "ld")
    with pytest.raises(IllegalMove):
        patience.apply(table, move)


@BOTH
def test_the_free_cards_place_is_filled_from_the_waste(patience: FirstAndLast) -> None:
    table = lay_out(closers=FREE_SIX, reserve="7♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="2♣ 9♣", stock="3♠")
    after = patience.apply(table, "l")
    assert after == then(table, laid="6♦", closers="5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 9♣", waste="2♣")
    assert patience.legal(after) == ("1" if patience.by_book else "1d")


@BOTH
def test_the_free_cards_place_is_filled_from_the_stock_when_the_waste_is_empty(
    patience: FirstAndLast,
) -> None:
    table = lay_out(closers=FREE_SIX, stock="3♠ 4♠")
    after = patience.apply(table, "l")
    assert after == then(table, laid="6♦", closers="5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 3♠", stock="4♠")
    assert patience.legal(after) == "d"


@BOTH
def test_what_fills_the_free_cards_place_is_free_in_the_same_way(patience: FirstAndLast) -> None:
    table = lay_out(closers=FREE_SIX, reserve="7♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="8♣ 7♣", stock="3♠")
    table = patience.apply(table, "l")
    assert patience.legal(table) == ("l" if patience.by_book else "ld")
    table = patience.apply(table, "l")
    assert tokens(table.closers) == "5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 8♣"
    assert table.laid == cards("6♦ 7♣")
    assert patience.legal(table) == ("l" if patience.by_book else "ld")


@BOTH
def test_what_fills_the_free_cards_place_closes_pile_8(patience: FirstAndLast) -> None:
    # The king closes round 7 after a queen; the last upper card is free for the last time.
    table = lay_out(
        closers="5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ Д♦",
        built=6 * 13 + 11,
        reserve="Д♥ 4♥ 2♠ 2♠ 2♥ 2♥ 7♦ 7♦",
        waste="9♣ 3♦",
        stock="8♠",
    )
    assert table.need == rank("Д")
    assert patience.legal(table) == ("l" if patience.by_book else "ld")

    after = patience.apply(table, "l")
    assert after == then(table, laid="Д♦ К♣", closers="5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 3♦", waste="9♣")
    assert (after.round, after.need) == (7, rank("4"))
    assert patience.legal(after) == ("2" if patience.by_book else "2d")
    assert patience.motions(table, "l", after) == [
        Motion(cards("Д♦")[0], "upper:8", "upper:7"),
        Motion(cards("3♦")[0], "waste", "upper:8"),
        Motion(cards("К♣")[0], "upper:7", "upper:7"),
    ]


@BOTH
def test_the_last_upper_card_closes_its_pile_by_itself(patience: FirstAndLast) -> None:
    table = lay_out(
        closers="5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 3♦", built=7 * 13 + 11, reserve="· 2♥ · · · · · ·"
    )
    after = patience.apply(table, "2")
    assert after.laid[-2:] == cards("2♥ 3♦")
    assert patience.outcome(after) is Outcome.WON


@BOTH
@pytest.mark.parametrize("done", range(12))
def test_in_round_8_the_last_upper_card_is_fixed(patience: FirstAndLast, done: int) -> None:
    table = lay_out(built=7 * 13 + done, reserve="5♦ 5♦ 5♦ 5♦ 5♦ 5♦ 5♦ 5♦", stock="5♣")
    assert patience.legal(table) == "d"
    with pytest.raises(IllegalMove):
        patience.apply(table, "l")
    assert patience.spots(table)[7].mark is SpotMark.CURRENT


@BOTH
@pytest.mark.parametrize("round_", range(7))
def test_up_to_round_7_the_last_upper_card_is_free(patience: FirstAndLast, round_: int) -> None:
    closers = "5♠ 5♥ 5♦ 5♣ 5♥ 5♦ 5♣ 6♦"
    table = lay_out(closers=closers, built=round_ * 13, stock="5♣")
    assert patience.legal(table) == ("l" if patience.by_book else "ld")
    last = patience.spots(table)[7]
    assert (last.key, last.mark, last.lay) == ("upper:8", SpotMark.FREE, "l")


@BOTH
@pytest.mark.parametrize("k", [1, 2, 3])
def test_a_redeal_shuffles_the_waste_and_leaves_the_rows(patience: FirstAndLast, k: int) -> None:
    deal = Deal.named("1")
    waste = "2♣ 9♦ 3♠ 4♠ К♥"
    table = lay_out(waste=waste, redeals=k - 1, deal=deal)
    assert patience.legal(table) == "r"
    after = patience.apply(table, "r")
    assert after == then(table, waste="", stock=tokens(redealt(cards(waste), "1", k)), redeals=k)
    assert after.reserve == cards(RESERVE)
    assert patience.motions(table, "r", after) == (Motion(None, "waste", "stock"),)


@BOTH
def test_three_redeals_are_all(patience: FirstAndLast) -> None:
    table = lay_out(waste="2♣ 9♦", redeals=3)
    assert patience.passes == 4
    assert patience.legal(table) == ""
    assert patience.outcome(table) is Outcome.LOST
    with pytest.raises(IllegalMove):
        patience.apply(table, "r")


def test_a_fitting_card_keeps_the_last_pass_alive() -> None:
    table = lay_out(waste="2♣ 6♦", redeals=3)
    assert HOLDING.legal(table) == "w"
    assert HOLDING.outcome(table) is Outcome.PLAYING


@BOTH
def test_the_table_as_it_is_seen(patience: FirstAndLast) -> None:
    table = lay_out(
        closers=FREE_SIX,
        built=13 + 2,
        reserve="4♥ К♠ · Д♠ Д♥ Д♥ Д♦ Д♦",
        waste="9♣ 4♣",
        stock="8♠ 8♥ 8♦",
    )
    spots = {spot.key: spot for spot in patience.spots(table)}
    assert list(spots) == [
        *(f"upper:{k}" for k in range(1, 9)),
        *(f"reserve:{k}" for k in range(1, 9)),
        "stock",
        "waste",
    ]
    assert (spots["upper:1"].cards[-1], spots["upper:1"].mark) == (*cards("5♠"), SpotMark.CLOSED)
    assert spots["upper:1"].progress == (13, 13)
    assert (spots["upper:2"].cards, spots["upper:2"].mark) == (
        cards("2♠ 3♠ Т♥"),
        SpotMark.CURRENT,
    )
    assert spots["upper:2"].progress == (2, 13)
    assert (spots["upper:3"].cards, spots["upper:3"].mark) == (cards("Т♦"), SpotMark.NONE)
    assert (spots["upper:8"].cards, spots["upper:8"].mark) == (cards("6♦"), SpotMark.FREE)
    assert spots["reserve:3"].cards == ()
    assert spots["waste"].cards == cards("4♣")
    assert (spots["stock"].cards, spots["stock"].backs) == ((), 3)
    assert {key: spot.lay for key, spot in spots.items() if spot.lay} == {
        "reserve:1": "1",
        "waste": "w",
    }
    # The rows stand from left to right, the upper above the lower.
    for row in ("upper", "reserve"):
        xs = [spots[f"{row}:{k}"].x for k in range(1, 9)]
        assert xs == sorted(set(xs))
        assert len({spots[f"{row}:{k}"].y for k in range(1, 9)}) == 1
    assert spots["upper:1"].y < spots["reserve:1"].y < spots["stock"].y
