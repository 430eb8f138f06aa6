"""Keyboards under messages: :func:`inline_keyboard` checks one."""

from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.methods.addresses import wrong_address
from bot.sandbox.store import Json

_ACTIONS_NAMES = """
    url callback_data web_app login_url switch_inline_query switch_inline_query_current_chat
    switch_inline_query_chosen_chat copy_text callback_game pay
"""
_ACTIONS = tuple(_ACTIONS_NAMES.split())
_BUTTONS_IN_KEYBOARD = 100
_BUTTONS_IN_ROW = 8
_DATA_BYTES = 64
_COPY_CHARACTERS = 256
_QUERY_CHARACTERS = 256
_STYLES = ("danger", "primary", "success")


def inline_keyboard(markup: Json | None) -> Json:
    """``{"reply_markup": …}`` of the message, or ``{}`` where it has no inline keyboard."""
    rows = [row for row in (markup or {}).get("inline_keyboard", []) if row]
    for row in rows:
        if len(row) > _BUTTONS_IN_ROW:
            raise bad_request("reply markup is too long")
        for button in row:
            _check(button)
    if sum(len(row) for row in rows) > _BUTTONS_IN_KEYBOARD:
        raise bad_request("reply markup is too long")
    return {"reply_markup": {"inline_keyboard": rows}} if rows else {}


def _check(button: Json) -> None:
    if not button["text"].strip():
        raise bad_request("inline keyboard button text must be non-empty")
    if button.get("style", "primary") not in _STYLES:
        raise _unreadable("invalid button style specified")
    actions = [name for name in _ACTIONS if _given(button, name)]
    if not actions:
        raise _unreadable("Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        # Telegram silently takes one of them; a button that means two things is a mistake.
        raise _unreadable("Exactly one action must be specified")
    _check_action(actions[0], button[actions[0]])


def _given(button: Json, name: str) -> bool:
    # An empty link or data is no action, but an empty inline query is one.
    return name in button and (button[name] != "" or name not in ("url", "callback_data"))


def _check_action(name: str, value: object) -> None:
    if name == "callback_data" and len(str(value).encode()) > _DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")
    if name == "url" and (why := wrong_address(str(value))):
        raise bad_request(f"inline keyboard button URL '{value}' is invalid: {why}")
    if isinstance(value, dict) and not 1 <= len(value.get("text", "?")) <= _COPY_CHARACTERS:
        raise bad_request("BUTTON_COPY_TEXT_INVALID")
    if name.startswith("switch_inline_query"):
        query = value.get("query", "") if isinstance(value, dict) else str(value)
        if len(query) > _QUERY_CHARACTERS:
            raise bad_request("SWITCH_INLINE_QUERY_INVALID")
    if name in ("callback_game", "pay", "login_url", "web_app"):
        raise bad_request("BUTTON_TYPE_INVALID")  # needs what this bot has not set up


def _unreadable(reason: str) -> ApiError:
    return bad_request(f"can't parse inline keyboard button: {reason}")
