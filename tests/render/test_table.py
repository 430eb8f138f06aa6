from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from render import Cell, Layout, Mark, Panel, Result, Scene, draw, encode
from render.cards import back, face
from render.geometry import Box, frame
from render.underlay import backdrop, tile
from tests.render import samples

SAMPLES = (samples.first_last(), samples.devils())


def cell(scene: Scene, key: str) -> Cell:
    return next(cell for cell in scene.cells if cell.key == key)


def changed(scene: Scene, key: str, **changes: object) -> Scene:
    cells = tuple(replace(s, **changes) if s.key == key else s for s in scene.cells)  # type: ignore[arg-type]
    return replace(scene, cells=cells)


def differs(first: Scene, second: Scene, box: Box | None = None) -> bool:
    """Whether the pictures differ in the box so that colour-blind eyes see it too."""
    images = [draw(scene).convert("L").crop(box) for scene in (first, second)]
    apart = ImageChops.difference(*images)
    return ImageStat.Stat(apart.point(lambda level: 255 if level > 40 else 0)).sum[0] > 255 * 20


@pytest.mark.parametrize("scene", SAMPLES)
def test_the_same_scene_gives_the_same_pixels(scene: Scene) -> None:
    first = draw(scene).tobytes()
    for cache in (backdrop, tile, face, back):
        cache.cache_clear()
    assert draw(scene).tobytes() == first


def test_threads_may_draw_side_by_side() -> None:
    scenes = [
        samples.busy(Random(seed), layout)
        for seed in range(6)
        for layout in (samples.FIRST_LAST, samples.DEVILS)
    ]
    alone = [draw(scene).tobytes() for scene in scenes]
    for cache in (backdrop, tile, face, back):
        cache.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda scene: draw(scene).tobytes(), scenes))
    assert together == alone


def test_drawing_leaves_what_is_kept_untouched() -> None:
    before = draw(samples.devils()).tobytes()
    draw(samples.busy(Random(1), samples.DEVILS))
    draw(samples.devils_won())
    assert draw(samples.devils()).tobytes() == before


@pytest.mark.parametrize("scene", [*SAMPLES, samples.first_last_won(), samples.devils_won()])
def test_a_picture_is_a_small_jpeg(scene: Scene) -> None:
    data = encode(draw(scene))
    assert len(data) <= 160 * 1024
    with Image.open(BytesIO(data)) as image:
        assert image.format == "JPEG"
        assert max(image.size) <= 1280


@pytest.mark.parametrize("scene", SAMPLES)
def test_what_may_be_laid_is_told_without_colour(scene: Scene) -> None:
    other = changed(scene, "r2", lit=True)
    assert differs(scene, other, frame(scene.layout).bounds(cell(scene, "r2")))


def test_the_free_card_is_told_without_colour() -> None:
    scene = samples.first_last()
    assert differs(scene, changed(scene, "u8", mark=Mark.NONE))
    assert differs(scene, changed(scene, "u8", title=""))


def test_a_closed_pile_does_not_look_like_one_to_come() -> None:
    scene = samples.first_last()
    assert differs(scene, changed(scene, "u1", mark=Mark.NONE))


def test_each_fact_of_the_panel_is_seen() -> None:
    scene = samples.devils()
    for change in (
        {"need": "9"},
        {"need_word": "нужна девятка"},
        {"lines": ("круг 4 из 8",)},
        {"rounds": ((13, 13),) * 3 + ((0, 13),) * 5},
        {"passes": (2, 3)},
        {"passes_word": "проход 2 из 3"},
    ):
        panel = replace(scene.panel, **change)
        box = frame(scene.layout).area(scene.layout.panel)
        assert differs(scene, replace(scene, panel=panel), box), change


@pytest.mark.parametrize("scene", SAMPLES)
def test_counts_and_the_last_move_are_seen(scene: Scene) -> None:
    assert differs(scene, changed(scene, "stock", count=41))
    assert differs(scene, changed(scene, "waste", count=7))
    assert differs(scene, replace(scene, last=()))
    assert differs(scene, replace(scene, last=scene.last[:1]))


def test_a_filling_that_runs_behind_cards_is_told_by_its_ends_alone() -> None:
    scene = samples.devils()
    before, after = (draw(replace(scene, last=last)) for last in (scene.last[:1], scene.last))
    apart = ImageChops.difference(before, after)
    scale = frame(scene.layout)
    for key in ("waste", "r1"):
        left, _, _, bottom = scale.card_box(cell(scene, key))
        end = (left - 30, bottom - 50, left + 50, bottom + 30)
        assert apart.crop(end).getbbox()
        apart.paste(0, end)
    assert not apart.getbbox()


def test_results_look_different() -> None:
    scene = replace(samples.first_last(), last=(), headline="Партия окончена")
    pictures = {draw(replace(scene, result=result)).tobytes() for result in (None, *Result)}
    assert len(pictures) == 3  # lost and stopped differ in their words alone


def test_a_motion_of_unknown_places_is_left_out() -> None:
    scene = samples.devils()
    stray = replace(scene, last=(replace(scene.last[0], source="nowhere"),))
    assert draw(stray).tobytes() == draw(replace(scene, last=())).tobytes()


def test_a_table_without_words_can_be_drawn() -> None:
    bare = Layout(2.0, 1.2, (1.5, 0.6, 0.9, 1.0))
    image = draw(Scene(bare, (Cell("only", 0.5, 0.6),), Panel()))
    assert image.width > image.height
