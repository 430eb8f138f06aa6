from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import Layout, Scene
from render.geometry import AREA, FAN, LONGEST, Box, Frame, frame
from render.marks import label
from render.scene import Cell, Grow
from render.table import draw, mood
from render.themes import palette
from render.trails import LEAST, Line, plan
from render.underlay import RIM, lift
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
    for first, second in combinations([*cells, *plates(scene.layout)], 2):
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
        assert bounds[1] <= card[1] - lift(scale.card, lit=True) - RIM


def labels(scene: Scene) -> dict[str, Box]:
    """What the labels of the scene take, by the keys of their cells."""
    scale, colours = frame(scene.layout), mood(palette(scene.theme), None)
    image = draw(scene)
    return {cell.key: box for cell in scene.cells if (box := label(image, cell, scale, colours))}


def raised(cell: Cell, scale: Frame) -> Box:
    """The cell's cards and, if the top one may be laid, the frame about it."""
    left, top, right, bottom = scale.visible_box(cell)
    if not cell.lit:
        return left, top, right, bottom
    return left - RIM, top - lift(scale.card, lit=True) - RIM, right + RIM, bottom


def plates(layout: Layout) -> list[Box]:
    """The panel, and the tray if there is one."""
    extents = [layout.panel, *([layout.tray] if layout.tray else [])]
    return [frame(layout).area(extent) for extent in extents]


def ranks(cell: Cell, scale: Frame) -> Iterator[Box]:
    """Where the ranks of the cell's cards may be printed."""
    if not cell.cards:
        return
    left, top, right, bottom = scale.card_box(cell)
    wide, tall = scale.card
    top -= lift(scale.card, lit=cell.lit)
    high = (top + round(tall * 0.055), top + round(tall * 0.41))
    yield left + round(wide * 0.07), high[0], right - round(wide * 0.055), high[1]
    if cell.grow is Grow.RIGHT:
        step = round(wide * FAN)
        for number in range(1, len(cell.cards)):
            start = left - number * step
            yield start + round(wide * 0.07), high[0], start + step - round(wide * 0.055), high[1]
    if cell.grow is Grow.DOWN and len(cell.cards) > 1:
        ends = scale.visible_box(cell)[3]
        yield left + round(wide * 0.12), bottom + 4, right - round(wide * 0.12), ends - 8


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_words_stand_clear_of_raised_cards_panel_and_tray(layout: Layout, seed: int) -> None:
    scene = samples.busy(Random(seed), layout)
    scale, words = frame(layout), labels(scene)
    assert len(words) >= 10
    solid = [*(raised(cell, scale) for cell in scene.cells), *plates(layout)]
    for box in words.values():
        assert inside(box, (scale.width, scale.height))
        assert not any(overlap(box, other) for other in solid)
    for first, second in combinations(words.values(), 2):
        assert not overlap(first, second)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_mark_lies_on_what_is_to_be_read(layout: Layout, seed: int) -> None:
    scene = samples.busy(Random(seed), layout)
    scale, words = frame(layout), labels(scene)
    marks = plan(scene, scale, words)
    assert marks
    printed = [box for cell in scene.cells for box in ranks(cell, scale)]
    for mark, other in product(marks, [*printed, *words.values(), *plates(layout)]):
        assert not any(overlap(box, other) for box in mark.boxes)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_head_without_its_line(layout: Layout, seed: int) -> None:
    scene = samples.busy(Random(seed), layout)
    scale = frame(layout)
    for mark in plan(scene, scale, labels(scene)):
        if isinstance(mark, Line):
            assert len(mark.dots) >= LEAST
            cards = [raised(cell, scale) for cell in scene.cells]
            assert not any(overlap(box, card) for box in mark.boxes for card in cards)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_canvas_is_as_large_as_it_may_be(layout: Layout) -> None:
    scale = frame(layout)
    assert max(scale.width, scale.height) <= LONGEST
    assert scale.width * scale.height == pytest.approx(AREA, rel=0.01)
