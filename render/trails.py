"""``plan``: the last move as dotted trails that an eye can follow, or as corners about the card
that has arrived where it can follow none; used by ``table``.

Nothing of it lies on a card, a label, the panel or the tray: these are there to be read.
"""

import math
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TypeAlias

from PIL import Image

from render.cards import radius
from render.geometry import Box, Frame
from render.scene import Cell, Grow, Scene
from render.shapes import Point, bezier, ellipse, ring_mask, shape_mask
from render.themes import Palette
from render.underlay import RIM, lift

Curve: TypeAlias = tuple[Point, Point, Point, Point]

FOLLOWED = 0.6  # of a trail's dots must be seen, or none is drawn
LEAST = 2  # dots, the first one included
CLEAR = 7  # pixels between a trail's ends and what they belong to
CORNER = 4  # pixels by which an arrival's corners reach over the edge, to either side


@dataclass(frozen=True, slots=True)
class Line:
    """A trail as it is drawn: its dots, the first one larger, and the middle of its head."""

    dots: tuple[Point, ...]
    head: Point
    bearing: int
    size: int

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All that it covers."""
        marks = [*((dot, self.size) for dot in self.dots), (self.head, head_of(self.size))]
        return tuple(_about(at, side) for at, side in marks)


@dataclass(frozen=True, slots=True)
class Arrival:
    """Angles about the corners of ``box``, half of them on the edge of what lies in it."""

    box: Box

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All that it covers: two arms at each corner."""
        left, top, right, bottom = self.box
        reach, arm = _reach(self.box), 2 * CORNER
        across = ((left, left + reach), (right - reach, right))
        down = ((top, top + reach), (bottom - reach, bottom))
        return (
            *((a, y, b, y + arm) for a, b in across for y in (top, bottom - arm)),
            *((x, a, x + arm, b) for a, b in down for x in (left, right - arm)),
        )


def _reach(box: Box) -> int:
    """How long the arms are."""
    return round(min(box[2] - box[0], box[3] - box[1]) * 0.24)


def plan(scene: Scene, scale: Frame, words: Mapping[str, Box]) -> tuple[Line | Arrival, ...]:
    """What is drawn of the last move; ``words`` are the labels' boxes by their cells' keys."""
    places = {cell.key: cell for cell in scene.cells}
    solid = [*(_solid(cell, scale) for cell in scene.cells), *words.values()]
    solid.append(scale.area(scene.layout.panel))
    if scene.tray and scene.layout.tray:
        solid.append(scale.area(scene.layout.tray))
    marks: dict[Line | Arrival, None] = {}  # each once: two cards may arrive at one pile
    for number, motion in enumerate(scene.last):
        if motion.source in places and motion.target in places:
            size = max(6, round(scale.card[0] * (0.06 if number == 0 else 0.05)))
            source, target = places[motion.source], places[motion.target]
            ways = _ways(source, target, scale, words.get(target.key))
            trails = [way for curve in ways if (way := _followed(curve, size, solid))]
            best = max(trails, key=lambda way: len(way.dots), default=None)
            marks[best or Arrival(_arrived(target, scale))] = None
    return tuple(marks)


def draw_last_move(image: Image.Image, marks: Sequence[Line | Arrival], palette: Palette) -> None:
    """Draw what was planned."""
    for mark in marks:
        if isinstance(mark, Arrival):
            left, top, right, bottom = mark.box
            sprite = _corners((right - left, bottom - top), palette)
            image.paste(sprite, (left, top), sprite)
        else:
            first, *dots = mark.dots
            _stamp(image, _dot(round(mark.size * 1.35), palette), first)
            for dot in dots:
                _stamp(image, _dot(mark.size, palette), dot)
            _stamp(image, _arrow(head_of(mark.size), mark.bearing, palette), mark.head)


def head_of(size: int) -> int:
    """How long the arrow's head is for dots of ``size`` pixels."""
    return round(size * 3.2)


def _solid(cell: Cell, scale: Frame) -> Box:
    """All that the cell's cards take, raised or not."""
    left, top, right, bottom = scale.visible_box(cell)
    if not cell.lit:
        return left, top, right, bottom
    return left - RIM, top - lift(scale.card, lit=True) - RIM, right + RIM, bottom


def _arrived(cell: Cell, scale: Frame) -> Box:
    """The edge of the card that lies on top, or of the pile that hangs from its closer."""
    hangs = cell.grow is Grow.DOWN
    left, top, right, bottom = scale.visible_box(cell) if hangs else scale.card_box(cell)
    raised = lift(scale.card, lit=cell.lit)
    return left - CORNER, top - raised - CORNER, right + CORNER, bottom - raised + CORNER


def _ways(source: Cell, target: Cell, scale: Frame, words: Box | None) -> list[Curve]:
    """The curves that leave the source and reach the target at right angles to their edges."""
    start, goal = _solid(source, scale), _solid(target, scale)
    (ax, ay), (bx, by) = _middle(scale.card_box(source)), _middle(scale.card_box(target))
    ways: list[Curve] = []
    if start[1] > goal[3]:  # upwards
        foot = max(goal[3], words[3]) if words and words[0] < bx < words[2] else goal[3]
        ways.append(_upright((ax, start[1] - CLEAR), (bx, foot + CLEAR)))
    elif start[3] < goal[1]:
        ways.append(_upright((ax, start[3] + CLEAR), (bx, goal[1] - CLEAR)))
    if start[2] < goal[0]:  # to the right
        ways.append(_level((start[2] + CLEAR, ay), (goal[0] - CLEAR, by)))
    elif start[0] > goal[2]:
        ways.append(_level((start[0] - CLEAR, ay), (goal[2] + CLEAR, by)))
    return ways


def _upright(a: Point, b: Point) -> Curve:
    bend = (b[1] - a[1]) / 2
    return a, (a[0], a[1] + bend), (b[0], b[1] - bend), b


def _level(a: Point, b: Point) -> Curve:
    bend = (b[0] - a[0]) / 2
    return a, (a[0] + bend, a[1]), (b[0] - bend, b[1]), b


def _followed(curve: Curve, size: int, solid: Sequence[Box]) -> Line | None:
    """The trail along the curve as far as it is seen, if an eye can follow it."""
    head = head_of(size)
    left, right = min(x for x, _ in curve) - head, max(x for x, _ in curve) + head
    top, bottom = min(y for _, y in curve) - head, max(y for _, y in curve) + head
    near = [
        box
        for box in solid
        if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top
    ]
    before, tip = curve[2:]
    bearing = bearing_of(before, tip)
    angle = math.radians(bearing)
    middle = (tip[0] - head / 2 * math.sin(angle), tip[1] + head / 2 * math.cos(angle))
    dots = _dots(curve, size, head)
    if not _clear([middle], head, near) or not _clear(dots[:1], size, near):
        return None
    seen = _clear(dots, size, near)
    if len(seen) < LEAST or len(seen) < len(dots) * FOLLOWED:
        return None
    return Line(tuple(seen), middle, bearing, size)


def _clear(points: Sequence[Point], side: int, boxes: Sequence[Box]) -> list[Point]:
    """The points about which marks so wide would lie on none of the boxes."""
    room = side / 2 + 1
    wide = [(a - room, b - room, c + room, d + room) for a, b, c, d in boxes]
    return [(x, y) for x, y in points if not any(a < x < c and b < y < d for a, b, c, d in wide)]


def _about(at: Point, side: int) -> Box:
    half = side / 2
    return round(at[0] - half), round(at[1] - half), round(at[0] + half), round(at[1] + half)


def bearing_of(start: Point, goal: Point) -> int:
    """The way from one point to another in degrees from upright, clockwise, in steps of five."""
    return round(math.degrees(math.atan2(goal[0] - start[0], start[1] - goal[1])) / 5) * 5


@lru_cache(maxsize=256)
def _dots(curve: Curve, size: int, head: int) -> tuple[Point, ...]:
    """The middles of a trail's dots, the first at the curve's start."""
    points = [curve[0], *bezier(*curve, steps=32)]
    gone = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(points))]
    pitch = size * 2.1
    count = math.ceil((gone[-1] - head * 0.9) / pitch)
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


@lru_cache(maxsize=32)
def _corners(size: tuple[int, int], palette: Palette) -> Image.Image:
    """An angle about each corner of a card or a pile of this size, as RGBA."""
    rounding = CORNER + radius(size)
    outer = ring_mask(size, rounding, 2 * CORNER).copy()
    inner = Image.new("L", size)
    inner.paste(ring_mask((size[0] - 4, size[1] - 4), rounding - 2, 2 * CORNER - 4), (2, 2))
    sprite = Image.new("RGB", size, palette.plate)
    sprite.paste(palette.trail, mask=inner)
    reach = _reach((0, 0, *size))
    outer.paste(0, (reach, 0, size[0] - reach, size[1]))
    outer.paste(0, (0, reach, size[0], size[1] - reach))
    sprite.putalpha(outer)
    return sprite


def _rimmed(outer: Image.Image, inner: Image.Image, palette: Palette) -> Image.Image:
    """A mark in the trail's colour with a dark rim, legible on cloth and on paper."""
    sprite = Image.new("RGB", outer.size, palette.plate)
    sprite.paste(palette.trail, mask=inner)
    sprite.putalpha(outer)
    return sprite


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
