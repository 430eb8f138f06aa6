"""A proof that the last pass cannot be won any more, without searching it."""

import numpy as np

from bot.games.solver.compiled import compiled
from bot.games.solver.rows import (
    CARDS,
    FREE,
    LAID,
    PLACES,
    RANKS,
    RESERVE,
    STOCK_AT,
    WASTE_SIZE,
    Bytes,
    number,
)


@compiled
def is_hopeless(row: Bytes, needs: Bytes) -> bool:
    """Whether a position without redeals is lost whatever is played; ``False`` proves nothing.

    Reserve and stock are supposed to be at hand at any time. A card of the waste is not: when it
    comes to the top, all cards that lay above it are laid or in the reserve, which holds eight. By
    then so many cards of each rank have been laid as were needed; what is more must be in the
    reserve. If with all that a needed rank is not at hand when it is needed, the game is lost.
    """
    at_hand = np.zeros(RANKS + 1, np.int64)
    above = np.zeros(RANKS + 1, np.int64)  # of the reserve and the waste down to ``reached``
    places = PLACES + (1 if row[FREE] else 0)
    for i in range(RESERVE, FREE + 1):
        at_hand[row[i]] += 1
        above[row[i]] += 1
    for i in range(row[STOCK_AT], CARDS):
        at_hand[row[i]] += 1
    above[0] = 0
    unlaid = places  # cards of ``above`` that are beyond what was needed so far
    reached = number(row[WASTE_SIZE])
    for k in range(row[LAID], needs.shape[0]):
        while reached and unlaid <= places:
            reached -= 1
            rank = row[reached]
            at_hand[rank] += 1
            if above[rank] >= 0:
                unlaid += 1
            above[rank] += 1
        need = needs[k]
        if at_hand[need] == 0:
            return True
        at_hand[need] -= 1
        if above[need] > 0:
            unlaid -= 1
        above[need] -= 1
    return False
