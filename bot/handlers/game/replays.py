"""«Повтор» under a finished game."""

from telegram import Update

from bot.handlers.context import Context, answer, callback_of, thread_of
from bot.handlers.game.finished import is_open
from bot.texts import chat as chat_texts
from bot.texts import replay as texts
from bot.transport.callbacks import GameAction


async def replay(update: Update, context: Context) -> None:
    """The game in motion; made in the background, so the tap is answered at once."""
    services = context.services
    query, tap = callback_of(update, GameAction)
    chat = await services.chat(update)
    loaded = await services.session.game_in(chat.id, tap.game)
    if loaded is None:
        await answer(query, chat_texts.OLD_BUTTON)
    elif not loaded.game.over:
        await answer(query, texts.NOT_OVER)
    elif not is_open(services, loaded):
        await answer(query, texts.HELD_BACK, alert=True)
    elif services.replays.begin(loaded, chat, thread_of(update.effective_message)):
        await answer(query)
    else:
        await answer(query, texts.BUSY, alert=True)
