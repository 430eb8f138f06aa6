"""Chats survive the bot's restart and the sandbox's own."""

from pathlib import Path

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.sandbox.store import Store
from bot.sandbox.updates import Webhook
from tests.sandbox.pictures import jpeg
from tests.staging.driver import Town

_MARKUP = InlineKeyboardMarkup([[InlineKeyboardButton("Да", callback_data="x")]])


async def test_a_world_is_found_as_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "sandbox.db"
    async with Town(path) as town, town.bot() as bot:
        anya = town.private("Аня")
        sent = await bot.send_photo(anya.id, jpeg(), "стол", reply_markup=_MARKUP)
        group = town.new_group("Клуб", forum=True)
        thread_id = town.sandbox.groups.new_topic(anya.user_id, group.id, "Игры")
        town.sandbox.groups.restrict(anya.user_id, group.id, bot.id, {"can_send_photos": False})
        await bot.set_my_commands([("new", "Новая игра")])
        await bot.set_my_description("Пасьянсы")
        town.world.updates.clear()
        anya.say("до перезапуска")
        people, chats = town.world.users, town.world.chats
        messages = town.world.messages
    async with Town(path) as again, again.bot() as bot:
        assert again.world.users == people
        assert again.world.chats == chats
        assert again.world.messages == messages
        assert again.group("Клуб").chat.topics[thread_id].name == "Игры"
        (update,) = await bot.get_updates()
        assert update.message
        assert update.message.text == "до перезапуска"
        anya = again.private("Аня")
        assert anya.last_table.photo.size == (640, 440)
        again_sent = await bot.send_photo(anya.id, sent.photo[-1].file_id)
        assert again_sent.photo == sent.photo
        assert again_sent.message_id > sent.message_id
        await bot.edit_message_caption(anya.id, sent.message_id, caption="тот же стол")
        (command,) = again.world.profile.commands_for(anya.user_id, "ru", anya.chat)
        assert command["description"] == "Новая игра"
        assert again.world.profile.text("description") == "Пасьянсы"
        newcomer = again.world.add_user("Глеб")
        assert newcomer["id"] not in people


async def test_inline_messages_and_the_webhook_too(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    async with Town(path) as town, town.bot() as bot:
        anya = town.private("Аня")
        content = {"text": "итог", "via_bot": town.world.bot}
        content["sandbox"] = {"inline_message_id": "inline-1"}
        town.sandbox.people.post(anya.user_id, anya.id, content)
        town.world.updates.clear()
        await bot.set_webhook("https://example.org/hook", secret_token="secret")
    async with Town(path) as again, again.bot() as bot:
        assert await bot.edit_message_text("новый", inline_message_id="inline-1") is True
        assert again.world.updates.webhook == Webhook("https://example.org/hook", "secret")


async def test_a_file_from_an_earlier_version_opens(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.db"
    store = Store(path)
    hook = {"url": "https://example.org/hook", "secret": "", "max_connections": 40}
    store.put("meta", "webhook", {**hook, "last_error": "Connection failed", "last_error_at": 1.5})
    texts = {"name": {"": "Пасьянс"}, "description": {"": "Пасьянсы"}, "short_description": {}}
    store.put("meta", "profile", {"texts": texts, "commands": {}, "menu_buttons": {}})
    store.close()
    async with Town(path) as town:
        assert town.world.updates.webhook == Webhook("https://example.org/hook")
        assert town.world.profile.text("description", "ru") == "Пасьянсы"


async def test_the_bot_may_come_and_go(town: Town, bot: Bot) -> None:
    anya = town.private("Аня")
    await bot.send_message(anya.id, "стол", reply_markup=_MARKUP)
    async with town.bot() as later:
        await later.edit_message_text("тот же стол", anya.id, anya.last.id)
    assert anya.last.text == "тот же стол"
