"""What the solver answers. Plain values, so that they cross from its process to the bot's."""

from dataclasses import dataclass
from enum import Enum

__all__ = ["Advice", "Fall", "Outlook", "Reason", "Solution", "Verdict", "Why"]


@dataclass(frozen=True, slots=True)
class Solution:
    """The best line found for a whole deal.

    ``opened`` counts the cards opened (``d``), ``passes`` the redeals and one. ``proved``: for a
    won deal, that no line takes fewer passes; for one not won, that none wins.
    """

    won: bool
    moves: str
    passes: int
    opened: int
    proved: bool


class Verdict(Enum):
    """What is certain of a game, from what its player has been shown."""

    OPEN = "open"
    LOST = "lost"
    CERTAIN = "certain"


@dataclass(frozen=True, slots=True)
class Outlook:
    """A verdict; ``moves`` finish a game that is certain to come out, else they are empty."""

    verdict: Verdict
    moves: str = ""


class Why(Enum):
    """Why a move is advised. Ranks are 0 (Т) … 12 (К), waits are in cards laid."""

    NOTHING_FITS = "nothing fits"
    """Nothing can be laid, so a card is opened."""
    STOCK_EMPTY = "stock empty"
    """The stock is empty and nothing (more) should be laid, so the waste is redealt."""
    NO_TURN = "no turn"
    """Nothing is left to open."""
    ON_TOP = "on top"
    """The needed card lies on the waste, where the next card would bury it."""
    FILLS_WELL = "fills well"
    """The card that takes the emptied place, ``other``, will be needed after ``wait`` more."""
    BLIND = "blind"
    """Nothing speaks for waiting; the gap is filled from the stock or stays empty."""
    FILLS_BADLY = "fills badly"
    """The card that would take the place, ``other``, is needed only after ``wait`` more."""
    BETTER_AHEAD = "better ahead"
    """A card that the player has seen, ``other``, comes next and would fill the place better."""
    BALANCE = "balance"
    """No single reason: the imagined games went better so."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason with its facts: the ``need``ed rank, the ``other`` card's and how long it waits."""

    why: Why
    need: int | None = None
    other: int | None = None
    wait: int | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """The move advised and why."""

    move: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Fall:
    """A move that cost chances: its number (from 1), what was advised instead, and the shares of
    imagined games won after the better move and after the one made."""

    number: int
    move: str
    better: str
    before: float
    after: float
