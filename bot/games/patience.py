"""What the rest of the bot may ask of a patience.

A patience is declared in one file that makes a ``Patience`` and is named in ``registry``; session,
view, keyboards and records know patiences through this page only.

A move is one ASCII character, a game is its deal and a string of moves:
``1`` … ``8`` lay the reserve card at that place, ``w`` the waste's top, ``l`` the free last upper
card; ``d`` draws the stock's next card onto the waste, ``r`` redeals the waste as the stock.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Generic, Protocol, TypeVar

from bot.games.cards import TWO_DECKS, Card
from bot.games.deals import Deal

DRAW = "d"
REDEAL = "r"
LAY_WASTE = "w"
LAY_LAST = "l"

STOCK = "stock"
WASTE = "waste"


class UnknownMove(ValueError):
    """A character that is no move code at all."""


class IllegalMove(ValueError):
    """A move that the position does not allow."""


class Outcome(Enum):
    """Where a game stands; a game that the player ended is no matter of the rules."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Table(Protocol):
    """A position: an immutable value. What lies where beyond this is its patience's own."""

    @property
    def deal(self) -> Deal:
        """The deal that is being played."""

    @property
    def stock(self) -> tuple[Card, ...]:
        """Face down, the next card first."""

    @property
    def waste(self) -> tuple[Card, ...]:
        """Face up, the top card last."""

    @property
    def laid(self) -> tuple[Card, ...]:
        """The cards laid so far, in order."""

    @property
    def redeals(self) -> int:
        """Redeals made so far."""

    @property
    def round(self) -> int:
        """Rounds closed so far."""

    @property
    def need(self) -> int | None:
        """The rank to be laid next; ``None`` when all is laid."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A card that went from one spot to another; ``card`` is ``None`` for a redeal."""

    card: Card | None
    source: str
    target: str


class SpotMark(Enum):
    """What is to be said about a spot beyond its cards."""

    NONE = "none"
    FREE = "free"
    CURRENT = "current"
    CLOSED = "closed"


class Fan(Enum):
    """Where the cards below the top one of a spot show."""

    NONE = "none"
    DOWN = "down"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the table as a player sees it, in grid units (one unit: a card with its margin).

    ``cards`` are the visible faces, lowest first; hidden ones are only counted in ``backs``.
    ``fan`` tells where the cards below the top one show. ``lay`` is the code that lays its
    top card, or empty. ``name`` is a short Russian word, ``tally`` the number by which a
    button names the place, ``progress`` (laid, of how many).
    """

    key: str
    x: float
    y: float
    cards: tuple[Card, ...] = ()
    backs: int = 0
    fan: Fan = Fan.NONE
    lay: str = ""
    name: str = ""
    tally: str = ""
    mark: SpotMark = SpotMark.NONE
    count: int | None = None
    progress: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """The table's extent in grid units.

    ``panel`` (of facts) and ``banner`` (where a won game says so) are x, y of the centre, width and
    height. ``rounds_in_panel``: the panel shows the rounds, since no piles on the table do.
    """

    width: float
    height: float
    panel: tuple[float, float, float, float]
    banner: tuple[float, float, float, float]
    rounds_in_panel: bool = True


@dataclass(frozen=True, slots=True)
class Facts:
    """The numbers that captions and pictures tell. ``rounds`` holds (laid, of how many) of each."""

    need: int | None
    rounds: tuple[tuple[int, int], ...]
    laid: int
    cards: int
    passes: tuple[int, int]
    stock: int
    waste: int


@dataclass(frozen=True, slots=True)
class Example:
    """A position to show with a rule: a deal by its number, the moves that lead there."""

    deal: str
    moves: str = ""


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A section of the rules for players, in Russian HTML, perhaps with a picture."""

    key: str
    title: str
    text: str
    example: Example | None = None


@dataclass(frozen=True, slots=True)
class SolverRules:
    """What the solver must know of a patience of the book beyond its rules.

    ``free_last``: the last closer is a free card until its round begins.
    """

    free_last: bool


T = TypeVar("T", bound=Table)


class Patience(ABC, Generic[T]):
    """One way to play one patience: its rules, its place on the table, its Russian words.

    ``kind`` is its name in the database, records and links; ``title`` the patience, ``way`` how it
    is played (empty where there is one way only), ``pledge`` an honest line on what to expect,
    ``redeal_hint`` what a redeal will do, ``rules`` the sections for players, ``tour`` the few
    steps that are shown before a person's first game. ``sources`` has words for "from …" by the
    first part of a spot's key, ``rows`` the names of rows of like places.

    ``codes`` are all moves that its records may hold, ``shorthands`` the buttons that stand for
    several moves, ``pack`` the cards it is played with, ``passes`` how often the stock may be gone
    through. ``by_book``: a fitting card must be laid. ``shuffles``: a redeal shuffles the waste, so
    records write its order down. ``solver`` is what the solver needs to play it, ``None`` where
    there is no solver. ``daily``: it has deals of the day, which the solver must win beforehand.
    """

    kind: str
    title: str
    way: str = ""
    pledge: str
    redeal_hint: str
    rules: tuple[RuleSection, ...]
    tour: tuple[RuleSection, ...] = ()
    sources: ClassVar[Mapping[str, str]]
    rows: ClassVar[Mapping[str, str]] = {}
    codes: str
    shorthands: str = ">+*^"
    pack: ClassVar[tuple[Card, ...]] = TWO_DECKS
    by_book: bool = False
    shuffles: bool = False
    solver: ClassVar[SolverRules | None] = None
    daily: bool = False
    passes: int
    grid: Grid

    @property
    def full_title(self) -> str:
        """The title with the way to play, as captions write it."""
        return f"{self.title}, {self.way}" if self.way else self.title

    @property
    def advised(self) -> bool:
        """Whether there is advice to give: a solver, and something to choose.

        Hints, reviews and notices of how a game will end are for these patiences alone.
        """
        return self.solver is not None and not self.by_book

    @property
    def cards(self) -> int:
        """How many cards it is played with."""
        return len(self.pack)

    @abstractmethod
    def deal(self, deal: Deal) -> T:
        """The opening layout of ``deal``."""

    @abstractmethod
    def lays(self, table: T) -> str:
        """The codes of all cards that may be laid now, in the order in which `*` lays them."""

    @abstractmethod
    def legal(self, table: T) -> str:
        """The codes of all legal moves; empty when the game is over."""

    @abstractmethod
    def apply(self, table: T, move: str) -> T:
        """The position after ``move`` and its consequences.

        Always verifies: raises ``UnknownMove`` for what is no code and ``IllegalMove`` for what the
        position does not allow.
        """

    @abstractmethod
    def motions(self, before: T, move: str, after: T) -> Sequence[Motion]:
        """The cards that ``move`` carried, in order: the lay, the gap's filling, the closer."""

    @abstractmethod
    def spots(self, table: T) -> tuple[Spot, ...]:
        """The table as a player sees it."""

    @abstractmethod
    def facts(self, table: T) -> Facts:
        """The numbers of the position."""

    def unknown(self, table: T) -> tuple[Card, ...]:
        """The hidden cards whose place does not follow from all that the game has shown so far.

        Here the stock's; a patience in which a perfect memory knows more, or which hides more,
        says so.
        """
        return table.stock

    def foreseen(self, table: T) -> tuple[Card, ...]:
        """The stock in its order, where a perfect memory knows it; else nothing."""
        return ()

    def outcome(self, table: T) -> Outcome:
        """Won when every card is laid, lost when no move is legal."""
        if len(table.laid) == self.cards:
            return Outcome.WON
        return Outcome.PLAYING if self.legal(table) else Outcome.LOST
