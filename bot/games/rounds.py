"""What both patiences of the book share: eight rounds of thirteen cards.

A round has a closer whose rank is known. It is built upward from the rank after the closer's,
twelve cards, one needed rank at a time; the closer is the thirteenth and goes by itself.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

from bot.games.cards import RANKS, TWO_DECKS, Card
from bot.games.deals import Deal
from bot.games.patience import (
    DRAW,
    LAY_LAST,
    LAY_WASTE,
    REDEAL,
    STOCK,
    WASTE,
    Facts,
    IllegalMove,
    Motion,
    Patience,
    UnknownMove,
)

__all__ = [
    "PLACES",
    "PLACE_CODES",
    "ROUNDS",
    "ROUND_CARDS",
    "RoundsPatience",
    "RoundsTable",
    "reserve_key",
]

ROUNDS = 8
ROUND_CARDS = len(RANKS)
PLACES = 8
PLACE_CODES = "12345678"
_CODES = frozenset(PLACE_CODES + LAY_WASTE + LAY_LAST + DRAW + REDEAL)
_RANKS = len(RANKS)
_CARDS = len(TWO_DECKS)


class RoundsTable(NamedTuple):
    """A position. ``closers`` keeps all eight in the order of their rounds, the laid ones too."""

    deal: Deal
    closers: tuple[Card, ...]
    reserve: tuple[Card | None, ...]
    stock: tuple[Card, ...]
    waste: tuple[Card, ...] = ()
    laid: tuple[Card, ...] = ()
    redeals: int = 0

    @property
    def round(self) -> int:
        """Rounds closed so far."""
        return len(self.laid) // ROUND_CARDS

    @property
    def need(self) -> int | None:
        """The rank to be laid next; ``None`` when all is laid."""
        done = len(self.laid)
        if done == _CARDS:
            return None
        return (self.closers[done // ROUND_CARDS].rank + 1 + done % ROUND_CARDS) % _RANKS


def reserve_key(place: int) -> str:
    """The spot of the reserve's ``place`` (1 … 8)."""
    return f"reserve:{place}"


class RoundsPatience(Patience[RoundsTable]):
    """The shared part of a patience of eight rounds."""

    cards = _CARDS

    def lays(self, table: RoundsTable) -> str:
        need = table.need
        if need is None:
            return ""
        fitting = [
            code
            for code, card in zip(PLACE_CODES, table.reserve, strict=True)
            if card is not None and card.rank == need
        ]
        if table.waste and table.waste[-1].rank == need:
            fitting.append(LAY_WASTE)
        return "".join(fitting)

    def legal(self, table: RoundsTable) -> str:
        lays = self.lays(table)
        if (self.by_book and lays) or table.need is None:
            return lays
        if table.stock:
            return lays + DRAW
        if table.waste and table.redeals < self.passes - 1:
            return lays + REDEAL
        return lays

    def apply(self, table: RoundsTable, move: str) -> RoundsTable:
        if move not in _CODES:
            raise UnknownMove(f"no such move: {move!r}")
        if move not in self.legal(table):
            raise IllegalMove(f"illegal move: {move!r}")
        if move == DRAW:
            return self._drawn(table)
        if move == REDEAL:
            return self._redealt(table)
        return self._laid(table, move)

    def motions(self, before: RoundsTable, move: str, after: RoundsTable) -> Sequence[Motion]:
        if move == DRAW:
            return (Motion(before.stock[0], STOCK, WASTE),)
        if move == REDEAL:
            return (Motion(None, WASTE, STOCK),)
        source = self._source(move)
        target = self._pile_key(before.round)
        carried = [Motion(after.laid[len(before.laid)], source, target)]
        if move != LAY_WASTE and (filling := self._at(after, move)) is not None:
            carried.append(Motion(filling, WASTE if before.waste else STOCK, source))
        if after.round > before.round:
            carried.append(Motion(after.laid[-1], self._closer_key(before.round), target))
        return carried

    def facts(self, table: RoundsTable) -> Facts:
        done = len(table.laid)
        return Facts(
            need=table.need,
            rounds=tuple(
                (min(max(done - k * ROUND_CARDS, 0), ROUND_CARDS), ROUND_CARDS)
                for k in range(ROUNDS)
            ),
            laid=done,
            cards=self.cards,
            passes=(table.redeals + 1, self.passes),
            stock=len(table.stock),
            waste=len(table.waste),
        )

    def _drawn(self, table: RoundsTable) -> RoundsTable:
        stock = table.stock
        return RoundsTable(
            table.deal,
            table.closers,
            table.reserve,
            stock[1:],
            (*table.waste, stock[0]),
            table.laid,
            table.redeals,
        )

    def _redealt(self, table: RoundsTable) -> RoundsTable:
        k = table.redeals + 1
        stock = self._turned(table.deal, table.waste, k)
        return RoundsTable(table.deal, table.closers, table.reserve, stock, (), table.laid, k)

    def _laid(self, table: RoundsTable, move: str) -> RoundsTable:
        closers, reserve, stock, waste = table.closers, table.reserve, table.stock, table.waste
        card = self._at(table, move)
        if move == LAY_WASTE:
            waste = waste[:-1]
        else:
            filling, stock, waste = _filling(stock, waste)
            closers, reserve = self._refilled(closers, reserve, move, filling)
        laid = (*table.laid, cast(Card, card))
        if len(laid) % ROUND_CARDS == ROUND_CARDS - 1:
            laid = (*laid, closers[len(laid) // ROUND_CARDS])
        return RoundsTable(table.deal, closers, reserve, stock, waste, laid, table.redeals)

    def _turned(self, deal: Deal, waste: tuple[Card, ...], k: int) -> tuple[Card, ...]:
        """The stock that redeal ``k`` makes of the waste, next card first."""
        raise NotImplementedError

    def _at(self, table: RoundsTable, move: str) -> Card | None:
        """The card that ``move`` lays, or that now lies where it laid from."""
        return table.waste[-1] if move == LAY_WASTE else table.reserve[int(move) - 1]

    def _refilled(
        self,
        closers: tuple[Card, ...],
        reserve: tuple[Card | None, ...],
        move: str,
        filling: Card | None,
    ) -> tuple[tuple[Card, ...], tuple[Card | None, ...]]:
        """Closers and reserve with ``filling`` at the place that ``move`` emptied."""
        place = int(move)
        return closers, (*reserve[: place - 1], filling, *reserve[place:])

    def _source(self, move: str) -> str:
        return WASTE if move == LAY_WASTE else reserve_key(int(move))

    def _pile_key(self, round_: int) -> str:
        """The spot on which the cards of a round (0 …) are laid."""
        raise NotImplementedError

    def _closer_key(self, round_: int) -> str:
        """The spot where the closer of a round (0 …) waits."""
        raise NotImplementedError


def _filling(
    stock: tuple[Card, ...], waste: tuple[Card, ...]
) -> tuple[Card | None, tuple[Card, ...], tuple[Card, ...]]:
    """The card for a gap (waste's top, else stock's next) and what is left of stock and waste."""
    if waste:
        return waste[-1], stock, waste[:-1]
    if stock:
        return stock[0], stock[1:], waste
    return None, stock, waste
