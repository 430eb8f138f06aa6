"""The chance told to the player, from what a search found; ``advising`` asks for it.

What a search finds, a share of playouts won or a score, is no chance yet: the player who follows
the hints plays better than the playouts. How often games with such findings were won by the hints
is learnt from deals beyond those that measure; ``tests.bench.learning`` learns it anew.
"""

from collections.abc import Callable

import numpy as np

from bot.games.solver.rows import CARDS, LAID, LAYS, PASS, STOCK_AT
from bot.games.solver.sampling import Outcomes
from bot.games.solver.worlds import Seen
from bot.games.solver.worth import learnt

Told = tuple[float, ...]
"""What tells of a chance: one number after the other, the first of them 1."""

Chance = Callable[[str, Told], float]
"""Makes a chance of what is told; the name says which kind of search told it."""

_SURE = 0.004


def chance(name: str, told: Told) -> float:
    """The chance to win by following the hints, 0 … 1."""
    return float(1 / (1 + np.exp(-learnt(name) @ np.array(told))))


def told(share: float, seen: Seen) -> Told:
    """What tells of the chance where a search found such a worth or share of games won."""
    share = min(max(share, _SURE), 1 - _SURE)
    row = seen.row
    return (1.0, float(np.log(share / (1 - share))), row[LAID] / LAYS, float(row[PASS] == 2))


def told_of_pass(outcomes: Outcomes, choice: int, seen: Seen) -> Told:
    """What tells of the chance where a search looked to the end of this pass."""
    row = seen.row
    left = (LAYS - outcomes.laid[choice]) / LAYS
    return (
        1.0,
        float(outcomes.won[choice]),
        float(left),
        float(outcomes.score[choice] / 1000),
        float(row[PASS]),
        float(row[PASS] * left),
        float(row[LAID] / LAYS),
        float((CARDS - row[STOCK_AT]) / CARDS),
    )
