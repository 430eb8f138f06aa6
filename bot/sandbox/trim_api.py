"""Cut the published description of the Bot API down to what the sandbox checks.

``python -m bot.sandbox.trim_api api.json`` reads the machine-readable Bot API in the format of
https://github.com/PaulSonOfLars/telegram-bot-api-spec and writes ``api.json`` beside this file:
parameters, their types and which are required, of the methods that the sandbox answers, with
every type that can be reached from them. No wording is kept.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

_METHODS_NAMES = """
    answerCallbackQuery answerInlineQuery deleteMessage deleteWebhook editMessageCaption
    editMessageMedia editMessageReplyMarkup editMessageText getChatAdministrators getChatMember
    getMe getUpdates sendAnimation sendDocument sendMessage sendPhoto setMyCommands
    setMyDescription setMyShortDescription setWebhook
"""
METHODS = tuple(_METHODS_NAMES.split())

# "Scope type, must be default" · "Type of the chat member, always “member”"
_CONSTANT = re.compile(r"(?:must be|always) [\"“”]?(\w+)[\"“”]?")
_SCALARS = {"Integer", "String", "Boolean", "Float", "True", "InputFile"}


def trim(spec: dict[str, Any]) -> dict[str, Any]:
    """The part of ``spec`` that the sandbox needs, in the form that ``schema.py`` reads."""
    methods = {name: _fields(spec["methods"][name], constants=False) for name in METHODS}
    types: dict[str, Any] = {}
    waiting = {kind for fields in methods.values() for kind in _mentioned(fields)}
    while waiting:
        name = waiting.pop()
        source = spec["types"][name]
        if "subtypes" in source:
            types[name] = {"subtypes": source["subtypes"]}
            waiting |= set(source["subtypes"]) - types.keys()
        else:
            types[name] = {"fields": _fields(source, constants=True)}
            waiting |= _mentioned(types[name]["fields"]) - types.keys()
    return {
        "version": spec["version"],
        "methods": methods,
        "types": {name: types[name] for name in sorted(types)},
    }


def _fields(source: dict[str, Any], *, constants: bool) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for field in source.get("fields", []):
        kept: dict[str, Any] = {"types": field["types"]}
        if field["required"]:
            kept["required"] = True
        constant = _CONSTANT.search(field["description"])
        if constants and field["name"] in ("type", "source") and constant:
            kept["value"] = constant[1]
        fields[field["name"]] = kept
    return fields


def _mentioned(fields: dict[str, Any]) -> set[str]:
    kinds = {kind for field in fields.values() for kind in field["types"]}
    return {kind.replace("Array of ", "") for kind in kinds} - _SCALARS


def main() -> None:
    """Read the file named on the command line and write ``api.json``."""
    spec = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    lines = json.dumps(trim(spec), indent=1, sort_keys=False)
    Path(__file__).with_name("api.json").write_text(lines + "\n", "utf-8")


if __name__ == "__main__":
    main()
