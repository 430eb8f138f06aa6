"""The cloth: lit from above, darker towards the corners, with a weave that JPEG hardly notices."""

import random
from functools import lru_cache

from PIL import Image, ImageChops

from render.shapes import faded, ring_mask, rounded_mask
from render.themes import Palette

_TILE = 256  # the weave repeats after this many pixels


def felt(size: tuple[int, int], palette: Palette) -> Image.Image:
    """The bare cloth as RGB."""
    small = (max(2, size[0] // 8), max(2, size[1] // 8))
    lamp = _lamp(small).resize(size, Image.Resampling.BICUBIC)
    light = Image.new("RGB", size, palette.felt_light)
    cloth = Image.composite(light, Image.new("RGB", size, palette.felt_dark), lamp)
    if palette.weave:
        weave = Image.new("L", size)
        tile = _weave(palette.weave)
        for x in range(0, size[0], _TILE):
            for y in range(0, size[1], _TILE):
                weave.paste(tile, (x, y))
        cloth = ImageChops.add(cloth, Image.merge("RGB", [weave] * 3), 1, -128)
    return cloth


def _lamp(size: tuple[int, int]) -> Image.Image:
    """How much light falls where, as L: an oval pool somewhat above the middle."""
    lamp = Image.new("L", size)
    values = bytearray()
    for y in range(size[1]):
        v = (y / (size[1] - 1) - 0.42) / 0.78
        for x in range(size[0]):
            u = (x / (size[0] - 1) - 0.5) / 0.72
            values.append(round(255 * max(0.0, 1 - (u * u + v * v)) ** 0.85))
    lamp.frombytes(bytes(values))
    return lamp


@lru_cache(maxsize=2)
def _weave(strength: int) -> Image.Image:
    """A seamless tile of fine fibres about 128, as L; just enough to keep light from banding."""
    noise = random.Random(104).randbytes(_TILE * _TILE)  # noqa: S311 - the same cloth every time
    levels = [round(128 + (v - 127.5) / 127.5 * strength) for v in range(256)]
    return Image.frombytes("L", (_TILE, _TILE), noise).point(levels)


def plate(image: Image.Image, box: tuple[int, int, int, int], palette: Palette) -> None:
    """Lay a dark plate with a fine rim onto the image."""
    size = (box[2] - box[0], box[3] - box[1])
    corner = 22
    image.paste(palette.plate, box[:2], faded(rounded_mask(size, corner), 0.82))
    image.paste(palette.plate_line, box[:2], faded(ring_mask(size, corner, 2), 0.75))
