"""From tables of the rules to rows of the search, and from its lines back to moves."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from bot.games.deals import Deal, redeal_draws
from bot.games.patience import Patience
from bot.games.rounds import ROUND_CARDS, RoundsTable
from bot.games.solver.beam import Trace
from bot.games.solver.rows import (
    CARDS,
    FREE,
    LAID,
    PASS,
    RANKS,
    RESERVE,
    ROUND_LAYS,
    STOCK_AT,
    WASTE_SIZE,
    WIDTH,
    Bytes,
    Floats,
    World,
)

LAY = "L"
TURN = "T"


class BrokenLine(AssertionError):
    """A line that the search believed in does not hold under the rules."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a search must know of a patience of eight rounds.

    ``free_last``: the last closer is a free card until its round begins.
    """

    patience: Patience[RoundsTable]
    free_last: bool

    @property
    def redeals(self) -> int:
        """Redeals that the patience allows."""
        return self.patience.passes - 1


def row_of(table: RoundsTable, rules: Rules) -> Bytes:
    """The table as a row."""
    row = np.zeros(WIDTH, np.uint8)
    waste, stock = table.waste, table.stock
    row[: len(waste)] = [card.rank + 1 for card in waste]
    row[CARDS - len(stock) : CARDS] = [card.rank + 1 for card in stock]
    row[RESERVE:FREE] = [0 if card is None else card.rank + 1 for card in table.reserve]
    row[FREE] = table.closers[-1].rank + 1 if rules.free_last else 0
    row[WASTE_SIZE] = len(waste)
    row[STOCK_AT] = CARDS - len(stock)
    row[LAID] = len(table.laid) - len(table.laid) // ROUND_CARDS
    row[PASS] = table.redeals
    return row


def needs_of(table: RoundsTable, rules: Rules) -> Bytes:
    """The ranks that the lays take, all rounds whose closer is certain, hidden or not."""
    closers = table.closers[:-1] if rules.free_last else table.closers
    firsts = np.array([card.rank + 1 for card in closers], np.uint8)
    return ((firsts[:, None] + np.arange(ROUND_LAYS)) % RANKS + 1).astype(np.uint8).reshape(-1)


def _shuffles_of(deal: Deal, rules: Rules) -> Floats:
    if not rules.patience.shuffles:
        return np.zeros((0, CARDS))
    if deal.name is None:
        raise ValueError("the redeals of a deal without a name are not known beforehand")
    return np.array(
        [redeal_draws(deal.name, k + 1, CARDS) for k in range(rules.redeals)], np.float64
    )


def world_of(table: RoundsTable, rules: Rules) -> World:
    """All that is to come, hidden or not. ``ValueError`` where that does not follow from the deal.

    Whoever advises must not look at it; see ``worlds``.
    """
    return World(needs_of(table, rules), _shuffles_of(table.deal, rules), rules.redeals)


def line_of(trace: Trace, turns: int, row: int, lays: int) -> str:
    """The line that led to a position: ``L`` for each lay, ``T`` for each turn."""
    parts = [LAY * lays]
    for layer in range(turns - 1, -1, -1):
        parent, before = trace[layer, row]
        parts.append(LAY * int(before) + TURN)
        row = int(parent)
    return "".join(reversed(parts))


def choices_of(table: RoundsTable, patience: Patience[Any]) -> tuple[str, str]:
    """The codes that lay, and those that turn."""
    lays = patience.lays(table)
    return lays, patience.legal(table).replace(lays, "")


def moves_of(line: str, table: RoundsTable, patience: Patience[Any]) -> tuple[str, RoundsTable]:
    """The line as moves, each verified by the rules, and the table that they lead to.

    Raises ``BrokenLine`` if the rules do not allow one of them.
    """
    moves: list[str] = []
    for step in line:
        lays, turns = choices_of(table, patience)
        choices = lays if step == LAY else turns
        if not choices:
            raise BrokenLine(f"move {len(moves) + 1} of a line is not legal")
        moves.append(choices[0])
        table = patience.apply(table, choices[0])
    return "".join(moves), table
