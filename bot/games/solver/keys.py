"""Keys of positions: equal ones are kept once in a layer (Zobrist hashing)."""

import numpy as np
from numpy.typing import NDArray

from bot.games.solver.compiled import compiled
from bot.games.solver.rows import CARDS, FREE, PASS, STOCK_AT, WASTE_SIZE, Bytes


def _random_words(*shape: int) -> NDArray[np.uint64]:
    """Words for hashing (SplitMix64), the same on every machine."""
    with np.errstate(over="ignore"):
        x = np.arange(1, 1 + int(np.prod(shape)), dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return (x ^ (x >> np.uint64(31))).reshape(shape)


_WORDS = _random_words(4, CARDS, 16)
_IN_WASTE, _IN_STOCK, _AS_FREE, _IN_PASS = _WORDS[0], _WORDS[1], _WORDS[2, 0], _WORDS[3, 0]


@compiled
def key_of(row: Bytes) -> np.uint64:
    """A hash of what, in one layer, tells two positions apart: waste, stock, free card, pass.

    The reserve and the cards laid follow from these.
    """
    key: np.uint64 = _AS_FREE[row[FREE]] ^ _IN_PASS[row[PASS]]
    for i in range(row[WASTE_SIZE]):
        key ^= _IN_WASTE[i, row[i]]
    for i in range(row[STOCK_AT], CARDS):
        key ^= _IN_STOCK[i, row[i]]
    return key


@compiled
def key_after_lay(key: np.uint64, row: Bytes, waste: int, stock: int, free: int) -> np.uint64:
    """The key after a lay, told the waste's size, the stock's begin and the free card before it.

    A card that has left waste or stock still stands in the row where it lay.
    """
    if row[WASTE_SIZE] < waste:
        key ^= _IN_WASTE[waste - 1, row[waste - 1]]
    elif row[STOCK_AT] > stock:
        key ^= _IN_STOCK[stock, row[stock]]
    if row[FREE] != free:
        key ^= _AS_FREE[free] ^ _AS_FREE[row[FREE]]
    return key


@compiled
def key_after_draw(key: np.uint64, row: Bytes, waste: int, stock: int) -> np.uint64:
    """The key after a card is opened, told the waste's size and the stock's begin before it."""
    card = row[stock]
    return np.uint64(key ^ _IN_STOCK[stock, card] ^ _IN_WASTE[waste, card])
