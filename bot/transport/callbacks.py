"""What buttons mean: the classes of ``Callback``, one packer and one parser of their data.

Data is ``verb:field:field…``; integers are written in lower-case base 36, an absent one is empty.
Whatever does not parse is ``None``: it was forged, or made by a version that is gone.
"""

import re
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import ClassVar, TypeAlias, get_args

MAX_BYTES = 64
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_INTEGER = re.compile(r"0|[1-9a-z][0-9a-z]{0,11}")
_TEXT = re.compile(r"[!-9;-~]{0,32}")


class Action(StrEnum):
    """What can be done to a game beyond a move. The values are data of buttons that people have
    under their messages: they stay."""

    UNDO = "undo"
    HINT = "hint"
    COMPLETE = "complete"
    REVIEW = "review"
    MENU = "menu"
    BACK = "back"
    BELOW = "down"
    RULES = "rules"
    SETTINGS = "settings"
    FINISH = "finish"
    AGAIN = "again"
    CARDS_LEFT = "left"
    CLOSE = "close"
    SHARE = "share"
    RECORD = "record"
    REPLAY = "replay"
    ABOUT_REDEAL = "redeal"
    STAY = "stay"


@dataclass(frozen=True, slots=True)
class Move:
    """A move or shorthand in the position ``revision`` of a game."""

    verb: ClassVar[str] = "m"
    game: int
    revision: int
    code: str


@dataclass(frozen=True, slots=True)
class GameAction:
    """Anything else that is done to a game."""

    verb: ClassVar[str] = "g"
    game: int
    revision: int
    action: Action


@dataclass(frozen=True, slots=True)
class NewGame:
    """The choice of a way to play."""

    verb: ClassVar[str] = "c"


@dataclass(frozen=True, slots=True)
class Start:
    """A game of ``kind``, of the deal ``number`` or of the deal of the day ``date`` if one is
    named; ``replacing`` is the game that may leave the table for it, as ``asker`` has asked."""

    verb: ClassVar[str] = "n"
    kind: str
    number: int | None = None
    replacing: int | None = None
    asker: int | None = None
    date: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """Ending the game on the table, as ``asker`` has asked."""

    verb: ClassVar[str] = "f"
    game: int
    asker: int | None


@dataclass(frozen=True, slots=True)
class Open:
    """A page of a text with sections: rules, privacy …"""

    verb: ClassVar[str] = "o"
    book: str
    page: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of the chat to be changed; ``value`` is the number of what it becomes."""

    verb: ClassVar[str] = "s"
    name: str
    value: int = 0


@dataclass(frozen=True, slots=True)
class Day:
    """The deals of the day ``date``; of today if it is empty."""

    verb: ClassVar[str] = "y"
    date: str = ""


@dataclass(frozen=True, slots=True)
class Archive:
    """The past days before ``before``; the last ones if it is empty."""

    verb: ClassVar[str] = "a"
    before: str = ""


@dataclass(frozen=True, slots=True)
class Top:
    """A page of the leaderboard; without ``period`` a new message with one of ``kind``."""

    verb: ClassVar[str] = "t"
    period: str = ""
    field: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class TopLines:
    """Further lines of a leaderboard, before which ``first`` others stand; without a number those
    around one's own."""

    verb: ClassVar[str] = "tl"
    period: str
    field: str
    kind: str
    first: int | None


@dataclass(frozen=True, slots=True)
class Stats:
    """A page of the statistics: a kind, or a month such as ``2026-11``."""

    verb: ClassVar[str] = "i"
    page: str


@dataclass(frozen=True, slots=True)
class Remind:
    """What becomes of the reminder: an ``hour`` is set, others are shown, it is no more wanted."""

    verb: ClassVar[str] = "h"
    action: str
    hour: int | None = None


@dataclass(frozen=True, slots=True)
class Privacy:
    """What is done about one's own data."""

    verb: ClassVar[str] = "p"
    action: str


@dataclass(frozen=True, slots=True)
class Tour:
    """A ``step`` of the tour before a person's first ``game``; past the last one: to the table."""

    verb: ClassVar[str] = "u"
    game: int
    step: int


@dataclass(frozen=True, slots=True)
class Cover:
    """The cover of the deal ``label``, under which others are called to play it."""

    verb: ClassVar[str] = "v"
    label: str


@dataclass(frozen=True, slots=True)
class Challengers:
    """Who has played the challenge ``token``: the one button of ours in other people's chats."""

    verb: ClassVar[str] = "w"
    token: str


@dataclass(frozen=True, slots=True)
class TakeUp:
    """Taking up the challenge ``token``, for which the game ``replacing`` may leave the table."""

    verb: ClassVar[str] = "x"
    token: str
    replacing: int


@dataclass(frozen=True, slots=True)
class Hear:
    """Whether a person wants to hear of being beaten; ``asked`` where a message has asked it."""

    verb: ClassVar[str] = "b"
    wish: str
    asked: str = ""


Callback: TypeAlias = (
    Move
    | GameAction
    | NewGame
    | Start
    | Drop
    | Open
    | Setting
    | Day
    | Archive
    | Top
    | TopLines
    | Stats
    | Remind
    | Privacy
    | Tour
    | Cover
    | Challengers
    | TakeUp
    | Hear
)

_KINDS: dict[str, type[Callback]] = {kind.verb: kind for kind in get_args(Callback)}
_FORMER_ACTIONS: dict[str, Callback] = {"new": NewGame()}
"""Actions of earlier versions, whose buttons still stand under old messages."""


def pack(callback: Callback) -> str:
    """The data of a button; ``ValueError`` where Telegram would refuse it or it would not parse."""
    parts = [callback.verb]
    for field in fields(callback):
        value = getattr(callback, field.name)
        if value is None:
            parts.append("")
        else:
            parts.append(_base36(value) if isinstance(value, int) else value)
    data = ":".join(parts)
    if len(data.encode()) > MAX_BYTES or parse(data) != callback:
        raise ValueError(f"not a button's data: {data!r}")
    return data


def parse(data: str) -> Callback | None:
    """What a button's data means; ``None`` if nothing that we could have packed."""
    verb, *parts = data.split(":")
    kind = _KINDS.get(verb)
    if kind is None or len(data.encode(errors="replace")) > MAX_BYTES:
        return None
    names = fields(kind)
    if len(parts) != len(names):
        return None
    if kind is GameAction and (former := _FORMER_ACTIONS.get(parts[-1])) is not None:
        return former if all(map(_INTEGER.fullmatch, parts[:-1])) else None
    try:
        values = [_value(field.type, part) for field, part in zip(names, parts, strict=True)]
    except ValueError:
        return None
    return kind(*values)  # type: ignore[arg-type]


def _value(kind: object, part: str) -> int | str | None:
    """A field's value; ``ValueError`` for what no field of this type is packed to."""
    if kind is Action:
        return Action(part)
    if kind is str:
        if not _TEXT.fullmatch(part):
            raise ValueError(part)
        return part
    if not part and kind is not int:
        return None
    if not _INTEGER.fullmatch(part):
        raise ValueError(part)
    return int(part, 36)


def _base36(n: int) -> str:
    if n < 0:
        raise ValueError(f"not a number for a button: {n}")
    digits = ""
    while n:
        n, digit = divmod(n, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"
