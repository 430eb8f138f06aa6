"""getMe, commands, names and descriptions, the menu button."""

import re
from typing import Any

from bot.sandbox.errors import bad_request
from bot.sandbox.html import utf16_length
from bot.sandbox.methods.call import Call, Handler, find_chat
from bot.sandbox.profile import scope_key

_COMMAND = re.compile(r"/?[a-z0-9_]{1,32}")
_LIMITS = {"name": 64, "description": 512, "short_description": 120}


async def _get_me(call: Call) -> Any:
    return call.world.bot | call.world.bot_abilities


async def _set_commands(call: Call) -> Any:
    commands = call.params["commands"]
    if len(commands) > 100:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not command["command"]:
            raise bad_request("command must be non-empty")
        if not _COMMAND.fullmatch(command["command"]):
            raise bad_request("BOT_COMMAND_INVALID")
        if not command["description"].strip():
            raise bad_request("command description must be non-empty")
        if utf16_length(command["description"]) > 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    key = _key(call)
    call.world.profile.commands[key] = [
        {**command, "command": command["command"].removeprefix("/")} for command in commands
    ]
    return _commands_changed(call)


async def _get_commands(call: Call) -> Any:
    return call.world.profile.commands.get(_key(call), [])


async def _delete_commands(call: Call) -> Any:
    call.world.profile.commands.pop(_key(call), None)
    return _commands_changed(call)


def _key(call: Call) -> str:
    scope = dict(call.get("scope") or {"type": "default"})
    if "chat_id" in scope:
        chat = find_chat(call.world, scope["chat_id"])
        if chat.type == "private" and scope["type"] != "chat":
            raise bad_request("can't use specified scope in private chats")
        scope["chat_id"] = chat.id
    return scope_key(scope, _language(call))


def _language(call: Call) -> str:
    language = call.get("language_code") or ""
    if language and not re.fullmatch(r"[a-z]{2}", language):
        raise bad_request("invalid language code specified")
    return language


def _commands_changed(call: Call) -> bool:
    call.world.profile.save()
    call.world.emit("commands")
    return True


def _setter(kind: str) -> Handler:
    async def set_text(call: Call) -> Any:
        text = call.get(kind) or ""
        if utf16_length(text) > _LIMITS[kind]:
            raise bad_request(f"bot {kind.replace('_', ' ')} is too long")
        call.world.profile.set_text(kind, _language(call), text)
        call.world.emit("bot")
        return True

    return set_text


def _getter(kind: str) -> Handler:
    async def get_text(call: Call) -> Any:
        return {kind: call.world.profile.text(kind, _language(call))}

    return get_text


async def _set_menu_button(call: Call) -> Any:
    chat_id = call.get("chat_id")
    if chat_id and find_chat(call.world, chat_id).type != "private":
        raise bad_request("chat not found")
    button = call.get("menu_button") or {"type": "default"}
    key = str(chat_id or "")
    if button["type"] == "default":
        call.world.profile.menu_buttons.pop(key, None)
    else:
        call.world.profile.menu_buttons[key] = button
    return _commands_changed(call)


async def _get_menu_button(call: Call) -> Any:
    return call.world.profile.menu_button(call.get("chat_id") or 0)


METHODS: dict[str, Handler] = {
    "getMe": _get_me,
    "setMyCommands": _set_commands,
    "getMyCommands": _get_commands,
    "deleteMyCommands": _delete_commands,
    "setMyName": _setter("name"),
    "getMyName": _getter("name"),
    "setMyDescription": _setter("description"),
    "getMyDescription": _getter("description"),
    "setMyShortDescription": _setter("short_description"),
    "getMyShortDescription": _getter("short_description"),
    "setChatMenuButton": _set_menu_button,
    "getChatMenuButton": _get_menu_button,
}
