"""The search plays by the rules: whatever a table does, its row does too."""

import numpy as np
import pytest

from bot.games.patience import DRAW, REDEAL
from bot.games.solver.positions import row_of, world_of
from bot.games.solver.rows import FREE, RESERVE, STOCK_AT, WASTE_SIZE, Bytes, lay, turn
from tests.games.solver.positions import DEVILS, HOLDING, game, rules_of


def told(row: Bytes) -> tuple[object, ...]:
    return (
        sorted(row[RESERVE:FREE].tolist()),
        row[: row[WASTE_SIZE]].tolist(),
        row[row[STOCK_AT] : RESERVE].tolist(),
        row[FREE:].tolist(),
    )


@pytest.mark.parametrize("kind", ["devils", "first-last-hold"])
@pytest.mark.parametrize("chance", [0.2, 0.6, 1.0])
def test_a_row_does_what_its_table_does(kind: str, chance: float) -> None:
    rules = rules_of(kind)
    for number in range(1, 13):
        row: Bytes | None = None
        world = None
        for table, move in game(rules, number, chance):
            if row is None or world is None:
                row, world = row_of(table, rules), world_of(table, rules)
            assert told(row) == told(row_of(table, rules))
            assert (lay(row.copy(), world.needs) >= 0) == bool(rules.patience.lays(table))
            if move in DRAW + REDEAL:
                assert turn(row, world.shuffles, world.redeals)
            else:
                assert lay(row, world.needs) >= 0


def test_a_full_row_can_be_neither_laid_nor_turned() -> None:
    row, needs = row_of(next(game(DEVILS, 1, 1.0))[0], DEVILS), np.full(96, 14, np.uint8)
    row[WASTE_SIZE], row[STOCK_AT] = 0, RESERVE
    before = row.copy()
    assert lay(row, needs) == -1
    assert not turn(row, np.zeros((0, 88)), 2)
    assert row.tolist() == before.tolist()


def test_redeals_end() -> None:
    row = row_of(next(game(HOLDING, 1, 1.0))[0], HOLDING)
    row[:RESERVE] = 1
    row[WASTE_SIZE], row[STOCK_AT] = 3, RESERVE
    assert not turn(row, np.zeros((0, 88)), 0)
    assert turn(row, np.zeros((0, 88)), 1)
    assert row[STOCK_AT] == RESERVE - 3
