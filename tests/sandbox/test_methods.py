"""The sandbox answers what the bot calls, and little more."""

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from telegram import CallbackQuery, InlineQuery, Message
from telegram.ext import ExtBot

import bot
from bot.sandbox.methods import HANDLERS

NOT_CALLED = {
    "getMe": "python-telegram-bot itself asks it when a bot begins",
    "getUpdates": "asked for by the bot's own polling, as raw JSON",
}
"""Methods that no line of the bot calls, each with why the sandbox answers it all the same."""

RECEIVERS: dict[str, tuple[type[Any], ...]] = {
    "bot": (ExtBot,),
    "_bot": (ExtBot,),
    "message": (Message,),
    "query": (CallbackQuery, InlineQuery),
}
"""What the bot's source calls the objects that speak to Telegram."""


def called(source: str) -> set[str]:
    """The Bot API methods that a module calls, by a bot or by a shortcut of what came from one."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return {_camel(name) for call in calls for name in _asked(call)}


def _asked(call: ast.Call) -> Iterator[str]:
    if not isinstance(call.func, ast.Attribute):
        return
    receiver = call.func.value
    name = receiver.attr if isinstance(receiver, ast.Attribute) else getattr(receiver, "id", "")
    for kind in RECEIVERS.get(name, ()):
        method = getattr(kind, call.func.attr, None)
        if method is not None and _takes(method, call):
            # A shortcut's documentation names the method that it is short for.
            shortcut = re.search(r"bot\.(\w+)\(", method.__doc__ or "")
            yield shortcut[1] if shortcut and kind is not ExtBot else call.func.attr


def _takes(method: Any, call: ast.Call) -> bool:
    named = {each.arg: None for each in call.keywords if each.arg}
    try:
        inspect.signature(method).bind_partial(None, *call.args, **named)
    except TypeError:
        return False
    return True


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.title() for part in rest)


def test_each_method_is_called_by_the_bot_or_kept_for_a_reason() -> None:
    folder = Path(bot.__file__).parent
    sources = [path for path in folder.rglob("*.py") if "sandbox" not in path.parts]
    by_the_bot = set[str]().union(*(called(path.read_text("utf-8")) for path in sources))
    assert set(HANDLERS) - by_the_bot == set(NOT_CALLED)


@pytest.mark.parametrize(
    ("source", "methods"),
    [
        ("self._bot.send_dice(chat_id)", {"sendDice"}),
        ("context.bot.edit_message_text(text)", {"editMessageText"}),
        ("message.delete()", {"deleteMessage"}),
        ("query.answer(text, show_alert=True)", {"answerCallbackQuery"}),
        ("self.query.answer(results, is_personal=True)", {"answerInlineQuery"}),
        ("storage.close()", set()),
        ("send_dice(chat_id)", set()),
    ],
)
def test_how_calls_are_found(source: str, methods: set[str]) -> None:
    assert called(source) == methods
