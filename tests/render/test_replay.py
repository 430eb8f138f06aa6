from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from render import Mark, Scene, Theme, Trail, draw, replay, replay_ending
from render.replay import LAST, WHOLE, WIDTH, _counted, _pace
from tests.render import samples


def game(moves: int) -> list[Scene]:
    """A table on which the cards of the lower row go, one by one, to the third pile."""
    scene = replace(samples.first_last(), last=())
    scenes = [scene]
    for number in range(moves):
        place = number % 8 + 1
        key, filler = f"r{place}", samples.DECK[number * 7 % 52]
        cells = {cell.key: cell for cell in scenes[-1].cells}
        card = cells[key].cards[-1]
        pile = cells["u3"]
        laid = (*pile.cards[:-1][-11:], card)
        cells[key] = replace(cells[key], cards=(filler,))
        cells["u3"] = replace(pile, cards=(*laid, pile.cards[-1]), mark=Mark.CURRENT)
        last = (Trail(card, key, "u3"), Trail(filler, "waste", key))
        scenes.append(replace(scene, cells=tuple(cells.values()), last=last))
    return scenes


def frames(data: bytes) -> list[tuple[Image.Image, int]]:
    with Image.open(BytesIO(data)) as image:
        shown = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            shown.append((image.convert("RGB"), int(image.info["duration"])))
    return shown


def apart(first: Image.Image, second: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(first, second)).mean) / 3


def closest(picture: Image.Image, scenes: Sequence[Scene]) -> int:
    bare = [replace(s, layout=replace(s.layout, height=4.66, tray=None)) for s in scenes]
    small = [draw(replace(s, last=(), tray=())).resize(picture.size) for s in bare]
    return min(range(len(small)), key=lambda k: apart(picture, small[k]))


def test_a_short_game_is_shown_move_by_move() -> None:
    scenes = game(3)
    shown = frames(replay(scenes))
    assert closest(shown[0][0], scenes) == 0
    assert closest(shown[-1][0], scenes) == 3
    assert len(shown) > 3 * 4
    assert max(shown[0][0].size) <= WIDTH


def test_cards_are_seen_under_way() -> None:
    scenes = game(1)
    shown = [picture for picture, _ in frames(replay(scenes))]
    assert all(apart(first, second) > 0.2 for first, second in pairwise(shown))


def test_a_long_game_keeps_to_the_limits() -> None:
    scenes = game(120)
    data = replay(scenes)
    assert len(data) <= 3 * 1024 * 1024
    shown = frames(data)
    assert sum(time for _, time in shown) <= WHOLE.seconds * 1000
    assert closest(shown[-1][0], scenes[-2:]) == 1


@pytest.mark.parametrize("moves", [0, 1, 2, 30, 104, 165, 166, 300, 1000])
def test_time_is_shared_out(moves: int) -> None:
    pace = _pace(moves, WHOLE)
    each = pace.glides * 50 + pace.rest
    assert 900 + 2600 + len(pace.steps) * each <= WHOLE.seconds * 1000
    assert pace.rest > 0
    assert list(pace.steps) == sorted(set(pace.steps))
    assert (pace.steps[-1] if moves else 0) == moves
    if moves <= 104:
        assert len(pace.steps) == moves


def test_the_ending_is_the_last_moves_and_is_held() -> None:
    scenes = game(60)
    data = replay_ending(scenes)
    assert len(data) <= 3 * 512 * 1024
    with Image.open(BytesIO(data)) as image:
        assert "loop" not in image.info
    shown = frames(data)
    assert 3000 <= sum(time for _, time in shown) <= 4000
    assert shown[-1][1] == LAST.ending
    assert closest(shown[0][0], scenes) >= 45
    assert closest(shown[-1][0], scenes[-2:]) == 1


def test_an_ending_of_few_moves_is_the_whole_game() -> None:
    scenes = game(2)
    assert closest(frames(replay_ending(scenes))[0][0], scenes) == 0
    assert len(frames(replay_ending(scenes[:1]))) == 1


def test_deck_and_waste_count_along() -> None:
    """Cards that nobody sees fly are counted one by one while those that are seen do."""
    before = samples.first_last()
    counts = {"stock": 30, "waste": 31}
    cells = tuple(replace(c, count=counts.get(c.key, c.count)) for c in before.cells)
    after = replace(before, cells=cells)
    told = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        shown = {cell.key: cell for cell in _counted(after, before, after, share).cells}
        told.append((shown["stock"].count or 0, shown["waste"].count or 0))
        assert shown["stock"].backs == shown["stock"].count
    assert told[0] == (42, 20)
    assert told[-1] == (30, 31)
    assert all(a[0] > b[0] and a[1] < b[1] for a, b in pairwise(told))


def test_progress_is_told_to_the_end() -> None:
    told: list[float] = []
    replay(game(4), told.append)
    assert told == [0.25, 0.5, 0.75, 1.0]


def test_counts_are_seen_to_change_under_way() -> None:
    first = replace(samples.first_last(), last=())
    cells = tuple(replace(c, count=30) if c.key == "stock" else c for c in first.cells)
    again = replace(first, cells=cells, last=(Trail("К♠", "r4", "u2"),))
    still = replace(first, last=(Trail("К♠", "r4", "u2"),))
    counted, uncounted = (frames(replay([first, scene])) for scene in (again, still))
    height = counted[0][0].height
    box = (0, height * 94 // 100, 80, height)  # the words under the stock
    seen = {picture.crop(box).tobytes() for picture, _ in counted}
    assert len(seen) > 3
    assert len({picture.crop(box).tobytes() for picture, _ in uncounted}) == 1


@pytest.mark.parametrize("theme", Theme)
def test_every_theme_can_be_replayed(theme: Theme) -> None:
    scenes = game(1)
    shown = frames(replay([replace(scene, theme=theme) for scene in scenes]))
    themed = [replace(scenes[-1], theme=other) for other in Theme]
    assert closest(shown[-1][0], themed) == list(Theme).index(theme)


def test_a_redeal_and_a_single_table_can_be_shown() -> None:
    first = replace(samples.devils(), last=())
    again = replace(first, last=(Trail("", "waste", "stock"),))
    assert len(frames(replay([first, again]))) >= 3
    assert len(frames(replay([first]))) == 1


def test_no_scenes_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one scene"):
        replay([])
