"""Small marks put on a picture: lines of text, pills, bars and pips."""

from functools import lru_cache

from PIL import Image

from render.fonts import Face, fitting_size, line_mask, width
from render.shapes import ring_mask, rounded_mask
from render.themes import Colour


def write(
    image: Image.Image,
    text: str,
    at: tuple[int, int],
    colour: Colour,
    size: int,
    *,
    face: Face = Face.TEXT,
    room: int = 0,
    anchor: str = "l",
) -> int:
    """Write one line with its baseline at ``at``; returns its width in pixels.

    ``anchor`` is ``l``, ``m`` or ``r``: what of the line lies at ``at``. Text wider than ``room``
    (0: no bound) is made smaller.
    """
    text = text.replace("\u202f", "\u00a0")  # few fonts have the narrow no-break space
    if room:
        size = fitting_size(text, face, size, room)
    mask, ascent = line_mask(text, face, size)
    taken = width(text, face, size)
    left = at[0] - {"l": 0, "m": taken // 2, "r": taken}[anchor]
    image.paste(colour, (left, at[1] - ascent), mask)
    return taken


def pill(
    image: Image.Image,
    centre: tuple[int, int],
    text: str,
    size: int,
    fill: Colour | None,
    line: Colour | None,
    ink: Colour,
    room: int,
) -> None:
    """A word on a rounded plate."""
    size = fitting_size(text, Face.TEXT, size, room - size)
    high = round(size * 1.3)
    wide = max(high, width(text, Face.TEXT, size) + round(size * 0.9))
    at = (centre[0] - wide // 2, centre[1] - high // 2)
    if fill:
        image.paste(fill, at, rounded_mask((wide, high), high / 2))
    if line:
        image.paste(line, at, ring_mask((wide, high), high / 2, 2.5))
    write(image, text, (centre[0], centre[1] + round(size * 0.35)), ink, size, anchor="m")


def bar(
    image: Image.Image, box: tuple[int, int, int, int], share: float, fill: Colour, line: Colour
) -> None:
    """A small gauge, ``share`` of it filled."""
    left, top, right, bottom = box
    size = (right - left, bottom - top)
    corner = size[1] / 2
    image.paste(line, (left, top), ring_mask(size, corner, 2))
    done = round(size[0] * share)
    if done:
        solid = rounded_mask(size, corner)
        image.paste(fill, (left, top), solid.crop((0, 0, done, size[1])))


def pip(image: Image.Image, centre: tuple[int, int], size: int, colour: Colour, look: str) -> None:
    """A dot: ``full``, ``ring`` or ``target`` (a ring with a dot in it)."""
    at = (centre[0] - size // 2, centre[1] - size // 2)
    image.paste(colour, at, _pip(size, look))


@lru_cache(maxsize=16)
def _pip(size: int, look: str) -> Image.Image:
    if look == "full":
        return rounded_mask((size, size), size / 2)
    mask = ring_mask((size, size), size / 2, max(2.0, size * 0.14)).copy()
    if look == "target":
        dot = round(size * 0.5)
        mask.paste(255, ((size - dot) // 2, (size - dot) // 2), rounded_mask((dot, dot), dot / 2))
    return mask
