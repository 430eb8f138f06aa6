"""Nobody will ever edit this file: every numbered deal that people have shared depends on it.

A change that makes a test here fail is a wrong change, on whatever machine and Python it runs.
"""

from collections import Counter

import pytest

from bot.games.cards import TWO_DECKS, parse_cards, tokens
from bot.games.deals import BadRedeal, Deal, dated_name, deck, redealt

DECKS = {
    "1": (
        "7♦ 8♠ Т♥ 3♣ В♠ Т♦ 9♦ 8♥ 5♥ К♣ 10♦ 5♦ 9♠ 6♦ Д♠ Т♠ 2♦ Т♣ К♠ 8♦ 3♠ 4♦ 6♥ В♦ В♥ 9♠ "
        "В♥ Д♣ 4♥ 2♠ Д♦ Т♠ 4♣ 9♥ Д♠ К♦ 7♠ 10♠ 4♣ 8♣ К♣ 3♦ Д♥ 8♦ 8♣ 9♦ В♣ 10♣ Т♦ 10♣ 6♦ "
        "6♣ 7♣ 2♦ 9♥ 3♦ 8♠ 10♠ Т♣ 10♦ Д♥ 3♠ 3♥ В♣ Д♣ 4♠ 9♣ К♥ Т♥ 6♠ 5♥ 5♣ 2♣ 5♦ 7♥ 10♥ "
        "4♦ 3♣ 6♠ 7♥ 2♥ В♠ К♥ 2♠ 5♠ 2♣ 10♥ 5♣ К♠ 8♥ 6♥ Д♦ 6♣ 4♥ 9♣ 7♣ 2♥ 4♠ 5♠ 3♥ К♦ В♦ "
        "7♦ 7♠"
    ),
    "2": (
        "9♣ 9♥ В♦ К♣ В♥ К♥ 4♦ 8♣ 10♠ 4♠ 8♥ 3♦ 5♣ 6♣ 5♠ 4♣ К♥ 3♠ 8♥ 6♦ 4♠ 3♣ Т♣ 3♠ 5♥ 10♣ "
        "9♦ К♣ 9♠ Д♦ 3♥ 2♣ 5♠ 4♣ Д♦ Т♠ Д♣ 4♦ В♠ 5♦ 8♠ 6♠ Т♥ 2♠ Т♠ 6♠ Т♣ 2♣ 10♥ 6♣ Д♠ В♥ "
        "10♦ 8♠ 7♠ 9♣ 2♦ 8♦ В♦ 6♦ 4♥ 2♠ 10♣ 10♥ 2♦ 9♥ Т♦ 7♠ 9♠ 5♥ 9♦ 3♥ 10♦ 3♣ 7♦ 8♣ Т♦ "
        "6♥ 10♠ 6♥ К♦ Д♣ Д♠ 8♦ В♣ 7♣ К♦ 7♥ К♠ 7♣ 4♥ Д♥ 7♦ 3♦ Т♥ 5♣ Д♥ 5♦ В♣ В♠ К♠ 2♥ 7♥ "
        "2♥"
    ),
    "481516": (
        "Т♠ 6♥ 8♣ 9♥ 10♠ 2♥ 8♠ 5♣ 10♥ 3♦ 4♣ 10♣ Д♥ Т♥ К♦ 8♣ 7♠ 6♠ 4♥ 4♠ 6♦ 8♥ Т♦ В♠ 6♦ "
        "Д♠ 4♣ 7♥ 5♠ 4♥ К♠ К♠ К♣ 8♠ Т♣ Д♠ 2♥ 3♥ 10♥ Д♥ 7♠ 9♣ 9♦ 9♦ 7♣ 6♠ 2♠ Д♦ 4♦ К♥ 3♦ "
        "2♦ К♦ 7♦ 2♣ 7♦ В♣ 5♥ 7♥ 2♠ 6♣ 8♥ 4♦ 3♠ Т♠ Т♥ 6♣ В♥ 10♠ К♥ Д♣ 6♥ 2♣ 8♦ 4♠ 10♣ В♦ "
        "В♥ Т♣ 5♣ 3♣ 10♦ Д♣ В♠ К♣ 3♠ В♣ 9♠ 9♣ 7♣ Д♦ 9♥ 10♦ В♦ 5♥ 2♦ 3♣ 5♠ 8♦ Т♦ 3♥ 5♦ 9♠ "
        "5♦"
    ),
    "999999999": (
        "4♣ 5♠ 7♣ В♦ 4♦ Д♥ В♦ 4♠ Д♣ Д♠ 5♠ 4♥ 10♥ 5♥ 4♠ К♥ 3♦ 8♦ 8♦ К♠ 5♦ 9♣ 4♣ 2♣ 4♥ В♥ "
        "3♥ 7♦ 6♥ В♣ 7♥ 3♠ 6♦ 7♥ 5♣ К♣ Д♠ 8♠ Д♣ 6♠ 2♠ Д♦ 8♥ 3♣ К♣ 6♣ 9♣ 10♠ 2♣ Т♦ 6♠ 2♠ "
        "7♦ 10♦ Т♦ 6♣ В♠ 8♣ 10♣ К♦ 10♥ Т♥ 3♥ Т♣ 3♦ 7♠ 7♠ 2♦ 3♣ Т♥ 9♥ 10♣ К♠ 9♦ 9♦ 9♠ 9♥ "
        "В♥ Т♣ 4♦ 10♠ 5♣ 9♠ 2♥ 10♦ 5♦ 8♥ К♥ 8♠ Д♥ Т♠ Т♠ 3♠ В♣ 2♦ В♠ 2♥ 6♦ 7♣ 5♥ К♦ Д♦ 6♥ "
        "8♣"
    ),
    "79f1cd933e1019435f6c6f97190403a6bb12e8eae4ce7ded6e9be97b0cea297f": (
        "К♠ 8♦ 2♦ 6♠ 4♠ 6♠ 7♥ 6♥ 10♥ 2♥ 10♣ 6♥ 3♣ В♦ 5♣ 3♦ 7♣ 5♦ 5♠ 6♦ 7♣ 10♣ 9♦ 3♣ Д♠ "
        "3♥ 6♣ 8♥ Т♥ 3♠ 7♦ 8♠ Д♦ Т♦ 8♦ Д♣ 5♦ 3♥ В♣ Т♣ 2♠ К♣ Д♥ 7♠ 8♣ 4♥ 8♥ В♠ К♠ 9♣ 5♥ "
        "5♠ 3♦ 7♥ Т♦ 10♠ 9♠ 4♦ 4♠ 9♥ 8♠ 5♥ В♥ 3♠ 9♥ 7♦ 9♠ 2♠ 6♣ 2♣ 4♣ В♦ К♣ 6♦ 9♣ 8♣ Д♣ "
        "10♦ Д♠ 10♠ 2♥ 10♥ Т♣ Т♠ Т♥ 7♠ В♥ Д♥ 4♦ К♦ К♥ Д♦ 4♥ К♦ 10♦ В♠ 5♣ 2♣ К♥ 4♣ В♣ 9♦ "
        "2♦ Т♠"
    ),
}

STOCK_OF_DEAL_1_REDEALT = {
    1: (
        "8♣ 5♦ 7♦ К♠ К♥ Т♣ В♦ 3♥ 6♠ 7♥ 6♦ 2♣ 2♦ К♠ 5♠ 3♣ К♣ 5♥ 8♠ 3♠ Д♦ В♥ 10♥ 10♠ 7♠ Д♣ "
        "4♥ 4♦ 10♠ 6♥ В♣ 9♣ 7♣ К♥ 3♥ Д♥ 3♦ 9♥ 4♣ В♥ 3♠ 9♥ Д♦ 2♣ 2♠ 10♣ К♦ 9♠ 8♦ 4♠ Д♠ Д♣ "
        "8♣ 4♦ 2♦ 4♥ 5♣ Т♠ В♠ 6♥ 5♣ 6♠ 10♣ 7♥ Т♥ 6♣ 7♣ К♦ В♦ 6♣ 4♣ 4♠ В♣ 9♣ 2♠ Д♥ 8♦ 7♠ "
        "Т♦ 2♥ 10♦ 2♥ Т♣ 8♥ 10♥ 9♦ 3♦ 5♠"
    ),
    2: (
        "8♣ 7♣ 3♥ 5♠ 5♦ 3♠ К♦ 4♠ В♣ 4♦ В♦ К♣ 3♠ Д♠ 8♦ 6♥ 7♠ 3♥ Т♠ 2♦ 2♦ 10♥ К♠ 3♣ 5♣ 10♣ "
        "3♦ 6♣ В♠ 2♥ К♠ Т♣ Т♥ 2♣ 4♣ К♦ 10♣ 10♦ 4♠ 8♠ 6♠ 9♠ Т♦ 7♥ 7♦ 4♣ 4♦ 9♣ 2♥ В♥ 8♣ 2♣ "
        "Д♦ 9♦ 3♦ 6♠ 6♣ 4♥ 2♠ 9♣ 6♥ 7♠ 4♥ 2♠ 10♠ 7♥ 8♥ В♦ Д♥ Д♣ 10♠ 7♣ Д♦ Д♥ К♥ 5♣ 9♥ 8♦ "
        "5♥ 9♥ К♥ 5♠ 10♥ 6♦ В♣ Т♣ В♥ Д♣"
    ),
    3: (
        "Т♥ 10♥ Д♣ К♠ 4♠ К♠ Д♥ 8♠ 3♣ 6♠ 3♥ В♠ 5♠ 4♥ 10♠ 4♠ 4♣ 6♣ 10♠ 7♣ В♦ 4♣ Т♦ 7♥ 7♥ "
        "2♠ 4♦ В♦ 3♠ 9♥ 5♠ В♥ 5♦ 7♣ 2♥ 3♦ В♣ 7♠ 7♦ К♥ 5♥ 7♠ 2♣ К♦ 5♣ К♦ Т♠ 6♦ Д♥ Д♣ 8♥ "
        "К♣ 9♣ 2♦ 9♠ 2♣ 8♣ 10♦ 9♣ 2♦ 6♥ 10♥ К♥ 10♣ В♥ Д♦ 8♦ 6♠ 6♥ 10♣ 9♦ 8♣ 4♥ Д♠ 5♣ 2♥ "
        "3♦ 3♠ 3♥ 9♥ В♣ Д♦ 6♣ 4♦ 8♦ Т♣ Т♣ 2♠"
    ),
}


@pytest.mark.parametrize("name", DECKS)
def test_decks(name: str) -> None:
    assert tokens(deck(name)) == DECKS[name]
    assert Counter(deck(name)) == Counter(TWO_DECKS)


@pytest.mark.parametrize("k", STOCK_OF_DEAL_1_REDEALT)
def test_redeals(k: int) -> None:
    assert tokens(redealt(deck("1")[16:], "1", k)) == STOCK_OF_DEAL_1_REDEALT[k]


def test_a_redeal_of_few_cards() -> None:
    waste = parse_cards("2♦ Т♣ К♠ 8♦ 3♠ 4♦ 6♥ В♦ В♥ 9♠")
    assert tokens(redealt(waste, "1", 1)) == "В♦ 9♠ 3♠ 6♥ Т♣ К♠ В♥ 8♦ 2♦ 4♦"


def test_a_redeal_depends_on_the_cards_and_not_on_their_order() -> None:
    waste = deck("1")[16:60]
    assert redealt(waste[::-1], "1", 2) == redealt(waste, "1", 2)


def test_a_redeal_of_nothing_and_of_one() -> None:
    assert redealt((), "1", 1) == ()
    assert redealt(parse_cards("К♠"), "1", 1) == parse_cards("К♠")


def test_names_of_dated_deals() -> None:
    assert (
        dated_name(b"secret", "2026-11-30", "devils", "person", 0)
        == "79f1cd933e1019435f6c6f97190403a6bb12e8eae4ce7ded6e9be97b0cea297f"
    )
    assert (
        dated_name(b"secret", "2026-11-30", "devils", "team", 1)
        == "3e94d9ae839de371abb0b14a8b9325d5a18f815d0bcb61bca9cd0de03093ab6c"
    )


def test_a_named_deal_redeals_by_its_name() -> None:
    deal = Deal.named("1")
    assert deal.deck == deck("1")
    assert deal.redeal(deck("1")[16:], 3) == redealt(deck("1")[16:], "1", 3)


def test_a_written_deal_redeals_as_it_was_written() -> None:
    orders = (parse_cards("2♦ К♠ Т♣"), parse_cards("Т♣ 2♦"))
    deal = Deal(deck("1"), redeals=orders)
    assert deal.redeal(parse_cards("Т♣ 2♦ К♠"), 1) == orders[0]
    assert deal.redeal(parse_cards("2♦ Т♣"), 2) == orders[1]


@pytest.mark.parametrize(
    ("waste", "k", "fault"),
    [
        ("2♦ К♠ Т♣", 2, "redeal 2: missing"),
        ("2♦ К♠", 1, "redeal 1: not the waste's cards"),
        ("2♦ К♠ Т♣ Т♣", 1, "redeal 1: not the waste's cards"),
        ("2♦ К♠ Т♠", 1, "redeal 1: not the waste's cards"),
    ],
)
def test_a_written_redeal_must_be_the_waste(waste: str, k: int, fault: str) -> None:
    deal = Deal(deck("1"), redeals=(parse_cards("2♦ К♠ Т♣"),))
    with pytest.raises(BadRedeal, match=fault) as caught:
        deal.redeal(parse_cards(waste), k)
    assert caught.value.k == k
