"""The cover of a deal: what is sent to others before they play it; it shows no card of it."""

from dataclasses import dataclass

from PIL import Image

from render import poster
from render.fonts import Face
from render.pen import write
from render.scene import Theme


@dataclass(frozen=True, slots=True)
class Cover:
    """``title`` says what kind of deal it is, ``name`` which, ``line`` why to play it; ``footer``
    where."""

    title: str
    name: str
    line: str
    footer: str
    theme: Theme = Theme.GREEN


def draw_cover(cover: Cover) -> Image.Image:
    """The cover as RGB, 960 × 640: cards face down, and which deal they are."""
    image, colours = poster.ground(cover.theme)
    width = image.width
    room = width - 2 * poster.MARGIN
    poster.fan(image, (width // 2, 200), colours)
    middle = width // 2
    write(image, cover.title, (middle, 428), colours.quiet, 38, room=room, anchor="m")
    write(
        image, cover.name, (middle, 504), colours.accent, 76, face=Face.DISPLAY, room=room,
        anchor="m",
    )  # fmt: skip
    write(image, cover.line, (middle, 560), colours.text, 34, room=room, anchor="m")
    write(image, cover.footer, (middle, 614), colours.text, 32, room=room, anchor="m")
    return image
