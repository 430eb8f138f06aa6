"""What is certain of a game from what its player has been shown: lost, or sure to come out."""

from itertools import permutations

import numpy as np

from bot.games.patience import DRAW, Outcome
from bot.games.rounds import RoundsTable
from bot.games.solver.beam import Trace, beam, ends, search
from bot.games.solver.hopeless import is_hopeless
from bot.games.solver.positions import LAY, TURN, Rules, moves_of
from bot.games.solver.results import Outlook, Verdict
from bot.games.solver.rows import (
    CARDS,
    LAID,
    LAYS,
    PASS,
    RANKS,
    ROUND_LAYS,
    STOCK_AT,
    Bytes,
    World,
    lay,
    turn,
)
from bot.games.solver.solving import win_from
from bot.games.solver.worlds import Seen, seen_of

_PROOF_WIDTH = 2000
_WIN_WIDTH = 64
_MOST_CLOSERS = 3
_MOST_IN_STOCK = 5

_NO_TURNS = np.zeros((0, CARDS))
_NO_TRACE: Trace = np.zeros((0, 0, 2), np.int32)


def outlook(table: RoundsTable, rules: Rules) -> Outlook:
    """The verdict. A line that it gives is verified by the rules on the real table."""
    if rules.patience.outcome(table) is not Outcome.PLAYING:
        return Outlook(Verdict.OPEN)
    seen = seen_of(table, rules)
    if _is_lost(seen, rules):
        return Outlook(Verdict.LOST)
    line = _certain_line(seen, table, rules)
    if line is None:
        return Outlook(Verdict.OPEN)
    moves, end = moves_of(line, table, rules.patience)
    if rules.patience.outcome(end) is not Outcome.WON:
        return Outlook(Verdict.OPEN)
    return Outlook(Verdict.CERTAIN, moves)


def _is_lost(seen: Seen, rules: Rules) -> bool:
    """Whether it is proved that no order of the hidden cards can be won."""
    known = _known_needs(seen, rules)
    only_stock = seen.in_stock in {0, len(seen.hidden)}
    if seen.row[PASS] == rules.redeals and only_stock and is_hopeless(_any_order(seen), known):
        return True
    if seen.in_stock or rules.patience.shuffles:
        return False
    world = World(known, _NO_TURNS, rules.redeals)
    return not _reaches(seen.row, world, len(known))


def _known_needs(seen: Seen, rules: Rules) -> Bytes:
    """The needs of those rounds whose closers have been seen."""
    closers = len(seen.hidden) - seen.in_stock
    return seen.needs if rules.free_last else seen.needs[: LAYS - closers * ROUND_LAYS]


def _any_order(seen: Seen) -> Bytes:
    """A row with the stock's cards in it, in an order that means nothing."""
    row = seen.row.copy()
    if seen.in_stock:
        row[row[STOCK_AT] : CARDS] = seen.hidden[: seen.in_stock]
    return row


def _reaches(row: Bytes, world: World, goal: int) -> bool:
    """Whether so many cards can be laid; ``True`` also where that was not to be found out."""
    for width in (_WIN_WIDTH, _PROOF_WIDTH):
        found = search(beam(width), width, row, world, goal, ends(0), _NO_TRACE, True)
        if found.reached or found.complete:
            return found.reached
    return True


def _certain_line(seen: Seen, table: RoundsTable, rules: Rules) -> str | None:
    """A line that wins whatever is hidden, as it goes with the cards that the table really hides.

    Only after a hidden card has shown itself does the line depend on it.
    """
    if rules.patience.shuffles:
        return _laid_at_once(seen, table, rules)
    line = ""
    for closer in table.closers[table.round + 1 :]:
        to_closing = certain_round(seen, rules)
        if to_closing is None:
            return None
        line += to_closing
        row = seen.row.copy()
        _play(row, seen.needs, to_closing, rules)
        seen = _followed(row, seen, closer.rank + 1)
    rest = certain_round(seen, rules)
    return None if rest is None else line + rest


def certain_round(seen: Seen, rules: Rules) -> str | None:
    """A line to the end of the round that leaves a certain win whichever closer follows; with no
    closer to come, to the end of the game. ``None`` where none was found, or too much is hidden.

    For a patience that does not shuffle. Nothing decides but what was seen.
    """
    hidden = [int(rank) for rank in seen.hidden]
    if seen.in_stock or len(hidden) > _MOST_CLOSERS:
        return None
    needs = seen.needs.copy()
    first = _next_round(seen.row)
    for k, rank in enumerate(hidden):
        needs[first + k * ROUND_LAYS : first + (k + 1) * ROUND_LAYS] = _round_after(rank)
    line = win_from(seen.row, World(needs, _NO_TURNS, rules.redeals), _WIN_WIDTH)
    if line is None or not hidden:
        return line
    row = seen.row.copy()
    used = _play(row, needs, line, rules, first)
    follows = (certain_round(_followed(row, seen, rank), rules) for rank in sorted(set(hidden)))
    return None if any(rest is None for rest in follows) else line[:used]


def _next_round(row: Bytes) -> int:
    """The number of lays at which the next round begins."""
    return (int(row[LAID]) // ROUND_LAYS + 1) * ROUND_LAYS


def _followed(row: Bytes, seen: Seen, closer: int) -> Seen:
    """What is seen when the round is closed, in ``row``, and that closer shows itself."""
    hidden = [int(rank) for rank in seen.hidden]
    hidden.remove(closer)
    needs = seen.needs.copy()
    first = int(row[LAID])
    needs[first : first + ROUND_LAYS] = _round_after(closer)
    return Seen(row, needs, np.array(hidden, np.uint8), 0)


def _round_after(closer: int) -> Bytes:
    return ((closer + np.arange(ROUND_LAYS)) % RANKS + 1).astype(np.uint8)


def _play(row: Bytes, needs: Bytes, line: str, rules: Rules, goal: int = LAYS) -> int:
    """Plays the line, on ``row``, until ``goal`` cards are laid; returns the steps it took."""
    for used, step in enumerate(line):
        if row[LAID] == goal:
            return used
        if step == LAY:
            lay(row, needs)
        else:
            turn(row, _NO_TURNS, rules.redeals)
    return len(line)


def _laid_at_once(seen: Seen, table: RoundsTable, rules: Rules) -> str | None:
    """Laying whatever fits and opening else, if that wins this pass whatever the stock's order."""
    if seen.in_stock > _MOST_IN_STOCK:
        return None
    row = seen.row.copy()
    for order in set(permutations(int(rank) for rank in seen.hidden)):
        row[:] = seen.row
        row[CARDS - seen.in_stock : CARDS] = order
        if not _wins_at_once(row, seen.needs):
            return None
    return _line_at_once(table, rules)


def _wins_at_once(row: Bytes, needs: Bytes) -> bool:
    while row[LAID] < LAYS:
        if lay(row, needs) < 0 and not turn(row, _NO_TURNS, 0):
            return False
    return True


def _line_at_once(table: RoundsTable, rules: Rules) -> str | None:
    patience, line = rules.patience, []
    while legal := patience.legal(table):
        lays = patience.lays(table)
        if not lays and DRAW not in legal:
            return None
        line.append(LAY if lays else TURN)
        table = patience.apply(table, legal[0])
    return "".join(line)
