"""``failed``: what happens when a handler fails: it is logged, then the player is told."""

import structlog
from telegram.error import TelegramError

from bot.handlers.dispatch import Context
from bot.handlers.exchange import Exchange, Tap
from bot.screen.apologies import apology
from bot.transport.order import turned_out
from bot.transport.refusals import is_out_of_reach, is_weather
from storage import StorageError

log = structlog.get_logger(__name__)


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
    text = apology(error)
    if isinstance(exchange, Tap):
        await exchange.answer(text, alert=True)
    elif exchange.update.message is not None and not is_out_of_reach(error):
        await exchange.say(text)
