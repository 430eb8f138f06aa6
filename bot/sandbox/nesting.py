"""Entities inside one another, put right as Telegram does before it shows them.

Code holds nothing and is not decorated, quotes are not nested, and links and such do not overlap.
Source: the rules under https://core.telegram.org/bots/api#formatting-options
"""

from typing import Any

Entity = dict[str, Any]

_STYLES = ("bold", "italic", "underline", "strikethrough", "spoiler", "custom_emoji")
_QUOTES = ("blockquote", "expandable_blockquote")
_CODE = ("code", "pre")
_OUTER_FIRST = (*_QUOTES, "pre", "code")


def untangled(entities: list[Entity]) -> list[Entity]:
    """The entities that remain, sorted by offset, outer ones first."""
    ordered = sorted(entities, key=_place)
    quotes = _apart([each for each in ordered if each["type"] in _QUOTES])
    solid = _apart([each for each in ordered if each["type"] not in (*_STYLES, *_QUOTES)])
    solid = [each for each in solid if not any(_crosses(each, quote) for quote in quotes)]
    code = [each for each in solid if each["type"] in _CODE]
    styles = [
        part
        for each in _joined([each for each in ordered if each["type"] in _STYLES])
        for part in _without(each, code)
    ]
    return sorted(quotes + solid + styles, key=_place)


def _place(entity: Entity) -> tuple[int, int, int]:
    kind = entity["type"]
    depth = _OUTER_FIRST.index(kind) if kind in _OUTER_FIRST else len(_OUTER_FIRST)
    return entity["offset"], -entity["length"], depth


def _end(entity: Entity) -> int:
    return int(entity["offset"] + entity["length"])


def _meet(one: Entity, other: Entity) -> bool:
    return bool(one["offset"] < _end(other) and other["offset"] < _end(one))


def _crosses(entity: Entity, quote: Entity) -> bool:
    """Whether they overlap and neither holds the whole of the other."""
    first, last = sorted((entity, quote), key=_place)
    return _meet(first, last) and _end(last) > _end(first)


def _apart(ordered: list[Entity]) -> list[Entity]:
    """Those that do not overlap an earlier one that was kept."""
    kept: list[Entity] = []
    for entity in ordered:
        if not any(_meet(entity, other) for other in kept):
            kept.append(entity)
    return kept


def _joined(ordered: list[Entity]) -> list[Entity]:
    """Styles, of which overlapping ones of the same kind are joined."""
    kept: list[Entity] = []
    for entity in ordered:
        same = next((e for e in kept if e["type"] == entity["type"] and _meet(e, entity)), None)
        if same is None:
            kept.append(dict(entity))
        else:
            same["length"] = max(_end(same), _end(entity)) - same["offset"]
    return kept


def _without(entity: Entity, code: list[Entity]) -> list[Entity]:
    """The parts of a style that lie outside code."""
    parts, start = [], entity["offset"]
    for hole in [each for each in code if _meet(each, entity)]:
        parts.append((start, hole["offset"]))
        start = _end(hole)
    parts.append((start, _end(entity)))
    return [
        {**entity, "offset": first, "length": last - first} for first, last in parts if first < last
    ]
