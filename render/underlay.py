"""What lies under the faces: cloth, shadows, blank cards and pile edges, as ready opaque tiles.

Blending is what costs time, so it is done once for every place and look; a picture then copies the
tile as it is and a face over it, both without a mask.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from render.cards import paper, radius
from render.felt import felt
from render.geometry import EDGE_STEP, LIFT, TUCK, Box, Frame
from render.scene import Mark, Spot
from render.shapes import faded, ring_mask, rounded_mask, soft
from render.themes import Palette

RIM = 5  # width of the frame about a card that may be laid


@dataclass(frozen=True, slots=True)
class Look:
    """How a place looks, its faces aside."""

    card: bool = False
    beneath: int = 0  # cards looking out from under the top one
    thickness: int = 0  # edges of a squared pile, 0…6
    lit: bool = False


def look(spot: Spot) -> Look:
    """The look that the spot asks for."""
    if not spot.cards and not spot.backs:
        return Look()
    growing = spot.mark is not Mark.CLOSED and len(spot.cards) > 1
    squared = spot.backs + (0 if growing else len(spot.cards) - 1)
    if spot.mark is Mark.CLOSED:
        squared = max(squared, 54)
    return Look(
        card=True,
        beneath=len(spot.cards) - 1 if growing else 0,
        thickness=min(6, -(-squared // 9)),
        lit=spot.lit,
    )


def lift(size: tuple[int, int], *, lit: bool) -> int:
    """How many pixels the top card is raised."""
    return round(size[1] * LIFT) if lit else 0


@lru_cache(maxsize=128)
def tile(frame: Frame, palette: Palette, cell: Box, card: Box, style: Look) -> Image.Image:
    """The cell of one place as opaque RGB."""
    ground = felt((frame.width, frame.height), palette).crop(cell)
    at = (card[0] - cell[0], card[1] - cell[1])
    if not style.card:
        _empty(ground, frame.card, at, palette)
        return ground
    for shift in _beneath(frame.card, style):
        _card(ground, frame.card, (at[0], at[1] + shift), palette, strength=0.35, spread=2)
    raised = (at[0], at[1] - lift(frame.card, lit=style.lit))
    if style.lit:
        _card_shadow(ground, frame.card, (at[0], at[1] + 4), palette.shadow / 255, 7)
        _halo(ground, frame.card, raised, palette)
    _card(ground, frame.card, raised, palette, strength=palette.shadow / 255, spread=5)
    return ground


def _beneath(size: tuple[int, int], style: Look) -> list[int]:
    """How far below the top card each card under it lies, the lowest card first."""
    step = max(2, round(size[1] * EDGE_STEP))
    if style.beneath:
        first = round(size[1] * TUCK)
        return [first + step * k for k in reversed(range(style.beneath))]
    return [step * k for k in range(style.thickness, 0, -1)]


def _empty(
    ground: Image.Image, size: tuple[int, int], at: tuple[int, int], palette: Palette
) -> None:
    ground.paste((0, 0, 0), at, faded(rounded_mask(size, radius(size)), 0.16))
    ground.paste(palette.plate_line, at, faded(ring_mask(size, radius(size), 3), 0.7))


def _halo(
    ground: Image.Image, size: tuple[int, int], at: tuple[int, int], palette: Palette
) -> None:
    wide = (size[0] + 2 * RIM, size[1] + 2 * RIM)
    ground.paste(palette.accent, (at[0] - RIM, at[1] - RIM), rounded_mask(wide, radius(size) + RIM))


def _card(
    ground: Image.Image,
    size: tuple[int, int],
    at: tuple[int, int],
    palette: Palette,
    *,
    strength: float,
    spread: int,
) -> None:
    _card_shadow(ground, size, (at[0], at[1] + spread), strength, spread)
    sheet = paper(size, palette)
    ground.paste(sheet, at, sheet)


def _card_shadow(
    ground: Image.Image, size: tuple[int, int], at: tuple[int, int], strength: float, blur: int
) -> None:
    if strength <= 0:
        return
    mask = _shadow(size, strength, blur)
    ground.paste((0, 0, 0), (at[0] - 3 * blur, at[1] - 3 * blur), mask)


@lru_cache(maxsize=24)
def _shadow(size: tuple[int, int], strength: float, blur: int) -> Image.Image:
    room = 3 * blur
    mask = Image.new("L", (size[0] + 2 * room, size[1] + 2 * room))
    mask.paste(255, (room, room), rounded_mask(size, radius(size)))
    return faded(soft(mask, blur), strength)
