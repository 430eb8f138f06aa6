"""A scene as a picture."""

from dataclasses import replace
from functools import lru_cache
from io import BytesIO

from PIL import Image

from render import cards
from render.felt import felt, plate
from render.geometry import TUCK, Box, Frame, frame
from render.panel import draw_panel
from render.pen import bar, pill, trail, write
from render.scene import Grow, Layout, Mark, Motion, Result, Scene, Spot
from render.themes import Palette, mix, palette
from render.underlay import lift, look, tile

QUALITY = 87  # of JPEG

_SMALL = 30  # text beside the cards, in pixels


def draw(scene: Scene) -> Image.Image:
    """The picture of the scene, RGB. The same scene always gives the same pixels."""
    colours = _mood(palette(scene.theme), scene.result)
    scale = frame(scene.layout)
    image = _backdrop(scene.layout, colours).copy()
    for spot in scene.spots:
        _spot(image, spot, scale, colours, scene)
    for spot in scene.spots:
        _label(image, spot, scale, colours)
    draw_panel(image, scene, scale.panel(scene.layout), colours)
    _last_move(image, scene, scale, colours)
    return image


def encode(image: Image.Image) -> bytes:
    """The picture as JPEG."""
    buffer = BytesIO()
    image.save(buffer, "JPEG", quality=QUALITY)
    return buffer.getvalue()


def picture(scene: Scene) -> bytes:
    """Draw the scene and encode it."""
    return encode(draw(scene))


@lru_cache(maxsize=24)
def _mood(colours: Palette, result: Result | None) -> Palette:
    """A finished table: warmer light when won, the lamp turned down otherwise."""
    if result is None or not colours.weave:
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


@lru_cache(maxsize=4)
def _backdrop(layout: Layout, colours: Palette) -> Image.Image:
    scale = frame(layout)
    image = felt((scale.width, scale.height), colours).copy()
    plate(image, scale.panel(layout), colours)
    return image


def _spot(image: Image.Image, spot: Spot, scale: Frame, colours: Palette, scene: Scene) -> None:
    cell, box, style = scale.cell(spot), scale.card_box(spot), look(spot)
    image.paste(tile(scale, colours, cell, box, style), cell[:2])
    if not style.card:
        return
    size = scale.card
    corner = (box[0] + cards.EDGE, box[1] + cards.EDGE - lift(size, lit=spot.lit))
    if style.beneath:
        strip = (size[0] - 2 * cards.EDGE, round(size[1] * TUCK) - cards.EDGE - 2)
        under = cards.tucked(spot.cards[-2], strip, colours, four_colours=scene.four_colours)
        image.paste(under, (box[0] + cards.EDGE, box[3] + 2))
    if spot.cards:
        top = cards.face(spot.cards[-1], size, colours, four_colours=scene.four_colours)
    else:
        top = cards.back(size, colours)
    image.paste(top, corner)
    if spot.mark is Mark.CLOSED:
        _ribbon(image, box, colours)


def _ribbon(image: Image.Image, box: Box, colours: Palette) -> None:
    """The band about a finished pile."""
    left, top, right, bottom = box
    middle = top + round((bottom - top) * 0.72)
    high = round((bottom - top) * 0.17)
    image.paste(colours.plate, (left, middle - high // 2 - 3, right, middle + high // 2 + 3))
    image.paste(colours.accent, (left, middle - high // 2, right, middle + high // 2))


def _label(image: Image.Image, spot: Spot, scale: Frame, colours: Palette) -> None:
    left, _, right, bottom = scale.card_box(spot)
    middle, room = (left + right) // 2, right - left
    y = bottom + scale.tuck(spot) + 32
    if spot.progress and spot.progress[0]:
        laid, of = spot.progress
        bar(image, (left + 4, y - 12, right - 4, y), laid / of, colours.accent, colours.plate_line)
        write(image, f"{laid} из {of}", (middle, y + 30), colours.text, _SMALL, room=room, anchor="m")
        return
    words = [spot.title, spot.tally, "" if spot.count is None else str(spot.count)]
    text = " ".join(word for word in words if word)
    if not text:
        return
    centre = (middle, y - 4)
    if spot.lit:
        pill(image, centre, text, _SMALL, colours.accent, None, colours.accent_ink, room)
    elif spot.mark is Mark.FREE:
        pill(image, centre, text, _SMALL, colours.plate, colours.text, colours.text, room)
    else:
        write(image, text, (middle, centre[1] + 10), colours.text, _SMALL, room=room, anchor="m")


def _last_move(image: Image.Image, scene: Scene, scale: Frame, colours: Palette) -> None:
    places = {spot.key: spot for spot in scene.spots}
    for number, motion in enumerate(scene.last):
        if motion.source in places and motion.target in places:
            _motion(image, motion, places, scale, colours, main=number == 0)


def _motion(
    image: Image.Image,
    motion: Motion,
    places: dict[str, Spot],
    scale: Frame,
    colours: Palette,
    *,
    main: bool,
) -> None:
    source, target = places[motion.source], places[motion.target]
    start, goal = scale.card_box(source), _visible(target, scale)
    a, b = _middle(start), _middle(goal)
    first, last = _leave(start, a, b, inside=8), _leave(goal, b, a, inside=16)
    trail(image, first, last, colours, size=round(scale.card[0] * 0.07), main=main)


def _visible(spot: Spot, scale: Frame) -> Box:
    left, top, right, bottom = scale.card_box(spot)
    return left, top, right, bottom + (scale.tuck(spot) if spot.grow is Grow.DOWN else 0)


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _leave(
    box: Box, start: tuple[float, float], to: tuple[float, float], *, inside: int
) -> tuple[float, float]:
    """Where the line from the box's middle to ``to`` leaves the box, ``inside`` pixels before."""
    dx, dy = to[0] - start[0], to[1] - start[1]
    half_x, half_y = (box[2] - box[0]) / 2 - inside, (box[3] - box[1]) / 2 - inside
    share = min(half_x / abs(dx) if dx else 1e9, half_y / abs(dy) if dy else 1e9)
    return start[0] + dx * share, start[1] + dy * share
