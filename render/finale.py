"""``draw_finale``: a won game, all its cards side by side by ranks; used by ``table``.

It is told no table, so that the picture of a deal that others still play tells nothing of it.
"""

from functools import lru_cache

from PIL import Image

from render import cards
from render.felt import felt
from render.fonts import Face, fitting_size
from render.geometry import CARD_RATIO, Box, frame
from render.pen import write
from render.scene import Finale, Scene
from render.shapes import faded, rounded_mask, soft, suit_mask
from render.themes import Palette

MARGIN = 0.025  # of the width, at each side
HEAD = 0.20  # of the height, for the headline
LINE = 0.066  # of the height, for each line told
ARCH = 0.06  # of the height: how far the outer fans stand lower than the middle one
STEP = 0.46  # of a card's height: how far the cards of a fan lie apart at most


def draw_finale(scene: Scene, finale: Finale, colours: Palette) -> Image.Image:
    """The headline, the fans in an arch, and the lines below them."""
    scale = frame(scene.layout)
    image = felt((scale.width, scale.height), colours)
    width, height = image.size
    side, top = round(width * MARGIN), round(height * HEAD)
    foot = height - round(height * (LINE * len(finale.told) + 0.02))
    _headline(image, scene.headline, (side, 0, width - side, top), colours)
    _fans(image, scene, finale, (side, top, width - side, foot), colours)
    y = foot
    for line in finale.told:
        y += round(height * LINE)
        size = fitting_size(line, Face.TEXT, round(height * LINE * 0.68), width - 2 * side)
        write(
            image,
            line,
            (width // 2, y - round(height * LINE * 0.2)),
            colours.text,
            size,
            anchor="m",
        )
    return image


def _headline(image: Image.Image, headline: str, box: Box, colours: Palette) -> None:
    """The result between two garlands of the suits."""
    left, top, right, bottom = box
    middle = (left + right) // 2
    size = fitting_size(
        headline, Face.DISPLAY, round((bottom - top) * 0.62), (right - left) * 7 // 10
    )
    y = top + (bottom - top) // 2 + round(size * 0.34)
    taken = write(image, headline, (middle, y), colours.accent, size, face=Face.DISPLAY, anchor="m")
    sign = round(size * 0.34)
    for outwards in (-1, 1):
        x = middle + outwards * (taken // 2 + round(size * 0.45))
        for suit in "♥♠":
            at = (x - sign // 2, y - round(size * 0.34) - sign // 2)
            image.paste(colours.accent, at, suit_mask(suit, sign))
            x += outwards * round(sign * 1.5)


def _fans(image: Image.Image, scene: Scene, finale: Finale, box: Box, colours: Palette) -> None:
    left, top, right, bottom = box
    many = len(finale.fans)
    longest = max(map(len, finale.fans), default=0)
    if not longest:
        return
    room, arch = right - left, round(image.height * ARCH)
    tall = bottom - top - arch
    wide = min(room / max(many, 7), tall / CARD_RATIO)
    pitch = (room - wide) / max(1, many - 1) if many > 1 else 0
    size = (round(wide * 0.94), round(wide * 0.94 * CARD_RATIO))
    step = min(round(size[1] * STEP), (tall - size[1]) // max(1, longest - 1))
    for number, fan in enumerate(finale.fans):
        away = abs(number - (many - 1) / 2) / max(1, (many - 1) / 2)
        x = round(left + number * pitch) + round(wide * 0.03)
        y = top + (tall - size[1] - step * (longest - 1)) // 2 + round(arch * away * away)
        for place, token in enumerate(fan):
            _card(image, token, (x, y + place * step), size, colours, scene)


def _card(
    image: Image.Image,
    token: str,
    at: tuple[int, int],
    size: tuple[int, int],
    colours: Palette,
    scene: Scene,
) -> None:
    if colours.shadow:
        image.paste((0, 0, 0), (at[0] - 6, at[1] - 5), _shadow(size, colours))
    sheet = cards.paper(size, colours)
    image.paste(sheet, at, sheet)
    face = cards.face(token, size, colours, four_colours=scene.four_colours)
    image.paste(face, (at[0] + cards.EDGE, at[1] + cards.EDGE))


@lru_cache(maxsize=6)
def _shadow(size: tuple[int, int], colours: Palette) -> Image.Image:
    mask = Image.new("L", (size[0] + 12, size[1] + 12))
    mask.paste(255, (6, 6), rounded_mask(size, cards.radius(size)))
    return faded(soft(mask, 3), colours.shadow / 255 * 0.8)
