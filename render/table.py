"""``draw``: a scene as a picture; ``compose`` does it in other colours, for ``replay``."""

from dataclasses import replace
from functools import lru_cache
from io import BytesIO

from PIL import Image

from render import cards
from render.finale import draw_finale
from render.geometry import FAN, TUCK, Frame, frame
from render.marks import band, label
from render.panel import draw_panel
from render.scene import Cell, Mark, Result, Scene
from render.themes import Palette, mix, palette
from render.trails import draw_last_move, plan
from render.tray import draw_tray
from render.underlay import backdrop, lift, look, tile


def _table(first: int, slope: float) -> list[int]:
    """How coarsely JPEG keeps each frequency of a block, from its mean to its finest stripes."""
    return [round(first + slope * (place % 8 + place // 8)) for place in range(64)]


COARSENESS = [_table(6, 1.6), _table(10, 3.0)]  # of lightness, of colour
"""Flatter than the tables of photographs, which keep the mean and blur sharp edges.

A table is smooth cloth and sharp print, so these give the same error in five sixths of the bytes.
"""


def draw(scene: Scene) -> Image.Image:
    """The picture of the scene, RGB. The same scene always gives the same pixels."""
    return compose(scene, mood(palette(scene.theme), scene.result))


def compose(scene: Scene, colours: Palette) -> Image.Image:
    """The picture of the scene in the given colours, whatever its theme."""
    if scene.finale is not None:
        return draw_finale(scene, scene.finale, colours)
    scale = frame(scene.layout)
    image = backdrop(scene.layout, colours).copy()
    for cell in scene.cells:
        _cell(image, cell, scale, colours, scene)
    words = {
        cell.key: box
        for cell in scene.cells
        if (box := label(image, cell, scale, colours, four_colours=scene.four_colours))
    }
    draw_panel(image, scene, scale.area(scene.layout.panel), colours)
    if scene.layout.tray:
        draw_tray(image, scene, scale.area(scene.layout.tray), colours)
    draw_last_move(image, plan(scene, scale, words), colours)
    return image


def encode(image: Image.Image) -> bytes:
    """The picture as JPEG."""
    buffer = BytesIO()
    image.save(buffer, "JPEG", qtables=COARSENESS)
    return buffer.getvalue()


@lru_cache(maxsize=24)
def mood(colours: Palette, result: Result | None) -> Palette:
    """The colours of a finished table: warmer light when won, else the lamp turned down."""
    if result is None or colours.flat:
        return colours
    if result is Result.WON:
        return replace(colours, felt_light=mix(colours.felt_light, (255, 200, 90), 0.10))
    grey = (40, 42, 46)
    return replace(
        colours,
        felt_light=mix(colours.felt_light, grey, 0.62),
        felt_dark=mix(colours.felt_dark, (14, 15, 17), 0.62),
        plate=mix(colours.plate, (16, 17, 19), 0.62),
        plate_line=mix(colours.plate_line, (110, 112, 116), 0.62),
    )


def _cell(image: Image.Image, cell: Cell, scale: Frame, colours: Palette, scene: Scene) -> None:
    bounds, box, style = scale.bounds(cell), scale.card_box(cell), look(cell)
    image.paste(tile(scene.layout, colours, bounds, box, style), bounds[:2])
    if not style.card:
        return
    size = scale.card
    corner = (box[0] + cards.EDGE, box[1] + cards.EDGE - lift(size, lit=cell.lit))
    step = round(size[0] * FAN)
    for number in range(style.fan, 0, -1):
        token = cell.cards[-1 - number]
        under = cards.face(token, size, colours, four_colours=scene.four_colours, seen=step)
        strip = under.crop((0, 0, step - cards.EDGE, under.height))
        image.paste(strip, (corner[0] - number * step, corner[1]))
    if style.beneath:
        looks_out = (size[0] - 2 * cards.EDGE, round(size[1] * TUCK) - cards.EDGE - 2)
        under = cards.tucked(cell.cards[-2], looks_out, colours, four_colours=scene.four_colours)
        image.paste(under, (box[0] + cards.EDGE, box[3] + 2))
    if cell.cards:
        top = cards.face(cell.cards[-1], size, colours, four_colours=scene.four_colours)
    else:
        top = cards.back(size, colours)
    image.paste(top, corner)
    if cell.mark is Mark.CLOSED:
        band(image, box, colours)
