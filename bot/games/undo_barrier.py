"""What a ranked game may not take back: a tap that showed what nobody could have known."""

from bot.games.patience import Table
from bot.games.play import AnyPatience, steps


def reveals(patience: AnyPatience, table: Table, moves: str) -> bool:
    """Whether ``moves``, played from ``table``, show a card that did not follow from what had been
    shown before, in identity or place.

    It follows where a perfect memory knows it, and where all cards that could lie there are alike.
    """
    for step in steps(patience, table, moves):
        hidden = patience.unknown(table)
        shown = len(patience.unknown(step.table)) < len(hidden)
        if shown and len(set(hidden)) > 1:
            return True
        table = step.table
    return False
