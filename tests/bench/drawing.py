"""How long drawing and encoding a table take over encoding alone, and how large the pictures are.

Both times are taken in the same run, one after the other, and the ratio of their medians is shown:
on a shared machine that is steadier than either time. The scenes are the samples and as many
crowded tables, which show more at once than any game does.
"""

import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median

from render import Layout, Scene, draw, encode
from tests.bench.report import Row
from tests.render import samples


def run(pictures: int = 40) -> list[Row]:
    """Measure both tables over ``pictures`` scenes each, after warming up."""
    return [
        *_measured("first-last", samples.first_last(), samples.FIRST_LAST, pictures),
        *_measured("devils", samples.devils(), samples.DEVILS, pictures),
    ]


def _measured(name: str, usual: Scene, layout: Layout, pictures: int) -> list[Row]:
    crowded = [samples.busy(Random(seed), layout) for seed in range(pictures)]
    rows = []
    for kind, scenes in (("usual", [usual] * pictures), ("crowded", crowded)):
        largest = max(len(_picture(scene)) for scene in scenes) / 1024
        images = [draw(scene) for scene in scenes]
        encoding = median(_shortest(partial(encode, image)) for image in images)
        whole = median(_shortest(partial(_picture, scene)) for scene in scenes)
        ratio = f"{whole / encoding:.2f} × of {encoding * 1e3:.1f} ms"
        rows += [
            Row(f"{name}, {kind}: draw and encode over encode", "≤ 3 ×", "≤ 2 ×", ratio),
            Row(f"{name}, {kind}: picture", "≤ 160 KB", "≤ 100 KB", f"{largest:.0f} KB"),
        ]
    return rows


def _picture(scene: Scene) -> bytes:
    return encode(draw(scene))


def _shortest(work: Callable[[], object], times: int = 15) -> float:
    """Seconds of the shortest of several runs."""
    shortest = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        shortest = min(shortest, time.perf_counter() - start)
    return shortest
