"""The bot's commands and descriptions."""

from typing import Any

import pytest
from telegram import (
    Bot,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
    BotCommandScopeChatAdministrators,
    BotCommandScopeChatMember,
)

from tests.sandbox.refusals import refused
from tests.staging.driver import Town
from tests.staging.seats import Seat


async def test_who_the_bot_is(bot: Bot) -> None:
    me = await bot.get_me()
    assert (me.username, me.is_bot, me.supports_inline_queries) == ("pasyans_bot", True, True)
    assert me.can_join_groups
    assert not me.can_read_all_group_messages


async def test_commands_by_scope_and_language(bot: Bot, town: Town, anya: Seat) -> None:
    private = BotCommandScopeAllPrivateChats()
    await bot.set_my_commands([("new", "Новая игра"), ("top", "Рейтинг")], scope=private)
    await bot.set_my_commands([("new", "New game")], scope=private, language_code="en")
    offered = town.world.profile.commands_for
    assert offered(anya.user_id, "ru", anya.chat) == [
        {"command": "new", "description": "Новая игра"},
        {"command": "top", "description": "Рейтинг"},
    ]
    assert offered(anya.user_id, "en", anya.chat) == [{"command": "new", "description": "New game"}]
    assert offered(anya.user_id, "ru", town.group().chat) == []


@pytest.mark.parametrize(
    ("command", "description", "reason"),
    [
        ("", "x", "command must be non-empty"),
        ("New", "x", "BOT_COMMAND_INVALID"),
        ("новая", "x", "BOT_COMMAND_INVALID"),
        ("x" * 33, "x", "BOT_COMMAND_INVALID"),
        ("a-b", "x", "BOT_COMMAND_INVALID"),
        ("new", " ", "command description must be non-empty"),
        ("new", "x" * 257, "BOT_COMMAND_DESCRIPTION_INVALID"),
    ],
)
async def test_commands_that_telegram_refuses(
    bot: Bot, command: str, description: str, reason: str
) -> None:
    with refused(reason):
        await bot.set_my_commands([(command, description)])
    assert await bot.set_my_commands([("x" * 32, "x" * 256)])


async def test_a_hundred_commands(bot: Bot) -> None:
    commands = [(f"c{number}", "x") for number in range(101)]
    with refused("BOT_COMMANDS_TOO_MUCH"):
        await bot.set_my_commands(commands)
    assert await bot.set_my_commands(commands[:100])


async def test_the_narrowest_scope_wins(bot: Bot, town: Town) -> None:
    group, anya_id = town.group(), town.person("Аня")["id"]
    scopes: list[BotCommandScope] = [
        BotCommandScope("default"),
        BotCommandScopeAllGroupChats(),
        BotCommandScopeAllChatAdministrators(),
        BotCommandScopeChat(group.id),
        BotCommandScopeChatAdministrators(group.id),
        BotCommandScopeChatMember(group.id, anya_id),
    ]
    profile = town.world.profile
    for number, scope in enumerate(scopes):
        await bot.set_my_commands([("a", f"{number}")], scope=scope)
        shown = profile.commands_for(anya_id, "ru", group.chat)
        assert shown == [{"command": "a", "description": f"{number}"}]
    vera = profile.commands_for(town.person("Вера")["id"], "ru", group.chat)
    assert vera == [{"command": "a", "description": "3"}]
    await bot.set_my_commands([("a", "ru")], scope=scopes[-1], language_code="ru")
    assert profile.commands_for(anya_id, "ru", group.chat)[0]["description"] == "ru"


async def test_scopes_of_groups_are_not_for_private_chats(bot: Bot, anya: Seat) -> None:
    with refused("can't use specified scope in private chats"):
        await bot.set_my_commands([("a", "x")], scope=BotCommandScopeChatAdministrators(anya.id))


@pytest.mark.parametrize(("kind", "limit"), [("description", 512), ("short_description", 120)])
async def test_descriptions(bot: Bot, town: Town, kind: str, limit: int) -> None:
    def setter(text: str, language: str = "") -> Any:
        given = {kind: text, "language_code": language}
        return getattr(bot, f"set_my_{kind}")(**given)

    profile = town.world.profile
    await setter("для всех")
    await setter("ж" * limit, "ru")
    assert profile.text(kind, "ru") == "ж" * limit
    assert profile.text(kind) == "для всех"
    await setter("", "ru")
    assert profile.text(kind, "ru") == "для всех"
    with refused(f"bot {kind.replace('_', ' ')} is too long"):
        await setter("ж" * (limit + 1))
    with refused("invalid language code specified"):
        await setter("x", "russian")
