"""«Что осталось» in the menu of a table."""

from telegram import Update

from bot.handlers.context import Context, answer, callback_of, say
from bot.screen.keyboards.table import close_keyboard
from bot.texts import chat as texts
from bot.texts.cards_left import left
from bot.transport.callbacks import GameAction


async def show_left(update: Update, context: Context) -> None:
    """The cards still to come: in all games and for everybody, since all have this memory."""
    query, tap = callback_of(update, GameAction)
    chat = await context.services.chat(update)
    loaded = await context.services.session.game_in(chat.id, tap.game)
    if loaded is None or loaded.game.over:
        await answer(query, texts.OLD_BUTTON)
        return
    await answer(query)
    await say(update, context, left(loaded.patience, loaded.table), close_keyboard(loaded))
