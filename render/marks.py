"""What stands beside the cards: labels, gauges, the band of a finished pile."""

from functools import lru_cache

from PIL import Image

from render.chips import WIDTH, chip
from render.fonts import Face, fitting_size, width
from render.geometry import Box, Frame
from render.pen import bar, pill, write
from render.scene import Cell, Grow, Mark
from render.shapes import CHECK, rounded_mask, shape_mask, soft
from render.themes import Palette, mix

SMALL = 25  # text beside the cards, in pixels
CHIP = 34  # height of the chip that tells what fills a gap
PILL = 38  # height of the plate that it stands on


def label(
    image: Image.Image, cell: Cell, scale: Frame, colours: Palette, *, four_colours: bool = False
) -> Box | None:
    """Write the words and draw the gauge under the cell's cards; returns the box they take."""
    left, _, right, bottom = scale.place_box(cell)
    hangs = cell.grow is Grow.DOWN and len(cell.cards) > 1
    if cell.grow is Grow.DOWN:
        bottom = scale.visible_box(cell)[3]
    middle, room = (left + right) // 2, right - left
    y = start = bottom + round(scale.card[1] * (0.13 if hangs else 0.045))
    text = _words(cell)
    gauge = cell.progress and cell.mark is Mark.CURRENT and cell.grow is Grow.NONE
    if gauge and cell.progress:
        laid, of = cell.progress
        bar(image, (left + 3, y - 2, right - 3, y + 7), laid / of, colours.accent, colours.text)
        y += 8
    if cell.lit and cell.fill:
        return _filled(image, cell, (middle, start), room, colours, four_colours=four_colours)
    if not text:
        return (left, start, right, y) if gauge else None
    centre = (middle, y + 15)
    taken = room if gauge else width(text, Face.TEXT, SMALL)
    if cell.lit:
        pill(image, centre, text, SMALL, colours.accent, None, colours.accent_ink, room)
    elif cell.mark is Mark.FREE:
        pill(image, centre, text, SMALL, colours.plate, colours.text, colours.text, room + 8)
    else:
        write(image, text, (middle, y + 23), colours.text, SMALL, room=room, anchor="m")
    return (middle - taken // 2, start - 2, middle + taken // 2, y + SMALL + 5)


def _filled(
    image: Image.Image,
    cell: Cell,
    at: tuple[int, int],
    room: int,
    colours: Palette,
    *,
    four_colours: bool,
) -> Box:
    """The plate of a card that may be laid, and the chip of the one that will take its place.

    ``at`` is the middle of its upper edge. Words that leave no room beside the chip stand below it.
    """
    text, chip_width = _words(cell), round(CHIP * WIDTH)
    pointer = 12
    beside = width(text, Face.TEXT, SMALL) + chip_width + pointer + 26 <= room + 4
    size = SMALL if beside else fitting_size(text, Face.TEXT, SMALL, room - 10)
    words = width(text, Face.TEXT, size)
    taken = chip_width + pointer + 12 + (words + 14 if beside else 0)
    left, top = at[0] - taken // 2, at[1]
    image.paste(colours.accent, (left, top), rounded_mask((taken, PILL), PILL / 2))
    x = left + 10
    if beside:
        write(image, text, (x, top + 28), colours.accent_ink, size)
        x += words + 6
    image.paste(colours.accent_ink, (x, top + PILL // 2 - 7), _pointer((pointer, 14)))
    sprite = chip(cell.fill, (chip_width, CHIP), colours, four_colours=four_colours)
    image.paste(sprite, (left + taken - chip_width - 3, top + 2), sprite)
    if beside or not text:
        return (left, top, left + taken, top + PILL)
    under = top + PILL + 4
    pill(image, (at[0], under + 16), text, size, colours.accent, None, colours.accent_ink, room + 8)
    widest = max(taken, words + size)
    return (at[0] - widest // 2, top, at[0] + widest // 2, under + 33)


@lru_cache(maxsize=2)
def _pointer(size: tuple[int, int]) -> Image.Image:
    return shape_mask([[(1.0, 0.0), (0.0, 0.5), (1.0, 1.0)]], size)


def _words(cell: Cell) -> str:
    words = (cell.title, cell.tally, "" if cell.count is None else str(cell.count))
    text = " ".join(word for word in words if word)
    if not text and cell.progress and cell.mark is Mark.CURRENT:
        return f"{cell.progress[0]} из {cell.progress[1]}"
    return text


def band(image: Image.Image, box: Box, colours: Palette) -> None:
    """The ribbon about a finished pile, with a tick."""
    left, top, right, bottom = box
    sprite = _band(right - left, round((bottom - top) * 0.30), colours)
    image.paste(sprite, (left, top + round((bottom - top) * 0.58)), sprite)


@lru_cache(maxsize=12)
def _band(width: int, height: int, colours: Palette) -> Image.Image:
    sprite = Image.new("RGBA", (width, height))
    high = round(height * 0.5)
    top = (height - high) // 2
    shadow = Image.new("L", (width, height))
    shadow.paste(150 if colours.shadow else 0, (0, top + 3, width, top + high + 4))
    sprite.putalpha(soft(shadow, 3))
    dark = mix(colours.accent, (120, 70, 0), 0.45)
    sprite.paste((*dark, 255), (0, top, width, top + high))
    sprite.paste((*colours.accent, 255), (0, top + 3, width, top + high - 3))
    seal = height
    at = ((width - seal) // 2, 0)
    sprite.paste((*dark, 255), at, rounded_mask((seal, seal), seal / 2))
    inner = seal - 6
    at = ((width - inner) // 2, 3)
    sprite.paste((*colours.accent, 255), at, rounded_mask((inner, inner), inner / 2))
    tick = round(seal * 0.66)
    at = ((width - tick) // 2, (height - tick) // 2)
    sprite.paste((*colours.accent_ink, 255), at, shape_mask([CHECK], (tick, tick)))
    return sprite
