"""Colours of the three tables.

All colours are plain ``(red, green, blue)``. ``tests/render/test_themes.py`` holds every pair that
carries text or ranks to its contrast.
"""

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from render.scene import Theme

Colour: TypeAlias = tuple[int, int, int]


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """``first`` with ``share`` (0…1) of ``second`` in it."""
    r, g, b = (round(a + (c - a) * share) for a, c in zip(first, second, strict=True))
    return r, g, b


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme."""

    felt_light: Colour  # under the lamp
    felt_dark: Colour  # in the corners
    weave: int  # strength of the cloth's texture, 0…255 levels
    plate: Colour  # panel and badges lie on it
    plate_line: Colour
    text: Colour  # on felt and plate
    quiet: Colour  # less important text on the plate
    accent: Colour  # what may be laid, what is wanted
    accent_ink: Colour  # text on the accent
    trail: Colour  # the last move
    paper_top: Colour
    paper_bottom: Colour
    paper_edge: Colour
    black: Colour
    red: Colour
    blue: Colour
    green: Colour
    gilt: Colour  # the second ink of aces and courts
    back: Colour
    back_line: Colour
    back_gilt: Colour
    shadow: int  # opacity of the cards' shadow, 0…255

    @property
    def flat(self) -> bool:
        """Whether cards are told from the cloth and from each other by lines, not by shadows."""
        return self.shadow == 0

    def inks(self, *, four_colours: bool) -> dict[str, Colour]:
        """The ink of every suit."""
        if four_colours:
            return {"♠": self.black, "♥": self.red, "♦": self.blue, "♣": self.green}
        return {"♠": self.black, "♥": self.red, "♦": self.red, "♣": self.black}


_PAPER = {
    "paper_top": (255, 253, 247),
    "paper_bottom": (246, 239, 224),
    "paper_edge": (170, 152, 120),
    "black": (24, 26, 32),
    "red": (196, 14, 40),
    "blue": (10, 82, 178),
    "green": (10, 112, 60),
    "gilt": (199, 150, 52),
}

_PALETTES = {
    Theme.GREEN: Palette(
        felt_light=(36, 112, 76),
        felt_dark=(9, 48, 35),
        weave=2,
        plate=(8, 40, 30),
        plate_line=(92, 138, 104),
        text=(255, 246, 222),
        quiet=(190, 214, 192),
        accent=(255, 205, 74),
        accent_ink=(38, 26, 0),
        trail=(255, 228, 150),
        back=(134, 26, 42),
        back_line=(236, 206, 160),
        back_gilt=(224, 178, 96),
        shadow=150,
        **_PAPER,
    ),
    Theme.NIGHT: Palette(
        felt_light=(44, 72, 124),
        felt_dark=(10, 18, 42),
        weave=2,
        plate=(10, 18, 42),
        plate_line=(92, 118, 176),
        text=(240, 244, 255),
        quiet=(178, 194, 228),
        accent=(255, 200, 92),
        accent_ink=(38, 26, 0),
        trail=(255, 226, 160),
        back=(30, 46, 96),
        back_line=(206, 216, 244),
        back_gilt=(226, 186, 112),
        shadow=170,
        **_PAPER,
    ),
    Theme.CONTRAST: Palette(
        felt_light=(0, 0, 0),
        felt_dark=(0, 0, 0),
        weave=0,
        plate=(0, 0, 0),
        plate_line=(255, 255, 255),
        text=(255, 255, 255),
        quiet=(255, 255, 255),
        accent=(255, 221, 0),
        accent_ink=(0, 0, 0),
        trail=(0, 229, 255),
        paper_top=(255, 255, 255),
        paper_bottom=(255, 255, 255),
        paper_edge=(0, 0, 0),
        black=(0, 0, 0),
        red=(178, 0, 22),
        blue=(0, 62, 170),
        green=(0, 88, 40),
        gilt=(90, 90, 90),
        back=(40, 40, 40),
        back_line=(255, 255, 255),
        back_gilt=(255, 221, 0),
        shadow=0,
    ),
}


@cache
def palette(theme: Theme) -> Palette:
    """The colours of ``theme``."""
    return _PALETTES[theme]
