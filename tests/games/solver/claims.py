"""What each reason claims of a position, verified by playing on under the rules themselves."""

from collections.abc import Callable

from bot.games.rounds import PLACE_CODES, RoundsTable
from bot.games.solver.positions import Rules
from bot.games.solver.results import Reason, Why
from tests.games.solver.positions import ranks

Claim = Callable[["Position"], bool]


class Position:
    """A table with a reason given there, and what follows when the fitting card is laid."""

    def __init__(self, table: RoundsTable, rules: Rules, reason: Reason) -> None:
        self.table, self.rules, self.reason = table, rules, reason
        self.legal, self.lays = rules.patience.legal(table), rules.patience.lays(table)
        self.top = table.waste[-1].rank if table.waste else None
        self.laid = self.play(self.lays[0]) if self.lays else table

    def play(self, moves: str, table: RoundsTable | None = None) -> RoundsTable:
        table = table or self.table
        for move in moves:
            table = self.rules.patience.apply(table, move)
        return table

    def fills(self, table: RoundsTable) -> bool:
        """Whether, laying at ``table``, the reason's card fills the gap for as long as it says."""
        rank, place = self.reason.other, self.rules.patience.lays(table)[0]
        if place == "w" or rank_at(after := self.play(place, table), place) != rank:
            return False
        like = places_of(after, self.rules, rank)
        if self.reason.count and self.reason.why is not Why.BETTER_AHEAD:
            closer = table.closers[table.round].rank
            assert len(like) > 1 or rank in (closer, table.need)
        before = 0 if place == "l" else len(like) - 1
        return lays_until(after, self.rules, rank, before) == self.reason.wait


def holds(table: RoundsTable, rules: Rules, reason: Reason) -> bool:
    """Whether every fact that the reason tells is true."""
    return reason.need == table.need and _CLAIMS[reason.why](Position(table, rules, reason))


def rank_at(table: RoundsTable, place: str) -> int | None:
    card = table.closers[-1] if place == "l" else table.reserve[int(place) - 1]
    return None if card is None else card.rank


def places_of(table: RoundsTable, rules: Rules, rank: int | None) -> list[str]:
    places = PLACE_CODES + ("l" if rules.free_last and table.round < 7 else "")
    return [place for place in places if rank_at(table, place) == rank]


def lays_until(table: RoundsTable, rules: Rules, rank: int | None, before: int) -> int | None:
    """How many cards go until the rank has been needed ``before`` times and is needed again."""
    round_, built, count = table.round, len(table.laid) % 13, 0
    sure = 8 if not rules.free_last or round_ == 7 else 7
    shown = sure if rules.free_last else round_ + 1
    while round_ < shown:
        if (table.closers[round_].rank + 1 + built) % 13 == rank:
            if not before:
                return count
            before -= 1
        count, built = count + 1, built + 1
        if built == 12:
            round_, built = round_ + 1, 0
    return None


def fills(at: Position) -> bool:
    return at.fills(at.table)


def goes_round(at: Position) -> bool:
    table = at.play("d" * len(at.table.stock) + "r")
    return at.top == at.table.need and at.table.waste[-1] in table.stock


def closes(at: Position) -> bool:
    return at.laid.round == at.table.round + 1


def shows_closer(at: Position) -> bool:
    return closes(at) and not at.rules.free_last and at.laid.round < 8


def is_followed(at: Position) -> bool:
    table = at.laid
    assert table.need == at.reason.other
    for _ in range(at.reason.count):
        table = at.play(at.rules.patience.lays(table)[0], table)
    return at.reason.count > 0 and len(table.laid) - len(at.laid.laid) >= at.reason.count


def comes(at: Position, first: str = "") -> bool:
    table = at.play(first + "d" * (at.reason.count + 1), at.laid)
    return at.laid.need == at.reason.other and "w" in at.rules.patience.lays(table)


def is_hidden(at: Position) -> bool:
    table, last = at.table, 8 if at.rules.free_last else at.table.round + 1
    seen = [*table.reserve, *table.waste, *table.laid, *table.closers[table.round : last]]
    of_rank = sum(card is not None and card.rank == at.reason.other for card in seen)
    return at.laid.need == at.reason.other and at.reason.count == 8 - of_rank > 0


def fills_alike(at: Position) -> bool:
    return ranks(at.play("d" + at.lays[0])) == ranks(at.laid)


def leaves_spare(at: Position) -> bool:
    spare = places_of(at.laid, at.rules, at.reason.other)
    return spare == places_of(at.table, at.rules, at.table.need) != []


def is_better_ahead(at: Position) -> bool:
    turns = ("" if at.table.stock else "r") + "d" * (at.reason.count + 1)
    then = at.fills(at.play(turns))
    other = rank_at(at.laid, at.lays[0])
    before = len(places_of(at.laid, at.rules, other)) - 1
    now = lays_until(at.laid, at.rules, other, before)
    assert at.reason.wait is not None
    return then and (now is None or at.reason.wait < now)


def fills_next(at: Position) -> bool:
    return rank_at(at.laid, at.lays[0]) == at.laid.need and at.fills(at.laid)


def is_no_hurry(at: Position) -> bool:
    return at.laid.need == at.reason.other and not at.rules.patience.lays(at.laid)


_CLAIMS: dict[Why, Claim] = {
    Why.NOTHING_FITS: lambda at: at.legal == "d",
    Why.STOCK_EMPTY: lambda at: at.legal == "r",
    Why.NO_TURN: lambda at: at.legal == at.lays,
    Why.BALANCE: lambda at: at.legal not in ("", at.lays),
    Why.ON_TOP: lambda at: at.top == at.table.need and bool(at.table.stock),
    Why.GOES_BACK: lambda at: not at.table.stock and goes_round(at),
    Why.FILLS_WELL: fills,
    Why.CLOSES: closes,
    Why.SHOWS_CLOSER: shows_closer,
    Why.FOLLOWED: is_followed,
    Why.COMES: comes,
    Why.COMES_BACK: lambda at: comes(at, "r"),
    Why.BLIND: lambda at: not at.table.waste,
    Why.HIDDEN: is_hidden,
    Why.SAME_FILLING: fills_alike,
    Why.LEAVES_SPARE: leaves_spare,
    Why.CLOSER_HIDDEN: shows_closer,
    Why.BETTER_AHEAD: is_better_ahead,
    Why.FILLS_BADLY: fills,
    Why.NEXT_FILLS_BADLY: fills_next,
    Why.NOT_THIS_ROUND: lambda at: at.reason.wait is None and fills(at),
    Why.LAST_PILE: lambda at: at.reason.wait is None and at.table.round < 7 and fills(at),
    Why.COMES_AGAIN: goes_round,
    Why.NO_HURRY: is_no_hurry,
}
