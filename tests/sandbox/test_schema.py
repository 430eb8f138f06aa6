"""Calls are checked against the description of the Bot API."""

import json
from typing import Any

import aiohttp
import pytest
from telegram import Bot, BotCommandScopeChat
from telegram.error import InvalidToken
from telegram.request import HTTPXRequest

from bot.sandbox.errors import ApiError
from bot.sandbox.methods import HANDLERS
from bot.sandbox.schema import METHODS, check
from bot.sandbox.trim_api import trim
from tests.sandbox.refusals import refused
from tests.staging.driver import Town
from tests.staging.seats import Seat


def test_every_method_described_is_answered() -> None:
    assert set(HANDLERS) == set(METHODS)


@pytest.mark.parametrize(
    ("method", "given", "values"),
    [
        ("getUpdates", {"offset": "-1", "limit": "5"}, {"offset": -1, "limit": 5}),
        (
            "sendMessage",
            {"chat_id": "-100", "text": "x", "protect_content": "True"},
            {"chat_id": -100, "text": "x", "protect_content": True},
        ),
        ("sendMessage", {"chat_id": "@dacha", "text": 5}, {"chat_id": "@dacha", "text": "5"}),
        (
            "getUpdates",
            {"allowed_updates": '["message","callback_query"]'},
            {"allowed_updates": ["message", "callback_query"]},
        ),
        (
            "setMyCommands",
            {"commands": [{"command": "a", "description": "b"}], "scope": '{"type": "default"}'},
            {
                "commands": [{"command": "a", "description": "b"}],
                "scope": {"type": "default"},
            },
        ),
        ("setWebhook", {"url": ""}, {"url": ""}),
        ("sendMessage", {"chat_id": 1, "text": "x", "reply_markup": "{}"}, None),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "reply_markup": '{"force_reply": true}'},
            None,
        ),
    ],
)
def test_calls_that_fit(method: str, given: dict[str, Any], values: dict[str, Any] | None) -> None:
    checked = check(method, given, {})
    assert values is None or checked == values


@pytest.mark.parametrize(
    ("method", "given", "reason"),
    [
        ("sendMessage", {"text": "x"}, "chat_id is empty"),
        ("sendMessage", {"chat_id": "", "text": "x"}, "chat_id is empty"),
        ("sendMessage", {"chat_id": 1}, "message text is empty"),
        ("deleteMessage", {"chat_id": 1}, "message identifier is not specified"),
        ("deleteMessage", {"chat_id": 1, "message_id": "x"}, "invalid message_id"),
        ("deleteMessage", {"chat_id": 1, "message_id": True}, "invalid message_id"),
        ("deleteMessage", {"chat_id": 1, "message_id": "²"}, "invalid message_id"),
        (
            "getUpdates",
            {"allowed_updates": '["message"'},
            "can't parse allowed_updates JSON object",
        ),
        (
            "getUpdates",
            {"allowed_updates": "[5]"},
            'field "allowed_updates" must be of type String',
        ),
        (
            "getUpdates",
            {"allowed_updates": "5"},
            'field "allowed_updates" must be of type Array',
        ),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "reply_parameters": '{"message_id": "x"}'},
            'field "message_id" must be of type Number',
        ),
        ("sendPhoto", {"chat_id": 1}, "there is no photo in the request"),
        (
            "sendMessage",
            {"chat_id": 1, "text": "x", "texts": "y"},
            'unknown parameter "texts" in the request',
        ),
        ("setMyCommands", {}, 'parameter "commands" is required'),
        (
            "setMyCommands",
            {"commands": '[{"command": "a"}]'},
            "can't parse BotCommand: Can't find field \"description\"",
        ),
        ("editMessageMedia", {"media": "{"}, "can't parse input media JSON object"),
        (
            "setMyCommands",
            {"commands": "[]", "scope": '{"type": "chat"}'},
            "can't parse BotCommandScopeChat: Can't find field \"chat_id\"",
        ),
        (
            "setMyCommands",
            {"commands": "[]", "scope": '{"type": "moon"}'},
            "can't parse BotCommandScope: Unsupported type specified",
        ),
    ],
)
def test_calls_that_do_not(method: str, given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ApiError) as caught:
        check(method, given, {})
    assert caught.value.description == f"Bad Request: {reason}"


async def test_parameters_in_every_form(town: Town, anya: Seat) -> None:
    url = f"{town.url}/bot{town.world.token}/SENDmessage"
    given = {"chat_id": str(anya.id), "text": "да"}
    parts = aiohttp.FormData(given)
    parts.add_field("attached", b"x", filename="x.txt")
    async with aiohttp.ClientSession() as session:
        for request in (
            session.get(url, params=given),
            session.post(url, params=given),
            session.post(url, data=given),
            session.post(url, data=parts),
            session.post(url, json={"chat_id": anya.id, "text": "да"}),
        ):
            async with request as response:
                body = await response.json()
                assert (response.status, body["ok"]) == (200, True)
                assert body["result"]["text"] == "да"
        async with session.post(url, data="{", headers={"Content-Type": "application/json"}) as no:
            assert no.status == 400
        async with session.get(f"{town.url}/bot{town.world.token}/sendDice") as no:
            assert await no.json() == {
                "ok": False,
                "error_code": 404,
                "description": "Not Found: method not found",
            }
    assert len(anya.from_bot) == 5


async def test_a_wrong_token_is_nobody(town: Town) -> None:
    stranger = Bot("1:wrong", f"{town.url}/bot", request=HTTPXRequest())
    with pytest.raises(InvalidToken):
        await stranger.initialize()
    await stranger.shutdown()


async def test_scopes_name_chats(bot: Bot, anya: Seat) -> None:
    commands = [("new", "Новая игра")]
    await bot.set_my_commands(commands, scope=BotCommandScopeChat(anya.id))
    with refused("Chat not found"):
        await bot.set_my_commands(commands, scope=BotCommandScopeChat(5))


def test_the_description_is_cut_down() -> None:
    field = {"name": "x", "types": ["Array of Kind"], "required": True, "description": "words"}
    kinds = {
        "Kind": {"subtypes": ["Round"]},
        "Round": {
            "fields": [
                {
                    "name": "type",
                    "types": ["String"],
                    "required": True,
                    "description": "Type, must be round",
                }
            ]
        },
        "Other": {"fields": []},
    }
    methods: dict[str, Any] = {name: {"fields": [field]} for name in METHODS}
    methods["sendDice"] = {"fields": []}
    cut = trim({"version": "1", "methods": methods, "types": kinds})
    assert set(cut["methods"]) == set(METHODS)
    assert cut["methods"]["getMe"] == {"x": {"types": ["Array of Kind"], "required": True}}
    assert cut["types"] == {
        "Kind": {"subtypes": ["Round"]},
        "Round": {"fields": {"type": {"types": ["String"], "required": True, "value": "round"}}},
    }
    assert "words" not in json.dumps(cut)
