"""Whole games through the tables that the bot uses: how many a second, how many come out.

``python -m tests.bench.playing [GAMES]``. Rates are per second of processor time, one core, dealing
included, so that other work on the machine does not count.
"""

import random
import sys
import time
from collections.abc import Callable

from bot.games.deals import Deal
from bot.games.patience import Outcome, Table
from bot.games.play import AnyPatience
from bot.games.registry import PATIENCES
from tests.bench.report import Row, show

GAMES = 20_000
RANDOM_GAMES = 2_000

# What is known of laying at once; the way with holding back then is the way by the book.
SHARES = {"first-last": "≈ 53 %", "first-last-hold": "≈ 53 %", "devils": "≈ 5 %"}

# The move to make, given the patience, its table and the legal moves.
Chooser = Callable[[AnyPatience, Table, str], str]


def run(games: int = GAMES) -> list[Row]:
    """Plays deals 1 … ``games`` of each kind at once, and some at random."""
    rows = []
    for kind, patience in PATIENCES.items():
        share, rate = measure(patience, games, at_once)
        rows.append(Row(f"{kind}: come out of {games:,}", SHARES.get(kind, ""), "", f"{share:.1%}"))
        rows.append(Row(f"{kind}: games/s laying at once", "", "", f"{rate:,.0f}"))
        _, rate = measure(patience, min(games, RANDOM_GAMES), at_random(random.Random(1)))
        rows.append(Row(f"{kind}: random games/s", "≥ 300", "≥ 1,000", f"{rate:,.0f}"))
    return rows


def at_once(patience: AnyPatience, table: Table, legal: str) -> str:
    """Lays whatever can be laid."""
    return (patience.lays(table) or legal)[0]


def at_random(chance: random.Random) -> Chooser:
    """Makes any legal move."""

    def choose(_patience: AnyPatience, _table: Table, legal: str) -> str:
        return legal[int(chance.random() * len(legal))]

    return choose


def measure(patience: AnyPatience, games: int, choose: Chooser) -> tuple[float, float]:
    """The share of deals 1 … ``games`` that come out, and how many are played in a second."""
    start = time.process_time()
    won = sum(play(patience, str(number), choose) for number in range(1, games + 1))
    return won / games, games / (time.process_time() - start)


def play(patience: AnyPatience, name: str, choose: Chooser) -> bool:
    """Whether the deal comes out."""
    table = patience.deal(Deal.named(name, patience.pack))
    while legal := patience.legal(table):
        table = patience.apply(table, choose(patience, table, legal))
    return patience.outcome(table) is Outcome.WON


if __name__ == "__main__":
    show(run(*map(int, sys.argv[1:])))
