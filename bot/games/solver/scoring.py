"""How good a position looks to the search."""

from typing import NamedTuple

import numpy as np

from bot.games.solver.compiled import compiled
from bot.games.solver.rows import (
    FREE,
    LAID,
    LAYS,
    PLACES,
    RANKS,
    RESERVE,
    ROUND_LAYS,
    WASTE_SIZE,
    Bytes,
    Ints,
    number,
)

# Weights of the score, found by measurement (see ``docs/odds.md``).
_LAID_WEIGHT = 20
_NEED_WEIGHT = 3
_TOP_SHIFT = 2


class Uses(NamedTuple):
    """When each rank is needed: ``at[rank, n]`` is the lay that takes its n-th card (``LAYS``
    where that is not known), ``past[laid, rank]`` how many of these lie behind."""

    at: Bytes
    past: Bytes


@compiled
def uses_of(needs: Bytes) -> Uses:
    at = np.full((RANKS + 1, 2 * ROUND_LAYS), LAYS, np.uint8)
    past = np.zeros((LAYS + 1, RANKS + 1), np.uint8)
    count = np.zeros(RANKS + 1, np.uint8)
    for i in range(LAYS + 1):
        past[i] = count
        if i < needs.shape[0]:
            rank = needs[i]
            at[rank, count[rank]] = i
            count[rank] += 1
    return Uses(at, past)


@compiled
def expected_uses(needs: Bytes, known: int, hidden: Ints) -> Uses:
    """The same for a player who knows the needs of the first ``known`` lays only.

    ``hidden`` counts the cards of each rank among which the closers to come lie. In a later round
    a card is needed as late as it is on average over these.
    """
    uses = uses_of(needs[:known])
    total = max(1, hidden.sum())
    for rank in range(1, RANKS + 1):
        late = 0
        for closer in range(1, RANKS + 1):
            late += hidden[closer] * ((rank - closer - 1) % RANKS)
        n, first = number(uses.past[LAYS, rank]), known
        while first < LAYS and n < uses.at.shape[1]:
            uses.at[rank, n] = min(first + late / total, LAYS)
            n, first = n + 1, first + ROUND_LAYS
    return uses


@compiled
def use(row: Bytes, rank: int, others: int, uses: Uses) -> int:
    """The lay that takes a card beside the reserve's other ones of its rank, all being used first.

    ``others``: 0 for a card that lies elsewhere, -1 for one that is counted in the reserve itself.
    """
    for i in range(RESERVE, FREE + 1):
        others += row[i] == rank
    return number(uses.at[rank, uses.past[row[LAID], rank] + others])


@compiled
def all_uses(row: Bytes, uses: Uses) -> int:
    """The sum of ``use`` over reserve and free card: each card has a need of its own."""
    seen = np.zeros(RANKS + 1, np.int64)
    total = 0
    for i in range(RESERVE, FREE + 1):
        rank = row[i]
        if rank:
            total += number(uses.at[rank, uses.past[row[LAID], rank] + seen[rank]])
            seen[rank] += 1
    return total


@compiled
def used_after(used: int, row: Bytes, source: int, uses: Uses) -> int:
    """The sum of uses after a lay from ``source``, whose gap has been filled."""
    if source == WASTE_SIZE:
        return used
    used -= number(row[LAID]) - 1
    return used + use(row, row[source], -1, uses) if row[source] else used


@compiled
def score_of(laid: int, used: int, top_use: int) -> int:
    """How good a position looks: cards laid, less how long its reserve must wait to be needed.

    The waste's top card is going to fill the next gap and so counts a little too.
    """
    cards = laid + laid // ROUND_LAYS
    waiting = used - PLACES * laid
    return _LAID_WEIGHT * cards - _NEED_WEIGHT * waiting - ((top_use - laid) >> _TOP_SHIFT)
