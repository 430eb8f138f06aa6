"""The cards: paper, faces and backs as sprites, made once for each size and kept within bounds."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFilter

from render.courts import emblem
from render.fonts import Face, text_mask
from render.shapes import SMOOTH, faded, ring_mask, rounded_mask, suit_mask
from render.themes import Colour, Palette, mix

Size: TypeAlias = tuple[int, int]

_EMBLEM_WIDTHS = {"Т": 0.676, "В": 0.80, "Д": 0.86, "К": 0.80}  # of the card's width

EDGE = 5  # pixels at each side of a face that belong to the paper alone


@dataclass(frozen=True, slots=True)
class Token:
    """A card token such as ``"10♦"`` in its two parts."""

    rank: str
    suit: str

    @classmethod
    def parse(cls, text: str) -> "Token":
        """Split a token; raises ``ValueError`` where the suit is unknown or the rank missing."""
        rank, suit = text[:-1], text[-1:]
        if not rank or suit not in tuple("♠♥♦♣"):
            raise ValueError(f"not a card: {text!r}")
        return cls(rank, suit)


def radius(size: Size) -> int:
    """The radius of a card's corners in pixels."""
    return round(size[0] * 0.085)


@lru_cache(maxsize=12)
def paper(size: Size, palette: Palette) -> Image.Image:
    """A blank card, RGBA: paper that darkens a little downwards, and a fine edge."""
    shade = Image.linear_gradient("L").resize(size)
    sheet = Image.composite(
        Image.new("RGB", size, palette.paper_bottom),
        Image.new("RGB", size, palette.paper_top),
        shade,
    )
    sheet.paste(
        palette.paper_edge,
        mask=faded(ring_mask(size, radius(size), 2 if palette.flat else 1.5), 0.8),
    )
    sheet.putalpha(rounded_mask(size, radius(size)))
    return sheet


@lru_cache(maxsize=192)
def face(
    token: str, size: Size, palette: Palette, *, four_colours: bool, seen: int = 0
) -> Image.Image:
    """The inner part of an open card, RGB, ``EDGE`` pixels smaller than the card at each side.

    Where another card covers all but the left ``seen`` pixels, the rank keeps within these.
    """
    card = Token.parse(token)
    ink = palette.inks(four_colours=four_colours)[card.suit]
    sheet = paper(size, palette).convert("RGB")
    width, height = size
    left, top = round(width * 0.07), round(height * 0.055)
    corner = round(width * (0.25 if card.rank == "10" else 0.29))
    quiet_left = width - round(width * 0.055) - corner
    room = (seen - round(width * 0.04) if seen else quiet_left) - left - round(width * 0.02)
    rank = rank_mask(card.rank, round(height * 0.355), room)
    sheet.paste(ink, (left, top), rank)
    sheet.paste(ink, (quiet_left, top + round(height * 0.012)), suit_mask(card.suit, corner))
    _lower_half(sheet, card, ink, palette)
    return _softened(sheet.crop((EDGE, EDGE, width - EDGE, height - EDGE)))


def _softened(sheet: Image.Image) -> Image.Image:
    """The sheet with its sharpest edges eased: not to be seen, and a tenth off the file's size."""
    return sheet.filter(ImageFilter.GaussianBlur(0.5))


def _lower_half(sheet: Image.Image, card: Token, ink: Colour, palette: Palette) -> None:
    width, height = sheet.size
    top, bottom = round(height * 0.465), height - round(height * 0.045)
    if card.rank in ("Т", "В", "Д", "К"):
        room = bottom - top
        wide = round(width * _EMBLEM_WIDTHS[card.rank])
        ground = mix(palette.paper_top, palette.paper_bottom, 0.7)
        art = emblem(card.rank, card.suit, (wide, room), ink, palette.gilt, ground)
        sheet.paste(art, ((width - wide) // 2, top), art)
        return
    side = min(bottom - top, round(width * 0.72))
    sheet.paste(
        ink, ((width - side) // 2, top + (bottom - top - side) // 2), suit_mask(card.suit, side)
    )


@lru_cache(maxsize=192)
def tucked(token: str, size: Size, palette: Palette, *, four_colours: bool) -> Image.Image:
    """The strip of a card that looks out from under another: rank and suit in one line, RGB.

    ``size`` is the strip's, without ``EDGE`` at the sides.
    """
    card = Token.parse(token)
    ink = palette.inks(four_colours=four_colours)[card.suit]
    strip = Image.new("RGB", size, palette.paper_bottom)
    width, height = size
    tall = round(height * 0.74)
    rank = rank_mask(card.rank, tall, round(width * 0.56))
    sign = suit_mask(card.suit, round(height * 0.78))
    gap = round(width * 0.07)
    left = (width - rank.width - gap - sign.width) // 2
    middle = round(height * 0.52)
    strip.paste(ink, (left, middle - rank.height // 2), rank)
    strip.paste(ink, (left + rank.width + gap, middle - sign.height // 2), sign)
    return _softened(strip)


@lru_cache(maxsize=64)
def rank_mask(rank: str, height: int, room: int) -> Image.Image:
    """A rank whose capital height is ``height`` pixels, narrowed to ``room`` where it must be."""
    probe = text_mask("В", Face.DISPLAY, 200).height
    mask = text_mask(rank, Face.DISPLAY, round(200 * height / probe))
    if mask.width > room:
        mask = mask.resize((room, mask.height), Image.Resampling.LANCZOS)
    return mask


@lru_cache(maxsize=12)
def back(size: Size, palette: Palette) -> Image.Image:
    """The back of a card, RGB, without the outer ``EDGE``: a framed lattice around a rosette."""
    width, height = size[0] - 2 * EDGE, size[1] - 2 * EDGE
    sheet = paper(size, palette).convert("RGB").crop((EDGE, EDGE, EDGE + width, EDGE + height))
    border = round(size[0] * 0.03)
    inner = (width - 2 * border, height - 2 * border)
    sheet.paste(
        _ornament(inner, palette), (border, border), rounded_mask(inner, radius(size) * 0.6)
    )
    return _softened(sheet)


def _ornament(size: Size, palette: Palette) -> Image.Image:
    width, height = size[0] * SMOOTH, size[1] * SMOOTH
    image = Image.new("RGB", (width, height), palette.back)
    pen = ImageDraw.Draw(image)
    lattice = mix(palette.back, palette.back_line, 0.22)
    step = width / 4
    rows = round(height / step)
    step_y = height / rows
    thin = max(2, round(width * 0.008))
    for row in range(-5, rows + 6):
        for slope in (1, -1):
            start, end = row * step_y, (row + slope * 4) * step_y
            pen.line([(0, start), (width, end)], fill=lattice, width=thin)
    for row in range(rows + 1):
        for column in range(5):
            _dot(pen, column * step, row * step_y, thin * 2.2, palette.back_gilt)
    for row in range(rows):
        for column in range(4):
            _dot(pen, (column + 0.5) * step, (row + 0.5) * step_y, thin * 1.2, lattice)
    inset = round(width * 0.045)
    pen.rounded_rectangle(
        (inset, inset, width - inset, height - inset),
        inset * 2,
        outline=palette.back_gilt,
        width=thin * 2,
    )
    _rosette(pen, width / 2, height / 2, width * 0.36, palette)
    return image.reduce(SMOOTH)


def _dot(pen: ImageDraw.ImageDraw, x: float, y: float, r: float, colour: Colour) -> None:
    pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)


def _rosette(pen: ImageDraw.ImageDraw, x: float, y: float, reach: float, palette: Palette) -> None:
    """Three wreaths of petals about a small star."""
    _dot(pen, x, y, reach, palette.back_gilt)
    _dot(pen, x, y, reach * 0.94, palette.back)
    wreaths = (
        (12, 0.90, 0.42, palette.back_line),
        (12, 0.80, 0.42, palette.back),
        (8, 0.60, 0.24, palette.back_gilt),
        (8, 0.50, 0.24, palette.back),
        (8, 0.36, 0.08, palette.back_line),
    )
    for petals, far, near, colour in wreaths:
        for petal in range(petals):
            _petal(pen, (x, y), (reach * near, reach * far), 360 / petals, petal, colour)
    _dot(pen, x, y, reach * 0.10, palette.back_gilt)


def _petal(
    pen: ImageDraw.ImageDraw,
    centre: tuple[float, float],
    span: tuple[float, float],
    step: float,
    number: int,
    colour: Colour,
) -> None:
    angle, half = math.radians(step * number), math.radians(step * 0.46)
    near, far = span
    outline = []
    for k in range(25):
        t = k / 24 * math.pi
        along = near + (far - near) * (1 - math.cos(t)) / 2
        outline.append((along, half * math.sin(t) ** 0.8))
    points = [(r, angle + a) for r, a in outline] + [(r, angle - a) for r, a in reversed(outline)]
    pen.polygon(
        [(centre[0] + r * math.sin(a), centre[1] - r * math.cos(a)) for r, a in points], fill=colour
    )
