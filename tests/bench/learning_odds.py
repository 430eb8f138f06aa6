"""Learns anew which chances to tell: numbers of ``solver/learnt.json``, once advice is settled.

``python -m tests.bench.learning_odds [DEALS [PROCESSES]]`` plays deals from 3,000,001 on as
``calibration`` does, so that nothing is learnt from the deals that measure. What is learnt is, for
each kind of search, a logistic regression of the games' ends on what the search told.
"""

import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from bot.games.solver.advising import Adviser
from bot.games.solver.odds import Told
from tests.bench.calibration import KINDS, play, rules_of
from tests.bench.learning import regression, write

DEALS = 300
FIRST = 3_000_001

# The kind of search, what it told, and whether the game was won.
Example = tuple[str, Told, bool]


class Recorder:
    """Stands in for the chance told: writes down what would tell it, and tells its number."""

    def __init__(self) -> None:
        self.told: list[tuple[str, Told]] = []

    def __call__(self, name: str, told: Told) -> float:
        self.told.append((name, told))
        return float(len(self.told) + 1)  # more than any chance

    def of(self, number: float) -> tuple[str, Told] | None:
        """What had that number; ``None`` for a chance that was certain."""
        return self.told[int(number) - 2] if number > 1 else None


def examples(kind: str, number: int) -> list[Example]:
    """What was told at each hint of a game."""
    recorder, rules = Recorder(), rules_of(kind)
    numbers, won = play(Adviser(rules, chance=recorder), rules, number)
    found = [told for told in map(recorder.of, numbers) if told]
    return [(name, told, won) for name, told in found]


def main(deals: int = DEALS, processes: int = 1) -> None:
    """Plays the games and learns from them."""
    games = [(kind, number) for kind in KINDS for number in range(FIRST, FIRST + deals)]
    kinds: dict[str, list[tuple[Told, bool]]] = defaultdict(list)
    with ProcessPoolExecutor(processes) as pool:
        for game in pool.map(examples, *zip(*games, strict=True)):
            for name, told, won in game:
                kinds[name].append((told, won))
    for name, found in kinds.items():
        told, ends = zip(*found, strict=True)
        write(name, regression(np.array(told), np.array(ends, np.float64)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
