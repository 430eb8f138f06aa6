"""What the player has been shown, and that nothing else is ever looked at."""

from collections import Counter

import numpy as np

from bot.games.cards import Card
from bot.games.rounds import RoundsTable
from bot.games.solver.positions import row_of
from bot.games.solver.rows import CARDS, LAID, RESERVE, STOCK_AT, World
from bot.games.solver.worlds import chances_of, imagine, seed_of, seen_of
from tests.games.solver.positions import DEVILS, HOLDING, after, game


def veiled(table: RoundsTable, *, stock: bool, closers: bool) -> RoundsTable:
    """The table with what is hidden lying in another order."""
    hidden = (
        *(table.stock if stock else ()),
        *(table.closers[table.round + 1 :] if closers else ()),
    )
    turned = hidden[::-1]
    cut = len(table.stock) if stock else 0
    if stock:
        table = table._replace(stock=turned[:cut])
    if closers:
        table = table._replace(closers=(*table.closers[: table.round + 1], *turned[cut:]))
    return table


def same(one: RoundsTable, other: RoundsTable) -> bool:
    a, b = seen_of(one, DEVILS), seen_of(other, DEVILS)
    return seed_of(a) == seed_of(b) and [part.tolist() for part in a[:3]] == [
        part.tolist() for part in b[:3]
    ]


def test_in_the_first_pass_stock_and_heap_are_hidden() -> None:
    for moves in (0, 17, 60):
        table = after(DEVILS, 3, 0.9, moves)
        other = veiled(table, stock=True, closers=True)
        assert other != table
        assert same(table, other)


def test_from_the_second_pass_on_only_the_heap_is() -> None:
    table = next(table for table, _ in game(DEVILS, 3, 0.9) if table.redeals == 1)
    assert same(table, veiled(table, stock=False, closers=True))
    assert not same(table, veiled(table, stock=True, closers=False))


def test_after_a_shuffle_the_stock_is_hidden_again() -> None:
    table = next(table for table, _ in game(HOLDING, 3, 0.9) if table.redeals == 1)
    seen, other = (
        seen_of(which, HOLDING) for which in (table, veiled(table, stock=True, closers=False))
    )
    assert seed_of(seen) == seed_of(other)
    assert seen.in_stock == len(table.stock) == len(seen.hidden)


def test_what_lies_open_is_seen() -> None:
    table = after(DEVILS, 3, 0.9, 40)
    assert not same(table, table._replace(waste=table.waste[::-1]))
    assert not same(table, table._replace(reserve=(Card(0, 0), *table.reserve[1:])))


def test_imagined_worlds_keep_all_cards_and_differ() -> None:
    table = after(DEVILS, 3, 0.9, 40)
    seen = seen_of(table, DEVILS)
    state, row = chances_of(seed_of(seen)), seen.row.copy()
    world = World(seen.needs.copy(), np.zeros((0, CARDS)), DEVILS.redeals)
    stocks = set()
    for _ in range(20):
        imagine(seen, state, row, world)
        stocks.add(row[row[STOCK_AT] : RESERVE].tobytes())
        needs = Counter(world.needs[row[LAID] :].tolist())
        lying = Counter(row[: len(table.waste)].tolist())
        lying += Counter(row[row[STOCK_AT] : RESERVE + 8].tolist())
        assert needs == lying
        assert world.needs[: (table.round + 1) * 12].tolist() == (
            seen.needs[: (table.round + 1) * 12].tolist()
        )
    assert len(stocks) == 20


def test_the_real_world_is_one_of_those_imagined() -> None:
    table = next(table for table, _ in game(HOLDING, 3, 1.0) if len(table.stock) == 2)
    seen = seen_of(table, HOLDING)
    state, row = chances_of(1), seen.row.copy()
    world = World(seen.needs.copy(), np.zeros((3, CARDS)), HOLDING.redeals)
    rows = set()
    for _ in range(30):
        imagine(seen, state, row, world)
        rows.add(row.tobytes())
    assert row_of(table, HOLDING).tobytes() in rows
    assert 0 <= world.shuffles.min() < world.shuffles.max() < 1
