"""What lies under the faces: cloth, shadows, blank cards and pile edges, as ready opaque tiles.

Blending is what costs time, so it is done once for every place and look; a picture then copies the
tile as it is and a face over it, both without a mask.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image

from render.cards import paper, radius
from render.felt import felt, plate
from render.geometry import EDGE_STEP, FAN, LIFT, TUCK, Box, Frame
from render.geometry import frame as frame_of
from render.scene import Cell, Grow, Layout, Mark
from render.shapes import faded, ring_mask, rounded_mask, soft
from render.themes import Palette

ASKEW = (4, -3)  # degrees by which the lowest and the next card of a loose heap are turned
RIM = 5  # width of the frame about a card that may be laid


@dataclass(frozen=True, slots=True)
class Look:
    """How a place looks, its faces aside."""

    card: bool = False
    beneath: int = 0  # cards looking out from under the top one
    thickness: int = 0  # edges of a squared pile, 0…6
    fan: int = 0  # cards lying to the left under the top one
    slot: bool = False  # a pile may grow downwards here
    lit: bool = False
    apart: bool = False


def look(cell: Cell) -> Look:
    """The look that the cell asks for."""
    under = max(0, len(cell.cards) - 1)
    if not cell.cards and not cell.backs:
        return Look()
    closed = cell.mark is Mark.CLOSED
    hangs = cell.grow is Grow.DOWN and not closed
    squared = cell.backs + (under if cell.grow is Grow.NONE else 0)
    return Look(
        card=True,
        beneath=under if hangs else 0,
        thickness=6 if closed else min(6, -(-squared // 9)),
        fan=under if cell.grow is Grow.RIGHT else 0,
        slot=hangs and not under and cell.mark is not Mark.FREE,
        lit=cell.lit,
        apart=cell.apart,
    )


def lift(size: tuple[int, int], *, lit: bool) -> int:
    """How many pixels the top card is raised."""
    return round(size[1] * LIFT) if lit else 0


@lru_cache(maxsize=4)
def backdrop(layout: Layout, palette: Palette) -> Image.Image:
    """The cloth with the panel's plate on it, RGB; copy it before drawing on it."""
    scale = frame_of(layout)
    image = felt((scale.width, scale.height), palette)
    plate(image, scale.area(layout.panel), palette)
    return image


@lru_cache(maxsize=256)  # the looks of both tables in one theme; some 25 MB
def tile(layout: Layout, palette: Palette, bounds: Box, card: Box, style: Look) -> Image.Image:
    """The cell of one place as opaque RGB."""
    frame = frame_of(layout)
    ground = backdrop(layout, palette).crop(bounds)
    at = (card[0] - bounds[0], card[1] - bounds[1])
    if not style.card:
        _empty(ground, frame.card, at, palette)
        return ground
    if style.slot:
        _slot(ground, frame.card, at, palette)
    if style.apart:
        _well(ground, palette)
        _askew(ground, frame.card, at, palette, style.thickness + 1)
        style = replace(style, thickness=0)
    for number in range(style.fan, 0, -1):
        left = at[0] - number * round(frame.card[0] * FAN)
        _stack(ground, frame, (left, at[1]), palette, style.thickness)
    _edges(ground, frame.card, at, palette, _beneath(frame.card, style))
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


def _edges(
    ground: Image.Image,
    size: tuple[int, int],
    at: tuple[int, int],
    palette: Palette,
    shifts: list[int],
) -> None:
    """The lower ends of the cards of a pile, ``shifts`` pixels below the top card each."""
    if not shifts:
        return
    low = max(shifts)
    _card_shadow(ground, size, (at[0], at[1] + low + 3), palette.shadow / 255 * 0.8, 4)
    seen = round(size[1] * TUCK) + radius(size)
    end = paper(size, palette).crop((0, size[1] - seen, *size))
    line = faded(end.getchannel("A"), 0.3)
    for shift in shifts:
        corner = (at[0], at[1] + shift + size[1] - end.height)
        ground.paste((0, 0, 0), (corner[0], corner[1] + 1), line)
        ground.paste(end, corner, end)


def _stack(
    ground: Image.Image, frame: Frame, at: tuple[int, int], palette: Palette, thickness: int
) -> None:
    """A card of a fan; the pile's squared edges below it."""
    _edges(ground, frame.card, at, palette, _beneath(frame.card, Look(thickness=thickness)))
    _card(ground, frame.card, at, palette, strength=palette.shadow / 255, spread=5)


def _slot(
    ground: Image.Image, size: tuple[int, int], at: tuple[int, int], palette: Palette
) -> None:
    """Where a pile will look out from under its closer."""
    shift = round(size[1] * TUCK)
    ground.paste((0, 0, 0), (at[0], at[1] + shift), faded(rounded_mask(size, radius(size)), 0.13))
    outline = faded(ring_mask(size, radius(size), 2), 0.45)
    ground.paste(palette.plate_line, (at[0], at[1] + shift), outline)


def _well(ground: Image.Image, palette: Palette) -> None:
    """A ground of its own, the size of the tile."""
    corner = radius(ground.size) + 4
    ground.paste(palette.plate, (0, 0), faded(rounded_mask(ground.size, corner), 0.7))
    ground.paste(palette.plate_line, (0, 0), faded(ring_mask(ground.size, corner, 2), 0.9))


def _askew(
    ground: Image.Image, size: tuple[int, int], at: tuple[int, int], palette: Palette, many: int
) -> None:
    """Cards that lie loosely under the top one, as they were counted off."""
    sheet = paper(size, palette)
    for turn in ASKEW[:many]:
        turned = sheet.rotate(turn, Image.Resampling.BICUBIC, expand=True)
        corner = (
            at[0] + (size[0] - turned.width) // 2,
            at[1] + (size[1] - turned.height) // 2,
        )
        dark = faded(soft(turned.getchannel("A"), 2), palette.shadow / 255)
        ground.paste((0, 0, 0), (corner[0], corner[1] + 2), dark)
        ground.paste(turned, corner, turned)


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
