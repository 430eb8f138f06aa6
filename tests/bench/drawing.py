"""How long drawing and encoding a table take over encoding alone, and how large the pictures are.

Run with ``python -m tests.bench.drawing``. Both times are taken in the same run, alternating, and
the median is shown: a ratio of two short times on a shared machine is steadier than either.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import median

from render import Scene, Theme, draw, encode, picture
from tests.render import samples


@dataclass(frozen=True, slots=True)
class Row:
    """One measured layout: milliseconds, their ratio, kilobytes of the largest picture."""

    name: str
    encode_ms: float
    whole_ms: float
    largest_kb: float

    @property
    def ratio(self) -> float:
        """Drawing and encoding over encoding the finished image."""
        return self.whole_ms / self.encode_ms


def run(pictures: int = 40) -> list[Row]:
    """Measure both tables over ``pictures`` random, crowded scenes each, after warming up."""
    layouts = {"first-last": samples.FIRST_LAST, "devils": samples.DEVILS}
    rows = []
    for name, layout in layouts.items():
        scenes = [
            samples.themed(samples.busy(Random(seed), layout), Theme.GREEN)
            for seed in range(pictures)
        ]
        rows.append(_measure(name, scenes))
    return rows


def _measure(name: str, scenes: list[Scene]) -> Row:
    sizes = [len(picture(scene)) for scene in scenes]
    encoding, whole = [], []
    for scene in scenes:
        image = draw(scene)
        encoding.append(_best(partial(encode, image)))
        whole.append(_best(partial(picture, scene)))
    return Row(name, median(encoding) * 1e3, median(whole) * 1e3, max(sizes) / 1024)


def _best(work: Callable[[], object], times: int = 5) -> float:
    shortest = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        shortest = min(shortest, time.perf_counter() - start)
    return shortest


def main() -> None:
    """Print one line for each table."""
    for row in run():
        print(  # noqa: T201 - this is a command
            f"{row.name:10}  encode {row.encode_ms:.2f} ms, draw and encode {row.whole_ms:.2f} ms: "
            f"{row.ratio:.2f} ×, largest {row.largest_kb:.0f} KB"
        )


if __name__ == "__main__":
    main()
