"""The cloth: lit from above, darker towards the corners, with a weave that JPEG hardly notices."""

import random
from functools import lru_cache

from PIL import Image, ImageChops

from render.shapes import faded, ring_mask, rounded_mask
from render.themes import Palette

_TILE = 256  # the weave repeats after this many pixels


@lru_cache(maxsize=4)
def felt(size: tuple[int, int], palette: Palette) -> Image.Image:
    """The bare cloth as RGB; never to be drawn upon, copy it."""
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
    """A seamless tile about 128, as L: broad clouds in the nap and fine fibres across them."""
    noise = random.Random(104)
    clouds = _noise(noise, _TILE // 16).resize((3 * _TILE, 3 * _TILE), Image.Resampling.BICUBIC)
    fibres = _noise(noise, _TILE)
    centre = (_TILE, _TILE, 2 * _TILE, 2 * _TILE)
    levels = [round(128 + (v - 128) / 128 * strength) for v in range(256)]
    faint = [round((v - 128) / 128 * 2.4) + 128 for v in range(256)]
    return ImageChops.add(
        clouds.crop(centre).point(levels), fibres.crop(centre).point(faint), 1, -128
    )


def _noise(source: random.Random, side: int) -> Image.Image:
    """White noise that repeats after ``side`` pixels, three tiles each way."""
    tile = Image.frombytes("L", (side, side), source.randbytes(side * side))
    field = Image.new("L", (3 * side, 3 * side))
    for x in range(3):
        for y in range(3):
            field.paste(tile, (x * side, y * side))
    return field


def plate(image: Image.Image, box: tuple[int, int, int, int], palette: Palette) -> None:
    """Lay a dark plate with a fine rim onto the image."""
    size = (box[2] - box[0], box[3] - box[1])
    corner = 22
    image.paste(palette.plate, box[:2], faded(rounded_mask(size, corner), 0.82))
    image.paste(palette.plate_line, box[:2], faded(ring_mask(size, corner, 2), 0.75))
