from collections.abc import Iterator

import pytest

from render import Result, Theme, draw
from render.table import mood
from render.themes import Colour, Palette, palette
from tests.render import samples
from tests.render.colours import contrast


def readable_pairs(colours: Palette) -> Iterator[tuple[Colour, Colour]]:
    """Every (mark, ground) that must be legible, on the worst ground it may meet."""
    for ink in (colours.black, colours.red, colours.blue, colours.green):
        yield ink, colours.paper_top
        yield ink, colours.paper_bottom
    for ground in (colours.felt_light, colours.felt_dark, colours.plate):
        yield colours.text, ground
    yield colours.quiet, colours.plate
    yield colours.accent, colours.plate
    yield colours.accent_ink, colours.accent


@pytest.mark.parametrize("result", [None, *Result])
@pytest.mark.parametrize("theme", Theme)
def test_everything_to_be_read_stands_out(theme: Theme, result: Result | None) -> None:
    least = 7.0 if theme is Theme.CONTRAST else 4.5
    for mark, ground in readable_pairs(mood(palette(theme), result)):
        assert contrast(mark, ground) >= least, (mark, ground)


def test_contrast_is_the_one_of_the_standard() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", Theme)
def test_four_colours_give_four_inks_and_two_give_two(theme: Theme) -> None:
    colours = palette(theme)
    assert len(set(colours.inks(four_colours=True).values())) == 4
    assert len(set(colours.inks(four_colours=False).values())) == 2


def test_themes_differ() -> None:
    tables = {draw(samples.themed(samples.devils(), theme)).tobytes() for theme in Theme}
    assert len(tables) == 3
