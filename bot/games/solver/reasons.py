"""Why a move is advised, told by what lies on the table."""

from collections.abc import Sequence

from bot.games.patience import LAY_WASTE
from bot.games.rounds import RoundsTable
from bot.games.solver.positions import LAY, Rules, needs_of
from bot.games.solver.results import Reason, Why
from bot.games.solver.rows import RANKS, ROUND_LAYS

__all__ = ["reason_of", "wait_of"]

_SOON = 6


def reason_of(table: RoundsTable, rules: Rules, step: str, *, choice: bool) -> Reason:
    """The reason to lay or to turn. ``choice``: the other was legal too."""
    need = table.need
    if step != LAY:
        if table.stock:
            return _to_open(table, rules) if choice else Reason(Why.NOTHING_FITS, need)
        return Reason(Why.STOCK_EMPTY, need)
    if not choice:
        return Reason(Why.NO_TURN, need)
    if rules.patience.lays(table)[0] == LAY_WASTE:
        return Reason(Why.ON_TOP, need)
    if not table.waste:
        return Reason(Why.BLIND, need)
    other = table.waste[-1].rank
    if other == need:
        return Reason(Why.ON_TOP, need)
    wait = wait_of(table, rules, other)
    if wait is not None and wait <= _SOON:
        return Reason(Why.FILLS_WELL, need, other, wait)
    return Reason(Why.BALANCE, need, other, wait)


def _to_open(table: RoundsTable, rules: Rules) -> Reason:
    if not table.waste:
        return Reason(Why.BALANCE, table.need)
    other = table.waste[-1].rank
    wait = wait_of(table, rules, other)
    if table.redeals and not rules.patience.shuffles:
        ahead = table.stock[0].rank
        ahead_wait = wait_of(table, rules, ahead)
        if ahead_wait is not None and (wait is None or ahead_wait < wait):
            return Reason(Why.BETTER_AHEAD, table.need, ahead, ahead_wait)
    if wait is None or wait > _SOON:
        return Reason(Why.FILLS_BADLY, table.need, other, wait)
    return Reason(Why.BALANCE, table.need, other, wait)


def wait_of(table: RoundsTable, rules: Rules, rank: int) -> int | None:
    """How many cards will be laid before a further card of ``rank`` is needed, as far as is known.

    Cards of the rank that lie in the reserve go first. ``None``: not in the rounds whose closers
    the player has seen. The lay that is due is not counted.
    """
    held = sum(card is not None and card.rank == rank for card in table.reserve)
    for wait, need in enumerate(_known_needs(table, rules)[1:]):
        if need == rank:
            if held == 0:
                return wait
            held -= 1
    return None


def _known_needs(table: RoundsTable, rules: Rules) -> Sequence[int]:
    """The needs from the one that is due on, as far as the player knows them."""
    needs = [int(need) - 1 for need in needs_of(table, rules)]
    made = len(table.laid) - table.round
    known = len(needs) if rules.free_last else (table.round + 1) * ROUND_LAYS
    if rules.free_last and made >= len(needs):
        first = table.closers[-1].rank + 1
        needs += [(first + k) % RANKS for k in range(ROUND_LAYS)]
        known = len(needs)
    return needs[made:known]
