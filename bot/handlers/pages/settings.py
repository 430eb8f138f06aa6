"""/settings: how the table looks, with a picture of it, and who plays."""

from telegram import InlineKeyboardMarkup, Update

from bot.games.patience import Example
from bot.games.registry import PATIENCES
from bot.handlers.context import Context, Services, answer, callback_of, person_of
from bot.handlers.replies import remove, say_with_picture, turn_picture
from bot.screen.keyboards.pages import BACK_TO_SETTINGS
from bot.screen.keyboards.table import settings_keyboard
from bot.screen.scenes import example
from bot.screen.tables import Show
from bot.texts import chat as texts
from bot.texts import reminders as reminder_words
from bot.texts import settings as words
from bot.transport.callbacks import Callback, Remind, Setting
from render import Scene
from storage import Chat

CLOSE = "close"
PREVIEW = ("devils", Example("236", "64ddw1"))


async def show(update: Update, context: Context) -> None:
    """/settings and «Настройки»: the menu with the current values."""
    if update.callback_query is not None:
        await answer(update.callback_query)
    chat = await context.services.chat(update)
    await say_with_picture(update, context, *await _page(context.services, chat))


async def change(update: Update, context: Context) -> None:
    """A setting gets the value that its button named; in a group only admins decide."""
    services = context.services
    query, setting = callback_of(update, Setting)
    chat = await services.chat(update)
    if setting.name == CLOSE:
        await answer(query)
        await remove(query, pictured=True)
        return
    if setting.name == BACK_TO_SETTINGS:
        await answer(query)
        await turn_picture(query, context, *await _page(services, chat))
        return
    option = next((one for one in words.OPTIONS if one.column == setting.name), None)
    if option is None or setting.value >= len(option.values):
        await answer(query, texts.SETTING_GONE)
        return
    if not await services.is_admin(chat, person_of(update)):
        await answer(query, texts.ONLY_ADMINS, alert=True)
        return
    if option.column == "title_allowed" and await services.storage.chats.is_title_hidden(chat.id):
        await answer(query, words.TITLE_HIDDEN, alert=True)
        return
    changed = await services.storage.chats.change(chat.id, **option.changes(setting.value))
    await answer(query, words.DONE)
    if changed is None or changed == chat:
        return
    await turn_picture(query, context, *await _page(services, changed))
    loaded = await services.session.current(chat.id)
    if loaded is not None:
        services.tables.show(chat.id, loaded.game.id, Show.REDRAW)


async def _page(services: Services, chat: Chat) -> tuple[str, Scene, InlineKeyboardMarkup]:
    """The menu, under a table that looks as it is set."""
    kind, shown = PREVIEW
    table = example(PATIENCES[kind], shown, chat)
    return words.title(chat.kind), table, await _keyboard(services, chat)


async def _keyboard(services: Services, chat: Chat) -> InlineKeyboardMarkup:
    reminder = await services.storage.reminders.get(chat.id)
    options: list[tuple[str, Callback]] = [
        (option.label(chat), Setting(option.column, option.next_value(chat)))
        for option in words.OPTIONS
        if chat.kind != "private" or not option.groups_only
    ]
    hour = None if reminder is None else reminder.hour
    options.append((reminder_words.setting(hour), Remind("hours")))
    return settings_keyboard([*options, (words.CLOSE, Setting(CLOSE))])
