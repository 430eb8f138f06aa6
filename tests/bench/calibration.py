"""Calibration: of the positions that are told such a chance to win, how many are won.

``python -m tests.bench.calibration [DEALS [PROCESSES [FIRST]]]`` plays DEALS deals of both kinds,
from deal FIRST on: at random, laying or waiting, for 0 to 60 moves, and then by following every
hint. Of each game the first position told such a chance counts, so that chances are told before
it is known how things go on.
"""

import random
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache

from bot.games.deals import Deal
from bot.games.registry import patience_of
from bot.games.solver.advising import Adviser
from bot.games.solver.odds import Chance, chance
from bot.games.solver.positions import Rules, choices_of
from tests.bench.report import Row, show

KINDS = ("devils", "first-last-hold")
RANDOM_MOVES = 60
BINS = 10
_WITHIN = 0.07


@dataclass(slots=True)
class Bin:
    """Positions that were told about the same chance: how many, the sum told, how many won."""

    count: int = 0
    told: float = 0.0
    won: int = 0

    @property
    def off(self) -> float:
        """How much more often they were won than was told."""
        return (self.won - self.told) / self.count


def run(deals: int = 1, processes: int = 1, first: int = 1) -> list[Row]:
    """The table of both kinds together; a sample that says little unless it is large."""
    games = [(kind, number) for kind in KINDS for number in range(first, first + deals)]
    with ProcessPoolExecutor(processes) as pool:
        played = list(pool.map(told_in, *zip(*games, strict=True)))
    bins = binned(played)
    return [
        Row(
            f"told {10 * k}–{10 * k + 10} %, {bins[k].count} games",
            f"{bins[k].told / bins[k].count:.0%} ± {_WITHIN:.0%}",
            "",
            f"{bins[k].won / bins[k].count:.0%}",
        )
        for k in sorted(bins)
    ]


def binned(games: Iterable[tuple[list[float], bool]]) -> dict[int, Bin]:
    """The bins that the games fall into: of each game the first position that is told such."""
    bins: dict[int, Bin] = {}
    for chances, won in games:
        known = set()
        for told in chances:
            k = min(int(told * BINS), BINS - 1)
            if k not in known:
                known.add(k)
                one = bins.setdefault(k, Bin())
                one.count, one.told, one.won = one.count + 1, one.told + told, one.won + won
    return bins


def told_in(kind: str, number: int) -> tuple[list[float], bool]:
    """The chances that were told in the game, and whether it was won."""
    return play(_adviser(kind, chance), rules_of(kind), number)


def play(adviser: Adviser, rules: Rules, number: int) -> tuple[list[float], bool]:
    """The deal played at random for a while, then by hints: the chances told, whether it was won.

    Games that end before the first hint tell none.
    """
    deal = Deal.named(str(number))
    moves = at_random(rules, deal, random.Random(f"{rules.patience.kind}:{number}"))
    told = []
    while advice := adviser.advise(deal, moves):
        told.append(advice.chance)
        moves += advice.move
    table = rules.patience.deal(deal)
    for move in moves:
        table = rules.patience.apply(table, move)
    return told, len(table.laid) == rules.patience.cards


def at_random(rules: Rules, deal: Deal, rng: random.Random) -> str:
    """0 to 60 moves: where both are legal, laying is as likely as waiting."""
    table, moves = rules.patience.deal(deal), ""
    for _ in range(rng.randint(0, RANDOM_MOVES)):
        choices = [codes for codes in choices_of(table, rules.patience) if codes]
        if not choices:
            break
        move = rng.choice(choices)[0]
        moves += move
        table = rules.patience.apply(table, move)
    return moves


def rules_of(kind: str) -> Rules:
    """The patience as the solver is told it."""
    return Rules(patience_of(kind), free_last=kind != "devils")


@cache
def _adviser(kind: str, chance: Chance) -> Adviser:
    return Adviser(rules_of(kind), chance=chance)


if __name__ == "__main__":
    show(run(*map(int, sys.argv[1:])))
