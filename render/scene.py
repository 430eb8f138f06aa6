"""What the renderer is told: a table as spots on a grid, with no rules behind it.

Coordinates are grid units: one unit is one card place (a card with its margins), x grows to the
right and y downwards, and a spot's ``x, y`` is the centre of its card. A face is a card token
such as ``"10♦"`` or ``"Т♠"``; hidden cards never reach a scene, they are only counted.
"""

from dataclasses import dataclass, field
from enum import Enum

__all__ = ["Grow", "Layout", "Mark", "Motion", "Panel", "Result", "Scene", "Spot", "Theme"]


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
    """A word about a spot that must not be told by colour alone."""

    NONE = "none"
    FREE = "free"  # the free last upper card
    CURRENT = "current"  # the pile that is being built, or the card that will close it
    CLOSED = "closed"  # a finished pile


class Grow(Enum):
    """Where the cards beneath the top one show."""

    NONE = "none"  # squared up
    DOWN = "down"  # the card below it looks out under the top card's lower edge
    RIGHT = "right"  # a fan: each card lies half a card to the right of the one below it


@dataclass(frozen=True, slots=True)
class Spot:
    """One place on the table.

    ``cards`` are the face-up cards, the lowest first, as far as they are to be seen; ``backs`` is how
    many face-down cards lie beneath them (0 with no cards: an empty place). ``count`` is a number
    printed beside the spot, ``title`` a short Russian word. ``progress`` is (laid, of how many) for a
    pile; ``tally`` a second short text such as a place number for the keyboard's «③».
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


@dataclass(frozen=True, slots=True)
class Motion:
    """A card that the last move carried from one spot to another; ``face`` is empty if it was a whole
    pile that moved (a redeal)."""

    face: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Panel:
    """The words and numbers beside the cards.

    ``need`` is the rank wanted next ("8", "Т"; empty when the game is over), ``need_word`` the same in
    words («нужна восьмёрка»: the first word goes above the rank, the rest below). ``lines`` are short facts, most important first («круг 3 из 8»).
    ``rounds`` tells, for each round, how many of its cards are laid and of how many.
    ``passes`` is (the current pass, of how many), ``passes_word`` the same in words.
    """

    need: str = ""
    need_word: str = ""
    lines: tuple[str, ...] = ()
    rounds: tuple[tuple[int, int], ...] = ()
    passes: tuple[int, int] | None = None
    passes_word: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """The extent of a table in grid units and where its panel is (x, y of the centre, width, height)."""

    width: float
    height: float
    panel: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that one picture of a table shows."""

    layout: Layout
    spots: tuple[Spot, ...]
    panel: Panel = field(default_factory=Panel)
    last: tuple[Motion, ...] = ()
    result: Result | None = None
    headline: str = ""
    theme: Theme = Theme.GREEN
    four_colours: bool = False
