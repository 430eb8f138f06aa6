"""Why a move is advised, told by what lies on the table.

A reason is a fact of the position that speaks for the move. The search that chose it has none to
give, so the facts are looked for here, the most telling first, and only where they hold. Like the
advice itself they come from what the player has been shown: no card is named that is still hidden.
"""

from collections.abc import Callable, Sequence

from bot.games.patience import LAY_WASTE
from bot.games.rounds import RoundsTable
from bot.games.solver.foresight import Foresight, wait_of
from bot.games.solver.positions import LAY, Rules
from bot.games.solver.results import Reason, Why
from bot.games.solver.rows import ROUND_LAYS

_SOON = 6
"""Cards laid until a card is needed, or opened until it comes, that still count as few."""
_WITHIN_A_ROUND = ROUND_LAYS


def reason_of(table: RoundsTable, rules: Rules, step: str, *, choice: bool) -> Reason:
    """The reason to lay or to turn. ``choice``: the other was legal too."""
    if not choice:
        forced = Why.NO_TURN if step == LAY else Why.NOTHING_FITS
        return Reason(forced if step == LAY or table.stock else Why.STOCK_EMPTY, table.need)
    lay = Foresight(table, rules)
    for reason_in in _TO_LAY if step == LAY else _TO_TURN:
        if reason := reason_in(lay):
            return reason
    return Reason(Why.BALANCE, table.need)


def _fills_at_once(lay: Foresight) -> Reason | None:
    return _fills_within(lay, 0)


def _fills_soon(lay: Foresight) -> Reason | None:
    return _fills_within(lay, _SOON)


def _fills_in_time(lay: Foresight) -> Reason | None:
    return _fills_within(lay, _WITHIN_A_ROUND)


def _fills_within(lay: Foresight, most: int) -> Reason | None:
    if lay.wait is None or lay.wait > most:
        return None
    return lay.told(Why.FILLS_WELL, lay.filling, lay.wait, int(lay.again))


def _would_be_buried(lay: Foresight) -> Reason | None:
    if not lay.on_top:
        return None
    return lay.told(Why.ON_TOP if lay.table.stock else Why.GOES_BACK, None)


def _closes(lay: Foresight) -> Reason | None:
    if not lay.closes:
        return None
    return lay.told(Why.CLOSES if lay.rules.free_last else Why.SHOWS_CLOSER, None)


def _others_follow(lay: Foresight) -> Reason | None:
    return lay.told(Why.FOLLOWED, lay.next, None, lay.follow) if lay.follow > 0 else None


def _next_comes(lay: Foresight) -> Reason | None:
    """The rank needed next is known to come soon."""
    ahead = lay.ahead[1:] if lay.from_stock else lay.ahead  # the first would fill the gap
    for place, card in enumerate(ahead[: 2 * _SOON]):
        if card.rank == lay.next:
            why = Why.COMES if lay.table.stock else Why.COMES_BACK
            return lay.told(why, lay.next, None, place)
    return None


def _blind(lay: Foresight) -> Reason | None:
    return lay.told(Why.BLIND, None) if lay.from_stock else None


def _next_is_hidden(lay: Foresight) -> Reason | None:
    """Cards of the rank needed next are still to come from the stock, nobody knows when."""
    if lay.next is None or not lay.table.stock or lay.ahead:
        return None
    count = sum(card.rank == lay.next for card in lay.rules.patience.unknown(lay.table))
    return lay.told(Why.HIDDEN, lay.next, None, count) if count else None


def _same_filling(lay: Foresight) -> Reason | None:
    return lay.told(Why.SAME_FILLING, None) if lay.from_stock else None


def _leaves_spare(lay: Foresight) -> Reason | None:
    """With a card of the needed rank both on the waste and in the reserve one would stay there."""
    if not lay.on_top or lay.move == LAY_WASTE:
        return None
    return lay.told(Why.LEAVES_SPARE, lay.table.need)


def _next_closer_is_hidden(lay: Foresight) -> Reason | None:
    if not lay.closes or lay.rules.free_last:
        return None
    return lay.told(Why.CLOSER_HIDDEN, None)


def _better_ahead(lay: Foresight) -> Reason | None:
    """A card that is known to come soon would fill the gap better.

    One that is needed next would not: it could be laid as it comes.
    """
    if lay.filling is None or lay.on_top:
        return None
    for place, card in enumerate(lay.ahead[: _SOON + 1]):
        wait = wait_of(lay.table, lay.rules, card.rank)
        if card.rank != lay.table.need and wait and (lay.wait is None or wait < lay.wait):
            return lay.told(Why.BETTER_AHEAD, card.rank, wait, place)
    return None


def _fills_badly(lay: Foresight) -> Reason | None:
    if lay.filling is None or lay.on_top:
        return None
    if lay.wait is None:
        why = Why.LAST_PILE if lay.rules.free_last else Why.NOT_THIS_ROUND
    elif lay.wait > _SOON:
        why = Why.FILLS_BADLY
    else:
        return None
    return lay.told(why, lay.filling, lay.wait, int(lay.again))


def _next_fills_badly(lay: Foresight) -> Reason | None:
    """The filling is needed next and could go at once, but the card below it would stay."""
    if lay.on_top or lay.wait != 0:
        return None
    after = Foresight(lay.rules.patience.apply(lay.table, lay.move), lay.rules)
    reason = _fills_badly(after) if after.table.waste else None
    if reason is None or reason.why is not Why.FILLS_BADLY:
        return None
    return lay.told(Why.NEXT_FILLS_BADLY, reason.other, reason.wait, reason.count)


def _comes_again(lay: Foresight) -> Reason | None:
    """The needed card on the waste goes round once more."""
    if lay.move != LAY_WASTE or lay.table.redeals == lay.rules.redeals:
        return None
    return lay.told(Why.COMES_AGAIN, lay.table.need)


def _no_hurry(lay: Foresight) -> Reason | None:
    """The rank needed next could not be laid yet."""
    if lay.next is None or lay.follow > 0 or lay.closes or lay.on_top:
        return None
    return lay.told(Why.NO_HURRY, lay.next)


_TO_LAY: Sequence[Callable[[Foresight], Reason | None]] = (
    _would_be_buried,
    _fills_at_once,
    _closes,
    _fills_soon,
    _others_follow,
    _next_comes,
    _fills_in_time,
    _blind,
    _next_is_hidden,
)
_TO_TURN: Sequence[Callable[[Foresight], Reason | None]] = (
    _same_filling,
    _leaves_spare,
    _next_closer_is_hidden,
    _better_ahead,
    _fills_badly,
    _next_fills_badly,
    _comes_again,
    _no_hurry,
)
