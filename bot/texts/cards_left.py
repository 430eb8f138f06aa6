"""``left``: «Что осталось», the cards still to come as a perfect memory would have them."""

from collections import Counter
from collections.abc import Iterable

from bot.games.cards import RANKS, Card
from bot.games.patience import Table
from bot.games.play import AnyPatience
from bot.texts.words import NBSP, in_cards


def left(patience: AnyPatience, table: Table) -> str:
    """How many cards of each rank are still hidden or covered in the waste.

    The stock is told in its order where that follows from what was shown.
    """
    foreseen = patience.foreseen(table)
    hidden = (*patience.unknown(table), *foreseen)
    covered = patience.waste(table)[:-1]
    lines = ["<b>Что осталось</b>"]
    lines.append(_counted("Рубашкой вверх", hidden) if hidden else "Рубашкой вверх карт нет.")
    if covered:
        lines.append(_counted("Под верхней картой талона", covered))
    if foreseen:
        lines.append(f"Колода по порядку: {' '.join(map(str, foreseen))}")
    return "\n\n".join(lines)


def _counted(where: str, cards: Iterable[Card]) -> str:
    ranks = Counter(card.rank for card in cards)
    each = " · ".join(
        f"{name}{NBSP}×{NBSP}{ranks[rank]}" for rank, name in enumerate(RANKS) if ranks[rank]
    )
    return f"{where} — {in_cards(ranks.total())}:\n{each}"
