"""Taps that change nothing: what the person is told, and what becomes of the message tapped."""

from telegram import MaybeInaccessibleMessage, Message

from bot.handlers.exchange import OfGame, Tap, data_under
from bot.handlers.services import Services
from bot.play.loaded_game import LoadedGame
from bot.play.session import Rejected, Rejection
from bot.screen.desk import Show
from bot.texts import chat as texts
from bot.texts.moves import tap_summary
from bot.texts.words import plain_name
from bot.transport.callbacks import GameAction, Move, parse
from bot.transport.order import turned_out
from storage import Chat, TableMessage

_TOASTS = {
    Rejection.FOREIGN: texts.OLD_BUTTON,
    Rejection.OVER: texts.GAME_OVER,
    Rejection.ASIDE: texts.GAME_ASIDE,
    Rejection.AHEAD: texts.OTHER_TABLE,
    Rejection.FORGED: texts.NO_SUCH_MOVE,
    Rejection.NOTHING: texts.NOTHING_TO_UNDO,
    Rejection.SHOWN: texts.SHOWN,
}


async def rejection_toast(
    services: Services, chat: Chat, rejected: Rejected, not_yours: str
) -> str:
    """What a person is told who was rejected; ``not_yours`` where somebody else decides."""
    turned_out(rejected.reason.name.lower())
    if rejected.reason is Rejection.NOT_YOURS:
        return not_yours
    if rejected.reason is Rejection.NOT_TWICE and rejected.loaded is not None:
        return texts.in_turn(services.session.turn_in(rejected.loaded.game))
    if rejected.reason is Rejection.STALE and rejected.loaded is not None:
        return await _already(services, chat, rejected.loaded)
    return _TOASTS.get(rejected.reason, texts.OLD_BUTTON)


def why_not_played(loaded: LoadedGame | None) -> str:
    """What a person is told who would do something about a game that is not on the table."""
    if loaded is None:
        return texts.OLD_BUTTON
    return texts.GAME_OVER if loaded.game.over else texts.GAME_ASIDE


async def shows_old_table(tap: Tap[Move] | Tap[GameAction]) -> bool:
    """Whether the tap came from a message that does not show the game; then it is answered.

    A message that is newer than the one we know of was sent while the network failed: it is
    taken for the table. One that shows more than was ever stored was there before the database:
    an older copy of it was restored.
    """
    loaded, message = await tap.game(), tap.query.message
    if loaded is None or message is None:
        return False
    services, game, known = tap.services, loaded.game, loaded.game.message
    if known is not None and message.message_id < known.message_id:
        turned_out("old_table")
        await tap.answer(texts.OLD_TABLE, minor=True)
        tapped = _table_on(message, game.id)
        await services.tables.old_tapped(game, message.message_id, tapped)
        return True
    if known is None or message.message_id > known.message_id:
        await _take_for_table(services, message, game.id)
    if tap.button.revision > game.revision:
        turned_out("ahead")
        await tap.answer(texts.OTHER_TABLE, minor=True)
        services.tables.show(game.chat_id, game.id, Show.REDRAW)
        return True
    return False


async def put_away(tap: Tap[OfGame]) -> None:
    """Takes away the message under the button, be it the notice of how the game will end; a button
    that does not stand there was made up."""
    message = tap.query.message
    if message is not None and tap.is_carried:
        await tap.remove()
        await tap.services.outlook_notices.put_away(tap.button.game, message.message_id)


async def _take_for_table(
    services: Services,
    message: MaybeInaccessibleMessage,
    game_id: int,
) -> None:
    tapped = _table_on(message, game_id)
    if tapped is None:
        return
    await services.storage.table_messages.posted(
        game_id, 0, message_id=tapped.message_id, kind=tapped.kind
    )
    # Which position it shows nobody knows; the buttons of the former go.
    services.tables.show(tapped.chat_id, game_id)
    services.tables.tidy(tapped.chat_id, game_id)


def _table_on(message: MaybeInaccessibleMessage, game_id: int) -> TableMessage | None:
    """The table that a message is which carries the buttons of a game; any other tap on it is
    made up."""
    taps = map(parse, data_under(message))
    if not any(isinstance(tap, Move) and tap.game == game_id for tap in taps):
        return None
    kind = "photo" if isinstance(message, Message) and message.photo else "text"
    return TableMessage(message.chat.id, message.message_id, game_id, kind)


async def _already(services: Services, chat: Chat, loaded: LoadedGame) -> str:
    tap = loaded.game.last_tap
    if tap is None:
        return texts.already(texts.UNDONE.lower())
    told = tap_summary(loaded.patience, loaded.last_steps)
    if chat.kind == "private":
        return texts.already(told)
    name = await services.movers.name(chat, tap.player_id)
    return texts.already(f"{plain_name(name)} — {told}")
