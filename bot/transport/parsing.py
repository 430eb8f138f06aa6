"""``understood``: updates as they arrive, JSON, turned into what the handlers work with.

Telegram adds fields, kinds and values as it likes. So only what the handlers take for granted is
looked at; what an update holds beside it is let through, and left out where the library stumbles
over it. ``decoded`` reads the JSON itself.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from telegram import Bot, Update

_LARGEST = 2**52
"""Telegram's numbers have no more bits."""
_DIGITS = 30
"""Python refuses to read numbers of thousands of digits; those of more than so many are floats."""


class Endless(str):
    """A JSON text whose nesting has no end."""

    __slots__ = ()


class NotUnderstood(ValueError):
    """An update that neither the library nor a handler can take; told without what it holds."""


def _whole(value: object) -> bool:
    return type(value) is int and abs(value) <= _LARGEST  # true is one too in Python


def _of_person(value: object) -> bool:
    return _whole(value) and cast(int, value) >= 1


def _word(value: object) -> bool:
    return isinstance(value, str)


def _text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _anything(_: object) -> bool:
    return True


Check: TypeAlias = Callable[[object], bool]


@dataclass(frozen=True, slots=True)
class Shape:
    """What of an object is of use: the fields that it must have, and those that it may have."""

    must: dict[str, "Field"]
    may: dict[str, "Field"]

    @property
    def fields(self) -> dict[str, "Field"]:
        """All of them."""
        return self.must | self.may


Field: TypeAlias = "Check | Shape | list[Field]"
"""A check, an object, or a list of which each is so."""

# https://core.telegram.org/bots/api#update: what the handlers, and the storage behind them, take
# for granted of the fields they use.
_NAMES: dict[str, Field] = {"first_name": _text, "last_name": _text, "username": _text}
_PERSON = Shape({"id": _of_person}, {"is_bot": _anything, **_NAMES})
_CHAT = Shape({"id": _whole, "type": _word}, {"title": _text, **_NAMES})
_ENTITY = Shape({"type": _word, "offset": _whole, "length": _whole}, {})
_BUTTON = Shape({}, {"text": _anything, "callback_data": _text})
_REPLIED = Shape(
    {"message_id": _whole, "date": _whole, "chat": _CHAT},
    {
        "message_thread_id": _whole,
        "is_topic_message": _anything,
        "is_automatic_forward": _anything,
        "from": _PERSON,
        "sender_chat": _CHAT,
        "via_bot": _PERSON,
        "text": _text,
        "caption": _text,
        "entities": [_ENTITY],
        "caption_entities": [_ENTITY],
        "migrate_to_chat_id": _whole,
        "migrate_from_chat_id": _whole,
        "reply_markup": Shape({}, {"inline_keyboard": [[_BUTTON]]}),
    },
)
_MESSAGE = Shape(_REPLIED.must, {**_REPLIED.may, "reply_to_message": _REPLIED})
_MEMBER = Shape({"status": _word, "user": _PERSON}, {"is_member": _anything})
_KINDS: dict[str, Field] = {
    "message": _MESSAGE,
    "callback_query": Shape(
        {"id": _word, "from": _PERSON},
        {
            "chat_instance": _anything,
            "data": _text,
            "message": _MESSAGE,
            "inline_message_id": _text,
        },
    ),
    "my_chat_member": Shape(
        {
            "chat": _CHAT,
            "from": _PERSON,
            "date": _whole,
            "old_chat_member": _MEMBER,
            "new_chat_member": _MEMBER,
        },
        {},
    ),
    "chosen_inline_result": Shape(
        {"result_id": _word, "from": _PERSON, "query": _text}, {"inline_message_id": _text}
    ),
    "inline_query": Shape({"id": _word, "from": _PERSON, "query": _word, "offset": _text}, {}),
}
UPDATE = Shape({"update_id": _whole}, _KINDS)
"""What of an update is of use to the bot; other kinds of update are to nobody."""


def understood(sent: Any, bot: Bot) -> Update:
    """The update that ``sent``, a parsed JSON text, stands for."""
    try:
        _require("update", UPDATE, sent)
        of_use = {name: held for name, held in sent.items() if name in UPDATE.fields}
        try:
            return Update.de_json(of_use, bot)
        # Other fields may hold what the library does not know yet: dates beyond all years, lists
        # for objects, fields left out, nesting without end. It fails at them in as many ways.
        except Exception:  # noqa: BLE001
            return Update.de_json(_essence(UPDATE, of_use), bot)
    except NotUnderstood:
        raise
    except Exception as error:
        raise NotUnderstood(type(error).__name__) from error


def number_of(sent: object) -> int | None:
    """The number by which an update is confirmed, be it understood or not."""
    number = sent.get("update_id") if isinstance(sent, dict) else None
    return number if _whole(number) else None


def decoded(body: bytes) -> Any:
    """What the JSON text stands for; ``ValueError`` where it is none.

    One without an end to its nesting stands for itself: it is JSON, and comes again as it is.
    """
    text = body.decode("utf-8", "replace")
    try:
        return json.loads(text, parse_int=_number)
    except RecursionError:
        return Endless(text)


def _number(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS else float(digits)


def _require(name: str, field: Field, value: object) -> None:
    """Raises ``NotUnderstood`` where the value is not what the field has to be."""
    if isinstance(field, Shape):
        if not isinstance(value, dict) or not field.must.keys() <= value.keys():
            raise NotUnderstood(f"{name} is no such object, or lacks something")
        for each, inner in field.fields.items():
            if each in value:
                _require(each, inner, value[each])
    elif isinstance(field, list):
        if not isinstance(value, list):
            raise NotUnderstood(f"{name} is no list")
        for item in value:
            _require(name, field[0], item)
    elif not field(value):
        raise NotUnderstood(f"{name} is not what it has to be")


def _essence(field: Field, value: Any) -> Any:
    """The same with nothing but the fields of use."""
    if isinstance(field, Shape):
        return {
            name: _essence(inner, value[name])
            for name, inner in field.fields.items()
            if name in value
        }
    return [_essence(field[0], item) for item in value] if isinstance(field, list) else value
