"""What a lay would bring, as far as the player knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from bot.games.cards import Card
from bot.games.patience import LAY_WASTE
from bot.games.rounds import LAY_LAST, RoundsTable
from bot.games.solver.positions import Rules, needs_of
from bot.games.solver.results import Reason, Why
from bot.games.solver.rows import RANKS, ROUND_LAYS


def wait_of(table: RoundsTable, rules: Rules, rank: int) -> int | None:
    """How many cards will be laid before a further card of ``rank`` is needed, as far as is known.

    Cards of the rank that lie in the reserve, or free in the upper row, go first; the one that is
    due is the first of them. ``None``: not in the rounds whose closers the player has seen. Neither
    the lay that is due nor closers count.
    """
    held = sum(card.rank == rank for card in _held(table, rules)) - (rank == table.need)
    return _turn(_known_needs(table, rules), rank, max(held, 0))


@dataclass(frozen=True)
class Foresight:
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
        if self.filling is None:
            return None
        if self.move == LAY_LAST:  # it would be the free card and go before its like
            return _turn(self.needs, self.filling, 0)
        return wait_of(self.table, self.rules, self.filling)

    @cached_property
    def again(self) -> bool:
        """Whether another card of the filling's rank has its place already and goes before it."""
        if self.move == LAY_LAST:
            return self.filling == self.table.need
        places = list(_held(self.table, self.rules))
        if not self.rules.free_last:
            places.append(self.table.closers[self.table.round])
        return any(card.rank == self.filling for card in places)

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


def _held(table: RoundsTable, rules: Rules) -> Sequence[Card]:
    """The cards that have a place of their own: the reserve's, and the free one.

    When that is free no more none of its rank is needed, so it may count on.
    """
    cards = [card for card in table.reserve if card is not None]
    if rules.free_last:
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
    made, last = _lays_made(table), table.closers[-1].rank
    if not rules.free_last:
        return needs[made : (table.round + 1) * ROUND_LAYS]
    # The last closer is certain once it is not free any more, or will not be after this lay.
    if made >= len(needs) or (made == len(needs) - 1 and last != table.need):
        needs += [(last + 1 + k) % RANKS for k in range(ROUND_LAYS)]
    return needs[made:]
