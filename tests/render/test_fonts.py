import string

import pytest
from fontTools.ttLib import TTFont

from render.fonts import FONTS, Face, fitting_size, text_mask, width
from tests.render.samples import RANKS

RUSSIAN = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
TEXT = RUSSIAN + RUSSIAN.upper() + string.digits + " \u00a0.,:;!?-–—…«»()·×№+%/"


@pytest.mark.parametrize("face", Face)
def test_every_glyph_that_may_be_written_exists(face: Face) -> None:
    with TTFont(FONTS / face.value) as font:
        known = font.getBestCmap()
    assert {mark for mark in TEXT + "".join(RANKS) if ord(mark) not in known} == set()


@pytest.mark.parametrize("face", Face)
def test_fonts_carry_their_licence(face: Face) -> None:
    family = face.value.partition("-")[0]
    licences = [path.read_text("utf-8") for path in FONTS.glob(f"{family}-*.txt")]
    assert any("licen" in text.lower() for text in licences)


def test_a_mask_is_cropped_to_its_ink() -> None:
    mask = text_mask("8", Face.DISPLAY, 100)
    assert mask.getbbox() == (0, 0, *mask.size)


def test_long_text_is_made_to_fit() -> None:
    size = fitting_size("уложено 104 из 104", Face.TEXT, 40, 200)
    assert size < 40
    assert width("уложено 104 из 104", Face.TEXT, size) <= 200
    assert fitting_size("туз", Face.TEXT, 40, 200) == 40
