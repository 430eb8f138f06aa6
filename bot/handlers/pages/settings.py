"""/settings: how the table looks, with a picture of it, and who plays."""

from typing import Any

from telegram import InlineKeyboardMarkup

from bot.games.patience import Example
from bot.games.registry import PATIENCES
from bot.handlers.exchange import Exchange, Tap
from bot.handlers.services import Services
from bot.screen.courier import Content
from bot.screen.desk import Show
from bot.screen.keyboards.pages import BACK_TO_SETTINGS
from bot.screen.keyboards.table import settings_keyboard
from bot.screen.scenes import example
from bot.texts import challenge as challenge_words
from bot.texts import chat as texts
from bot.texts import reminders as reminder_words
from bot.texts import settings as words
from bot.transport.callbacks import Callback, Hear, Remind, Setting
from storage import Chat

CLOSE = "close"
PREVIEW = ("devils", Example("236", "64ddw1"))


async def show(exchange: Exchange) -> None:
    """/settings and «Настройки»: the menu with the current values."""
    await exchange.say(await _page(exchange.services, await exchange.chat()))


async def change(tap: Tap[Setting]) -> None:
    """A setting gets the value that its button named; in a group only admins decide."""
    services, setting, chat = tap.services, tap.button, await tap.chat()
    if setting.name == CLOSE:
        if not await tap.remove(pictured=True):
            await tap.answer(texts.CANNOT_CLOSE)
        return
    if setting.name == BACK_TO_SETTINGS:
        await tap.show_page(await _page(services, chat))
        return
    option = next((one for one in words.OPTIONS if one.column == setting.name), None)
    if option is None or setting.value >= len(option.values):
        await tap.answer(texts.SETTING_GONE)
        return
    if not await tap.is_admin(chat):
        await tap.answer(texts.ONLY_ADMINS, alert=True)
        return
    if option.column == "title_allowed" and await services.storage.chats.is_title_hidden(chat.id):
        await tap.answer(words.TITLE_HIDDEN, alert=True)
        return
    changed = await services.storage.chats.change(chat.id, **option.changes(setting.value))
    if changed is not None and changed != chat:
        loaded = await services.session.current(chat.id)
        if loaded is not None:
            services.tables.show(chat.id, loaded.game.id, Show.REDRAW)
        await refresh(tap, changed)
    await tap.answer(words.DONE, minor=True)


async def refresh(tap: Tap[Any], chat: Chat) -> None:
    """The menu shows what has changed."""
    await tap.show_page(await _page(tap.services, chat))


async def _page(services: Services, chat: Chat) -> Content:
    """The menu, under a table that looks as it is set."""
    kind, shown = PREVIEW
    table = example(PATIENCES[kind], shown, chat)
    return Content(words.title(chat.kind), await _keyboard(services, chat), table)


async def _keyboard(services: Services, chat: Chat) -> InlineKeyboardMarkup:
    reminder = await services.storage.reminders.get(chat.id)
    options: list[tuple[str, Callback]] = [
        (option.label(chat), Setting(option.column, option.next_value(chat)))
        for option in words.OPTIONS
        if chat.kind != "private" or not option.groups_only
    ]
    hour = None if reminder is None else reminder.hour
    options.append((reminder_words.setting(hour), Remind("hours")))
    player = await services.storage.players.get(chat.id) if chat.kind == "private" else None
    if player is not None:
        hears = player.hears == "yes"
        wish = Hear("no" if hears else "yes")
        options.append((challenge_words.hearing(hears=hears), wish))
    return settings_keyboard([*options, (words.CLOSE, Setting(CLOSE))])
