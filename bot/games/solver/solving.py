"""The best line for a whole deal, and what can be proved of it."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from bot.games.deals import Deal
from bot.games.patience import DRAW, Outcome
from bot.games.rounds import RoundsTable
from bot.games.solver.beam import Found, Trace, beam, ends, search
from bot.games.solver.planning import MOST_TURNS
from bot.games.solver.positions import BrokenLine, Rules, line_of, moves_of, row_of, world_of
from bot.games.solver.results import Solution
from bot.games.solver.rows import LAYS, Bytes, World

WIDTHS = (300, 3000, 30_000, 100_000)
"""Widths tried one after the other until a win is found."""
IMPROVE = 3000
"""A win found with less is looked for again with this width: often that one is shorter."""
THOROUGH = 30_000
"""The same where there is time for it."""
PROOF_WIDTH = 2000
"""A proof is given up where a layer has more positions than this."""


def solve(
    deal: Deal,
    rules: Rules,
    widths: tuple[int, ...] = WIDTHS,
    improve: int = IMPROVE,
    proof_width: int = PROOF_WIDTH,
) -> Solution:
    """The line with the fewest passes, then the fewest cards opened, that could be found."""
    table = rules.patience.deal(deal)
    if rules.patience.by_book:
        return _played_out(table, rules)
    row, world = row_of(table, rules), world_of(table, rules)
    solutions = [_confirmed(line, table, rules) for line in _wins(row, world, widths, improve)]
    if not solutions:
        return Solution(False, "", 0, 0, proved=exhaust(row, world, proof_width))
    best = min(solutions, key=lambda solution: (solution.passes, solution.opened))
    proved = best.passes == 1 or exhaust(row, world._replace(redeals=best.passes - 2), proof_width)
    return replace(best, proved=proved)


def win_from(row: Bytes, world: World, width: int) -> str | None:
    """A winning line from a position, or ``None`` if none was found with this width."""
    found, trace = _search(row, world, width)
    return line_of(trace, found.turns, found.row, found.lays) if found.reached else None


def exhaust(row: Bytes, world: World, width: int) -> bool:
    """Whether it is proved that no line wins: all there are were tried, or dropped as hopeless."""
    no_trace: Trace = np.zeros((0, 0, 2), np.int32)
    found = search(beam(width), width, row, world, LAYS, ends(0), no_trace, True)
    return found.complete and not found.reached


def _wins(row: Bytes, world: World, widths: tuple[int, ...], improve: int) -> Iterator[str]:
    """The first line found; also the one that a wider search finds, which need not be shorter."""
    for width in widths:
        line = win_from(row, world, width)
        if line is not None:
            yield line
            if width < improve and (other := win_from(row, world, improve)):
                yield other
            return


def _confirmed(line: str, table: RoundsTable, rules: Rules) -> Solution:
    """A line that the rules themselves have played, as a solution of which nothing is proved."""
    moves, end = moves_of(line, table, rules.patience)
    if rules.patience.outcome(end) is not Outcome.WON:
        raise BrokenLine("a line that should win does not")
    return Solution(True, moves, end.redeals + 1, moves.count(DRAW), proved=False)


def _search(row: Bytes, world: World, width: int) -> tuple[Found, Trace]:
    trace: Trace = np.empty((MOST_TURNS, width, 2), np.int32)
    return search(beam(width), width, row, world, LAYS, ends(0), trace, False), trace


def _played_out(table: RoundsTable, rules: Rules) -> Solution:
    """The only way in which a game by the book can go."""
    moves: list[str] = []
    while legal := rules.patience.legal(table):
        moves.append(legal[0])
        table = rules.patience.apply(table, legal[0])
    won = rules.patience.outcome(table) is Outcome.WON
    line = "".join(moves)
    return Solution(won, line, table.redeals + 1, line.count(DRAW), proved=True)
