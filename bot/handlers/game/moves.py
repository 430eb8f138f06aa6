"""Taps that move, and taking them back."""

from math import ceil

from bot.handlers.exchange import Exchange, Tap
from bot.handlers.game.rejections import rejection_toast, shows_old_table
from bot.handlers.pages.reminders import offer
from bot.handlers.services import Services
from bot.metrics import TODAY
from bot.play.session import Played, Rejected, Rejection
from bot.screen.tables import LONG_WAIT
from bot.texts import chat as texts
from bot.texts.moves import tap_summary
from bot.texts.table import ending
from bot.transport.callbacks import GameAction, Move
from storage import Chat


async def move(tap: Tap[Move]) -> None:
    """A tap on a move or shorthand: committed, answered, then shown."""
    services, chat, button = tap.services, await tap.chat(), tap.button
    if await shows_old_table(tap):
        return
    outcome = await services.session.play(
        chat, button.game, button.revision, button.code, tap.query.from_user.id
    )
    if isinstance(outcome, Rejected):
        toast = await rejection_toast(services, chat, outcome, texts.ONLY_STARTER)
    else:
        toast = _done(outcome)
    # A tap may come from a table that lags.
    lags = isinstance(outcome, Played) or outcome.reason is Rejection.STALE
    if outcome.loaded is not None:
        services.tables.show(chat.id, button.game)
    await tap.answer(_with_wait(services, chat, toast) if lags else toast, minor=lags)
    if isinstance(outcome, Played):
        TODAY.note(services.days.today(), game=button.game)
        services.outlook_notices.look(chat.id, button.game)
        await offer(tap, outcome.loaded.game)


async def undo_tap(tap: Tap[GameAction]) -> None:
    """↩️ under the table."""
    chat, button = await tap.chat(), tap.button
    if await shows_old_table(tap):
        return
    toast = await _undo(tap, chat, button.game, button.revision)
    undone = toast == texts.UNDONE
    await tap.answer(_with_wait(tap.services, chat, toast) if undone else toast, minor=undone)


async def undo_command(exchange: Exchange) -> None:
    """/undo: the same for those who type."""
    chat = await exchange.chat()
    loaded = await exchange.services.session.current(chat.id)
    if loaded is None:
        await exchange.say(texts.NO_GAME)
        return
    toast = await _undo(exchange, chat, loaded.game.id, loaded.game.revision)
    if toast != texts.UNDONE:
        await exchange.say(toast)
    else:
        await exchange.show_table(loaded.game.id)


async def _undo(exchange: Exchange, chat: Chat, game_id: int, revision: int) -> str:
    services = exchange.services
    outcome = await services.session.undo(
        chat, game_id, revision, exchange.person.id, lambda: exchange.is_admin(chat)
    )
    if isinstance(outcome, Rejected):
        return await rejection_toast(services, chat, outcome, texts.ONLY_OWN_UNDO)
    services.tables.show(chat.id, game_id)
    services.outlook_notices.look(chat.id, game_id)
    return texts.UNDONE


def _done(played: Played) -> str:
    told = tap_summary(played.loaded.patience, played.steps)
    told = told[0].upper() + told[1:]
    if played.loaded.game.over:
        return f"{told}. {ending(played.loaded.game.state)}"
    return told


def _with_wait(services: Services, chat: Chat, toast: str) -> str:
    wait = services.tables.wait(chat.id)
    return texts.soon(toast, ceil(wait)) if wait > LONG_WAIT else toast
