"""What stands beside the cards: labels, gauges, the band of a finished pile, the last move."""

from functools import lru_cache

from PIL import Image

from render.fonts import Face, width
from render.geometry import Box, Frame
from render.pen import Curve, badge, bar, bearing_of, followed, head_of, pill, trail, write
from render.scene import Cell, Grow, Mark, Scene
from render.shapes import CHECK, Point, rounded_mask, shape_mask, soft
from render.themes import Palette, mix
from render.underlay import lift

SMALL = 25  # text beside the cards, in pixels


def label(image: Image.Image, cell: Cell, scale: Frame, colours: Palette) -> Box | None:
    """Write the words and draw the gauge under the cell's cards; returns the box they take."""
    left, _, right, bottom = scale.place_box(cell)
    hangs = cell.grow is Grow.DOWN and len(cell.cards) > 1
    if cell.grow is Grow.DOWN:
        bottom = scale.visible_box(cell)[3]
    middle, room = (left + right) // 2, right - left
    y = start = bottom + round(scale.card[1] * (0.13 if hangs else 0.06))
    text = _words(cell)
    gauge = cell.progress and cell.mark is Mark.CURRENT and cell.grow is Grow.NONE
    if gauge and cell.progress:
        laid, of = cell.progress
        bar(image, (left + 3, y - 2, right - 3, y + 9), laid / of, colours.accent, colours.text)
        y += 11
    if not text:
        return (left, start, right, y) if gauge else None
    centre = (middle, y + 15)
    taken = room if gauge else width(text, Face.TEXT, SMALL)
    if cell.lit:
        pill(image, centre, text, SMALL, colours.accent, None, colours.accent_ink, room)
    elif cell.mark is Mark.FREE:
        pill(image, centre, text, SMALL, colours.plate, colours.text, colours.text, room + 8)
    else:
        write(image, text, (middle, y + 24), colours.text, SMALL, room=room, anchor="m")
    return (middle - taken // 2, start, middle + taken // 2, y + SMALL)


def _words(cell: Cell) -> str:
    words = (cell.title, cell.tally, "" if cell.count is None else str(cell.count))
    text = " ".join(word for word in words if word)
    if not text and cell.progress and cell.mark is Mark.CURRENT:
        return f"{cell.progress[0]} из {cell.progress[1]}"
    return text


def band(image: Image.Image, box: Box, colours: Palette) -> None:
    """The ribbon about a finished pile, with a tick."""
    left, top, right, bottom = box
    sprite = _band(right - left, round((bottom - top) * 0.30), colours)
    image.paste(sprite, (left, top + round((bottom - top) * 0.58)), sprite)


@lru_cache(maxsize=12)
def _band(width: int, height: int, colours: Palette) -> Image.Image:
    sprite = Image.new("RGBA", (width, height))
    high = round(height * 0.5)
    top = (height - high) // 2
    shadow = Image.new("L", (width, height))
    shadow.paste(150 if colours.shadow else 0, (0, top + 3, width, top + high + 4))
    sprite.putalpha(soft(shadow, 3))
    dark = mix(colours.accent, (120, 70, 0), 0.45)
    sprite.paste((*dark, 255), (0, top, width, top + high))
    sprite.paste((*colours.accent, 255), (0, top + 3, width, top + high - 3))
    seal = height
    at = ((width - seal) // 2, 0)
    sprite.paste((*dark, 255), at, rounded_mask((seal, seal), seal / 2))
    inner = seal - 6
    at = ((width - inner) // 2, 3)
    sprite.paste((*colours.accent, 255), at, rounded_mask((inner, inner), inner / 2))
    tick = round(seal * 0.66)
    at = ((width - tick) // 2, (height - tick) // 2)
    sprite.paste((*colours.accent_ink, 255), at, shape_mask([CHECK], (tick, tick)))
    return sprite


def last_move(
    image: Image.Image, scene: Scene, scale: Frame, colours: Palette, words: list[Box]
) -> None:
    """A trail for every card that the last move carried, the first one heaviest.

    It runs under the cards and the ``words``, so that it never hides what is to be read. Where
    little is left of it, a filling card has a badge at both ends instead: one more arrow's head
    would meet the trail of the card that has made room.
    """
    hidden = [scale.visible_box(cell) for cell in scene.cells]
    hidden += [(box[0] - 8, box[1] - 4, box[2] + 8, box[3] + 6) for box in words]
    places = {cell.key: cell for cell in scene.cells}
    for number, motion in enumerate(scene.last):
        if motion.source in places and motion.target in places:
            size = max(6, round(scale.card[0] * (0.075 if number == 0 else 0.055)))
            source, target = places[motion.source], places[motion.target]
            curve = _curve(source, target, scale, head_of(size))
            if number == 0 or followed(curve, size, hidden):
                trail(image, curve, colours, size=size, hidden=hidden)
            else:
                ends = _corner(scale.card_box(source)), _corner(scale.card_box(target))
                for end in ends:
                    badge(image, end, bearing_of(*ends), colours, size=size)


def _curve(source: Cell, target: Cell, scale: Frame, head: int) -> Curve:
    """A curve that leaves the source and reaches the target at right angles to their edges."""
    start, goal = scale.card_box(source), scale.visible_box(target)
    (ax, ay), (bx, by) = _middle(start), _middle(goal)
    if abs(by - ay) > (start[3] - start[1]) * 0.75:
        if target.grow is Grow.RIGHT:
            bx = _middle(scale.card_box(target))[0]
        side = 1 if by > ay else -1
        top = start[1] - lift(scale.card, lit=source.lit)
        # From below the head lies on the card, not on the words under it.
        inside = head if side < 0 and target.grow is not Grow.DOWN else 12
        a: Point = (ax, (start[3] if side > 0 else top) - 6 * side)
        b: Point = (bx, (goal[1] if side > 0 else goal[3]) + inside * side)
        bend = abs(b[1] - a[1]) * 0.5 * side
        return a, (a[0], a[1] + bend), (b[0], b[1] - bend), b
    side = 1 if bx > ax else -1
    a = ((start[2] if side > 0 else start[0]) - 6 * side, ay)
    b = ((goal[0] if side > 0 else goal[2]) + 12 * side, by)
    bend = abs(b[0] - a[0]) * 0.5 * side
    return a, (a[0] + bend, a[1]), (b[0] - bend, b[1]), b


def _corner(box: Box) -> Point:
    """The lower left corner of a card, where nothing is printed."""
    return box[0] + 10, box[3] - 12


def _middle(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
