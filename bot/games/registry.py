"""The patiences that can be played, in the order in which they are offered."""

from typing import Any

from bot.games.devils import DEVILS
from bot.games.first_last import BY_THE_BOOK, HOLDING
from bot.games.patience import Patience

PATIENCES: dict[str, Patience[Any]] = {
    patience.kind: patience
    for patience in (
        HOLDING,
        BY_THE_BOOK,
        DEVILS,
    )
}


def patience_of(kind: str) -> Patience[Any]:
    """The patience called ``kind``; ``KeyError`` for an unknown one."""
    return PATIENCES[kind]
