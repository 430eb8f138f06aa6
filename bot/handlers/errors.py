"""``failed``: what happens when a handler fails: it is logged, then the player is told."""

import structlog
from telegram.error import TelegramError

from bot.handlers.dispatch import Context
from bot.handlers.exchange import Exchange, Tap
from bot.texts import chat as texts
from bot.transport.order import turned_out
from bot.transport.refusals import Refusal, is_broken_off, is_weather, refusal_of
from storage import StorageError

log = structlog.get_logger(__name__)

_REFUSED = {Refusal.SILENCED: texts.SILENCED, Refusal.NO_THREAD: texts.NO_THREAD}


async def failed(_: object, context: Context) -> None:
    """The one error handler."""
    error = context.error
    turned_out("failed")
    if isinstance(error, StorageError):
        log.error("nothing was changed", error=str(error))
    elif is_weather(error):
        log.warning("not delivered", error=str(error))
    else:
        log.error("handler failed", error=str(error), exc_info=error)
    if context.exchange is None:
        return
    try:
        await _tell(context.exchange, error)
    except TelegramError as untold:
        log.warning("player not told", error=str(untold))


async def _tell(exchange: Exchange, error: Exception | None) -> None:
    """A tap is always answered; a message where the chat can be written to at all."""
    refused = isinstance(error, TelegramError)
    text = texts.NOT_SAVED if isinstance(error, StorageError) else texts.BROKEN
    if isinstance(error, TelegramError) and is_broken_off(error):
        text = texts.PERHAPS_SAID
    elif isinstance(error, TelegramError) and refusal_of(error) is not Refusal.OTHER:
        text = _REFUSED.get(refusal_of(error), "")
    if isinstance(exchange, Tap):
        await exchange.answer(text, alert=bool(text))
    elif exchange.update.message is not None and (text is texts.PERHAPS_SAID or not refused):
        await exchange.say(text)
