"""Vector shapes: curves drawn several times too large and reduced, so that every edge is smooth.

A shape is a list of closed polygons in a unit square, x to the right and y downwards.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFilter

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = list[Point]

SMOOTH = 4  # shapes are drawn this many times larger than they are shown


def bezier(a: Point, b: Point, c: Point, d: Point, steps: int = 24) -> Polygon:
    """A cubic Bézier curve from ``a`` to ``d``, without its first point."""
    points = []
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        points.append(
            (
                sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
            )
        )
    return points


def path(start: Point, *curves: tuple[Point, Point, Point]) -> Polygon:
    """A closed outline of cubic curves, each given by its two handles and its end."""
    points = [start]
    for first, second, end in curves:
        points += bezier(points[-1], first, second, end)
    return points


def mirrored(half: Sequence[Point]) -> Polygon:
    """An outline closed by its own mirror image about x = 0.5."""
    return [*half, *((1 - x, y) for x, y in reversed(half))]


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None, steps: int = 72) -> Polygon:
    """An ellipse as a polygon."""
    ry = rx if ry is None else ry
    turn = 2 * math.pi / steps
    return [(cx + rx * math.cos(k * turn), cy + ry * math.sin(k * turn)) for k in range(steps)]


def _stem(top: float, foot: float) -> Polygon:
    half = [
        (0.5, top),
        *bezier((0.5, top), (0.54, 0.80), (0.58, 0.93), (0.70, foot)),
    ]
    return mirrored(half)


def _heart(top: float = 0.06, tip: float = 0.97) -> Polygon:
    dip = top + 0.17 * (tip - top) / 0.91
    shoulder = top - 0.065
    return mirrored(
        path(
            (0.5, dip),
            ((0.58, shoulder + 0.03), (0.76, shoulder), (0.87, top + 0.06)),
            ((1.01, top + 0.16), (0.99, top + 0.36), (0.88, top + 0.50)),
            ((0.78, top + 0.64), (0.60, tip - 0.20), (0.5, tip)),
        )
    )


def _spade() -> list[Polygon]:
    blade = mirrored(
        path(
            (0.5, 0.02),
            ((0.57, 0.17), (0.74, 0.30), (0.86, 0.43)),
            ((0.98, 0.56), (0.98, 0.72), (0.87, 0.79)),
            ((0.76, 0.86), (0.60, 0.82), (0.5, 0.69)),
        )
    )
    return [blade, _stem(0.55, 0.98)]


def _club() -> list[Polygon]:
    radius = 0.222
    leaves = [
        ellipse(0.5, 0.25, radius),
        ellipse(0.245, 0.59, radius),
        ellipse(0.755, 0.59, radius),
    ]
    heart = [(0.5, 0.30), (0.66, 0.52), (0.5, 0.66), (0.34, 0.52)]
    return [*leaves, heart, _stem(0.40, 0.98)]


def _diamond() -> list[Polygon]:
    return [
        mirrored(
            path(
                (0.5, 0.01),
                ((0.60, 0.19), (0.74, 0.36), (0.88, 0.5)),
                ((0.74, 0.64), (0.60, 0.81), (0.5, 0.99)),
            )
        )
    ]


SUITS: dict[str, list[Polygon]] = {
    "♠": _spade(),
    "♥": [_heart()],
    "♦": _diamond(),
    "♣": _club(),
}


def shape_mask(polygons: Iterable[Polygon], size: tuple[int, int]) -> Image.Image:
    """The union of ``polygons`` as an anti-aliased L mask of ``size`` pixels."""
    width, height = size[0] * SMOOTH, size[1] * SMOOTH
    mask = Image.new("L", (width, height))
    pen = ImageDraw.Draw(mask)
    for polygon in polygons:
        pen.polygon([(x * width, y * height) for x, y in polygon], fill=255)
    return mask.reduce(SMOOTH)


@lru_cache(maxsize=64)
def suit_mask(suit: str, size: int) -> Image.Image:
    """The suit's sign as an L mask, ``size`` pixels square."""
    return shape_mask(SUITS[suit], (size, size))


@lru_cache(maxsize=64)
def rounded_mask(size: tuple[int, int], radius: float) -> Image.Image:
    """A rectangle with round corners as an L mask."""
    mask = Image.new("L", (size[0] * SMOOTH, size[1] * SMOOTH))
    box = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, round(radius * SMOOTH), fill=255)
    return mask.reduce(SMOOTH)


@lru_cache(maxsize=64)
def ring_mask(size: tuple[int, int], radius: float, stroke: float) -> Image.Image:
    """The outline of a rectangle with round corners, ``stroke`` pixels wide, as an L mask."""
    mask = Image.new("L", (size[0] * SMOOTH, size[1] * SMOOTH))
    box = (0, 0, mask.width - 1, mask.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(
        box, round(radius * SMOOTH), outline=255, width=round(stroke * SMOOTH)
    )
    return mask.reduce(SMOOTH)


CHECK: Polygon = [
    (0.10, 0.52),
    (0.24, 0.38),
    (0.42, 0.56),
    (0.78, 0.16),
    (0.92, 0.30),
    (0.42, 0.84),
]


def faded(mask: Image.Image, opacity: float) -> Image.Image:
    """The mask with all its values times ``opacity`` (0…1)."""
    return mask.point([round(value * opacity) for value in range(256)])


def soft(mask: Image.Image, radius: float) -> Image.Image:
    """The mask blurred; three box blurs, which is a Gaussian to the eye."""
    return mask.filter(ImageFilter.GaussianBlur(radius))
