"""The card with a result that people send to each other; it shows nothing of the deal."""

from dataclasses import dataclass

from PIL import Image

from render import poster
from render.felt import plate
from render.fonts import Face
from render.pen import write
from render.scene import Theme
from render.shapes import CHECK, ring_mask, rounded_mask, shape_mask
from render.themes import Colour, Palette, mix


@dataclass(frozen=True, slots=True)
class ShareCard:
    """A result in words and numbers.

    ``title`` is the patience, ``when`` the day or the deal, ``result`` the outcome in two or three
    words, ``lines`` further facts. ``rounds`` has, for each round, the pass that closed it, or
    ``None``; ``numbered`` is false where there is one pass only, so that its number says nothing,
    and ``legend`` tells in words what the tiles mean. A game without rounds has neither.
    ``footer`` says where to play it.
    """

    title: str
    when: str
    result: str
    lines: tuple[str, ...]
    rounds: tuple[int | None, ...]
    legend: str
    footer: str
    won: bool
    numbered: bool = True
    theme: Theme = Theme.GREEN


def draw_share(card: ShareCard) -> Image.Image:
    """The card as RGB, 960 × 640."""
    image, colours = poster.ground(card.theme)
    width = image.width
    poster.hand(image, (width - 188, 152), colours)
    poster.title(image, card.title, card.when, colours, width - 410)
    left, right = poster.MARGIN, width - poster.MARGIN
    outcome = colours.accent if card.won else colours.text
    y = 250 if card.rounds else 350  # without tiles the result stands in the middle
    write(image, card.result, (left, y), outcome, 76, face=Face.DISPLAY, room=width - 410)
    y += 56
    for line in card.lines:
        write(image, line, (left, y), colours.text, 36, room=right - left)
        y += 48
    if card.rounds:
        plate(image, (left - 18, 388, right + 18, 560), colours)
        _tiles(image, card, (left, 408, right, 500), colours)
        write(image, card.legend, (left, 540), colours.quiet, 27, room=right - left)
    write(image, card.footer, (width // 2, 610), colours.text, 32, room=right - left, anchor="m")
    return image


def _tiles(image: Image.Image, card: ShareCard, box: tuple[int, int, int, int], c: Palette) -> None:
    """One tile a round: the pass's number on a colour of its own, a ring where none closed it."""
    left, top, right, bottom = box
    gap = 12
    pitch = (right - left + gap) / len(card.rounds)
    for number, closed in enumerate(card.rounds):
        x = left + round(number * pitch)
        size = (left + round((number + 1) * pitch) - gap - x, bottom - top)
        if closed is None:
            image.paste(c.plate_line, (x, top), ring_mask(size, 14, 3))
            write(image, "–", (x + size[0] // 2, bottom - size[1] // 3), c.quiet, 48, anchor="m")
            continue
        fill, ink = _tile_colours(closed, c)
        image.paste(fill, (x, top), rounded_mask(size, 14))
        middle = x + size[0] // 2
        if not card.numbered:
            tick = shape_mask([CHECK], (52, 52))
            image.paste(ink, (middle - 26, (top + bottom) // 2 - 26), tick)
            continue
        write(
            image, str(closed), (middle - 14, bottom - 26), ink, 62, face=Face.DISPLAY, anchor="m"
        )
        tick = shape_mask([CHECK], (30, 30))
        image.paste(ink, (middle + 14, top + 16), tick)


def _tile_colours(closed: int, colours: Palette) -> tuple[Colour, Colour]:
    """Green, yellow, orange, red for passes 1, 2, 3 and later, each with ink to be read on it."""
    fills = ((118, 200, 110), (255, 210, 84), (250, 160, 70), (248, 138, 124))
    fill = fills[min(closed, len(fills)) - 1]
    if colours.flat:
        fill = mix(fill, (255, 255, 255), 0.25)
    return fill, (20, 20, 16)
