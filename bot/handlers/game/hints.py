"""💡 and /hint, «Сойдётся само», «Разбор»: what the solver tells, and when it may."""

from telegram import Update

from bot.advice.protocol import NoAnswer, in_time
from bot.games.solver import Verdict
from bot.handlers.context import Context, Services, answer, callback_of, person_of, say, thread_of
from bot.handlers.game.finished import is_open
from bot.handlers.game.moves import old_table, put_away, rejection_toast, why_not_played
from bot.handlers.pages.reminders import offer
from bot.play.loaded_game import LoadedGame
from bot.play.session import Rejected
from bot.texts import chat as chat_texts
from bot.texts import review as texts
from bot.texts.advice import advice
from bot.transport.callbacks import GameAction


async def hint_tap(update: Update, context: Context) -> None:
    """💡 under the table: told to the one who asked."""
    services = context.services
    query, tap = callback_of(update, GameAction)
    chat = await services.chat(update)
    if await old_table(services, query, tap.game):
        return
    loaded = await services.session.game_in(chat.id, tap.game)
    if loaded is None:
        await answer(query, chat_texts.OLD_BUTTON)
        return
    await answer(query, await _hint(services, loaded), alert=True)


async def hint_command(update: Update, context: Context) -> None:
    """/hint: the same for those who type."""
    services = context.services
    chat = await services.chat(update)
    loaded = await services.session.current(chat.id)
    said = chat_texts.NO_GAME if loaded is None else await _hint(services, loaded)
    await say(update, context, said)


async def complete(update: Update, context: Context) -> None:
    """«Сойдётся само»: the certain rest of the game in one tap."""
    services = context.services
    query, tap = callback_of(update, GameAction)
    chat = await services.chat(update)
    loaded = await services.session.game_in(chat.id, tap.game)
    person = person_of(update)
    if loaded is None or loaded.game.state != "playing":
        await answer(query, why_not_played(loaded))
        await put_away(services, query, tap.game)
        return
    if services.adviser is None or person.id is None:
        await answer(query, chat_texts.OLD_BUTTON)
        return
    game = loaded.game
    try:
        seen = await in_time(services.adviser.outlook(game.kind, loaded.deal, game.moves))
    except NoAnswer:
        await answer(query, texts.COMPLETE_LATER, alert=True)
        return
    if seen.verdict is not Verdict.CERTAIN:
        await answer(query, texts.NOT_CERTAIN)
        await put_away(services, query, tap.game)
        services.outlook_notices.look(chat.id, game.id)
        return
    outcome = await services.session.play_line(chat, game.id, game.revision, seen.moves, person.id)
    if isinstance(outcome, Rejected):
        toast = await rejection_toast(services, chat, outcome, chat_texts.ONLY_STARTER)
        await answer(query, toast)
        return
    await answer(query, texts.COMPLETED)
    await put_away(services, query, tap.game)
    services.tables.show(chat.id, game.id)
    services.outlook_notices.look(chat.id, game.id)
    await offer(update, context, outcome.loaded.game)


async def review(update: Update, context: Context) -> None:
    """«Разбор» under a finished game; of a ranked deal only when its day is over."""
    services = context.services
    query, tap = callback_of(update, GameAction)
    chat = await services.chat(update)
    loaded = await services.session.game_in(chat.id, tap.game)
    if loaded is None or not loaded.game.over:
        await answer(query, chat_texts.OLD_BUTTON)
    elif not is_open(services, loaded):
        await answer(query, texts.HELD_BACK, alert=True)
    elif services.reviews.begin(loaded, chat, thread_of(update.effective_message)):
        await answer(query, texts.LOOKING, alert=True)
    else:
        await answer(query, texts.BUSY)


async def _hint(services: Services, loaded: LoadedGame) -> str:
    """The advice in words; it counts as one hint for each table it is asked at."""
    game = loaded.game
    if game.over:
        return texts.GAME_OVER
    if game.state == "aside":
        return chat_texts.GAME_ASIDE
    if loaded.patience.by_book:
        return texts.NO_CHOICE
    if services.adviser is None:
        return texts.NO_ADVICE
    try:
        asked = services.adviser.advise(game.kind, loaded.deal, game.moves)
        advised = await in_time(asked)
    except NoAnswer:
        return texts.NOT_READY
    if advised is None:
        return texts.GAME_OVER
    if await services.storage.games.hint(game.id, game.revision) is None:
        now = await services.session.game(game.id)
        return texts.GAME_OVER if now is not None and now.game.over else texts.OVERTAKEN
    return advice(advised)
