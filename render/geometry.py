"""``Frame``: from grid units to pixels, where every card of a scene lies on the canvas."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from render.scene import Cell, Extent, Grow, Layout

Box: TypeAlias = tuple[int, int, int, int]  # left, top, right, bottom

LONGEST = 1280  # pixels on the longest side; Telegram shows no more
AREA = 620_000  # pixels of a picture, about: file size and time go with it
PLACE_RATIO = 1.34  # height of a card's place over its width
CARD_WIDTH = 0.92  # of its place
CARD_RATIO = 1.38  # height of a card over its width
TUCK = 0.34  # how far, in card heights, a pile looks out from under its closer
EDGE_STEP = 0.011  # how far, in card heights, each further card of a pile looks out
FAN = 0.58  # how far, in card widths, the cards of a fan lie apart
FANNED = 3  # cards of a fan, at most
APART = 0.08  # how far, in units, the ground of a cell apart reaches into the room around it
LIFT = 0.035  # how far, in card heights, a card that may be laid is raised


@dataclass(frozen=True, slots=True)
class Frame:
    """The scale of one layout: pixels for grid units."""

    width: int
    height: int
    unit_x: float
    unit_y: float
    card: tuple[int, int]

    def centre(self, cell: Cell) -> tuple[int, int]:
        """The middle of the cell's card in pixels."""
        return round(cell.x * self.unit_x), round(cell.y * self.unit_y)

    def card_box(self, cell: Cell) -> Box:
        """The box of the cell's top card, at rest."""
        x, y = self.centre(cell)
        left, top = x - self.card[0] // 2, y - self.card[1] // 2
        return left, top, left + self.card[0], top + self.card[1]

    def tuck(self, cell: Cell) -> int:
        """How many pixels of cards may look out below the cell's top card."""
        return round(self.card[1] * (TUCK + 12 * EDGE_STEP)) if cell.grow is Grow.DOWN else 0

    def fan(self, beneath: int) -> int:
        """How many pixels a fan's cards, ``beneath`` of them, reach to the left of the top one."""
        return beneath * round(self.card[0] * FAN)

    def cards_box(self, cell: Cell) -> Box:
        """The box that the cell's cards may take: all of a growing pile, what there is of a fan."""
        left, top, right, bottom = self.card_box(cell)
        fan = self.fan(max(0, len(cell.cards) - 1)) if cell.grow is Grow.RIGHT else 0
        return left - fan, top, right, bottom + self.tuck(cell)

    def place_box(self, cell: Cell) -> Box:
        """The box that the cell's cards take at most."""
        left, top, right, bottom = self.cards_box(cell)
        if cell.grow is Grow.RIGHT:
            left = self.card_box(cell)[0] - self.fan(FANNED - 1)
        return left, top, right, bottom

    def visible_box(self, cell: Cell) -> Box:
        """The box of the cards that lie there now."""
        beneath = len(cell.cards) - 1
        if beneath < 1:
            return self.card_box(cell)
        left, top, right, bottom = self.cards_box(cell)
        if cell.grow is Grow.DOWN:
            ends = TUCK + (beneath - 1) * EDGE_STEP
            bottom = self.card_box(cell)[3] + round(self.card[1] * ends)
        return left, top, right, bottom

    def bounds(self, cell: Cell) -> Box:
        """All that the cell's cards and their shadows may cover; those of two cells never meet."""
        left, top, right, bottom = self.cards_box(cell)
        side = int((self.unit_x - self.card[0]) / 2)
        above = round(self.card[1] * (LIFT + 0.045))
        below = round(self.card[1] * 0.075)
        if cell.apart:
            side, below = side + round(self.unit_x * APART), below + round(self.unit_x * APART / 2)
        return (
            max(0, left - side),
            max(0, top - above),
            min(self.width, right + side),
            min(self.height, bottom + below),
        )

    def area(self, extent: Extent) -> Box:
        """The box of a part of the table: the panel or the tray of the layout."""
        x, y, width, height = extent
        left, top = round((x - width / 2) * self.unit_x), round((y - height / 2) * self.unit_y)
        return left, top, left + round(width * self.unit_x), top + round(height * self.unit_y)


@lru_cache(maxsize=16)
def frame(layout: Layout) -> Frame:
    """The scale at which the layout fills the canvas."""
    across, down = layout.width, layout.height * PLACE_RATIO
    unit = min(LONGEST / max(across, down), (AREA / (across * down)) ** 0.5)
    card_width = round(unit * CARD_WIDTH)
    return Frame(
        width=round(layout.width * unit),
        height=round(layout.height * unit * PLACE_RATIO),
        unit_x=unit,
        unit_y=unit * PLACE_RATIO,
        card=(card_width, round(card_width * CARD_RATIO)),
    )
