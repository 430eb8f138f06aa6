"""The patiences that can be played, in the order in which they are offered."""

from typing import Any

from bot.games.devils import DEVILS
from bot.games.first_last import BY_THE_BOOK, HOLDING
from bot.games.patience import Patience


def registered(*patiences: Patience[Any]) -> dict[str, Patience[Any]]:
    """The patiences by their kinds. ``ValueError`` for one that promises what it cannot keep."""
    by_kind = {patience.kind: patience for patience in patiences}
    if len(by_kind) < len(patiences):
        raise ValueError("two patiences of one kind")
    for kind, patience in by_kind.items():
        if patience.daily and patience.solver is None:
            raise ValueError(f"{kind}: deals of the day are won by a solver first, it has none")
    return by_kind


PATIENCES = registered(
    HOLDING,
    BY_THE_BOOK,
    DEVILS,
)


def patience_of(kind: str) -> Patience[Any]:
    """The patience called ``kind``; ``KeyError`` for an unknown one."""
    return PATIENCES[kind]
