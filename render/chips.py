"""Small cards that tell a rank and the colour of its suit; used by ``marks`` and ``tray``."""

from functools import lru_cache

from PIL import Image

from render.cards import Size, Token, rank_mask
from render.fonts import Face, text_mask
from render.geometry import Box
from render.scene import UNKNOWN
from render.shapes import ring_mask, rounded_mask
from render.themes import Colour, Palette

CAPITAL = 0.64  # height of a rank over its chip's
WIDTH = 0.86  # width of a chip over its height


@lru_cache(maxsize=192)
def chip(
    face: str, size: Size, palette: Palette, *, four_colours: bool, wanted: bool = False
) -> Image.Image:
    """The chip of a face, or of an ``UNKNOWN`` card, as RGBA; ``wanted`` has a heavy frame."""
    sprite = Image.new("RGB", size, palette.back if face == UNKNOWN else palette.paper_top)
    corner = size[1] * 0.16
    line = palette.back_gilt if face == UNKNOWN else palette.paper_edge
    if wanted:
        sprite.paste(palette.accent, (0, 0, *size))
        inner = (size[0] - 8, size[1] - 8)
        sprite.paste(palette.paper_top, (4, 4), rounded_mask(inner, corner - 2))
    else:
        sprite.paste(line, mask=ring_mask(size, corner, 2))
    if face == UNKNOWN:
        sign = text_mask("?", Face.TEXT, round(size[1] * 0.9))
        at = ((size[0] - sign.width) // 2, (size[1] - sign.height) // 2)
        sprite.paste(palette.back_line, at, sign)
    else:
        _print(sprite, face, (0, 0, *size), CAPITAL, palette, four_colours=four_colours)
    sprite.putalpha(rounded_mask(size, corner))
    return sprite


def strip(
    image: Image.Image,
    faces: tuple[str, ...],
    box: Box,
    rows: int,
    palette: Palette,
    *,
    four_colours: bool,
) -> None:
    """Many ranks on one sheet of paper, in so many rows, read like a page."""
    left, top, right, bottom = box
    size = (right - left, bottom - top)
    image.paste(palette.paper_top, (left, top), rounded_mask(size, 6))
    across = -(-len(faces) // rows)
    for number, face in enumerate(faces):
        row, column = divmod(number, across)
        cell = (
            left + 2 + column * (size[0] - 4) // across,
            top + row * size[1] // rows,
            left + 2 + (column + 1) * (size[0] - 4) // across,
            top + (row + 1) * size[1] // rows,
        )
        _print(image, face, cell, 0.7, palette, four_colours=four_colours)


def _print(
    image: Image.Image,
    face: str,
    box: Box,
    capital: float,
    palette: Palette,
    *,
    four_colours: bool,
) -> None:
    """The rank in the middle of the box, its capital height the ``capital`` part of the box's."""
    left, top, right, bottom = box
    card = Token.parse(face)
    ink: Colour = palette.inks(four_colours=four_colours)[card.suit]
    tall = round((bottom - top) * capital)
    rank = rank_mask(card.rank, tall, right - left - 4)
    at = (left + (right - left - rank.width) // 2, top + (bottom - top - tall) // 2)
    image.paste(ink, at, rank)
