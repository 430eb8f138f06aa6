from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from render import Mark, Scene, Theme, Trail, draw, replay
from render.replay import SECONDS, WIDTH, _pace
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
    small = [draw(replace(s, last=())).resize(picture.size) for s in scenes]
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
    assert sum(time for _, time in shown) <= SECONDS * 1000
    assert closest(shown[-1][0], scenes[-2:]) == 1


@pytest.mark.parametrize("moves", [0, 1, 2, 30, 104, 165, 166, 300, 1000])
def test_time_is_shared_out(moves: int) -> None:
    pace = _pace(moves)
    each = pace.glides * 50 + pace.rest
    assert 900 + 2600 + len(pace.steps) * each <= SECONDS * 1000
    assert pace.rest > 0
    assert list(pace.steps) == sorted(set(pace.steps))
    assert (pace.steps[-1] if moves else 0) == moves
    if moves <= 104:
        assert len(pace.steps) == moves


def test_progress_is_told_to_the_end() -> None:
    told: list[float] = []
    replay(game(4), told.append)
    assert told == [0.25, 0.5, 0.75, 1.0]


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
