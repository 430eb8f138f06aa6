"""The search: beams of positions, one layer for each card opened (or redeal made).

Within a layer a position may lay 0, 1, 2 … cards before its turn. Equal positions are kept once,
and the best ``width`` by score go on.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.solver.compiled import compiled
from bot.games.solver.hopeless import is_hopeless
from bot.games.solver.keys import key_after_draw, key_after_lay, key_of
from bot.games.solver.rows import (
    CARDS,
    FREE,
    LAID,
    PASS,
    STOCK_AT,
    WASTE_SIZE,
    WIDTH,
    Bytes,
    Ints,
    World,
    lay,
    number,
    turn,
)
from bot.games.solver.scoring import Uses, all_uses, score_of, use, used_after, uses_of

Trace = NDArray[np.int32]

_OFFSET = 2700
_BUCKETS = 5200

_NO_END = 8 * CARDS

LOST = -_OFFSET
"""Below every score."""


class Beam(NamedTuple):
    """The working memory of a search, kept from one search to the next.

    ``now`` and ``then`` hold the positions of a layer and of the next one, with their keys and
    sums of uses; a candidate is told by its parent, the lays before its turn, its key, its sum and
    its bucket (smaller is better). ``table`` is an open-addressed set of keys, valid where
    ``stamps`` has the current ``clock``.
    """

    now: Bytes
    then: Bytes
    now_keys: NDArray[np.uint64]
    now_used: Ints
    spare: Bytes
    parents: NDArray[np.int32]
    lays: NDArray[np.int32]
    keys: NDArray[np.uint64]
    used: Ints
    buckets: NDArray[np.int32]
    order: NDArray[np.int32]
    table: NDArray[np.uint64]
    stamps: Ints
    starts: Ints
    clock: Ints


@compiled
def beam(width: int) -> Beam:
    """Working memory for searches that keep at most ``width`` positions of a layer."""
    most = 8 * width + 128
    size = 16
    while size < 2 * most:
        size *= 2
    return Beam(
        np.zeros((width, WIDTH), np.uint8),
        np.zeros((width, WIDTH), np.uint8),
        np.zeros(width, np.uint64),
        np.zeros(width, np.int64),
        np.zeros((2, WIDTH), np.uint8),
        np.zeros(most, np.int32),
        np.zeros(most, np.int32),
        np.zeros(most, np.uint64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int32),
        np.zeros(most, np.int32),
        np.zeros(size, np.uint64),
        np.zeros(size, np.int64),
        np.zeros(_BUCKETS + 2, np.int64),
        np.zeros(1, np.int64),
    )


class Ends(NamedTuple):
    """Where a search writes down the positions that reached its goal, if it is to go on.

    ``marks`` tells of each: the turns made, the row of the last layer, the lays after its turn and
    the score. With no room at all the first position that reaches the goal ends the search.
    """

    rows: Bytes
    marks: Trace
    size: Ints


@compiled
def ends(room: int) -> Ends:
    """Room for so many positions."""
    return Ends(
        np.zeros((room, WIDTH), np.uint8), np.zeros((room, 4), np.int32), np.zeros(1, np.int64)
    )


class Found(NamedTuple):
    """What a search found: whether a position reached the goal; if that ended the search, the turns
    made, its row in the last layer and the lays after the last turn.

    ``laid`` is the most that was laid anywhere, ``score`` the best of those positions from which no
    turn led on (``LOST`` if there were none). ``complete``: no position was left out for want of
    width, so what was not found does not exist.
    """

    reached: bool
    turns: int
    row: int
    lays: int
    laid: int
    score: int
    complete: bool


@compiled
def _note(
    memory: Beam, found: int, parent: int, lays: int, key: np.uint64, used: int, score: int
) -> None:
    """Writes a candidate down."""
    memory.parents[found] = parent
    memory.lays[found] = lays
    memory.keys[found] = key
    memory.used[found] = used
    memory.buckets[found] = min(max(_BUCKETS - 1 - _OFFSET - score, 0), _BUCKETS - 1)


@compiled
def _arrive(arrived: Ends, row: Bytes, turns: int, parent: int, lays: int, score: int) -> None:
    """Writes a position down that reached the goal, while there is room."""
    n = arrived.size[0]
    if n < arrived.rows.shape[0]:
        arrived.rows[n] = row
        arrived.marks[n, 0] = turns
        arrived.marks[n, 1] = parent
        arrived.marks[n, 2] = lays
        arrived.marks[n, 3] = score
        arrived.size[0] = n + 1


@compiled
def _is_dead(row: Bytes, turned: Bytes, world: World) -> bool:
    """Whether opening a card in the last pass leaves no hope; ``turned`` is room to try it."""
    if row[PASS] < world.redeals:
        return False
    turned[:] = row
    turn(turned, world.shuffles, world.redeals)
    return is_hopeless(turned, world.needs)


@compiled
def _candidates(
    memory: Beam,
    filled: int,
    world: World,
    uses: Uses,
    goal: int,
    arrived: Ends,
    turns: int,
    prune: bool,
) -> tuple[int, Found]:
    """Lists what the positions of a layer lead to; returns how many that are, and what it found."""
    most = memory.parents.shape[0]
    row, turned = memory.spare[0], memory.spare[1]
    found, laid, best = 0, 0, LOST
    for i in range(filled):
        row[:] = memory.now[i]
        key, used = memory.now_keys[i], memory.now_used[i]
        lays = 0
        while found < most:
            done = number(row[LAID])
            laid = max(laid, done)
            if done == goal:
                if arrived.rows.shape[0] == 0:
                    return found, Found(True, turns, i, lays, laid, best, True)
                _arrive(arrived, row, turns, i, lays, score_of(done, used, done))
                break
            waste, stock, free = number(row[WASTE_SIZE]), number(row[STOCK_AT]), number(row[FREE])
            if stock < CARDS:
                top = row[stock]
                after = key_after_draw(key, row, waste, stock)
                score = score_of(done, used, use(row, top, 0, uses))
                if not (prune and _is_dead(row, turned, world)):
                    _note(memory, found, i, lays, after, used, score)
                    found += 1
            else:
                turned[:] = row
                score = score_of(done, used, done)
                if turn(turned, world.shuffles, world.redeals):
                    _note(memory, found, i, lays, key_of(turned), used, score)
                    found += 1
                else:
                    best = max(best, score)
            source = lay(row, world.needs)
            if source < 0:
                break
            key = key_after_lay(key, row, waste, stock, free)
            used = used_after(used, row, source, uses)
            lays += 1
    return found, Found(False, turns, -1, 0, laid, best, found < most)


@compiled
def _rank(memory: Beam, found: int) -> None:
    """Orders the candidates by their buckets, first come first served within one."""
    starts, buckets, order = memory.starts, memory.buckets, memory.order
    low, high = _BUCKETS, 0
    for i in range(found):
        bucket = number(buckets[i])
        low, high = min(low, bucket), max(high, bucket)
    starts[low : high + 2] = 0
    for i in range(found):
        starts[buckets[i] + 1] += 1
    for b in range(low, high):
        starts[b + 1] += starts[b]
    for i in range(found):
        order[starts[buckets[i]]] = i
        starts[buckets[i]] += 1


@compiled
def _is_new(memory: Beam, key: np.uint64) -> bool:
    """Adds ``key`` to the layer's set; ``False`` if it was there."""
    table, stamps, clock = memory.table, memory.stamps, memory.clock[0]
    slot = number(key & np.uint64(table.shape[0] - 1))
    while stamps[slot] == clock:
        if table[slot] == key:
            return False
        slot = (slot + 1) & (table.shape[0] - 1)
    stamps[slot] = clock
    table[slot] = key
    return True


@compiled
def _next_layer(
    memory: Beam, width: int, found: int, world: World, trace: Trace, turns: int
) -> tuple[int, bool]:
    """Makes the best new candidates the positions of the next layer.

    Returns their number and whether these are all.
    """
    memory.clock[0] += 1
    filled = 0
    for k in range(found):
        i = memory.order[k]
        if not _is_new(memory, memory.keys[i]):
            continue
        row = memory.then[filled]
        row[:] = memory.now[memory.parents[i]]
        for _ in range(memory.lays[i]):
            lay(row, world.needs)
        turn(row, world.shuffles, world.redeals)
        memory.now_keys[filled] = memory.keys[i]
        memory.now_used[filled] = memory.used[i]
        if turns < trace.shape[0]:
            trace[turns, filled, 0] = memory.parents[i]
            trace[turns, filled, 1] = memory.lays[i]
        filled += 1
        if filled == width:
            return filled, k == found - 1
    return filled, True


@compiled
def search(
    memory: Beam,
    width: int,
    start: Bytes,
    world: World,
    goal: int,
    arrived: Ends,
    trace: Trace,
    prune: bool,
) -> Found:
    """Searches from the row ``start`` for positions with ``goal`` cards laid.

    Keeps ``width`` positions of a layer (at most those that ``memory`` has room for). ``trace``, as
    far as it has layers, is told each kept position's parent and the lays before its turn.
    ``prune`` drops what is hopeless in the last pass: it costs time, and proves losses early.
    """
    uses = uses_of(world.needs)
    return search_by(memory, width, start, world, uses, goal, arrived, trace, prune, _NO_END)


@compiled
def search_by(
    memory: Beam,
    width: int,
    start: Bytes,
    world: World,
    uses: Uses,
    goal: int,
    arrived: Ends,
    trace: Trace,
    prune: bool,
    longer: int,
) -> Found:
    """The same by given ``uses``; once the goal is reached for so many layers ``longer`` only."""
    arrived.size[0] = 0
    memory.now[0] = start
    memory.now_keys[0] = key_of(start)
    memory.now_used[0] = all_uses(start, uses)
    filled, turns, laid, best, complete = 1, 0, 0, LOST, True
    while filled and longer >= 0:
        found, layer = _candidates(memory, filled, world, uses, goal, arrived, turns, prune)
        laid, best = max(laid, layer.laid), max(best, layer.score)
        longer -= arrived.size[0] > 0
        if layer.reached:
            return Found(True, turns, layer.row, layer.lays, laid, best, complete)
        _rank(memory, found)
        filled, whole = _next_layer(memory, width, found, world, trace, turns)
        complete = complete and whole and layer.complete
        memory.now[:filled] = memory.then[:filled]
        turns += 1
    return Found(arrived.size[0] > 0, turns, -1, 0, laid, best, complete)
