"""Small marks put on a picture: lines of text, pills, bars, pips and the trail of the last move."""

import math
from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TypeAlias

from PIL import Image

from render.fonts import Face, fitting_size, line_mask, width
from render.geometry import Box
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


Curve: TypeAlias = tuple[Point, Point, Point, Point]
FOLLOWED = 0.6  # of a trail's dots must be seen, or none is drawn
SHORT = 4  # dots; a trail of fewer is not lost behind a card


def followed(curve: Curve, size: int, hidden: Sequence[Box]) -> bool:
    """Whether an eye can follow the trail although parts of it are ``hidden``."""
    _, *dots = _dots(curve, size, head_of(size))
    return len(dots) < SHORT or len(_seen(dots, hidden)) >= len(dots) * FOLLOWED


def trail(
    image: Image.Image,
    curve: Curve,
    palette: Palette,
    *,
    size: int,
    hidden: Sequence[Box] = (),
) -> None:
    """Dots along a cubic curve with an arrow's head at its end.

    Dots inside the boxes of ``hidden`` are left out, as if the trail ran under them; its first dot
    and the head are always seen. Where the trail could not be ``followed``, it has no dots: an
    arrow at its start points to where the head is.
    """
    head = head_of(size)
    first, *dots = _dots(curve, size, head)
    before, tip = curve[2:]
    if followed(curve, size, hidden):
        _stamp(image, _dot(round(size * 1.35), palette), first)
        for dot in _seen(dots, hidden):
            _stamp(image, _dot(size, palette), dot)
    else:
        _stamp(image, _arrow(head, bearing_of(first, tip), palette), first)
    bearing = bearing_of(before, tip)
    angle = math.radians(bearing)
    middle = (tip[0] - head / 2 * math.sin(angle), tip[1] + head / 2 * math.cos(angle))
    _stamp(image, _arrow(head, bearing, palette), middle)


def badge(image: Image.Image, at: Point, bearing: int, palette: Palette, *, size: int) -> None:
    """An arrow on a round plate: one end of a way that is not drawn, for dots of that ``size``."""
    head = head_of(size)
    wide = round(head * 1.6)
    corner = round(at[0] - wide / 2), round(at[1] - wide / 2)
    image.paste(palette.plate, corner, rounded_mask((wide, wide), wide / 2))
    image.paste(palette.trail, corner, ring_mask((wide, wide), wide / 2, 3))
    _stamp(image, _arrow(head, bearing, palette), at)


def _seen(dots: Sequence[Point], hidden: Sequence[Box]) -> list[Point]:
    return [(x, y) for x, y in dots if not any(a < x < c and b < y < d for a, b, c, d in hidden)]


def bearing_of(start: Point, goal: Point) -> int:
    """The way from one point to another in degrees from upright, clockwise, in steps of five."""
    return round(math.degrees(math.atan2(goal[0] - start[0], start[1] - goal[1])) / 5) * 5


def head_of(size: int) -> int:
    """How long the arrow's head is for dots of ``size`` pixels."""
    return round(size * 3.2)


@lru_cache(maxsize=256)
def _dots(curve: Curve, size: int, head: int) -> tuple[Point, ...]:
    """The middles of a trail's dots, the first at the curve's start."""
    points = [curve[0], *bezier(*curve, steps=32)]
    gone = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(points))]
    pitch = size * 1.85
    count = int((gone[-1] - head * 0.8) / pitch)
    return (curve[0], *(_along(points, gone, k * pitch) for k in range(1, count)))


def _along(points: Sequence[Point], gone: Sequence[float], distance: float) -> Point:
    """The point after ``distance`` pixels; ``gone`` are the distances of ``points``."""
    k = min(max(1, bisect(gone, distance)), len(points) - 1)
    share = (distance - gone[k - 1]) / max(gone[k] - gone[k - 1], 1e-9)
    (x0, y0), (x1, y1) = points[k - 1], points[k]
    return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def _stamp(image: Image.Image, sprite: Image.Image, at: Point) -> None:
    corner = (round(at[0] - sprite.width / 2), round(at[1] - sprite.height / 2))
    image.paste(sprite, corner, sprite)


@lru_cache(maxsize=24)
def _dot(size: int, palette: Palette) -> Image.Image:
    room = size + 4
    return _rimmed(
        shape_mask([ellipse(0.5, 0.5, 0.5)], (room, room)),
        shape_mask([ellipse(0.5, 0.5, size / room / 2)], (room, room)),
        palette,
    )


@lru_cache(maxsize=160)
def _arrow(size: int, angle: int, palette: Palette) -> Image.Image:
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
    return _rimmed(
        shape_mask([outline(share * 1.32)], (room, room)),
        shape_mask([outline(share)], (room, room)),
        palette,
    )


def _rimmed(outer: Image.Image, inner: Image.Image, palette: Palette) -> Image.Image:
    """A mark in the trail's colour with a dark rim, legible on cloth and on paper."""
    sprite = Image.new("RGB", outer.size, palette.plate)
    sprite.paste(palette.trail, mask=inner)
    sprite.putalpha(outer)
    return sprite
