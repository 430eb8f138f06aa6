import random

import pytest

from bot.games.cards import FACES, RANKS, TWO_DECKS, Card, parse_card, parse_cards, tokens


def test_the_ranks_run_from_ace_to_king() -> None:
    assert " ".join(RANKS) == "Т 2 3 4 5 6 7 8 9 10 В Д К"


def test_two_decks_lie_deck_by_deck_and_suit_by_suit() -> None:
    one = (
        "Т♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ В♠ Д♠ К♠ Т♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ В♥ Д♥ К♥ "
        "Т♦ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ В♦ Д♦ К♦ Т♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ В♣ Д♣ К♣"
    )
    assert tokens(FACES) == one
    assert tokens(TWO_DECKS) == f"{one} {one}"


@pytest.mark.parametrize(
    ("token", "card"),
    [("Т♠", Card(0, 0)), ("10♦", Card(9, 2)), ("В♥", Card(10, 1)), ("К♣", Card(12, 3))],
)
def test_a_token_names_a_card(token: str, card: Card) -> None:
    assert parse_card(token) == card
    assert str(card) == token


def test_tokens_read_back() -> None:
    assert parse_cards(tokens(TWO_DECKS)) == TWO_DECKS
    assert parse_cards("") == ()


@pytest.mark.parametrize(
    "token",
    [
        "",
        "♠",
        "Т",
        "1♠",
        "11♠",
        "A♠",
        "T♠",
        "K♦",
        "т♠",
        "Т♠\ufe0f",
        " Т♠",
        "Т♠ ",
        "Т♤",
        "♠Т",
        "10",
        "Т♠Т♠",
    ],
)
def test_anything_else_is_no_token(token: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_card(token)


@pytest.mark.parametrize("text", [" ", "Т♠  2♠", "Т♠\t2♠", "Т♠ ", "Т♠,2♠"])
def test_single_spaces_set_cards_apart(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_cards(text)


def test_cards_sort_by_rank_then_suit() -> None:
    shuffled = list(FACES)
    random.Random(1).shuffle(shuffled)
    assert tokens(tuple(sorted(shuffled)[:6])) == "Т♠ Т♥ Т♦ Т♣ 2♠ 2♥"
    assert tokens(tuple(sorted(shuffled)[-3:])) == "К♥ К♦ К♣"
