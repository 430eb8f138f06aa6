"""``Scene``: what the renderer is told, a table as cells on a grid with no rules behind it.

Coordinates are grid units: one unit is one card place (a card with its margins), x grows to the
right and y downwards, and a cell's ``x, y`` is the centre of its top card. A face is a card token
such as ``"10♦"`` or ``"Т♠"``; hidden cards never reach a scene, they are only counted.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

Extent: TypeAlias = tuple[float, float, float, float]
"""A part of the table in grid units: x and y of its centre, width, height."""

UNKNOWN = "?"
"""The face of a card that nobody can name yet."""


class Theme(Enum):
    """The look of the table."""

    GREEN = "green"
    NIGHT = "night"
    CONTRAST = "contrast"


class Result(Enum):
    """How a finished game ended."""

    WON = "won"
    LOST = "lost"
    STOPPED = "stopped"


class Mark(Enum):
    """What is special about a cell; never shown by colour alone."""

    NONE = "none"
    FREE = "free"  # the free last upper card; the cell's ``title`` says so
    CURRENT = "current"  # the pile that is being built, or the card that will close it
    CLOSED = "closed"  # a finished pile: squared up, with a band about it


class Grow(Enum):
    """Where the cards beneath the top one show."""

    NONE = "none"  # squared up
    DOWN = "down"  # the card below it looks out under the top card's lower edge
    RIGHT = "right"  # a fan: each card lies half a card to the right of the one below it


@dataclass(frozen=True, slots=True)
class Cell:
    """One place on the table.

    ``cards`` are the face-up cards, the lowest first, as far as they are to be seen: in a pile that
    grows downwards the closer is the last and the card laid before it the last but one; a fan shows
    three at most. ``backs`` is how many more cards lie beneath them, and thus how thick the pile
    is; with no ``cards`` a face-down pile is shown, with neither an empty place.

    Below the cards stand ``title`` (a short Russian word), ``tally`` (a place number) and ``count``
    in one line, on a plate if the card is ``lit``, which means that it may be laid. ``fill`` is the
    face that will then take its place, or ``UNKNOWN``. ``progress``, (laid, of how many), is shown
    for a cell marked ``CURRENT``. ``apart``: it has a ground of its own and lies on it loosely.
    """

    key: str
    x: float
    y: float
    cards: tuple[str, ...] = ()
    backs: int = 0
    grow: Grow = Grow.NONE
    lit: bool = False
    mark: Mark = Mark.NONE
    count: int | None = None
    title: str = ""
    tally: str = ""
    progress: tuple[int, int] | None = None
    fill: str = ""
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Chips:
    """Cards that do not lie open and are known all the same, told in the tray by their ranks.

    ``faces`` are the next ones, the nearest first, and stand as small cards of their own; ``more``
    follow on a strip, as many of them as there is room for.
    """

    title: str
    faces: tuple[str, ...]
    more: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trail:
    """A card that a move carried from one cell to another, named by their keys.

    ``face`` is empty if a whole pile moved (a redeal).
    """

    face: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Panel:
    """The words and numbers beside the cards.

    ``need`` is the rank wanted next ("8", "Т"; empty when the game is over), ``need_word`` the same
    in words («нужна восьмёрка»: the first word goes above the rank, the rest below it). ``lines``
    are one or two short facts, the most important first («круг 3 из 8»). ``rounds`` tells, for each
    round, how many of its cards are laid and of how many; leave it empty where the piles themselves
    show it. ``passes`` is (the present pass, of how many), ``passes_word`` the same in words.
    ``laid``, (cards laid, of all), is for a game that is over: how near it was.
    """

    need: str = ""
    need_word: str = ""
    lines: tuple[str, ...] = ()
    rounds: tuple[tuple[int, int], ...] = ()
    passes: tuple[int, int] | None = None
    passes_word: str = ""
    laid: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The size of a table in grid units and where its panel and its tray of chips are."""

    width: float
    height: float
    panel: Extent
    tray: Extent | None = None


@dataclass(frozen=True, slots=True)
class Finale:
    """What a won game shows instead of its table: all its cards, in an order that is not its own.

    ``fans`` stand side by side, each from its lowest card to the top one. ``told`` are short lines
    below them, the most important first.
    """

    fans: tuple[tuple[str, ...], ...]
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that one picture of a table shows.

    ``last`` are the cards carried by the last move: the laid or opened one first, then what filled
    its place. ``headline`` is the result in words; with it the panel shows no wanted rank. With a
    ``finale`` nothing of the table is shown.
    """

    layout: Layout
    cells: tuple[Cell, ...]
    panel: Panel = field(default_factory=Panel)
    tray: tuple[Chips, ...] = ()
    last: tuple[Trail, ...] = ()
    result: Result | None = None
    headline: str = ""
    finale: Finale | None = None
    theme: Theme = Theme.GREEN
    four_colours: bool = False
