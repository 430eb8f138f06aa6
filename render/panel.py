"""The panel: the wanted rank, the round and its cards, the pass."""

from PIL import Image

from render.cards import rank_mask
from render.fonts import Face, fitting_size, width
from render.geometry import Box
from render.pen import bar, pip, write
from render.scene import Panel, Scene
from render.shapes import rounded_mask
from render.themes import Palette

PAD = 16
GAUGE = 14  # height of the rounds' gauges
WIDE = 3.5  # width over height of a panel that has room for all facts in one line


def draw_panel(image: Image.Image, scene: Scene, box: Box, palette: Palette) -> None:
    """Draw the scene's panel into ``box``, whose plate is already there."""
    left, top, right, bottom = (box[0] + PAD, box[1] + PAD, box[2] - PAD, box[3] - PAD)
    if scene.panel.rounds:
        gauges = (left + 2, bottom - GAUGE, right - 2, bottom)
        _rounds(image, scene.panel.rounds, gauges, palette)
        bottom -= GAUGE + PAD
    if scene.headline:
        if scene.panel.laid:
            laid, of = scene.panel.laid
            gauge = (left + 2, bottom - GAUGE, right - 2, bottom)
            bar(image, gauge, laid / of, palette.accent, palette.text)
            bottom -= GAUGE + PAD // 2
        _result(image, scene, (left, top, right, bottom), palette)
        return
    if scene.panel.need:
        wide = min(round((bottom - top) * 1.12), (right - left) * 47 // 100)
        _need(image, scene.panel, (left, top, left + wide, bottom), palette)
        left += wide + round(PAD * 1.4)
    _facts(image, scene.panel, (left, top, right, bottom), palette, centred=not scene.panel.need)


def _need(image: Image.Image, panel: Panel, box: Box, palette: Palette) -> None:
    left, top, right, bottom = box
    size = (right - left, bottom - top)
    image.paste(palette.accent, (left, top), rounded_mask(size, 16))
    before, _, after = panel.need_word.partition(" ")
    if not after:
        before, after = "", before
    line = round(min(size[1] * 0.16, size[0] * 0.15))
    centre = (left + right) // 2
    if before:
        write(image, before, (centre, top + line), palette.accent_ink, line, anchor="m")
    write(
        image,
        after,
        (centre, bottom - round(line * 0.42)),
        palette.accent_ink,
        line,
        anchor="m",
        room=size[0] - 16,
    )
    tall = size[1] - round(line * 2.75)
    rank = rank_mask(panel.need, tall, size[0] - 30)
    if rank.height > tall:  # Д stands on feet below the line
        rank = rank_mask(panel.need, tall * tall // rank.height, size[0] - 30)
    baseline = top + round(line * 1.3) + tall
    image.paste(palette.accent_ink, (centre - rank.width // 2, baseline - tall), rank)


def _facts(image: Image.Image, panel: Panel, box: Box, palette: Palette, *, centred: bool) -> None:
    """The words, one below the other; ``centred`` as a block where they have the panel alone."""
    left, top, right, bottom = box
    room = right - left
    words = [*panel.lines, *([panel.passes_word] if panel.passes_word else [])]
    pitch = min(54.0, (bottom - top) / max(len(words) + 0.2, 1))
    size = min(
        (fitting_size(word, Face.TEXT, round(pitch * 0.76), room) for word in words), default=0
    )
    stacked = bool(panel.passes) and _passes_width(panel, size) > room
    if centred:
        widths = [width(word, Face.TEXT, size) for word in words]
        if panel.passes and not stacked:
            widths.append(round(_passes_width(panel, size)))
        left += round((room - max(widths, default=room)) / 2)
    y = top + (bottom - top - pitch * (len(words) + 0.8 * stacked)) / 2 + pitch * 0.74
    for number, word in enumerate(words):
        colour = palette.text if number == 0 else palette.quiet
        taken = write(image, word, (left, round(y)), colour, size)
        if panel.passes and number == len(words) - 1:
            shift = (0, pitch * 0.8) if stacked else (taken + size * 0.5, 0)
            at = (round(left + shift[0]), round(y + shift[1] - size * 0.33))
            _pips(image, panel.passes, at, round(size * 0.66), palette)
        y += pitch


def _passes_width(panel: Panel, size: int) -> float:
    total = panel.passes[1] if panel.passes else 0
    return width(panel.passes_word, Face.TEXT, size) + size * 0.5 + total * size


def _pips(
    image: Image.Image, passes: tuple[int, int], at: tuple[int, int], dot: int, palette: Palette
) -> None:
    """A ring for a pass gone by, a target for the present one, a disc for one still to come."""
    now, total = passes
    for number in range(1, total + 1):
        look = "ring" if number < now else "target" if number == now else "full"
        colour = palette.accent if number == now else palette.quiet
        centre = (at[0] + dot // 2 + round((number - 1) * dot * 1.5), at[1])
        pip(image, centre, dot, colour, look)


def _rounds(
    image: Image.Image, rounds: tuple[tuple[int, int], ...], box: Box, palette: Palette
) -> None:
    """A gauge for every round."""
    left, top, right, bottom = box
    gap = 8
    pitch = (right - left + gap) / len(rounds)
    for number, (laid, of) in enumerate(rounds):
        start = left + round(number * pitch)
        end = left + round((number + 1) * pitch) - gap
        fill = palette.quiet if laid >= of else palette.accent
        bar(image, (start, top, end, bottom), laid / of if of else 0, fill, palette.plate_line)


def _result(image: Image.Image, scene: Scene, box: Box, palette: Palette) -> None:
    """The result, large, and the facts below it."""
    left, top, right, bottom = box
    middle, room, lines = (left + right) // 2, right - left, scene.panel.lines
    if room > WIDE * (bottom - top):
        lines = (" · ".join(lines),)
    size = fitting_size(scene.headline, Face.DISPLAY, round((bottom - top) * 0.42), room)
    share = 0.3 if len(lines) == 1 else 0.21
    small = min(
        fitting_size(line, Face.TEXT, round(min(40, (bottom - top) * share)), room * 15 // 16)
        for line in lines or ("",)
    )
    pitch = round(small * 1.35)
    y = top + (bottom - top - size - pitch * len(lines)) // 2 - round(small * 0.25)
    y += round(size * 0.9)
    write(image, scene.headline, (middle, y), palette.text, size, face=Face.DISPLAY, anchor="m")
    for line in lines:
        y += pitch
        write(image, line, (middle, y), palette.quiet, small, anchor="m")
