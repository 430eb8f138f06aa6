"""The two bundled fonts and text as masks.

Layout is always FreeType's own (no Raqm), so that the same text gives the same pixels everywhere.
"""

from enum import Enum
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONTS = Path(__file__).parent / "fonts"


class Face(Enum):
    """A bundled typeface."""

    DISPLAY = "PasyansDisplay-Black.ttf"  # ranks and headlines
    TEXT = "PTSans-Bold.ttf"  # everything else


@lru_cache(maxsize=96)
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """The face at ``size`` pixels per em."""
    return ImageFont.truetype(FONTS / face.value, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def width(text: str, face: Face, size: int) -> int:
    """How many pixels ``text`` takes in one line."""
    return round(font(face, size).getlength(text))


@lru_cache(maxsize=512)
def fitting_size(text: str, face: Face, size: int, room: int) -> int:
    """The largest size up to ``size`` at which ``text`` is at most ``room`` pixels wide."""
    taken = width(text, face, size)
    return size if taken <= room else max(8, size * room // taken)


@lru_cache(maxsize=512)
def text_mask(text: str, face: Face, size: int) -> Image.Image:
    """``text`` as an L mask, cropped to its ink."""
    return _ink(text, font(face, size))


@lru_cache(maxsize=512)
def line_mask(text: str, face: Face, size: int) -> tuple[Image.Image, int]:
    """``text`` as an L mask and where its baseline is, in pixels from the mask's top."""
    face_font = font(face, size)
    left, top, right, bottom = face_font.getbbox(text, anchor="ls")
    box = (max(1, int(right - left) + 1), max(1, int(bottom - top) + 1))
    mask = Image.new("L", box)
    ImageDraw.Draw(mask).text((-left, -top), text, font=face_font, fill=255, anchor="ls")
    return mask, round(-top)


def _ink(text: str, face_font: ImageFont.FreeTypeFont) -> Image.Image:
    left, top, right, bottom = face_font.getbbox(text, anchor="ls")
    mask = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4))
    ImageDraw.Draw(mask).text((2 - left, 2 - top), text, font=face_font, fill=255, anchor="ls")
    return mask.crop(mask.getbbox())
