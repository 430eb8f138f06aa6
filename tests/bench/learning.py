"""Learns anew what positions after a first pass are worth: the numbers of ``solver/learnt.json``.

``python -m tests.bench.learning [DEALS]`` takes deals from 2,000,001 on, so that nothing is learnt
from those by which the advice is measured. The first pass is played at a glance, now more and now
less eagerly; how often playouts win from there is what the features of a position are to tell
(logistic regression).
"""

import json
import random
import sys
from collections.abc import Iterator

import numpy as np

from bot.games.deals import Deal
from bot.games.registry import patience_of
from bot.games.solver.beam import Trace, beam, ends
from bot.games.solver.playouts import Room, next_round, pass_on, wins_on
from bot.games.solver.positions import Rules, needs_of, row_of
from bot.games.solver.rows import (
    CARDS,
    PASS,
    RANKS,
    ROUND_LAYS,
    Bytes,
    Floats,
    World,
)
from bot.games.solver.worlds import Seen, chances_of, imagine
from bot.games.solver.worth import FEATURES, LEARNT, features

DEALS = 4000
FIRST = 2_000_001
_EAGER = (1.5, 7.0)
_ORDERS = 6  # of the heap, for each position
_WIDTH = 16
_NO_SHUFFLES = np.zeros((0, CARDS))
_RULES = Rules(patience_of("devils"), free_last=False)


def examples(numbers: range) -> Iterator[tuple[Floats, float]]:
    """Positions after first passes: their features, and the share of playouts that win."""
    no_trace: Trace = np.zeros((0, 0, 2), np.int32)
    room = Room(beam(_WIDTH), ends(8 * _WIDTH), ends(0), no_trace)
    for number in numbers:
        row, needs = after_first_pass(number)
        if row[PASS]:
            told, won = np.zeros(FEATURES), 0
            for order in orders(row, needs, number):
                won += wins_on(room, _WIDTH, row.copy(), order, _RULES.redeals)
                features(row, order, _RULES.redeals, told)
            yield told, won / _ORDERS


def orders(row: Bytes, needs: Bytes, seed: int) -> Iterator[Bytes]:
    """Orders of the heap that agree with what was seen, as needs."""
    state, some = chances_of(seed), row.copy()
    for _ in range(_ORDERS):
        world = World(needs.copy(), _NO_SHUFFLES, _RULES.redeals)
        imagine(seen_in(row, needs), state, some, world)
        yield world.needs


def after_first_pass(number: int) -> tuple[Bytes, Bytes]:
    """The deal after its first pass, and what it needs."""
    table = _RULES.patience.deal(Deal.named(str(number)))
    row, needs = row_of(table, _RULES), needs_of(table, _RULES)
    pass_on(row, needs, _RULES.redeals, random.Random(number).uniform(*_EAGER))
    return row, needs


def seen_in(row: Bytes, needs: Bytes) -> Seen:
    """What is known of the position from the second pass on."""
    first = next_round(row)
    hidden = np.sort((needs[first::ROUND_LAYS] - 2) % RANKS + 1).astype(np.uint8)
    known = needs.copy()
    known[first:] = 0
    return Seen(row, known, hidden, 0)


def regression(told: Floats, won: Floats, ridge: float = 0.1) -> Floats:
    """The weights of the logistic regression of ``won`` on what was ``told`` (Newton's method)."""
    weights = np.zeros(told.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-told @ weights))
        slope = told.T @ (won - chance) - ridge * weights
        bend = (told * (chance * (1 - chance))[:, None]).T @ told + ridge * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def write(name: str, weights: Floats) -> None:
    """Writes down what was learnt."""
    numbers = json.loads(LEARNT.read_text()) if LEARNT.exists() else {}
    numbers[name] = [round(float(weight), 4) for weight in weights]
    LEARNT.write_text(json.dumps(numbers, indent=1) + "\n")


def main(deals: int = DEALS) -> None:
    """Learns from so many deals."""
    told, won = zip(*examples(range(FIRST, FIRST + deals)), strict=True)
    write("worth", regression(np.array(told), np.array(won)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
