"""What the solver answers. Plain values, so that they cross from its process to the bot's."""

from dataclasses import dataclass
from enum import Enum


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
    """Why a move is advised. Ranks are 0 (Т) … 12 (К), waits are in cards laid by the player.

    The *gap* is the place that the lay empties, or would empty if it were made now.
    """

    NOTHING_FITS = "nothing fits"
    """Nothing can be laid, so a card is opened."""
    STOCK_EMPTY = "stock empty"
    """Nothing can be laid and the stock is empty, so the waste is redealt."""
    NO_TURN = "no turn"
    """Nothing is left to open."""
    BALANCE = "balance"
    """No single reason: the imagined games went better so."""

    ON_TOP = "on top"
    """To lay: the needed card lies on the waste, where the next card would bury it."""
    GOES_BACK = "goes back"
    """To lay: the needed card lies on the waste, and a redeal would take it back to the stock."""
    FILLS_WELL = "fills well"
    """To lay: the card that fills the gap, ``other``, is needed after ``wait`` more.

    ``count`` is 1 where another card of its rank goes before it.
    """
    CLOSES = "closes"
    """To lay: the closer goes with it."""
    SHOWS_CLOSER = "shows closer"
    """To lay: the closer goes with it, and the next one, hidden so far, is seen."""
    FOLLOWED = "followed"
    """To lay: ``count`` more can be laid at once, the first is of the rank ``other``."""
    COMES = "comes"
    """To lay: the rank needed next, ``other``, is known to come after ``count`` cards."""
    COMES_BACK = "comes back"
    """To lay: the rank needed next, ``other``, comes after a redeal and ``count`` cards."""
    BLIND = "blind"
    """To lay: the waste is empty, so the stock's next card fills the gap."""
    HIDDEN = "hidden"
    """To lay: of the rank needed next, ``other``, as many as ``count`` lie face down."""

    SAME_FILLING = "same filling"
    """To wait: the waste is empty, so the card that is opened would have filled the gap anyway."""
    LEAVES_SPARE = "leaves spare"
    """To wait: waste and reserve both have the needed rank, ``other``; one of the two would stay
    in the reserve."""
    CLOSER_HIDDEN = "closer hidden"
    """To wait: the round would close, and the next closer is hidden."""
    BETTER_AHEAD = "better ahead"
    """To wait: ``other``, known to come after ``count`` cards, would fill the gap better.

    It is needed after ``wait`` more.
    """
    FILLS_BADLY = "fills badly"
    """To wait: ``other`` would fill the gap and is needed only after ``wait`` more (``count`` as in
    ``FILLS_WELL``)."""
    NOT_THIS_ROUND = "not this round"
    """To wait: ``other`` would fill the gap and is not needed in this round (``count``: because
    another of its rank is)."""
    LAST_PILE = "last pile"
    """To wait: ``other`` would fill the gap and is not needed before pile 8 (``count`` as in
    ``FILLS_WELL``)."""
    NEXT_FILLS_BADLY = "next fills badly"
    """To wait: the card that fills the gap could go at once, and then ``other`` would fill it and
    be needed only after ``wait`` more from then on (``count`` as in ``FILLS_WELL``)."""
    COMES_AGAIN = "comes again"
    """To wait: the needed card, ``other``, lies on the waste and comes again after a redeal."""
    NO_HURRY = "no hurry"
    """To wait: the rank needed next, ``other``, could not be laid yet."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason with its facts: the ``need``ed rank, the ``other`` one, its wait and a count."""

    why: Why
    need: int | None = None
    other: int | None = None
    wait: int | None = None
    count: int = 0


@dataclass(frozen=True, slots=True)
class Advice:
    """The move advised and why.

    ``chance``: to win by following the hints, 0 … 1, as far as the player can know; ``other``: the
    same after the other choice, where both to lay and to turn are legal.
    """

    move: str
    reason: Reason
    chance: float
    other: float | None = None


@dataclass(frozen=True, slots=True)
class Fall:
    """A move that cost chances: its number (from 1), what was advised instead, and the shares of
    imagined games won after the better move and after the one made."""

    number: int
    move: str
    better: str
    before: float
    after: float
