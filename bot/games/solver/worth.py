"""What a position at the beginning of a pass is worth: about the chance that it will be won.

Learnt from games that a quick player went on with; ``python -m tests.bench.learning`` learns it
anew. The features that tell least of luck to come are simple: cards laid, how long the reserve
must wait, and how far two passes get that are played at a glance.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np

from bot.games.solver.compiled import compiled
from bot.games.solver.playouts import EAGER, next_round, pass_on, uses_seen
from bot.games.solver.rows import (
    FREE,
    LAID,
    LAYS,
    PLACES,
    RANKS,
    RESERVE,
    ROUND_LAYS,
    Bytes,
    Floats,
    number,
)
from bot.games.solver.scoring import Uses, all_uses

FEATURES = 14
_SOON, _IN_TIME, _NEXT_ROUND, _LATE = 4, 9, 13, 20

LEARNT = Path(__file__).with_name("learnt.json")


@cache
def learnt(name: str) -> Floats:
    """The numbers learnt under that name."""
    return np.array(json.loads(LEARNT.read_text())[name], np.float64)


@compiled
def _waits(row: Bytes, uses: Uses, out: Floats) -> None:
    """Features of how long the cards of the reserve must wait, each for a need of its own."""
    alike = np.zeros(RANKS + 1, np.int64)
    laid = number(row[LAID])
    out[3] = (all_uses(row, uses) - PLACES * laid) / 100
    for i in range(RESERVE, FREE):
        rank = row[i]
        if rank:
            wait = number(uses.at[rank, uses.past[laid, rank] + alike[rank]]) - laid
            out[4] += wait < _SOON
            out[5] += wait < _IN_TIME
            out[6] += wait > _NEXT_ROUND
            out[7] += wait > _LATE
            out[8] += alike[rank] == 1
            alike[rank] += 1


@compiled
def features(row: Bytes, needs: Bytes, redeals: int, out: Floats) -> None:
    """Writes the features of a position over ``out``."""
    out[:] = 0
    laid = number(row[LAID])
    out[0], out[1], out[2] = 1, laid / LAYS, (laid / LAYS) ** 2
    _waits(row, uses_seen(row, needs), out)
    out[9] = (next_round(row) - laid) / ROUND_LAYS
    tried = row.copy()
    for k in range(2):
        pass_on(tried, needs, redeals, EAGER)
        out[10 + k] = (number(tried[LAID]) - laid) / LAYS
        out[12 + k] = out[10 + k] ** 2


@compiled
def worth_of(row: Bytes, needs: Bytes, redeals: int, weights: Floats, room: Floats) -> float:
    """The worth, 0 … 1, of a position with the closers that ``needs`` tells; averages over their
    orders tell what it is worth to the player. ``room`` is for its features."""
    if row[LAID] == LAYS:
        return 1.0
    features(row, needs, redeals, room)
    return float(1 / (1 + np.exp(-(weights * room).sum())))
