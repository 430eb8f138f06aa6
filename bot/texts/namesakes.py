"""``told_apart``: people of the same name in one list, each with a number that stays theirs."""

from collections import Counter
from collections.abc import Mapping
from zlib import crc32

from bot.texts.words import NBSP

_MARK = f"{NBSP}#"  # no name that was made fit to be shown has a no-break space
_LENGTHS = (2, 4, 6, 8)


def told_apart(names: Mapping[int, str]) -> dict[int, str]:
    """The names of holders as a list shows them; those that several bear get a number: «Аня #17».

    It follows from the holder alone, so it is the same on every board and every day, and tells
    nothing of an account. Two digits do, unless namesakes happen to share them.
    """
    often = Counter(names.values())
    return {
        holder: name if often[name] == 1 else f"{name}{_MARK}{_number(holder, name, names)}"
        for holder, name in names.items()
    }


def is_marked(name: str) -> bool:
    """Whether the name bears such a number."""
    return _MARK in name


def _number(holder: int, name: str, names: Mapping[int, str]) -> str:
    namesakes = [other for other, borne in names.items() if borne == name]
    for length in _LENGTHS:
        if len({_digits(other, length) for other in namesakes}) == len(namesakes):
            break
    return _digits(holder, length)


def _digits(holder: int, length: int) -> str:
    return f"{crc32(str(holder).encode()) % 10**length:0{length}}"
