"""/record and «Протокол»: the record of a finished game as a document."""

from telegram import InputFile, Update

from bot.games.record import make_record, write_record
from bot.handlers.context import Context, Services, answer, callback_of, say, thread_of
from bot.play.loaded_game import LoadedGame
from bot.texts import chat as texts
from bot.transport.callbacks import GameAction


async def record_command(update: Update, context: Context) -> None:
    """/record: of the game that was finished last."""
    services = context.services
    chat = await services.chat(update)
    loaded = await services.session.last(chat.id)
    if loaded is None:
        await say(update, context, texts.NO_RECORD)
    elif not loaded.game.over:
        await say(update, context, texts.RECORD_LATER)
    elif not is_open(services, loaded):
        await say(update, context, texts.RECORD_HELD_BACK)
    else:
        await _send(update, context, loaded)


async def record_tap(update: Update, context: Context) -> None:
    """«Протокол» under a finished game."""
    query, tap = callback_of(update, GameAction)
    chat = await context.services.chat(update)
    loaded = await context.services.session.game_in(chat.id, tap.game)
    if loaded is None or not loaded.game.over:
        await answer(query, texts.OLD_BUTTON)
        return
    if not is_open(context.services, loaded):
        await answer(query, texts.RECORD_HELD_BACK, alert=True)
        return
    await answer(query)
    await _send(update, context, loaded)


def is_open(services: Services, loaded: LoadedGame) -> bool:
    """Whether what shows the order of the deck may be shown: of a deal of the day, once it is
    released."""
    return not loaded.game.audience or services.days.is_released(loaded.game.label)


async def _send(update: Update, context: Context, loaded: LoadedGame) -> None:
    game = loaded.game
    record = make_record(loaded.patience, loaded.deal, game.label, game.moves)
    await context.bot.send_document(
        game.chat_id,
        InputFile(write_record(record).encode(), filename=f"protokol-{game.kind}-{game.label}.txt"),
        caption=texts.RECORD_CAPTION,
        message_thread_id=thread_of(update.effective_message),
    )
