"""getMe, setMyCommands, setMyDescription, setMyShortDescription."""

import re
from typing import Any

from bot.sandbox.errors import bad_request
from bot.sandbox.html import utf16_length
from bot.sandbox.methods.call import Call, Handler, find_chat
from bot.sandbox.profile import scope_key

_COMMAND = re.compile(r"/?[a-z0-9_]{1,32}")
_LIMITS = {"description": 512, "short_description": 120}


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
    call.world.profile.save()
    call.world.emit("commands")
    return True


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


def _setter(kind: str) -> Handler:
    async def set_text(call: Call) -> Any:
        text = call.get(kind) or ""
        if utf16_length(text) > _LIMITS[kind]:
            raise bad_request(f"bot {kind.replace('_', ' ')} is too long")
        call.world.profile.set_text(kind, _language(call), text)
        call.world.emit("bot")
        return True

    return set_text


METHODS: dict[str, Handler] = {
    "getMe": _get_me,
    "setMyCommands": _set_commands,
    "setMyDescription": _setter("description"),
    "setMyShortDescription": _setter("short_description"),
}
