"""Why a move is advised, told by what lies on the table.

A reason is a fact of the position that speaks for the move. The search that chose it has none to
give, so the facts are looked for here, the most telling first, and only where they hold. Like the
advice itself they come from what the player has been shown: no card is named that is still hidden.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.games.cards import Card
from bot.games.patience import LAY_LAST, LAY_WASTE
from bot.games.rounds import ROUNDS, RoundsTable
from bot.games.solver.positions import LAY, Rules, needs_of
from bot.games.solver.results import Reason, Why
from bot.games.solver.rows import RANKS, ROUND_LAYS

__all__ = ["reason_of", "wait_of"]

_SOON = 6
"""Cards laid until a card is needed, or opened until it comes, that still count as few."""
_WITHIN_A_ROUND = ROUND_LAYS


def reason_of(table: RoundsTable, rules: Rules, step: str, *, choice: bool) -> Reason:
    """The reason to lay or to turn. ``choice``: the other was legal too."""
    if not choice:
        forced = Why.NO_TURN if step == LAY else Why.NOTHING_FITS
        return Reason(forced if step == LAY or table.stock else Why.STOCK_EMPTY, table.need)
    lay = _Lay(table, rules)
    for reason_in in _TO_LAY if step == LAY else _TO_TURN:
        if reason := reason_in(lay):
            return reason
    return Reason(Why.BALANCE, table.need)


def wait_of(table: RoundsTable, rules: Rules, rank: int) -> int | None:
    """How many cards will be laid before a further card of ``rank`` is needed, as far as is known.

    Cards of the rank that lie in the reserve, or free in the upper row, go first. ``None``: not in
    the rounds whose closers the player has seen. Neither the lay that is due nor closers count.
    """
    held = sum(card.rank == rank for card in _held(table, rules)) - (rank == table.need)
    return _turn(_known_needs(table, rules), rank, max(held, 0))


@dataclass(frozen=True)
class _Lay:
    """The lay that is made or held back, and what it would bring as far as the player knows."""

    table: RoundsTable
    rules: Rules

    @cached_property
    def move(self) -> str:
        return self.rules.patience.lays(self.table)[0]

    @cached_property
    def needs(self) -> Sequence[int]:
        """The ranks needed from the one that is due on."""
        return _known_needs(self.table, self.rules)

    @property
    def next(self) -> int | None:
        """The rank needed after this one."""
        return self.needs[1] if len(self.needs) > 1 else None

    @property
    def closes(self) -> bool:
        """Whether it is the last lay of its round."""
        return _lays_made(self.table) % ROUND_LAYS == ROUND_LAYS - 1

    @property
    def on_top(self) -> bool:
        """Whether the needed card lies on the waste, and the free card does not go before it."""
        waste = self.table.waste
        return bool(waste) and waste[-1].rank == self.table.need and self.move != LAY_LAST

    @property
    def from_stock(self) -> bool:
        """Whether the stock's next card would fill the gap."""
        return not self.table.waste

    @cached_property
    def filling(self) -> int | None:
        """The rank that would fill the gap, where there is one and the player knows it."""
        if self.move == LAY_WASTE:
            return None
        cards = self.table.waste[-1:] or self.rules.patience.foreseen(self.table)[:1]
        return cards[0].rank if cards else None

    @cached_property
    def wait(self) -> int | None:
        """How many cards are laid before the filling is, as ``wait_of`` counts."""
        assert self.filling is not None
        if self.move == LAY_LAST:  # it would be the free card and go before its like
            return _turn(self.needs, self.filling, 0)
        return wait_of(self.table, self.rules, self.filling)

    @cached_property
    def again(self) -> bool:
        """Whether another card of the filling's rank has its place already and goes before it."""
        if self.move == LAY_LAST:
            return self.filling == self.table.need
        closer = self.table.closers[self.table.round]
        return any(card.rank == self.filling for card in (*_held(self.table, self.rules), closer))

    @cached_property
    def follow(self) -> int:
        """How many cards of the round could be laid at once after it, at least."""
        table, patience, count = self.table, self.rules.patience, -1
        while table.round == self.table.round and (lays := patience.lays(table)):
            count += 1
            hidden = not table.waste and len(patience.foreseen(table)) < len(table.stock)
            if hidden or (_lays_made(table) + 1) % ROUND_LAYS == 0:
                break
            table = patience.apply(table, lays[0])
        return count

    @cached_property
    def ahead(self) -> tuple[Card, ...]:
        """The cards to be opened next, in their order; nothing where the player cannot know it."""
        patience, table = self.rules.patience, self.table
        if table.stock:
            return patience.foreseen(table)
        return () if patience.shuffles else table.waste

    def told(self, why: Why, other: int | None, wait: int | None = None, count: int = 0) -> Reason:
        """A reason about the rank ``other``."""
        return Reason(why, self.table.need, other, wait, count)


def _fills_at_once(lay: _Lay) -> Reason | None:
    return _fills_within(lay, 0)


def _fills_soon(lay: _Lay) -> Reason | None:
    return _fills_within(lay, _SOON)


def _fills_in_time(lay: _Lay) -> Reason | None:
    return _fills_within(lay, _WITHIN_A_ROUND)


def _fills_within(lay: _Lay, most: int) -> Reason | None:
    if lay.filling is None or lay.wait is None or lay.wait > most:
        return None
    return lay.told(Why.FILLS_WELL, lay.filling, lay.wait, lay.again)


def _would_be_buried(lay: _Lay) -> Reason | None:
    if not lay.on_top:
        return None
    return lay.told(Why.ON_TOP if lay.table.stock else Why.GOES_BACK, None)


def _closes(lay: _Lay) -> Reason | None:
    if not lay.closes or lay.table.round == ROUNDS - 1:
        return None
    return lay.told(Why.CLOSES if lay.rules.free_last else Why.SHOWS_CLOSER, None)


def _others_follow(lay: _Lay) -> Reason | None:
    return lay.told(Why.FOLLOWED, lay.next, None, lay.follow) if lay.follow > 0 else None


def _next_comes(lay: _Lay) -> Reason | None:
    """The rank needed next is known to come soon."""
    ahead = lay.ahead if lay.table.stock else lay.ahead[:-1]  # the top fills the gap or is laid
    if lay.from_stock and lay.move != LAY_WASTE:
        ahead = ahead[1:]
    for place, card in enumerate(ahead[: 2 * _SOON]):
        if card.rank == lay.next:
            why = Why.COMES if lay.table.stock else Why.COMES_BACK
            return lay.told(why, lay.next, None, place)
    return None


def _blind(lay: _Lay) -> Reason | None:
    return lay.told(Why.BLIND, None) if lay.from_stock else None


def _next_is_hidden(lay: _Lay) -> Reason | None:
    """Cards of the rank needed next are still to come from the stock, nobody knows when."""
    if lay.next is None or not lay.table.stock or lay.ahead:
        return None
    count = sum(card.rank == lay.next for card in lay.rules.patience.unknown(lay.table))
    return lay.told(Why.HIDDEN, lay.next, None, count) if count else None


def _same_filling(lay: _Lay) -> Reason | None:
    return lay.told(Why.SAME_FILLING, None) if lay.from_stock and lay.table.stock else None


def _leaves_spare(lay: _Lay) -> Reason | None:
    """With a card of the needed rank both on the waste and in the reserve one would stay there."""
    if not lay.on_top or lay.move == LAY_WASTE:
        return None
    return lay.told(Why.LEAVES_SPARE, lay.table.need)


def _next_closer_is_hidden(lay: _Lay) -> Reason | None:
    if not lay.closes or lay.rules.free_last or lay.table.round == ROUNDS - 1:
        return None
    return lay.told(Why.CLOSER_HIDDEN, None)


def _better_ahead(lay: _Lay) -> Reason | None:
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


def _fills_badly(lay: _Lay) -> Reason | None:
    if lay.filling is None or lay.on_top:
        return None
    if lay.wait is None:
        why = Why.LAST_PILE if lay.rules.free_last else Why.NOT_THIS_ROUND
    elif lay.wait > _SOON:
        why = Why.FILLS_BADLY
    else:
        return None
    return lay.told(why, lay.filling, lay.wait, lay.again)


def _no_hurry(lay: _Lay) -> Reason | None:
    """The rank needed next could not be laid yet."""
    if lay.next is None or lay.follow > 0 or lay.closes or lay.from_stock:
        return None
    return lay.told(Why.NO_HURRY, lay.next)


_TO_LAY: Sequence[Callable[[_Lay], Reason | None]] = (
    _would_be_buried,
    _fills_at_once,
    _closes,
    _others_follow,
    _fills_soon,
    _next_comes,
    _fills_in_time,
    _blind,
    _next_is_hidden,
)
_TO_TURN: Sequence[Callable[[_Lay], Reason | None]] = (
    _same_filling,
    _leaves_spare,
    _next_closer_is_hidden,
    _better_ahead,
    _fills_badly,
    _no_hurry,
)


def _held(table: RoundsTable, rules: Rules) -> Sequence[Card]:
    """The cards that have a place of their own: the reserve's, and the free one."""
    cards = [card for card in table.reserve if card is not None]
    if rules.free_last and table.round < ROUNDS - 1:
        cards.append(table.closers[-1])
    return cards


def _turn(needs: Sequence[int], rank: int, others: int) -> int | None:
    """How many lays after the due one come before ``rank`` is needed beyond ``others``."""
    turns = [wait for wait, need in enumerate(needs[1:]) if need == rank]
    return turns[others] if others < len(turns) else None


def _lays_made(table: RoundsTable) -> int:
    return len(table.laid) - table.round


def _known_needs(table: RoundsTable, rules: Rules) -> Sequence[int]:
    """The needs from the one that is due on, as far as the player knows them."""
    needs = [int(need) - 1 for need in needs_of(table, rules)]
    made = _lays_made(table)
    known = len(needs) if rules.free_last else (table.round + 1) * ROUND_LAYS
    if rules.free_last and made >= len(needs):
        first = table.closers[-1].rank + 1
        needs += [(first + k) % RANKS for k in range(ROUND_LAYS)]
        known = len(needs)
    return needs[made:known]
