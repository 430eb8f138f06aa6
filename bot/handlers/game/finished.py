"""/record and «Протокол»: the record of a finished game as a document."""

from telegram import InputFile, Update

from bot.games.record import make_record, write_record
from bot.handlers.context import Context, Services, answer, callback_of, say, thread_of
from bot.play.loaded_game import Position
from bot.texts import chat as texts
from bot.transport.callbacks import GameAction


async def record_command(update: Update, context: Context) -> None:
    """/record: of the game that was finished last."""
    services = context.services
    chat = await services.chat(update)
    position = await services.session.last(chat.id)
    if position is None:
        await say(update, context, texts.NO_RECORD)
    elif not position.game.over:
        await say(update, context, texts.RECORD_LATER)
    elif not is_open(services, position):
        await say(update, context, texts.RECORD_HELD_BACK)
    else:
        await _send(update, context, position)


async def record_tap(update: Update, context: Context) -> None:
    """«Протокол» under a finished game."""
    query, tap = callback_of(update, GameAction)
    chat = await context.services.chat(update)
    position = await context.services.session.position_in(chat.id, tap.game)
    if position is None or not position.game.over:
        await answer(query, texts.OLD_BUTTON)
        return
    if not is_open(context.services, position):
        await answer(query, texts.RECORD_HELD_BACK, alert=True)
        return
    await answer(query)
    await _send(update, context, position)


def is_open(services: Services, position: Position) -> bool:
    """Whether what shows the order of the deck may be shown: of a deal of the day, once it is
    released."""
    return not position.game.audience or services.days.is_released(position.game.label)


async def _send(update: Update, context: Context, position: Position) -> None:
    game = position.game
    record = make_record(position.patience, position.deal, game.label, game.moves)
    await context.bot.send_document(
        game.chat_id,
        InputFile(write_record(record).encode(), filename=f"protokol-{game.kind}-{game.label}.txt"),
        caption=texts.RECORD_CAPTION,
        message_thread_id=thread_of(update.effective_message),
    )
