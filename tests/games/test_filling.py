"""What will fill a gap, and what lies beneath: told as far as a perfect memory knows it."""

import random

import pytest

from bot.games.cards import parse_card
from bot.games.deals import Deal
from bot.games.devils import DEVILS
from bot.games.first_last import HOLDING
from bot.games.patience import LAY_WASTE, Unknown
from bot.games.play import AnyPatience
from bot.games.registry import PATIENCES
from bot.games.rounds import LAY_LAST, RoundsPatience
from tests.games.positions import lay_out, then

EACH = pytest.mark.parametrize("patience", PATIENCES.values(), ids=PATIENCES)
RESERVE = "6♠ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ 6♦"


@pytest.mark.parametrize("patience", [DEVILS, HOLDING])
def test_the_wastes_top_fills_the_gap(patience: AnyPatience) -> None:
    table = lay_out(reserve=RESERVE, stock="2♠ 3♠", waste="9♣ 7♣")
    assert patience.fills(table, "1") == parse_card("7♣")
    assert patience.fills(table, "8") == parse_card("7♣")


@pytest.mark.parametrize("patience", [DEVILS, HOLDING])
def test_a_card_of_the_stock_is_not_named(patience: AnyPatience) -> None:
    assert patience.fills(lay_out(reserve=RESERVE, stock="2♠ 3♠"), "1") is Unknown.UNKNOWN


def test_a_card_that_can_be_no_other_is_named() -> None:
    assert HOLDING.fills(lay_out(reserve=RESERVE, stock="2♠"), "1") == parse_card("2♠")
    assert HOLDING.fills(lay_out(reserve=RESERVE, stock="2♠ 2♠"), "1") == parse_card("2♠")
    # In the heap hidden cards are left as well.
    assert DEVILS.fills(lay_out(reserve=RESERVE, stock="2♠"), "1") is Unknown.UNKNOWN


def test_a_foreseen_card_is_named() -> None:
    again = lay_out(reserve=RESERVE, stock="2♠ 3♠", redeals=1)
    assert DEVILS.fills(again, "1") == parse_card("2♠")
    assert HOLDING.fills(again, "1") is Unknown.UNKNOWN  # shuffled


@pytest.mark.parametrize("patience", [DEVILS, HOLDING])
def test_a_place_that_stays_empty_is_filled_by_nothing(patience: AnyPatience) -> None:
    assert patience.fills(lay_out(reserve=RESERVE), "1") is None


@pytest.mark.parametrize("patience", [DEVILS, HOLDING])
def test_the_waste_leaves_no_gap(patience: AnyPatience) -> None:
    table = lay_out(reserve=RESERVE, stock="2♠", waste="9♣ 6♣")
    assert patience.fills(table, LAY_WASTE) is None


def test_the_free_cards_place_is_filled() -> None:
    table = lay_out(closers="5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 6♥", stock="2♠ 3♠", waste="7♣")
    assert HOLDING.fills(table, LAY_LAST) == parse_card("7♣")
    assert HOLDING.fills(then(table, waste=""), LAY_LAST) is Unknown.UNKNOWN


def test_a_closer_that_goes_by_itself_is_no_filling() -> None:
    """The twelfth card calls the closer to the same pile, and a hidden card of the heap opens."""
    table = lay_out(reserve="4♠ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ К♦", waste="9♣ 7♣", stock="2♠", built=11)
    for patience in (DEVILS, HOLDING):
        assert patience.fills(table, "1") == parse_card("7♣")


def test_what_lies_beneath_is_told_from_the_top_down() -> None:
    table = lay_out(waste="9♣ 7♣ К♥ 2♦")
    assert DEVILS.beneath(table) == tuple(map(parse_card, ("К♥", "7♣", "9♣")))
    assert DEVILS.beneath(lay_out(waste="9♣")) == DEVILS.beneath(lay_out()) == ()


@EACH
def test_what_is_named_comes_and_what_is_not_could_not_be_named(patience: AnyPatience) -> None:
    """In random games: the named card is the one that then lies where the laid one lay."""
    chance = random.Random(13)
    named = unnamed = 0
    for number in range(12):
        table = patience.deal(Deal.named(str(number), patience.pack))
        while legal := patience.legal(table):
            for move in patience.lays(table):
                filling = patience.fills(table, move)
                after = patience.apply(table, move)
                source = patience.motions(table, move, after)[0].source
                places = {spot.key: spot for spot in patience.spots(after)}
                if filling is Unknown.UNKNOWN:
                    unnamed += 1
                    assert len(patience.unknown(after)) < len(patience.unknown(table))
                elif filling is not None:
                    named += 1
                    assert places[source].cards[-1] == filling
            moves = [*patience.lays(table)] * 3 + [*legal]
            table = patience.apply(table, chance.choice([m for m in moves if m in legal]))
    if isinstance(patience, RoundsPatience):
        assert named
        assert unnamed
