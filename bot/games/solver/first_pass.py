"""Comparing the two choices, to lay or to turn, in a first pass, where the stock is hidden."""

from typing import NamedTuple

import numpy as np

from bot.games.solver.compiled import compiled
from bot.games.solver.playouts import EAGER, pass_on
from bot.games.solver.rows import CARDS, Floats, World, lay, turn
from bot.games.solver.worlds import Chances, Seen, imagine
from bot.games.solver.worth import FEATURES, worth_of

_LOOK_EVERY = 32
_AT_LEAST = 64
_CLEAR = 3.0


@compiled
def _is_clear(total: float, squares: float, count: int) -> bool:
    """Whether the mean of so many differences is more than three standard errors from none."""
    mean = total / count
    return mean * mean * count > _CLEAR**2 * (squares / count - mean * mean)


class Weighed(NamedTuple):
    """What laying (0) and turning (1) are worth, and in how many worlds that was asked."""

    worth: Floats
    worlds: int


@compiled
def weigh(
    seen: Seen, state: Chances, worlds: int, redeals: int, weights: Floats, lays: bool, turns: bool
) -> Weighed:
    """Plays the legal choices on to the redeal in up to ``worlds`` worlds.

    Both in the same worlds, so that these matter little; no more of them once the answer is clear.
    What is not legal is worth nothing.
    """
    sums, worth, room = np.zeros(2), np.zeros(2), np.zeros(FEATURES)
    total, squares, done = 0.0, 0.0, 0
    row, tried = seen.row.copy(), seen.row.copy()
    no_shuffles = np.zeros((0, CARDS))
    world = World(seen.needs.copy(), no_shuffles, redeals)
    while done < worlds:
        looks = lays and turns and done >= _AT_LEAST and done % _LOOK_EVERY == 0
        if looks and _is_clear(total, squares, done):
            break
        imagine(seen, state, row, world)
        for choice in range(2):
            if not (lays, turns)[choice]:
                continue
            tried[:] = row
            if choice == 0:
                lay(tried, world.needs)
            else:
                turn(tried, no_shuffles, redeals)
            pass_on(tried, world.needs, redeals, EAGER)
            worth[choice] = worth_of(tried, world.needs, redeals, weights, room)
        sums += worth
        total += worth[0] - worth[1]
        squares += (worth[0] - worth[1]) ** 2
        done += 1
    return Weighed(sums / done, done)
