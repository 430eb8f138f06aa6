from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import product
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from render import (
    UNKNOWN,
    Cell,
    Finale,
    Layout,
    Mark,
    Panel,
    Result,
    Scene,
    Theme,
    draw,
    encode,
)
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
    assert len(data) <= 130 * 1024
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


def test_a_card_that_no_trail_can_reach_is_told_by_its_corners_alone() -> None:
    scene = samples.devils()
    before, after = (draw(replace(scene, last=last)) for last in (scene.last[:1], scene.last))
    apart = ImageChops.difference(before, after)
    left, top, right, bottom = frame(scene.layout).card_box(cell(scene, "r1"))
    for corner in product((left, right), (top, bottom)):
        box = (corner[0] - 40, corner[1] - 40, corner[0] + 40, corner[1] + 40)
        assert apart.crop(box).getbbox()
        apart.paste(0, box)
    assert not apart.getbbox()


def test_what_fills_a_gap_is_seen_and_told_apart() -> None:
    scene = samples.devils()
    fills = ("", UNKNOWN, "2♣", "3♣")
    pictures = {draw(changed(scene, "r4", fill=fill)).tobytes() for fill in fills}
    assert len(pictures) == len(fills)
    assert differs(scene, changed(scene, "r4", fill="2♣"))


@pytest.mark.parametrize("scene", SAMPLES)
def test_every_chip_of_the_tray_is_seen(scene: Scene) -> None:
    layout = scene.layout
    assert layout.tray is not None
    box = frame(layout).area(layout.tray)
    for number, group in enumerate(scene.tray):
        changes = [
            replace(group, faces=other_card(group.faces, place))
            for place in range(len(group.faces))
        ] + [replace(group, more=other_card(group.more, place)) for place in range(len(group.more))]
        for change in changes:
            tray = (*scene.tray[:number], change, *scene.tray[number + 1 :])
            assert differs(scene, replace(scene, tray=tray), box), change


def other_card(faces: tuple[str, ...], place: int) -> tuple[str, ...]:
    """The faces with one of another rank at ``place``."""
    stranger = "8♠" if faces[place][0] != "8" else "2♠"
    return (*faces[:place], stranger, *faces[place + 1 :])


def test_a_tray_keeps_to_its_place_however_much_is_told() -> None:
    for scene in SAMPLES:
        assert scene.layout.tray is not None
        long = replace(scene, tray=tuple(replace(g, more=samples.DECK * 2) for g in scene.tray))
        apart = ImageChops.difference(draw(long), draw(replace(scene, tray=())))
        left, top, right, bottom = frame(scene.layout).area(scene.layout.tray)
        assert apart.getbbox() is not None
        apart.paste(0, (left, top, right, bottom))
        assert not apart.getbbox()


def test_a_cell_apart_is_told_from_one_among_others() -> None:
    scene = samples.devils()
    around = frame(scene.layout).bounds(cell(scene, "heap"))
    assert differs(scene, changed(scene, "heap", apart=False), around)


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("won", [samples.first_last_won(), samples.devils_won()])
def test_a_won_game_shows_all_its_cards_and_nothing_of_its_table(won: Scene, theme: Theme) -> None:
    won = samples.themed(won, theme)
    assert won.finale is not None
    other = replace(won, cells=(), panel=Panel(need="5", lines=("круг 3 из 8",)), last=())
    assert draw(other).tobytes() == draw(won).tobytes()
    for number in range(len(won.finale.fans)):
        fans = list(won.finale.fans)
        fans[number] = tuple(reversed(fans[number]))
        assert differs(won, replace(won, finale=replace(won.finale, fans=tuple(fans))))
    assert differs(won, replace(won, finale=replace(won.finale, told=won.finale.told[:1])))


def test_any_pack_makes_a_finale() -> None:
    won = samples.devils_won()
    for fans in ((), (("Т♠",),), (("Т♠", "Т♥"), ("2♦",)), (samples.DECK,), samples.FINALE.fans[:9]):
        image = draw(replace(won, finale=Finale(fans, ("за 1 проход",))))
        assert image.size == draw(won).size


def test_a_lost_game_tells_how_near_it_was() -> None:
    scene = samples.first_last_lost()
    box = frame(scene.layout).area(scene.layout.panel)
    for laid in (20, 100):
        other = replace(scene, panel=replace(scene.panel, laid=(laid, 104)))
        assert differs(scene, other, box)


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
