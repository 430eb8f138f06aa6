"""The panel: the wanted rank, the round and its cards, the pass."""

from PIL import Image

from render.cards import rank_mask
from render.fonts import Face
from render.geometry import Box
from render.pen import bar, pip, write
from render.scene import Panel, Scene
from render.shapes import rounded_mask
from render.themes import Palette


def draw_panel(image: Image.Image, scene: Scene, box: Box, palette: Palette) -> None:
    """Draw the scene's panel into ``box``, whose plate is already there."""
    left, top, right, bottom = box
    pad = 18
    wide = right - left > 1.5 * (bottom - top)
    if scene.headline:
        _headline(image, scene, (left + pad, top, right - pad, bottom), palette)
        return
    if wide:
        side = bottom - top - 2 * pad
        need = (left + pad, top + pad, left + pad + round(side * 1.12), bottom - pad)
        facts = (need[2] + 28, top + pad, right - pad - 6, bottom - pad)
    else:
        middle = top + round((bottom - top) * 0.54)
        need = (left + pad, top + pad, right - pad, middle)
        facts = (left + pad + 6, middle + 20, right - pad - 6, bottom - pad)
    _need(image, scene.panel, need, palette)
    _facts(image, scene.panel, facts, palette)


def _need(image: Image.Image, panel: Panel, box: Box, palette: Palette) -> None:
    left, top, right, bottom = box
    if not panel.need:
        return
    size = (right - left, bottom - top)
    image.paste(palette.accent, (left, top), rounded_mask(size, 16))
    before, _, after = panel.need_word.partition(" ")
    if not after:
        before, after = "", before
    line = round(min(size[1] * 0.17, 46))
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
    tall = size[1] - round(line * 2.9)
    rank = rank_mask(panel.need, tall, size[0] - 30)
    baseline = top + round(line * 1.35) + tall
    image.paste(palette.accent_ink, (centre - rank.width // 2, baseline - tall), rank)


def _facts(image: Image.Image, panel: Panel, box: Box, palette: Palette) -> None:
    left, top, right, bottom = box
    room = right - left
    rows = len(panel.lines) + bool(panel.passes) + 0.9 * bool(panel.rounds)
    pitch = min(58.0, (bottom - top) / max(rows, 1))
    size = round(min(40, pitch * 0.74))
    y = top + pitch * 0.74
    for number, line in enumerate(panel.lines):
        colour = palette.text if number == 0 else palette.quiet
        write(image, line, (left, round(y)), colour, size, room=room)
        y += pitch
    if panel.passes:
        _passes(image, panel, (left, round(y)), size, palette, room)
        y += pitch
    if panel.rounds:
        high = max(14, round(pitch * 0.36))
        _rounds(image, panel.rounds, (left, bottom - high, right, bottom), palette)


def _passes(
    image: Image.Image, panel: Panel, at: tuple[int, int], size: int, palette: Palette, room: int
) -> None:
    if not panel.passes:
        return
    now, total = panel.passes
    dot = round(size * 0.62)
    taken = 0
    if panel.passes_word:
        taken = write(image, panel.passes_word, at, palette.quiet, size, room=room - 2 * total * dot)
        taken += dot
    for number in range(1, total + 1):
        look = "ring" if number < now else "target" if number == now else "full"
        colour = palette.accent if number == now else palette.quiet
        centre = (at[0] + taken + dot // 2, at[1] - round(size * 0.33))
        pip(image, centre, dot, colour, look)
        taken += round(dot * 1.5)


def _rounds(
    image: Image.Image, rounds: tuple[tuple[int, int], ...], box: Box, palette: Palette
) -> None:
    left, top, right, bottom = box
    pitch = (right - left) / len(rounds)
    for number, (laid, of) in enumerate(rounds):
        start = left + round(number * pitch)
        end = left + round((number + 1) * pitch) - 8
        fill = palette.quiet if laid >= of else palette.accent
        bar(image, (start, top, end, bottom), laid / of if of else 0, fill, palette.plate_line)


def _headline(image: Image.Image, scene: Scene, box: Box, palette: Palette) -> None:
    left, top, right, bottom = box
    middle, room = (left + right) // 2, right - left
    lines = scene.panel.lines
    size = round(min(92, (bottom - top) * 0.34))
    pitch = round(size * 0.62)
    total = size + pitch * len(lines) + (30 if scene.panel.rounds else 0)
    y = top + (bottom - top - total) // 2 + round(size * 0.82)
    write(
        image,
        scene.headline,
        (middle, y),
        palette.accent,
        size,
        face=Face.DISPLAY,
        room=room,
        anchor="m",
    )
    for line in lines:
        y += pitch
        write(image, line, (middle, y), palette.text, round(size * 0.44), room=room, anchor="m")
    if scene.panel.rounds:
        inset = room // 8
        _rounds(image, scene.panel.rounds, (left + inset, y + 22, right - inset + 8, y + 38), palette)
