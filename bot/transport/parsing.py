"""``understood``: an update of Telegram's as the handlers' object, or refused whole."""

from collections.abc import Iterator
from typing import Any

from telegram import Bot, Update

# What the handlers, and the storage behind them, take for granted of the fields they use:
# https://core.telegram.org/bots/api#update. Where a name means different things in different
# objects it stands with that of its object.
_INTEGERS = frozenset(
    {"update_id", "message_id", "message_thread_id", "date", "migrate_to_chat_id", "length"}
    | {(owner, "id") for owner in ("chat", "from", "sender_chat", "user", "via_bot")}
    | {(owner, "offset") for owner in ("entities", "caption_entities")}
)
_TEXTS = frozenset(
    {"first_name", "last_name", "username", "title", "type", "status", "text", "caption"}
    | {"callback_data"}
    | {("callback_query", "id"), ("callback_query", "data")}
    | {("inline_query", "id"), ("inline_query", "query"), ("inline_query", "offset")}
)
_PERSONS = frozenset((owner, "id") for owner in ("from", "user", "via_bot"))
_LARGEST = 2**52  # Telegram's numbers have no more bits


class NotUnderstood(ValueError):
    """An update that neither the library nor a handler can take; told without what it holds."""


def understood(sent: object, bot: Bot) -> Update:
    """The update that ``sent``, a parsed JSON text, stands for."""
    if not isinstance(sent, dict):
        raise NotUnderstood("no object")
    try:
        for owner, name, value in _fields("", sent):
            _check(owner, name, value)
        return Update.de_json(sent, bot)
    except NotUnderstood:
        raise
    # Dates beyond all years, lists for objects, fields left out, nesting without end: the library
    # fails at them in as many ways.
    except Exception as error:
        raise NotUnderstood(type(error).__name__) from error


def _fields(owner: str, value: object) -> Iterator[tuple[str, str, Any]]:
    """All that an object holds, at any depth; a list's objects go by the name of the list."""
    if isinstance(value, list):
        for item in value:
            yield from _fields(owner, item)
    elif isinstance(value, dict):
        for name, held in value.items():
            yield owner, name, held
            yield from _fields(name, held)


def _check(owner: str, name: str, value: object) -> None:
    kinds = {name, (owner, name)}
    whole = type(value) is int and abs(value) <= _LARGEST  # true is one too in Python
    if kinds & _INTEGERS and not whole:
        raise NotUnderstood(f"{name} is no number of an id, a date or a place")
    if kinds & _PERSONS and isinstance(value, int) and value < 1:
        raise NotUnderstood(f"{owner} is nobody")
    if kinds & _TEXTS and not (value is None or isinstance(value, str)):
        raise NotUnderstood(f"{name} is no text")
