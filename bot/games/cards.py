"""``Card``: the cards of the two full decks, and their tokens ("10♦", "Т♠"). Everybody uses it."""

import reprlib
from typing import NamedTuple

RANKS = ("Т", "2", "3", "4", "5", "6", "7", "8", "9", "10", "В", "Д", "К")
SUITS = ("♠", "♥", "♦", "♣")


class Card(NamedTuple):
    """A card's face; equal faces of the two decks are equal. Sorts by rank, then suit.

    ``rank`` runs 0 (Т) … 12 (К), ``suit`` 0 (♠) … 3 (♣), as in ``RANKS`` and ``SUITS``.
    """

    rank: int
    suit: int

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]


FACES = tuple(Card(rank, suit) for suit in range(len(SUITS)) for rank in range(len(RANKS)))
TWO_DECKS = FACES + FACES

_BY_TOKEN = {str(card): card for card in FACES}


def parse_card(token: str) -> Card:
    """The card that ``token`` names; ``ValueError`` for anything but a card token."""
    try:
        return _BY_TOKEN[token]
    except KeyError:
        raise ValueError(f"not a card: {reprlib.repr(token)}") from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards from tokens set apart by single spaces; ``ValueError`` for anything else."""
    return tuple(parse_card(token) for token in text.split(" ")) if text else ()


def tokens(cards: tuple[Card, ...]) -> str:
    """The inverse of ``parse_cards``."""
    return " ".join(map(str, cards))
