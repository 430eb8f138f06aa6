"""«Чёртов пасьянс»."""

import pytest

from bot.games.cards import tokens
from bot.games.deals import Deal
from bot.games.devils import DEVILS
from bot.games.patience import IllegalMove, Motion, Outcome
from tests.games.positions import RESERVE, cards, lay_out, rank, then

HEAP_OF_FOURS = "4♠ Т♥ В♦ В♣ К♥ К♦ К♣ 4♥"


def test_the_opening() -> None:
    table = DEVILS.deal(Deal.named("481516"))
    # Counted off face up, the eighth card lies on top.
    assert tokens(table.closers) == "5♣ 8♠ 2♥ 10♠ 9♥ 8♣ 6♥ Т♠"
    assert table.reserve == cards("10♥ 3♦ 4♣ 10♣ Д♥ Т♥ К♦ 8♣")
    assert table.stock == Deal.named("481516").deck[16:]
    assert (table.waste, table.laid, table.redeals, table.round) == ((), (), 0, 0)
    assert table.need == rank("6")
    assert DEVILS.legal(table) == "d"


def test_a_four_on_the_heap_is_closed_by_itself_only() -> None:
    table = lay_out(
        closers=HEAP_OF_FOURS,
        reserve="5♥ 6♥ 7♥ 8♥ 9♥ 10♥ В♥ Д♥",
        waste="4♦ 3♥ 2♥ Т♥ К♥",
        stock="4♣",
    )
    for place in "12345678":
        table = DEVILS.apply(table, place)
    assert tokens(table.laid) == "5♥ 6♥ 7♥ 8♥ 9♥ 10♥ В♥ Д♥"
    # The waste has gone into the reserve, top first, and the stock's four after it.
    assert table.reserve[:6] == cards("К♥ Т♥ 2♥ 3♥ 4♦ 4♣")
    for place in "1234":
        assert DEVILS.legal(table) == place
        table = DEVILS.apply(table, place)
    assert tokens(table.laid[8:]) == "К♥ Т♥ 2♥ 3♥ 4♠"
    assert table.reserve == (*[None] * 4, *cards("4♦ 4♣"), None, None)


def test_the_next_round_starts_after_the_card_now_uncovered() -> None:
    # Four, ace, jack, and by chance jack again, as on the page.
    needs = [lay_out(closers=HEAP_OF_FOURS, built=built).need for built in (13, 26, 39)]
    assert needs == [rank("2"), rank("Д"), rank("Д")]


def test_gaps_are_never_filled_from_the_heap() -> None:
    table = lay_out(closers=HEAP_OF_FOURS, reserve="5♥ К♠ · · · · · ·", redeals=2)
    after = DEVILS.apply(table, "1")
    assert after == then(table, laid="5♥", reserve="· К♠ · · · · · ·")


def test_a_fitting_card_may_be_held_back() -> None:
    table = lay_out(reserve="6♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="6♣", stock="3♠")
    assert DEVILS.legal(table) == "1wd"
    assert DEVILS.apply(table, "d") == then(table, waste="6♣ 3♠", stock="")


def test_redealing_stays_legal_beside_a_fitting_card() -> None:
    table = lay_out(reserve="6♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", waste="2♣ 6♣")
    assert DEVILS.legal(table) == "1wr"
    assert DEVILS.apply(table, "r") == then(table, waste="", stock="2♣ 6♣", redeals=1)


@pytest.mark.parametrize("k", [1, 2])
def test_between_passes_the_waste_is_turned_over_as_it_lies(k: int) -> None:
    table = lay_out(waste="2♣ 9♦ 3♠ 4♠ К♥", redeals=k - 1, deal=Deal.named("1"))
    assert DEVILS.legal(table) == "r"
    after = DEVILS.apply(table, "r")
    assert after == then(table, waste="", stock="2♣ 9♦ 3♠ 4♠ К♥", redeals=k)
    assert after.reserve == cards(RESERVE)
    assert DEVILS.motions(table, "r", after) == (Motion(None, "waste", "stock"),)


def test_two_redeals_are_all() -> None:
    table = lay_out(waste="2♣ 9♦", redeals=2)
    assert DEVILS.passes == 3
    assert DEVILS.legal(table) == ""
    assert DEVILS.outcome(table) is Outcome.LOST
    with pytest.raises(IllegalMove):
        DEVILS.apply(table, "r")


def test_there_is_no_free_card() -> None:
    # The heap's lowest card has the needed rank and stays where it is.
    table = lay_out(
        closers="5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 6♦", reserve="6♥ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦", stock="3♠"
    )
    assert DEVILS.legal(table) == "1d"
    with pytest.raises(IllegalMove):
        DEVILS.apply(table, "l")


def test_what_a_lay_carries() -> None:
    table = lay_out(closers=HEAP_OF_FOURS, built=11, reserve="3♥" + RESERVE[2:], waste="9♣")
    assert DEVILS.motions(table, "1", DEVILS.apply(table, "1")) == [
        Motion(cards("3♥")[0], "reserve:1", "foundation"),
        Motion(cards("9♣")[0], "waste", "reserve:1"),
        Motion(cards("4♠")[0], "heap", "foundation"),
    ]


def test_the_table_as_it_is_seen() -> None:
    table = lay_out(
        closers=HEAP_OF_FOURS,
        built=13 + 2,
        reserve="4♥ К♠ · Д♠ Д♥ Д♥ Д♦ Д♦",
        waste="9♣ 4♣",
        stock="8♠ 8♥ 8♦",
    )
    spots = {spot.key: spot for spot in DEVILS.spots(table)}
    assert list(spots) == [
        "heap",
        *(f"reserve:{k}" for k in range(1, 9)),
        "foundation",
        "stock",
        "waste",
    ]
    # Of the heap only the top is seen; six more lie under it.
    heap = spots["heap"]
    assert (heap.cards, heap.backs, heap.count, heap.lay) == (cards("Т♥"), 6, 7, "")
    assert spots["foundation"].cards[-1:] == cards("3♠")
    assert spots["reserve:3"].cards == ()
    assert spots["waste"].cards == cards("4♣")
    assert (spots["stock"].cards, spots["stock"].backs) == ((), 3)
    assert {key: spot.lay for key, spot in spots.items() if spot.lay} == {
        "reserve:1": "1",
        "waste": "w",
    }


def test_the_reserve_lies_clockwise_around_the_heap() -> None:
    spots = {spot.key: spot for spot in DEVILS.spots(lay_out())}
    heap = spots["heap"]

    def side(place: int) -> tuple[int, int]:
        dx, dy = spots[f"reserve:{place}"].x - heap.x, spots[f"reserve:{place}"].y - heap.y
        return (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)

    # Above, above right, right, below right, below, below left, left, above left.
    assert [side(place) for place in range(1, 9)] == [
        (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1),
    ]  # fmt: skip
