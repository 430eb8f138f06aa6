"""/settings: how the table looks and who plays."""

from telegram import InlineKeyboardMarkup, Update

from bot.board import Show
from bot.callbacks import Setting
from bot.handlers.turning import remove, turn
from bot.keyboards import settings_keyboard
from bot.services import Context, answer, callback_of, person_of, say
from bot.texts import chat as texts
from bot.texts import settings as words
from storage import Chat

__all__ = ["change", "show"]

CLOSE = "close"


async def show(update: Update, context: Context) -> None:
    """/settings and «Настройки»: the menu with the current values."""
    if update.callback_query is not None:
        await answer(update.callback_query)
    chat = await context.services.chat(update)
    await say(update, context, words.title(chat.kind), _keyboard(chat))


async def change(update: Update, context: Context) -> None:
    """A setting gets the value that its button named; in a group only admins decide."""
    services = context.services
    query, setting = callback_of(update, Setting)
    chat = await services.chat(update)
    if setting.name == CLOSE:
        await answer(query)
        await remove(query)
        return
    option = next((one for one in words.OPTIONS if one.column == setting.name), None)
    if option is None or setting.value >= len(option.values):
        await answer(query, texts.SETTING_GONE)
        return
    if not await services.is_admin(chat, person_of(update)):
        await answer(query, texts.ONLY_ADMINS, alert=True)
        return
    changed = await services.storage.chats.change(chat.id, **option.changes(setting.value))
    await answer(query, words.DONE)
    if changed is None or changed == chat:
        return
    await turn(query, words.title(chat.kind), _keyboard(changed))
    position = await services.session.current(chat.id)
    if position is not None:
        services.board.show(chat.id, position.game.id, Show.REDRAW)


def _keyboard(chat: Chat) -> InlineKeyboardMarkup:
    options = [
        (option.label(chat), Setting(option.column, option.next_value(chat)))
        for option in words.OPTIONS
        if chat.kind != "private" or not option.groups_only
    ]
    return settings_keyboard([*options, (words.CLOSE, Setting(CLOSE))])
