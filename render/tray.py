"""The tray below the table: what lies under the waste's top and what is known to come."""

from PIL import Image

from render.chips import WIDTH, chip, strip
from render.fonts import Face, fitting_size, width
from render.geometry import Box
from render.pen import write
from render.scene import Chips, Scene
from render.themes import Palette

TALLEST = 58  # pixels of a chip
GAP = 6  # pixels between two chips
TITLE = 26  # pixels of a title's letters, at most
ROWS = 3  # of the strip, at most
LEAST = 17  # pixels of a row of the strip, at least
PITCH = 0.98  # width over height of a rank's place on the strip


def draw_tray(image: Image.Image, scene: Scene, box: Box, palette: Palette) -> None:
    """Draw the scene's chips into ``box``, a row for each kind of them."""
    shown = [group for group in scene.tray if group.faces]
    if not shown:
        return
    left, top, right, bottom = box
    pitch = (bottom - top) // len(shown)
    room = (right - left) * 30 // 100
    size = min(fitting_size(group.title, Face.TEXT, TITLE, room) for group in shown)
    start = left + max(width(group.title, Face.TEXT, size) for group in shown) + 14
    for number, group in enumerate(shown):
        middle = top + number * pitch + pitch // 2
        write(image, group.title, (left, middle + round(size * 0.35)), palette.text, size)
        tall = min(TALLEST, pitch - GAP)
        row = (start, middle - tall // 2, right, middle - tall // 2 + tall)
        _row(image, group, row, palette, scene)


def _row(image: Image.Image, group: Chips, box: Box, palette: Palette, scene: Scene) -> None:
    left, top, right, bottom = box
    tall, count = bottom - top, len(group.faces)
    wide = min(round(tall * WIDTH), (right - left + GAP) // count - GAP)
    for face in group.faces:
        sprite = chip(
            face,
            (wide, tall),
            palette,
            four_colours=scene.four_colours,
            wanted=face[:-1] == scene.panel.need,
        )
        image.paste(sprite, (left, top), sprite)
        left += wide + GAP
    if group.more:
        _strip(image, group.more, (left + GAP, top, right, bottom), palette, scene)


def _strip(
    image: Image.Image, faces: tuple[str, ...], box: Box, palette: Palette, scene: Scene
) -> None:
    """As many of the faces as there is room for, as large as that lets them be."""
    left, top, right, bottom = box
    rows, fitting = rows_for(len(faces), (right - left, bottom - top))
    cut = len(faces) > fitting
    shown = faces[: fitting - rows] if cut else faces
    if not shown:
        return
    taken = -(-len(shown) // rows) * (bottom - top) / rows * PITCH
    sheet = (left, top, min(right, left + round(taken) + 4), bottom)
    strip(image, shown, sheet, rows, palette, four_colours=scene.four_colours)
    if cut:
        write(image, "…", (sheet[2] + 2, bottom - GAP), palette.text, TITLE)


def rows_for(count: int, room: tuple[int, int]) -> tuple[int, int]:
    """In how many rows so many ranks stand in a strip with this room, and how many fit into it."""
    wide, tall = room
    most = max(1, min(ROWS, tall // LEAST))
    fitting = {rows: rows * int(wide / (tall / rows * PITCH)) for rows in range(1, most + 1)}
    rows = next((rows for rows, fit in fitting.items() if fit >= count), most)
    return rows, fitting[rows]
