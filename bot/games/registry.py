"""``PATIENCES``: what can be played, in the order in which it is offered.

Everything outside the rules asks here; a new patience is one more line.
"""

import re
from typing import Any

from bot.games.devils import DEVILS
from bot.games.first_last import BY_THE_BOOK, HOLDING
from bot.games.patience import REDEAL, Patience
from bot.games.play import SHORTHANDS

_KIND = re.compile("[a-z][a-z-]{0,23}")
# A colon parts the fields of a button's data.
_CODES = re.compile("[!-9;-~]+")


def registered(*patiences: Patience[Any]) -> dict[str, Patience[Any]]:
    """The patiences by their kinds. ``ValueError`` for one that promises what it cannot keep."""
    by_kind = {patience.kind: patience for patience in patiences}
    if len(by_kind) < len(patiences):
        raise ValueError("two patiences of one kind")
    for kind, patience in by_kind.items():
        if fault := _fault(patience):
            raise ValueError(f"{kind}: {fault}")
    return by_kind


def _fault(patience: Patience[Any]) -> str:
    if not _KIND.fullmatch(patience.kind):
        return "a kind is a few small Latin letters, for links and buttons"
    if patience.daily and patience.solver is None:
        return "deals of the day are won by a solver first, and it has none"
    if taken := set(patience.codes) & set(SHORTHANDS):
        return f"{min(taken)!r} stands for several moves already"
    if not _CODES.fullmatch(patience.codes) or len(set(patience.codes)) < len(patience.codes):
        return "its codes are not ASCII characters, each once"
    if (patience.passes > 1) != (REDEAL in patience.codes):
        return "there are passes where there are redeals, and only there"
    return ""


PATIENCES = registered(
    HOLDING,
    BY_THE_BOOK,
    DEVILS,
)


def patience_of(kind: str) -> Patience[Any]:
    """The patience called ``kind``; ``KeyError`` for an unknown one."""
    return PATIENCES[kind]
