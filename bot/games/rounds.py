"""``RoundsPatience`` and ``RoundsTable``: what both patiences of the book share.

``devils`` and ``first_last`` build on it, and the solver plays these patiences alone: that there
are eight rounds of thirteen cards and eight places is known here and there, and nowhere else.

A round has a closer whose rank is known. It is built upward from the rank after the closer's,
twelve cards, one needed rank at a time; the closer is the thirteenth and goes by itself. ``1`` …
``8`` lay the reserve card at that place, ``l`` the free last upper card.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

from bot.games.cards import RANKS, Card
from bot.games.deals import Deal
from bot.games.patience import (
    DRAW,
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

ROUNDS = 8
ROUND_CARDS = len(RANKS)
PLACE_CODES = "12345678"
PLACES = len(PLACE_CODES)
LAY_LAST = "l"


class RoundsTable(NamedTuple):
    """A position; ``position`` makes one. ``closers`` holds all eight in the order of their rounds,
    also those that are laid.

    ``need`` and ``fitting`` follow from the other fields. They change with a lay only, while most
    moves are draws, so a table carries them along: ``need`` is the rank to be laid next (``None``
    when all is laid), ``fitting`` the codes of the reserve's places that hold it.
    """

    deal: Deal
    closers: tuple[Card, ...]
    reserve: tuple[Card | None, ...]
    stock: tuple[Card, ...]
    waste: tuple[Card, ...]
    laid: tuple[Card, ...]
    redeals: int
    need: int | None
    fitting: str

    @property
    def round(self) -> int:
        """Rounds closed so far."""
        return len(self.laid) // ROUND_CARDS


def position(
    deal: Deal,
    closers: tuple[Card, ...],
    reserve: tuple[Card | None, ...],
    stock: tuple[Card, ...],
    waste: tuple[Card, ...] = (),
    laid: tuple[Card, ...] = (),
    redeals: int = 0,
) -> RoundsTable:
    """The table on which the cards lie so."""
    round_, done = divmod(len(laid), ROUND_CARDS)
    if round_ == ROUNDS:
        return RoundsTable(deal, closers, reserve, stock, waste, laid, redeals, None, "")
    need = (closers[round_].rank + 1 + done) % len(RANKS)
    fitting = "".join(
        [
            code
            for code, card in zip(PLACE_CODES, reserve, strict=True)
            if card is not None and card.rank == need
        ]
    )
    return RoundsTable(deal, closers, reserve, stock, waste, laid, redeals, need, fitting)


def reserve_key(place: int) -> str:
    """The spot of the reserve's ``place`` (1 … 8)."""
    return f"reserve:{place}"


class RoundsPatience(Patience[RoundsTable]):
    """The shared part of a patience of eight rounds."""

    codes = PLACE_CODES + LAY_WASTE + LAY_LAST + DRAW + REDEAL

    def lays(self, table: RoundsTable) -> str:
        if table.waste and table.waste[-1].rank == table.need:
            return table.fitting + LAY_WASTE
        return table.fitting

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
        if len(move) != 1 or move not in self.legal(table):
            raise self._refusal(move)
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

    def stock(self, table: RoundsTable) -> tuple[Card, ...]:
        return table.stock

    def waste(self, table: RoundsTable) -> tuple[Card, ...]:
        return table.waste

    def facts(self, table: RoundsTable) -> Facts:
        done = len(table.laid)
        return Facts(
            laid=done,
            cards=self.cards,
            need=table.need,
            rounds=tuple(
                (min(max(done - k * ROUND_CARDS, 0), ROUND_CARDS), ROUND_CARDS)
                for k in range(ROUNDS)
            ),
            passes=(table.redeals + 1, self.passes),
            stock=len(table.stock),
            waste=len(table.waste),
        )

    def _refusal(self, move: str) -> ValueError:
        if len(move) != 1 or move not in self.codes:
            return UnknownMove(f"no such move: {move!r}")
        return IllegalMove(f"illegal move: {move!r}")

    def _drawn(self, table: RoundsTable) -> RoundsTable:
        deal, closers, reserve, stock, waste, laid, redeals, need, fitting = table
        opened = (*waste, stock[0])
        # By far the commonest move: past the named constructor, which takes a third of its time.
        return tuple.__new__(
            RoundsTable,
            (deal, closers, reserve, stock[1:], opened, laid, redeals, need, fitting),
        )

    def _redealt(self, table: RoundsTable) -> RoundsTable:
        k = table.redeals + 1
        stock = self._turned(table.deal, table.waste, k)
        return table._replace(stock=stock, waste=(), redeals=k)

    def _laid(self, table: RoundsTable, move: str) -> RoundsTable:
        deal, closers, reserve, stock, waste, laid, redeals, _need, _fitting = table
        laid = (*laid, cast(Card, self._at(table, move)))
        if move == LAY_WASTE:
            waste = waste[:-1]
        else:
            filling, stock, waste = _filling(stock, waste)
            closers, reserve = self._refilled(closers, reserve, move, filling)
        if len(laid) % ROUND_CARDS == ROUND_CARDS - 1:
            laid = (*laid, closers[len(laid) // ROUND_CARDS])
        return position(deal, closers, reserve, stock, waste, laid, redeals)

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
