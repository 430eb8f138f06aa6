"""Positions as rows of bytes, and the rules as the search plays them.

Cards are ranks 1 … 13 and 0 is no card: suits never matter to play, nor does the place from which
a card is laid, since laying a rank from the reserve or from the waste leads to the same ranks. So
a player's choice is only how many cards to lay before the next *turn*; a turn opens a card or,
with the stock empty, redeals.

``bot.games.rounds`` has the rules themselves; a line found here is replayed there before anyone
believes it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from bot.games.solver.compiled import compiled

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

number = cast(Callable[[Any], int], np.int64)
"""Makes a byte a signed number, to Numba as well as to a type checker."""

RANKS = 13
ROUNDS = 8
ROUND_LAYS = 12
"""Cards that the player lays in a round; the closer goes by itself."""
LAYS = ROUNDS * ROUND_LAYS
PLACES = 8
CARDS = 88
"""Cards of the full stock: the waste lies at the front of a row, the stock ends here."""

# A row: waste bottom to top, gap, stock (next card first); reserve; then one byte each.
RESERVE = CARDS
FREE = RESERVE + PLACES  # the free last upper card; 0 where the patience has none
WASTE_SIZE = FREE + 1
STOCK_AT = FREE + 2  # where the stock begins; CARDS when it is empty
LAID = FREE + 3  # lays made
PASS = FREE + 4  # redeals made
WIDTH = 104

FREE_UNTIL = LAYS - ROUND_LAYS
"""The last upper card is free until round 8 begins; then it is the round's closer."""


class World(NamedTuple):
    """What a position does not show: everything that is to come.

    ``needs`` has the rank that each lay takes; it may end where the free card decides the rest.
    ``shuffles`` has the random numbers (0 … 1) of each redeal, or no rows where the waste is only
    turned over. ``redeals`` is how many are allowed.
    """

    needs: Bytes
    shuffles: Floats
    redeals: int


@compiled
def needed(row: Bytes, needs: Bytes) -> int:
    """The rank to be laid next."""
    laid = number(row[LAID])
    if laid < needs.shape[0]:
        return number(needs[laid])
    return (number(row[FREE]) + laid - FREE_UNTIL) % RANKS + 1


@compiled
def _source(row: Bytes, need: int) -> int:
    """Where the needed rank lies: an offset in the row, ``WASTE_SIZE`` for the waste, or -1."""
    if row[FREE] == need and row[LAID] < FREE_UNTIL:
        return FREE
    for i in range(RESERVE, FREE):
        if row[i] == need:
            return i
    top = number(row[WASTE_SIZE]) - 1
    if top >= 0 and row[top] == need:
        return WASTE_SIZE
    return -1


@compiled
def can_lay(row: Bytes, needs: Bytes) -> bool:
    """Whether the needed rank lies where it may be laid from."""
    return row[LAID] < LAYS and _source(row, needed(row, needs)) >= 0


@compiled
def lay(row: Bytes, needs: Bytes) -> int:
    """Lays the needed rank, filling the gap.

    Returns where it lay (``WASTE_SIZE`` for the waste), or -1 with nothing done.
    """
    source = _source(row, needed(row, needs))
    if source < 0:
        return source
    waste, stock = number(row[WASTE_SIZE]), number(row[STOCK_AT])
    filling = np.uint8(0)
    if waste:
        filling = row[waste - 1]
        row[WASTE_SIZE] = waste - 1
    elif stock < CARDS:
        filling = row[stock]
        row[STOCK_AT] = stock + 1
    if source != WASTE_SIZE:
        row[source] = filling
    row[LAID] += 1
    return source


@compiled
def _shuffle(row: Bytes, size: int, chances: Floats) -> None:
    """Shuffles the waste as a redeal does: sorted by rank, then Fisher–Yates.

    The rules sort by suit too, which only tells apart cards that are alike here.
    """
    row[:size].sort()
    for i in range(size - 1, 0, -1):
        j = int(chances[size - 1 - i] * (i + 1))
        row[i], row[j] = row[j], row[i]


@compiled
def turn(row: Bytes, shuffles: Floats, redeals: int) -> bool:
    """Opens a card or, with the stock empty, redeals; ``False`` where neither is legal."""
    waste, stock, made = number(row[WASTE_SIZE]), number(row[STOCK_AT]), number(row[PASS])
    if stock < CARDS:
        row[waste] = row[stock]
        row[WASTE_SIZE] = waste + 1
        row[STOCK_AT] = stock + 1
        return True
    if made >= redeals or waste == 0:
        return False
    if shuffles.shape[0]:
        _shuffle(row, waste, shuffles[made])
    for i in range(waste - 1, -1, -1):
        row[CARDS - waste + i] = row[i]
    row[WASTE_SIZE] = 0
    row[STOCK_AT] = CARDS - waste
    row[PASS] = made + 1
    return True
