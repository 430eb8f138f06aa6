"""How long drawing and encoding a table take over encoding alone, and how large the pictures are.

Both times are taken in the same run, one after the other, and the ratio of their medians is shown:
on a shared machine that is steadier than either time. What is encoded alone is the same picture as
JPEG of quality 87. The scenes are the samples, as many crowded tables, which show more at once than
any game does, and the tables of games that a player sees.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from random import Random
from statistics import median

from PIL import Image

from bot.games.deals import Deal
from bot.games.play import AnyPatience, expand, shorthands
from bot.games.registry import PATIENCES
from bot.screen.scenes import scene
from render import Layout, Scene, draw, encode
from tests.bench.report import Row
from tests.render import samples
from tests.staging.loaded import CHAT, stored

FORWARD = "^>*"  # the buttons that carry a game on


def run(pictures: int = 40, games: int = 6) -> list[Row]:
    """Measure both tables over ``pictures`` scenes each, and ``games`` of each kind."""
    return [
        *_measured("first-last", samples.first_last(), samples.FIRST_LAST, pictures),
        *_measured("devils", samples.devils(), samples.DEVILS, pictures),
        *(row for patience in PATIENCES.values() for row in _played(patience, games)),
    ]


def _measured(name: str, usual: Scene, layout: Layout, pictures: int) -> list[Row]:
    crowded = [samples.busy(Random(seed), layout) for seed in range(pictures)]
    rows = []
    for kind, scenes in (("usual", [usual] * pictures), ("crowded", crowded)):
        largest = max(len(_picture(scene)) for scene in scenes) / 1024
        rows += [
            _timed(f"{name}, {kind}", scenes),
            Row(f"{name}, {kind}: picture", "≤ 160 KB", "≤ 100 KB", f"{largest:.0f} KB"),
        ]
    return rows


def _played(patience: AnyPatience, games: int) -> list[Row]:
    scenes = [shown for number in range(games) for shown in _tables(patience, f"bench {number}")]
    size = median(len(_picture(shown)) for shown in scenes) / 1024
    return [
        _timed(f"{patience.kind}, played", scenes[:: max(1, len(scenes) // 40)]),
        Row(
            f"{patience.kind}, played: picture at the median",
            "≤ 120 KB",
            "≤ 100 KB",
            f"{size:.0f} KB",
        ),
    ]


def _tables(patience: AnyPatience, deal: str) -> Iterator[Scene]:
    """The tables of a game in which whatever fits is laid, as its player sees them."""
    table, taps = patience.deal(Deal.named(deal, patience.pack)), []
    while patience.legal(table):
        offered = shorthands(patience, table)
        code = next((code for code in FORWARD if code in offered), patience.legal(table)[0])
        taps.append(expand(patience, table, code))
        for move in taps[-1]:
            table = patience.apply(table, move)
        yield scene(stored(patience.kind, *taps, deal=deal), CHAT)


def _timed(what: str, scenes: list[Scene]) -> Row:
    images = [draw(scene) for scene in scenes]
    encoding = median(_shortest(partial(_photograph, image)) for image in images)
    whole = median(_shortest(partial(_picture, scene)) for scene in scenes)
    ratio = f"{whole / encoding:.2f} × of {encoding * 1e3:.1f} ms"
    return Row(f"{what}: draw and encode over encode", "≤ 3 ×", "≤ 2 ×", ratio)


def _photograph(image: Image.Image) -> None:
    image.save(BytesIO(), "JPEG", quality=87)


def _picture(scene: Scene) -> bytes:
    return encode(draw(scene))


def _shortest(work: Callable[[], object], times: int = 15) -> float:
    """Seconds of work of the shortest of several runs; what others do meanwhile is not counted."""
    shortest = float("inf")
    for _ in range(times):
        start = time.thread_time()
        work()
        shortest = min(shortest, time.thread_time() - start)
    return shortest
