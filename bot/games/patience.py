"""``Patience``: what the rest of the bot may ask of a patience, and the values it answers with.

A patience is declared in one file that makes a ``Patience`` and is named in ``registry``; session,
texts, keyboards, pictures and records know patiences through this page only. What a patience does
not declare it does not have, and nobody is told or asked about it.

A move is one ASCII character, and a game is its deal and a string of moves. Three of them mean the
same in every patience: ``d`` draws the stock's next card, ``r`` redeals the waste as the stock,
``w`` lays the waste's top card. The others are the patience's own.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from bot.games.cards import TWO_DECKS, Card
from bot.games.deals import Deal

DRAW = "d"
REDEAL = "r"
LAY_WASTE = "w"

STOCK = "stock"
WASTE = "waste"


class UnknownMove(ValueError):
    """A character that is no move code at all."""


class IllegalMove(ValueError):
    """A move that the position does not allow."""


class Outcome(Enum):
    """Where a game stands by the rules; that a player ended it is none of their business."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Table(Protocol):
    """A position: an immutable value. What else lies where is known to its patience alone."""

    @property
    def deal(self) -> Deal:
        """The deal that is being played."""

    @property
    def laid(self) -> tuple[Card, ...]:
        """The cards laid so far, in order."""


@dataclass(frozen=True, slots=True)
class Motion:
    """A card that a move carried from one spot to another.

    ``card`` is ``None`` where the whole waste became the stock. ``turned`` marks a card that was
    only turned face up where it lay.
    """

    card: Card | None
    source: str
    target: str
    turned: bool = False


class Unknown(Enum):
    """A card that nobody can name yet."""

    UNKNOWN = "?"


Filling: TypeAlias = Card | Literal[Unknown.UNKNOWN] | None
"""What takes the place of a card that is laid: ``None`` where the place stays empty."""


class SpotMark(Enum):
    """What there is to say about a spot beyond its cards."""

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
    button names the place, ``progress`` (laid, of how many). ``apart``: it is no place like those
    around it, and is to be told from them at first sight.
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
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """The table's extent in grid units.

    ``panel`` (of facts) is x, y of the centre, width and height. ``rounds_in_panel``: the panel
    shows the rounds, since no piles on the table do.
    ``tray`` is the height of the strip that is put below a table with a stock: small cards tell
    there what lies under the waste's top and ahead, so give it two rows if both may be known.
    """

    width: float
    height: float
    panel: tuple[float, float, float, float]
    rounds_in_panel: bool = True
    tray: float = 0.42


@dataclass(frozen=True, slots=True)
class Facts:
    """The numbers that captions and pictures tell; what is left out is not told.

    ``need`` is the one rank to be laid next, ``None`` also when all is laid. ``rounds`` holds
    (laid, of how many) for each round, ``passes`` (the present one, of how many), ``stock`` how
    and ``waste`` how many cards lie there.
    """

    laid: int
    cards: int
    need: int | None = None
    rounds: tuple[tuple[int, int], ...] = ()
    passes: tuple[int, int] | None = None
    stock: int | None = None
    waste: int | None = None

    @property
    def rounds_closed(self) -> int:
        """Rounds of which every card is laid."""
        return sum(done == of for done, of in self.rounds)

    @property
    def present_pass(self) -> int:
        """The pass that is being played; the first where there is only one."""
        return 1 if self.passes is None else self.passes[0]


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

    Every patience declares:

    - ``kind``, its name in the database, records and links, and ``title``, its name for players;
    - ``pledge``, an honest line on what to expect;
    - ``rules``, the sections that explain it;
    - ``codes``, all moves that its records may hold;
    - ``grid``, the extent of its table.

    What else it has it declares too, and is then offered, told and asked about it:

    - ``way``: how it is played, where its title is played in several ways;
    - ``tour``: the few steps that are shown before a person's first game;
    - ``pack``: the cards it is played with, if not two full decks;
    - ``passes``: how often the stock may be gone through, if more than once; then ``redeal_hint``
      says what a redeal will do, and ``shuffles`` whether it shuffles the waste, so that records
      must write its order down;
    - ``shorthands``: the buttons that stand for several moves;
    - ``by_book``: a fitting card must be laid, so there is nothing to choose;
    - ``solver``: what the solver needs to play it;
    - ``daily``: it has deals of the day, which a solver must win before they are offered;
    - ``sources``: words for "from …", by a spot's key or its first part; ``rows``: the names of
      rows of like places, by the first part of their keys.
    """

    kind: str
    title: str
    way: str = ""
    pledge: str
    redeal_hint: str = ""
    rules: tuple[RuleSection, ...]
    tour: tuple[RuleSection, ...] = ()
    sources: ClassVar[Mapping[str, str]] = {}
    rows: ClassVar[Mapping[str, str]] = {}
    codes: str
    shorthands: str = ">+*^"
    pack: ClassVar[tuple[Card, ...]] = TWO_DECKS
    by_book: bool = False
    shuffles: bool = False
    solver: ClassVar[SolverRules | None] = None
    daily: bool = False
    passes: int = 1
    grid: Grid

    @property
    def full_title(self) -> str:
        """The title with the way to play, as captions write it."""
        return f"{self.title}, {self.way}" if self.way else self.title

    @property
    def cards(self) -> int:
        """How many cards it is played with."""
        return len(self.pack)

    @property
    def draws(self) -> bool:
        """Whether cards are opened from a stock, so that it tells something how many were."""
        return DRAW in self.codes

    @property
    def advised(self) -> bool:
        """Whether there is advice to give: a solver, and something to choose.

        Hints, reviews and notices of how a game will end are for these patiences alone.
        """
        return self.solver is not None and not self.by_book

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
        """The cards that ``move`` carried, in order: the lay, the gap's filling, the closer.

        Never empty: what is said of a move is said of these.
        """

    @abstractmethod
    def spots(self, table: T) -> tuple[Spot, ...]:
        """The table as a player sees it."""

    @abstractmethod
    def facts(self, table: T) -> Facts:
        """The numbers of the position."""

    def stock(self, table: T) -> tuple[Card, ...]:
        """The stock, face down, the next card first; nothing where a patience has none."""
        return ()

    def waste(self, table: T) -> tuple[Card, ...]:
        """The waste, face up, the top card last; nothing where a patience has none."""
        return ()

    def unknown(self, table: T) -> tuple[Card, ...]:
        """The hidden cards whose place does not follow from all that the game has shown so far.

        Usually the stock's. A patience in which a perfect memory knows more, or which hides more,
        says so.
        """
        return self.stock(table)

    def foreseen(self, table: T) -> tuple[Card, ...]:
        """The stock in its order, where a perfect memory knows it; else nothing."""
        return ()

    def beneath(self, table: T) -> tuple[Card, ...]:
        """The cards under the waste's top, from the top down: all have been seen."""
        return self.waste(table)[-2::-1]

    def fills(self, table: T, move: str) -> Filling:
        """What will take the place of the card that the legal lay ``move`` takes away.

        A card is named only if it lies open, is foreseen, or can be no other.
        """
        first, *rest = self.motions(table, move, self.apply(table, move))
        filling = next((motion for motion in rest if motion.target == first.source), None)
        if filling is None or filling.card is None:
            return None
        return filling.card if self._is_known(table, filling) else Unknown.UNKNOWN

    def _is_known(self, table: T, filling: Motion) -> bool:
        here = (filling.card,)
        return (
            any(
                spot.key == filling.source and spot.cards[-1:] == here for spot in self.spots(table)
            )
            or (filling.source == STOCK and self.foreseen(table)[:1] == here)
            or len(set(self.unknown(table))) == 1
        )

    def outcome(self, table: T) -> Outcome:
        """Won when every card is laid, lost when no move is legal."""
        if len(table.laid) == self.cards:
            return Outcome.WON
        return Outcome.PLAYING if self.legal(table) else Outcome.LOST
