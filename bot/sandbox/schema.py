"""Check calls against the description of the Bot API in ``api.json``.

Telegram takes each parameter as text (which is JSON where an object is wanted) or, in a JSON body,
as a JSON value. :func:`check` makes plain Python values of both, or refuses the call. Telegram
ignores parameters that a method does not have. Here one that no method has is refused, since it is
a mistake; one that other methods have is ignored, too, because python-telegram-bot sends its
defaults with every call.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from bot.sandbox.errors import ApiError, bad_request

_API: dict[str, Any] = json.loads(Path(__file__).with_name("api.json").read_text("utf-8"))
_TYPES: dict[str, Any] = _API["types"]
METHODS: dict[str, dict[str, Any]] = _API["methods"]
"""The parameters of each method that the sandbox answers."""

_MISSING = {
    "chat_id": "chat_id is empty",
    "text": "message text is empty",
    "message_id": "message identifier is not specified",
    "photo": "there is no photo in the request",
    "animation": "there is no animation in the request",
    "document": "there is no document in the request",
    "callback_query_id": "query is too old and response timeout expired or query ID is invalid",
    "inline_query_id": "query is too old and response timeout expired or query ID is invalid",
}
_UNREADABLE = {
    "reply_markup": "can't parse reply keyboard markup JSON object",
    "reply_parameters": "can't parse reply parameters JSON object",
    "link_preview_options": "can't parse link preview options JSON object",
    "media": "can't parse input media JSON object",
    "commands": "can't parse commands JSON object",
    "scope": "can't parse BotCommandScope JSON object",
    "results": "can't parse JSON encoded inline query results",
}
_CONTEXT = {
    "InlineKeyboardButton": "inline keyboard button",
    "KeyboardButton": "keyboard button",
    "InlineQueryResult": "inline query result",
}


@cache
def _by_lower_name() -> dict[str, str]:
    return {name.lower(): name for name in METHODS}


@cache
def _known_anywhere() -> frozenset[str]:
    return frozenset(name for parameters in METHODS.values() for name in parameters)


def method_name(name: str) -> str | None:
    """The proper spelling of a method (Telegram ignores its case), or None if there is none."""
    return _by_lower_name().get(name.lower())


def check(method: str, given: Mapping[str, Any], files: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a call as Python values; raises :class:`ApiError` if they do not fit.

    ``files`` are the parts that were uploaded; a parameter of type InputFile may be one of them.
    """
    known = METHODS[method]
    if unknown := given.keys() - known.keys() - _known_anywhere():
        raise bad_request(f'unknown parameter "{min(unknown)}" in the request')
    values: dict[str, Any] = {}
    for name, field in known.items():
        if name in files and "InputFile" in field["types"]:
            continue
        raw = given.get(name)
        if raw is None or raw == "":
            if field.get("required") and not _may_be_empty(method, name):
                raise bad_request(_MISSING.get(name, f'parameter "{name}" is required'))
            if raw == "":
                values[name] = raw
            continue
        values[name] = _parameter(name, field["types"], raw)
    return values


def _may_be_empty(method: str, name: str) -> bool:
    return (method, name) == ("setWebhook", "url")


def _parameter(name: str, types: list[str], raw: Any) -> Any:
    structured = [kind for kind in types if kind.startswith("Array of ") or kind in _TYPES]
    if structured and isinstance(raw, str):
        try:
            raw = json.loads(raw)
        except ValueError:
            reason = _UNREADABLE.get(name, f"can't parse {name} JSON object")
            raise bad_request(reason) from None
    if name == "reply_markup" and raw == {}:
        return raw  # no keyboard of any kind, which takes off the one that is there
    return _value(name, types, raw, inside=False)


def _value(name: str, types: list[str], raw: Any, *, inside: bool) -> Any:
    """``raw`` as the first of ``types`` that it fits.

    ``inside`` an object it must have the right JSON type; a parameter may be text.
    """
    refusal: ApiError | None = None
    for kind in types:
        try:
            return _one(name, kind, raw, inside=inside)
        except ApiError as error:
            # Of several refusals, that of the type which the value looks like says most.
            if refusal is None or (kind in _TYPES and _resembles(kind, raw)):
                refusal = error
    assert refusal is not None  # noqa: S101 - every parameter has a type
    raise refusal


def _one(name: str, kind: str, raw: Any, *, inside: bool) -> Any:
    if kind.startswith("Array of "):
        if not isinstance(raw, list):
            raise bad_request(f'field "{name}" must be of type Array')
        return [_value(name, [kind.removeprefix("Array of ")], item, inside=True) for item in raw]
    if kind in _TYPES:
        return _object(name, kind, raw)
    return _SCALARS[kind](name, raw, inside)


def _integer(name: str, raw: Any, inside: bool) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    text = raw.strip() if isinstance(raw, str) else ""
    if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 20:
        return int(text)
    raise bad_request(f'field "{name}" must be of type Number' if inside else f"invalid {name}")


def _string(name: str, raw: Any, inside: bool) -> str:
    if isinstance(raw, str):
        return _utf8(raw)
    if isinstance(raw, int | float) and not isinstance(raw, bool) and not inside:
        return str(raw)
    raise bad_request(f'field "{name}" must be of type String')


def _boolean(name: str, raw: Any, inside: bool) -> bool:
    if isinstance(raw, bool):
        return raw
    # As lenient as Telegram: anything that does not say yes means no.
    if isinstance(raw, str) and not inside:
        return raw.lower() in ("true", "yes", "1")
    raise bad_request(f'field "{name}" must be of type Boolean')


def _float(name: str, raw: Any, _inside: bool) -> float:
    try:
        return float(raw)
    except (TypeError, ValueError):
        raise bad_request(f'field "{name}" must be of type Number') from None


_SCALARS = {
    "Integer": _integer,
    "String": _string,
    "Boolean": _boolean,
    "True": _boolean,
    "Float": _float,
    "InputFile": _string,
}


def _utf8(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise bad_request("strings must be encoded in UTF-8") from None
    return text


def _object(name: str, kind: str, raw: Any) -> dict[str, Any]:
    if not isinstance(raw, dict):
        if name == "reply_markup":
            raise bad_request("object expected as reply markup")
        raise bad_request(f"{_CONTEXT.get(kind, kind)} must be an Object")
    described = _TYPES[kind]
    if "subtypes" in described:
        return _subtype(name, kind, described["subtypes"], raw)
    fields: dict[str, Any] = described["fields"]
    if unknown := raw.keys() - fields.keys():
        raise _in(kind, f'unknown field "{min(unknown)}"')
    value: dict[str, Any] = {}
    for field_name, field in fields.items():
        item = raw.get(field_name)
        if item is None:
            if field.get("required"):
                raise _in(kind, f'Can\'t find field "{field_name}"')
        elif field.get("value", item) != item:
            raise _in(kind, f'wrong "{field_name}" specified')
        else:
            value[field_name] = _field(kind, field_name, field["types"], item)
    return value


def _field(kind: str, name: str, types: list[str], raw: Any) -> Any:
    """A field's value; for some kinds a refusal names the object, as Telegram does."""
    try:
        return _value(name, types, raw, inside=True)
    except ApiError as error:
        if kind not in _CONTEXT:
            raise
        raise _in(kind, error.description.removeprefix("Bad Request: ")) from None


def _subtype(name: str, kind: str, subtypes: list[str], raw: dict[str, Any]) -> dict[str, Any]:
    fitting = [sub for sub in subtypes if _constant(sub) in (None, raw.get("type"))]
    if not fitting:
        if "type" not in raw:
            raise _in(kind, 'Can\'t find field "type"')
        raise _in(kind, "Unsupported type specified")
    return dict(_value(name, fitting, raw, inside=True))


def _constant(kind: str) -> str | None:
    """The value that an object of this kind has in its field ``type``, or None if any will do."""
    value = _TYPES[kind].get("fields", {}).get("type", {}).get("value")
    return None if value is None else str(value)


def _resembles(kind: str, raw: Any) -> bool:
    """Whether an object has all that ``kind`` requires."""
    fields = _TYPES[kind].get("fields")
    if not fields or not isinstance(raw, dict):
        return False
    required = [name for name, field in fields.items() if field.get("required")]
    return all(name in raw for name in required)


def _in(kind: str, reason: str) -> ApiError:
    return bad_request(f"can't parse {_CONTEXT.get(kind, kind)}: {reason}")
