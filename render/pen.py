"""Small marks put on a picture: lines of text, pills, bars, pips and the trail of the last move."""

import math
from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from render.fonts import Face, fitting_size, line_mask, width
from render.shapes import Point, bezier, ellipse, ring_mask, rounded_mask, shape_mask
from render.themes import Colour, Palette


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


def trail(
    image: Image.Image,
    curve: tuple[Point, Point, Point, Point],
    palette: Palette,
    *,
    size: int,
    hidden: Sequence[tuple[int, int, int, int]] = (),
) -> None:
    """Dots along a cubic curve with an arrow's head at its end.

    Dots inside the boxes of ``hidden`` are left out, as if the trail ran under them.
    """
    points = [curve[0], *bezier(*curve, steps=64)]
    head = round(size * 3.2)
    pitch = size * 1.85
    gone = [0.0]
    for (x0, y0), (x1, y1) in pairwise(points):
        gone.append(gone[-1] + math.hypot(x1 - x0, y1 - y0))
    length = gone[-1]
    if length < 1:
        return
    last = length - head * 0.8
    for number in range(max(1, int(last / pitch))):
        x, y = _along(points, gone, number * pitch)
        if not any(a < x < c and b < y < d for a, b, c, d in hidden):
            _stamp(image, _dot(size), (x, y), palette)
    before, tip = curve[2:]
    angle = math.atan2(tip[0] - before[0], before[1] - tip[1])
    middle = (tip[0] - head / 2 * math.sin(angle), tip[1] + head / 2 * math.cos(angle))
    _stamp(image, _arrow(head, round(math.degrees(angle) / 5) * 5), middle, palette)


def _along(points: Sequence[Point], gone: Sequence[float], distance: float) -> Point:
    """The point after ``distance`` pixels; ``gone`` are the distances of ``points``."""
    k = min(max(1, bisect(gone, distance)), len(points) - 1)
    share = (distance - gone[k - 1]) / max(gone[k] - gone[k - 1], 1e-9)
    (x0, y0), (x1, y1) = points[k - 1], points[k]
    return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def _stamp(
    image: Image.Image, masks: tuple[Image.Image, Image.Image], at: Point, palette: Palette
) -> None:
    outer, inner = masks
    corner = (round(at[0] - outer.width / 2), round(at[1] - outer.height / 2))
    image.paste(palette.plate, corner, outer)
    image.paste(palette.trail, corner, inner)


@lru_cache(maxsize=16)
def _dot(size: int) -> tuple[Image.Image, Image.Image]:
    room = size + 4
    whole = (room, room)
    inner = size / room / 2
    return shape_mask([ellipse(0.5, 0.5, 0.5)], whole), shape_mask(
        [ellipse(0.5, 0.5, inner)], whole
    )


@lru_cache(maxsize=160)
def _arrow(size: int, angle: int) -> tuple[Image.Image, Image.Image]:
    room = round(size * 1.5)
    turn = math.radians(angle)

    def outline(scale: float) -> list[Point]:
        corners = ((0, -0.5), (0.46, 0.5), (0, 0.28), (-0.46, 0.5))
        return [
            (
                0.5 + (x * math.cos(turn) - y * math.sin(turn)) * scale,
                0.5 + (x * math.sin(turn) + y * math.cos(turn)) * scale,
            )
            for x, y in corners
        ]

    share = size / room
    return (
        shape_mask([outline(share * 1.32)], (room, room)),
        shape_mask([outline(share)], (room, room)),
    )
