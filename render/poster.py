"""What ``share``, ``cover`` and ``charts`` draw on and with: cloth, a title, facts, backs."""

import math
from functools import lru_cache

from PIL import Image

from render.cards import back, paper
from render.felt import felt
from render.fonts import Face
from render.geometry import Box
from render.pen import write
from render.scene import Theme
from render.themes import Palette, palette

SIZE = (960, 640)
MARGIN = 44
FAN_RADIUS = 560
"""Pixels from the cards of a fan to where a hand would hold them."""


def ground(theme: Theme) -> tuple[Image.Image, Palette]:
    """A fresh picture of bare cloth and its colours."""
    colours = palette(theme)
    return _cloth(colours).copy(), colours


@lru_cache(maxsize=1)
def _cloth(colours: Palette) -> Image.Image:
    return felt(SIZE, colours)


def title(image: Image.Image, text: str, under: str, colours: Palette, room: int) -> int:
    """Write a title and a line under it at the top left; returns where free space begins."""
    write(image, text, (MARGIN, 92), colours.text, 58, face=Face.DISPLAY, room=room)
    if under:
        write(image, under, (MARGIN, 140), colours.text, 32, room=room)
    return 168


def facts(image: Image.Image, lines: tuple[str, ...], box: Box, colours: Palette) -> None:
    """Short lines one under another, the first one brighter, as large as the box lets them be."""
    left, top, right, bottom = box
    pitch = min(56, (bottom - top) // max(1, len(lines)))
    size = round(pitch * 0.66)
    y = top + round(pitch * 0.72)
    for number, line in enumerate(lines):
        colour = colours.text if number == 0 else colours.quiet
        write(image, line, (left, y), colour, size, room=right - left)
        y += pitch


def hand(image: Image.Image, at: tuple[int, int], colours: Palette) -> None:
    """Three cards' backs, fanned; ``at`` is the middle of the foremost card."""
    for turn in (18, 0, -18):
        sprite = _turned(turn, colours)
        x = at[0] - sprite.width // 2 - round(turn * 3.4)
        y = at[1] - sprite.height // 2 + abs(turn)
        image.paste(sprite, (x, y), sprite)


def fan(image: Image.Image, at: tuple[int, int], colours: Palette) -> None:
    """Eleven cards' backs in a wide arc; ``at`` is the middle of the one in the middle."""
    for turn in range(35, -36, -7):
        sprite = _turned(turn, colours)
        lean = math.radians(turn)
        x = at[0] - round(math.sin(lean) * FAN_RADIUS) - sprite.width // 2
        y = at[1] + round((1 - math.cos(lean)) * FAN_RADIUS) - sprite.height // 2
        image.paste(sprite, (x, y), sprite)


@lru_cache(maxsize=40)
def _turned(turn: int, colours: Palette) -> Image.Image:
    size = (150, 207)
    card = paper(size, colours).copy()
    card.paste(back(size, colours), (5, 5))
    wide = Image.new("RGBA", (size[0] * 2, size[1] * 2), (*colours.paper_edge, 0))
    large = card.resize((size[0] * 2 - 8, size[1] * 2 - 8), Image.Resampling.LANCZOS)
    wide.paste(large, (4, 4))
    return wide.rotate(turn, Image.Resampling.BICUBIC, expand=True).reduce(2)
