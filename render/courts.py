"""``emblem``: what ``cards`` puts on ace, jack, queen and king.

A rayed sign, a plumed cap, a fan, a crown.
"""

import math
from collections.abc import Callable

from PIL import Image, ImageDraw

from render.shapes import SMOOTH, SUITS, Point, Polygon, bezier, ellipse, path
from render.themes import Colour


class Plate:
    """A drawing in unit coordinates, made ``SMOOTH`` times too large and reduced at the end."""

    def __init__(self, size: tuple[int, int], ink: Colour, gilt: Colour, paper: Colour) -> None:
        self.width, self.height = size[0] * SMOOTH, size[1] * SMOOTH
        self.ink, self.gilt, self.paper = ink, gilt, paper
        self._image = Image.new("RGBA", (self.width, self.height), (*paper, 0))
        self._pen = ImageDraw.Draw(self._image)

    def fill(self, polygon: Polygon, colour: Colour) -> None:
        """Fill one outline."""
        self._pen.polygon([(x * self.width, y * self.height) for x, y in polygon], fill=colour)

    def stroke(self, points: Polygon, colour: Colour, thickness: float) -> None:
        """Draw a line through ``points``; ``thickness`` is a share of the plate's height."""
        line = [(x * self.width, y * self.height) for x, y in points]
        self._pen.line(line, fill=colour, width=round(thickness * self.height), joint="curve")

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """A true circle; ``radius`` is a share of the plate's height."""
        self.fill(ellipse(x, y, radius * self.height / self.width, radius), colour)

    def suit(self, suit: str, x: float, y: float, size: float, colour: Colour) -> None:
        """The suit's sign about (x, y); ``size`` is a share of the plate's height."""
        wide = size * self.height / self.width
        for polygon in SUITS[suit]:
            self.fill([(x + (u - 0.5) * wide, y + (v - 0.5) * size) for u, v in polygon], colour)

    def around(self, x: float, y: float, radius: float, angle: float) -> Point:
        """The point at ``angle`` degrees (0 is up, clockwise) on a true circle about (x, y)."""
        turn = math.radians(angle)
        return (
            x + math.sin(turn) * radius * self.height / self.width,
            y - math.cos(turn) * radius,
        )

    def finish(self) -> Image.Image:
        """The drawing at its real size, RGBA."""
        return self._image.reduce(SMOOTH)


def emblem(
    rank: str, suit: str, size: tuple[int, int], ink: Colour, gilt: Colour, paper: Colour
) -> Image.Image:
    """The emblem of an ace or court card as RGBA; ``rank`` is one of Т В Д К."""
    plate = Plate(size, ink, gilt, paper)
    _EMBLEMS[rank](plate, suit)
    return plate.finish()


def _ace(plate: Plate, suit: str) -> None:
    for angle in range(0, 360, 15):
        long = angle % 30 == 0
        near, far = 0.425, 0.495 if long else 0.465
        tip = plate.around(0.5, 0.5, far, angle)
        sides = [plate.around(0.5, 0.5, near, angle + side) for side in (-2.6, 2.6)]
        plate.fill([tip, *sides], plate.gilt)
    ring = [plate.around(0.5, 0.5, 0.405, angle) for angle in range(0, 363, 3)]
    plate.stroke(ring, plate.gilt, 0.016)
    plate.suit(suit, 0.5, 0.5, 0.66, plate.ink)
    centre = {"♠": 0.555, "♥": 0.475, "♦": 0.5, "♣": 0.49}[suit]
    plate.suit(suit, 0.5, centre, 0.17, plate.paper)
    plate.suit(suit, 0.5, centre, 0.10, plate.gilt)


def _jack(plate: Plate, suit: str) -> None:
    plume = path(
        (0.52, 0.66),
        ((0.46, 0.36), (0.58, 0.10), (0.86, 0.02)),
        ((0.99, 0.00), (1.00, 0.10), (0.93, 0.16)),
        ((1.00, 0.18), (0.98, 0.28), (0.89, 0.31)),
        ((0.94, 0.35), (0.88, 0.44), (0.79, 0.45)),
        ((0.81, 0.52), (0.70, 0.62), (0.62, 0.68)),
    )
    plate.fill(plume, plate.gilt)
    plate.stroke(
        [(0.56, 0.66), *bezier((0.56, 0.66), (0.60, 0.40), (0.70, 0.22), (0.88, 0.09))],
        plate.paper,
        0.022,
    )
    cap = path(
        (0.10, 0.72),
        ((-0.06, 0.52), (0.10, 0.22), (0.34, 0.27)),
        ((0.52, 0.20), (0.72, 0.34), (0.78, 0.50)),
        ((0.90, 0.54), (0.90, 0.68), (0.80, 0.72)),
    )
    plate.fill(cap, plate.ink)
    for x in (0.28, 0.45, 0.61):
        plate.stroke(
            [(x, 0.70), *bezier((x, 0.70), (x - 0.02, 0.55), (x + 0.01, 0.42), (x + 0.05, 0.36))],
            plate.paper,
            0.014,
        )
    brim = path(
        (0.03, 0.80),
        ((0.05, 0.68), (0.30, 0.68), (0.48, 0.68)),
        ((0.66, 0.68), (0.88, 0.66), (0.93, 0.78)),
        ((0.95, 0.88), (0.66, 0.84), (0.48, 0.86)),
        ((0.30, 0.88), (0.02, 0.94), (0.03, 0.80)),
    )
    plate.fill(brim, plate.ink)
    band = path(
        (0.08, 0.775),
        ((0.20, 0.735), (0.70, 0.735), (0.88, 0.765)),
        ((0.885, 0.775), (0.885, 0.785), (0.88, 0.795)),
        ((0.70, 0.765), (0.20, 0.775), (0.08, 0.81)),
    )
    plate.fill(band, plate.gilt)
    plate.disc(0.36, 0.60, 0.165, plate.paper)
    plate.suit(suit, 0.36, 0.60, 0.22, plate.ink)


def _queen(plate: Plate, suit: str) -> None:
    pivot = (0.5, 0.91)
    blades, spread = 9, 114.0
    step = spread / blades
    for blade in range(blades):
        middle = -spread / 2 + step * (blade + 0.5)
        leaf = [plate.around(*pivot, 0.26, middle - step * 0.46)]
        crest = plate.around(*pivot, 0.71, middle)
        bulge = 0.71 * math.radians(step) / 2 * 0.98
        leaf += [plate.around(*crest, bulge, middle + side) for side in range(-88, 89, 8)]
        leaf.append(plate.around(*pivot, 0.26, middle + step * 0.46))
        plate.fill(leaf, plate.ink if blade % 2 == 0 else plate.gilt)
        plate.disc(*plate.around(*pivot, 0.705, middle), 0.026, plate.paper)
        rib = [plate.around(*pivot, radius, middle) for radius in (0.37, 0.62)]
        plate.stroke(rib, plate.paper, 0.012)
    guard = [plate.around(*pivot, 0.36, angle) for angle in range(-76, 77, 4)]
    plate.fill([*guard, (0.5, 0.98)], plate.paper)
    inner = [plate.around(*pivot, 0.335, angle) for angle in range(-72, 73, 4)]
    plate.stroke(inner, plate.gilt, 0.022)
    plate.suit(suit, 0.5, 0.83, 0.30, plate.ink)


def _king(plate: Plate, suit: str) -> None:
    body = [(0.10, 0.82), (0.03, 0.28), (0.27, 0.52), (0.31, 0.18), (0.43, 0.40), (0.5, 0.12)]
    plate.fill([*body, *((1 - x, y) for x, y in reversed(body))], plate.ink)
    for x, y in ((0.03, 0.26), (0.31, 0.15), (0.69, 0.15), (0.97, 0.26)):
        shift = 0.022 if x < 0.5 else -0.022
        plate.disc(x + (shift if x in (0.03, 0.97) else 0), y, 0.052, plate.gilt)
    plate.stroke([(0.5, 0.0), (0.5, 0.19)], plate.gilt, 0.052)
    plate.stroke([(0.435, 0.075), (0.565, 0.075)], plate.gilt, 0.052)
    band = [(0.10, 0.80), (0.90, 0.80), (0.88, 0.98), (0.12, 0.98)]
    plate.fill(band, plate.gilt)
    plate.stroke([(0.10, 0.80), (0.90, 0.80)], plate.paper, 0.022)
    for x in (0.22, 0.36, 0.5, 0.64, 0.78):
        plate.disc(x, 0.895, 0.040 if x != 0.5 else 0.048, plate.ink)
    plate.suit(suit, 0.5, 0.60, 0.33, plate.paper)


_EMBLEMS: dict[str, Callable[[Plate, str], None]] = {
    "Т": _ace,
    "В": _jack,
    "Д": _queen,
    "К": _king,
}
