"""Perft: how many strings of moves of a length are legal, pinned.

The counts were taken from an engine written apart from this one.
"""

import pytest

from bot.games.deals import Deal
from bot.games.play import AnyPatience
from bot.games.registry import PATIENCES


def after(patience: AnyPatience, deal: str, moves: int) -> object:
    """The position that always making the first legal move leads to."""
    table = patience.deal(Deal.named(deal))
    for _ in range(moves):
        table = patience.apply(table, patience.legal(table)[0])
    return table


def perft(patience: AnyPatience, table: object, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(
        perft(patience, patience.apply(table, move), depth - 1) for move in patience.legal(table)
    )


@pytest.mark.parametrize(
    ("kind", "deal", "moves", "counts"),
    [
        ("first-last-hold", "1", 0, [2, 15, 93, 631]),
        ("first-last-hold", "1", 150, [1, 3, 26, 84]),
        ("first-last-hold", "481516", 60, [1, 1, 1, 12]),
        ("first-last-hold", "481516", 150, [2, 11, 199, 4795]),
        ("first-last", "1", 0, [1, 1, 1, 4]),
        ("first-last", "481516", 60, [1, 1, 1, 4]),
        ("first-last", "481516", 150, [1, 1, 2, 12]),
        ("devils", "1", 0, [2, 11, 37, 284]),
        ("devils", "1", 150, [1, 2, 14, 307]),
        ("devils", "481516", 0, [1, 3, 8, 14]),
        ("devils", "481516", 150, [1, 1, 1, 3]),
    ],
)
def test_counts_of_1_4_8_and_12_moves(kind: str, deal: str, moves: int, counts: list[int]) -> None:
    patience = PATIENCES[kind]
    table = after(patience, deal, moves)
    assert [perft(patience, table, depth) for depth in (1, 4, 8, 12)] == counts
