"""What the player has been shown, and worlds that agree with it.

Advice is made from ``Seen`` alone. It is built here, in one place, without the order of anything
that is hidden; so two deals that agree in everything shown give equal ``Seen`` and equal advice.
"""

import hashlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.games.rounds import RoundsTable
from bot.games.solver.compiled import compiled
from bot.games.solver.positions import Rules, needs_of, row_of
from bot.games.solver.rows import (
    CARDS,
    LAID,
    RANKS,
    ROUND_LAYS,
    STOCK_AT,
    Bytes,
    World,
    number,
)

Chances = NDArray[np.uint64]


class Seen(NamedTuple):
    """A position as the player knows it.

    ``row`` has zeros for a stock whose order is not known, ``needs`` for rounds whose closer is
    not. ``hidden`` are the ranks that lie there, sorted: ``in_stock`` of them in the stock, the
    others are the closers to come.
    """

    row: Bytes
    needs: Bytes
    hidden: Bytes
    in_stock: int


def seen_of(table: RoundsTable, rules: Rules) -> Seen:
    """All that the player has been shown, by a memory that forgets nothing.

    Without a shuffle the stock's order is known from the second pass on; after one it never is.
    What lies in it is always known, all other cards having been seen.
    """
    row, needs = row_of(table, rules), needs_of(table, rules)
    stock_hidden = rules.patience.shuffles or table.redeals == 0
    stock = row[row[STOCK_AT] : CARDS] if stock_hidden else row[:0]
    closers = () if rules.free_last else table.closers[table.round + 1 :]
    hidden = np.sort(
        np.concatenate([stock, np.array([card.rank + 1 for card in closers], np.uint8)])
    )
    if stock_hidden:
        row[row[STOCK_AT] : CARDS] = 0
    if closers:
        needs[(table.round + 1) * ROUND_LAYS :] = 0
    return Seen(row, needs, hidden, len(stock))


def seed_of(seen: Seen) -> int:
    """A seed that follows from what was shown, so that the same advice is given twice."""
    told = b"".join(part.tobytes() for part in (seen.row, seen.needs, seen.hidden))
    return int.from_bytes(hashlib.blake2b(told, digest_size=8).digest(), "big")


def chances_of(seed: int) -> Chances:
    """The state of a random sequence."""
    return np.array([seed], np.uint64)


@compiled
def _chance(state: Chances) -> float:
    """The next random number, 0 … 1 (SplitMix64: the same with every version of every library)."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    x = state[0]
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return float(x >> np.uint64(11)) / 9007199254740992.0


@compiled
def imagine(seen: Seen, state: Chances, row: Bytes, world: World) -> None:
    """Writes a random position and world that agree with what was seen over ``row`` and ``world``.

    Every order of the hidden cards is as likely as every other, and so is every shuffle.
    """
    row[:] = seen.row
    world.needs[:] = seen.needs
    hidden = seen.hidden.copy()
    for i in range(hidden.shape[0] - 1, 0, -1):
        j = int(_chance(state) * (i + 1))
        hidden[i], hidden[j] = hidden[j], hidden[i]
    for i in range(seen.in_stock):
        row[row[STOCK_AT] + i] = hidden[i]
    first = (number(seen.row[LAID]) // ROUND_LAYS + 1) * ROUND_LAYS
    for i in range(seen.in_stock, hidden.shape[0]):
        for k in range(ROUND_LAYS):
            world.needs[first + k] = (hidden[i] + k) % RANKS + 1
        first += ROUND_LAYS
    for i in range(world.shuffles.shape[0]):
        for k in range(world.shuffles.shape[1]):
            world.shuffles[i, k] = _chance(state)


def known_world(seen: Seen, rules: Rules) -> tuple[Bytes, World]:
    """The only position and world that agree with what was seen, where at most one is hidden."""
    row = seen.row.copy()
    world = World(seen.needs.copy(), np.zeros((0, CARDS)), rules.redeals)
    imagine(seen, chances_of(0), row, world)
    return row, world
