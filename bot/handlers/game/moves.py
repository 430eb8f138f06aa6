"""Taps that move, and taking them back."""

from math import ceil

from telegram import CallbackQuery, MaybeInaccessibleMessage, Message, Update

from bot.handlers.context import Context, Person, Services, answer, callback_of, person_of, say
from bot.handlers.filters import carries, data_under
from bot.handlers.pages.reminders import offer
from bot.handlers.replies import remove
from bot.play.loaded_game import LoadedGame
from bot.play.session import Played, Rejected, Rejection
from bot.screen.scenes import mover_name
from bot.screen.tables import LONG_WAIT, Show
from bot.texts import chat as texts
from bot.texts.table import ending, turn
from bot.texts.words import plain_name
from bot.transport.callbacks import GameAction, Move, parse
from storage import Chat, TableMessage

_REJECTIONS = {
    Rejection.FOREIGN: texts.OLD_BUTTON,
    Rejection.OVER: texts.GAME_OVER,
    Rejection.ASIDE: texts.GAME_ASIDE,
    Rejection.AHEAD: texts.OTHER_TABLE,
    Rejection.FORGED: texts.NO_SUCH_MOVE,
    Rejection.NOTHING: texts.NOTHING_TO_UNDO,
    Rejection.SHOWN: texts.SHOWN,
}


async def move(update: Update, context: Context) -> None:
    """A tap on a move or shorthand: committed, answered, then shown."""
    services = context.services
    query, tap = callback_of(update, Move)
    chat = await services.chat(update)
    if await old_table(services, query, tap.game):
        return
    outcome = await services.session.play(
        chat, tap.game, tap.revision, tap.code, query.from_user.id
    )
    if isinstance(outcome, Rejected):
        toast = await rejection_toast(services, chat, outcome, texts.ONLY_STARTER)
    else:
        toast = _done(outcome)
    if isinstance(outcome, Played) or outcome.loaded is not None:
        services.tables.show(chat.id, tap.game)  # refused taps may come from a table that lags
    await answer(query, _with_wait(services, chat, toast))
    if isinstance(outcome, Played):
        services.outlook_notices.look(chat.id, tap.game)
        await offer(update, context, outcome.loaded.game)


async def undo_tap(update: Update, context: Context) -> None:
    """↩️ under the table."""
    services = context.services
    query, tap = callback_of(update, GameAction)
    chat = await services.chat(update)
    if await old_table(services, query, tap.game):
        return
    toast = await _undo(services, chat, tap.game, tap.revision, person_of(update))
    await answer(query, _with_wait(services, chat, toast))


async def undo_command(update: Update, context: Context) -> None:
    """/undo: the same for those who type."""
    services = context.services
    chat = await services.chat(update)
    loaded = await services.session.current(chat.id)
    if loaded is None:
        await say(update, context, texts.NO_GAME)
        return
    game = loaded.game
    toast = await _undo(services, chat, game.id, game.revision, person_of(update))
    if toast != texts.UNDONE:
        await say(update, context, toast)


async def old_table(services: Services, query: CallbackQuery, game_id: int) -> bool:
    """Whether the tap came from a message that does not show the game; then it is answered.

    A message that is newer than the one we know of was sent while the network failed: it is
    taken for the table. One that shows more than was ever stored was there before the database:
    an older copy of it was restored.
    """
    message = query.message
    if message is None:
        return False
    loaded = await services.session.game_in(message.chat.id, game_id)
    if loaded is None:
        return False
    known, tapped = loaded.game.message, _table_of(message, game_id)
    if known is not None and message.message_id < known.message_id:
        await answer(query, texts.OLD_TABLE)
        services.tables.show(message.chat.id, game_id, Show.BELOW)
        if tapped is not None:
            services.tables.put_out(tapped)
        return True
    if tapped is not None and (known is None or message.message_id > known.message_id):
        await services.storage.table_messages.posted(
            game_id, 0, message_id=tapped.message_id, kind=tapped.kind
        )
        if known is not None:
            services.tables.put_out(known)
    tap = parse(query.data or "")
    if isinstance(tap, (Move, GameAction)) and tap.revision > loaded.game.revision:
        await answer(query, texts.OTHER_TABLE)
        services.tables.show(message.chat.id, game_id, Show.REDRAW)
        return True
    return False


def _table_of(message: MaybeInaccessibleMessage, game_id: int) -> TableMessage | None:
    """The table that a message is which carries the buttons of a game; any other tap on it is
    made up."""
    taps = map(parse, data_under(message))
    if not any(isinstance(tap, Move) and tap.game == game_id for tap in taps):
        return None
    kind = "photo" if isinstance(message, Message) and message.photo else "text"
    return TableMessage(message.chat.id, message.message_id, game_id, kind)


async def rejection_toast(services: Services, chat: Chat, refused: Rejected, not_yours: str) -> str:
    """What a person is told whose tap changed nothing."""
    if refused.reason is Rejection.NOT_YOURS:
        return not_yours
    if refused.reason is Rejection.STALE and refused.loaded is not None:
        return await _already(services, chat, refused.loaded)
    return _REJECTIONS.get(refused.reason, texts.OLD_BUTTON)


async def put_away(services: Services, query: CallbackQuery, game_id: int) -> None:
    """Takes away the message under the button, be it the notice of how the game will end; a button
    that does not stand there was made up."""
    if query.message is not None and carries(query.message, query.data or ""):
        await remove(query)
        await services.outlook_notices.put_away(game_id, query.message.message_id)


def why_not_played(loaded: LoadedGame | None) -> str:
    """What a person is told who would do something about a game that is not on the table."""
    if loaded is None:
        return texts.OLD_BUTTON
    return texts.GAME_OVER if loaded.game.over else texts.GAME_ASIDE


async def _undo(services: Services, chat: Chat, game_id: int, revision: int, person: Person) -> str:
    outcome = await services.session.undo(
        chat, game_id, revision, person.id, lambda: services.is_admin(chat, person)
    )
    if isinstance(outcome, Rejected):
        return await rejection_toast(services, chat, outcome, texts.ONLY_OWN_UNDO)
    services.tables.show(chat.id, game_id)
    services.outlook_notices.look(chat.id, game_id)
    return texts.UNDONE


async def _already(services: Services, chat: Chat, loaded: LoadedGame) -> str:
    tap = loaded.game.last_tap
    if tap is None:
        return texts.already(texts.UNDONE.lower())
    told = turn(loaded.patience, loaded.last_steps)
    if chat.kind == "private":
        return texts.already(told)
    player = None
    if tap.player_id is not None:
        player = await services.storage.players.get(tap.player_id)
    return texts.already(f"{plain_name(mover_name(player))} — {told}")


def _done(played: Played) -> str:
    told = turn(played.loaded.patience, played.steps)
    told = told[0].upper() + told[1:]
    if played.loaded.game.over:
        return f"{told}. {ending(played.loaded.game.state)}"
    return told


def _with_wait(services: Services, chat: Chat, toast: str) -> str:
    wait = services.tables.wait(chat.id)
    return texts.soon(toast, ceil(wait)) if wait > LONG_WAIT else toast
