"""Playing a game on as somebody would who is shown no more than the player is.

A search that sees a whole world wins nearly every one, whatever is played now. These playouts do
not look at what is hidden in their world until it shows itself, so that they lose where a player
would. For patiences that do not shuffle.
"""

from typing import NamedTuple

import numpy as np

from bot.games.solver.beam import Beam, Ends, Trace, search_by
from bot.games.solver.compiled import compiled
from bot.games.solver.rows import (
    CARDS,
    LAID,
    LAYS,
    PASS,
    PLACES,
    RANKS,
    ROUND_LAYS,
    ROUNDS,
    STOCK_AT,
    WASTE_SIZE,
    Bytes,
    Ints,
    World,
    can_lay,
    lay,
    number,
    turn,
)
from bot.games.solver.scoring import Uses, all_uses, expected_uses, use, uses_of

# By measurement, see ``docs/odds.md``.
EAGER = 4.0  # what a card laid is worth, in lays that a card of the reserve waits
_TOP = 1 / 12  # how much of such a wait the waste's top card counts
TURN_COST = 8  # of the score: what a card more opened must bring in
_LONGER = 8  # cards opened after a way to close the round was found, for a better one


class Room(NamedTuple):
    """Working memory of playouts: a beam and where its closings are written down."""

    memory: Beam
    arrived: Ends
    none: Ends
    no_trace: Trace


@compiled
def hidden_of(row: Bytes, needs: Bytes) -> Ints:
    """How many cards of each rank are hidden, of which some are the closers to come."""
    counts = np.zeros(RANKS + 1, np.int64)
    for first in range(next_round(row), LAYS, ROUND_LAYS):
        counts[(needs[first] - 2) % RANKS + 1] += 1
    if row[PASS] == 0:
        for i in range(row[STOCK_AT], CARDS):
            counts[row[i]] += 1
    return counts


@compiled
def next_round(row: Bytes) -> int:
    """The number of lays at which the next round begins."""
    return (number(row[LAID]) // ROUND_LAYS + 1) * ROUND_LAYS


@compiled
def uses_seen(row: Bytes, needs: Bytes) -> Uses:
    """When each rank is needed, as far as the player can know."""
    return expected_uses(needs, next_round(row), hidden_of(row, needs))


@compiled
def _liking(row: Bytes, uses: Uses, eager: float) -> float:
    """How well the table looks at a glance: cards laid, less how long others must wait."""
    laid = number(row[LAID])
    liking = eager * laid - (all_uses(row, uses) - PLACES * laid)
    waste = number(row[WASTE_SIZE])
    if waste:
        liking -= _TOP * (use(row, row[waste - 1], 0, uses) - laid)
    return liking


@compiled
def lays_now(row: Bytes, tried: Bytes, needs: Bytes, uses: Uses, eager: float) -> int:
    """How many cards to lay before the next turn, at a glance. ``tried`` is room to try it.

    No gap is filled from the stock: who opens the card first knows what fills it.
    """
    if not can_lay(row, needs):
        return 0
    best, lays, liking = 0, 0, _liking(row, uses, eager)
    tried[:] = row
    while tried[WASTE_SIZE] or tried[STOCK_AT] == CARDS:
        if lay(tried, needs) < 0:
            break
        lays += 1
        after = _liking(tried, uses, eager)
        if after >= liking:
            best, liking = lays, after
        if tried[LAID] % ROUND_LAYS == 0:
            break
    return best


@compiled
def pass_on(row: Bytes, needs: Bytes, redeals: int, eager: float) -> bool:
    """Plays on until a redeal has been made; ``False`` if the game was over before."""
    made, tried, closed = row[PASS], row.copy(), True
    uses = uses_seen(row, needs)
    no_shuffles = np.zeros((0, CARDS))
    while row[LAID] < LAYS:
        lays = lays_now(row, tried, needs, uses, eager)
        for _ in range(lays):
            lay(row, needs)
        closed = lays > 0 and row[LAID] % ROUND_LAYS == 0
        if closed:
            uses = uses_seen(row, needs)
        elif not turn(row, no_shuffles, redeals):
            return False
        elif row[PASS] > made:
            return True
    return False


@compiled
def wins_on(room: Room, width: int, row: Bytes, needs: Bytes, redeals: int) -> bool:
    """Plays on from a position whose stock is known, planning round by round; whether it wins.

    Each round is closed in the way that looks best, then the next closer is seen. With one closer
    to come everything is known.
    """
    world = World(needs, np.zeros((0, CARDS)), redeals)
    memory, arrived, none, trace = room
    while number(row[LAID]) // ROUND_LAYS < ROUNDS - 2:
        goal, uses = next_round(row), uses_seen(row, needs)
        search_by(memory, width, row, world, uses, goal, arrived, trace, False, _LONGER)
        if arrived.size[0] == 0:
            return False
        best = 0
        for i in range(1, arrived.size[0]):
            if looks(arrived, i) > looks(arrived, best):
                best = i
        row[:] = arrived.rows[best]
    uses = uses_of(needs)
    return search_by(memory, width, row, world, uses, LAYS, none, trace, False, _LONGER).reached


@compiled
def looks(arrived: Ends, i: int) -> int:
    """How good the way to close the round looks that was written down as the ``i``-th."""
    return number(arrived.marks[i, 3]) - TURN_COST * number(arrived.marks[i, 0])
