"""``reveals``: what a ranked game may not take back, as it showed what nobody could have known.

The session asks it before it takes a tap back.
"""

from bot.games.patience import Table
from bot.games.play import AnyPatience, steps


def reveals(patience: AnyPatience, table: Table, moves: str) -> bool:
    """Whether ``moves``, played from ``table``, show a card that nobody could have foretold.

    A card can be foretold where a perfect memory knows that it lies there, and where all the cards
    that could lie there are alike.
    """
    for step in steps(patience, table, moves):
        hidden = patience.unknown(table)
        shown = len(patience.unknown(step.table)) < len(hidden)
        if shown and len(set(hidden)) > 1:
            return True
        table = step.table
    return False
