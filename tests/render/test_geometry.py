from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import Layout, Scene
from render.geometry import AREA, LONGEST, Box, frame
from render.marks import label
from render.table import draw, mood
from render.themes import palette
from tests.render import samples

LAYOUTS = (samples.FIRST_LAST, samples.DEVILS)

scenes = st.builds(
    lambda seed, layout: samples.busy(Random(seed), layout),
    st.integers(0, 10**6),
    st.sampled_from(LAYOUTS),
)


def overlap(first: Box, second: Box) -> bool:
    return (
        first[0] < second[2]
        and second[0] < first[2]
        and first[1] < second[3]
        and second[1] < first[3]
    )


def inside(box: Box, size: tuple[int, int]) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= size[0] and box[3] <= size[1]


@given(scenes)
def test_places_keep_apart_from_each_other_and_from_the_panel(scene: Scene) -> None:
    scale = frame(scene.layout)
    cells = [scale.bounds(cell) for cell in scene.cells]
    for first, second in combinations([*cells, scale.area(scene.layout.panel)], 2):
        assert not overlap(first, second)


@given(scenes)
def test_nothing_leaves_the_canvas(scene: Scene) -> None:
    scale = frame(scene.layout)
    size = (scale.width, scale.height)
    for cell in scene.cells:
        assert inside(scale.cards_box(cell), size)
        assert inside(scale.bounds(cell), size)
    assert inside(scale.area(scene.layout.panel), size)


@given(scenes)
def test_a_card_that_may_be_laid_is_raised_within_its_cell(scene: Scene) -> None:
    scale = frame(scene.layout)
    for cell in scene.cells:
        bounds, card = scale.bounds(cell), scale.card_box(cell)
        assert bounds[1] <= card[1] - round(scale.card[1] * 0.05)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_words_stand_clear_of_cards_and_panel(layout: Layout, seed: int) -> None:
    scene = samples.busy(Random(seed), layout)
    scale, colours = frame(layout), mood(palette(scene.theme), None)
    image = draw(scene)
    words = [box for cell in scene.cells if (box := label(image, cell, scale, colours))]
    assert len(words) >= 10
    solid = [scale.visible_box(cell) for cell in scene.cells] + [scale.area(layout.panel)]
    for box in words:
        assert inside(box, image.size)
        assert not any(overlap(box, other) for other in solid)
    for first, second in combinations(words, 2):
        assert not overlap(first, second)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_canvas_is_as_large_as_it_may_be(layout: Layout) -> None:
    scale = frame(layout)
    assert max(scale.width, scale.height) <= LONGEST
    assert scale.width * scale.height == pytest.approx(AREA, rel=0.01)
