"""A small notation for tables laid out by hand: card tokens, «·» for an empty place."""

from typing import Any

from bot.games.cards import RANKS, Card, parse_card
from bot.games.deals import Deal
from bot.games.rounds import ROUND_CARDS, RoundsTable, position

EMPTY = "·"

# Ranks that round 1, six to four after the five, does not begin with; the last one it never needs.
CLOSERS = "5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 5♥"
RESERVE = "К♠ К♠ Д♠ Д♠ Д♥ Д♥ Д♦ Д♦"

NO_DEAL = Deal(())


def rank(token: str) -> int:
    """The rank written "Т", "2", … "К"."""
    return RANKS.index(token)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(token) for token in text.split())


def places(text: str) -> tuple[Card | None, ...]:
    return tuple(None if token == EMPTY else parse_card(token) for token in text.split())


def lay_out(
    *,
    closers: str = CLOSERS,
    reserve: str = RESERVE,
    stock: str = "",
    waste: str = "",
    built: int = 0,
    redeals: int = 0,
    deal: Deal = NO_DEAL,
) -> RoundsTable:
    """A table with ``built`` cards laid so far, all spades but the closers.

    ``closers`` stand in the order of their rounds, ``stock`` in the order in which it is drawn, the
    top of ``waste`` last.
    """
    closing = cards(closers)
    laid = tuple(_laid_card(closing, k) for k in range(built))
    return position(deal, closing, places(reserve), cards(stock), cards(waste), laid, redeals)


def then(table: RoundsTable, laid: str = "", **changes: Any) -> RoundsTable:
    """``table`` after the cards ``laid`` were laid, with other fields changed as they are named."""
    read = {"closers": cards, "reserve": places, "stock": cards, "waste": cards}
    fields = {name: getattr(table, name) for name in table._fields[:-2]}
    fields.update({name: read[name](text) for name, text in changes.items() if name in read})
    fields["laid"] = (*table.laid, *cards(laid))
    fields["redeals"] = changes.get("redeals", table.redeals)
    return position(**fields)


def _laid_card(closers: tuple[Card, ...], k: int) -> Card:
    round_, done = divmod(k, ROUND_CARDS)
    closer = closers[round_]
    if done == ROUND_CARDS - 1:
        return closer
    return Card((closer.rank + 1 + done) % len(RANKS), 0)
