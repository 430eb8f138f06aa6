"""What happens when a handler fails: it is logged, then the player is told, in that order."""

import structlog
from telegram import Update
from telegram.error import Forbidden, RetryAfter, TelegramError

from bot.services import Context, answer
from bot.texts import chat as texts
from storage import StorageError

__all__ = ["failed"]

log = structlog.get_logger(__name__)


async def failed(update: object, context: Context) -> None:
    """The one error handler."""
    error = context.error
    if isinstance(error, (Forbidden, RetryAfter)):
        log.warning("not delivered", error=str(error))
    else:
        log.error("handler failed", error=str(error), exc_info=error)
    if isinstance(update, Update) and update.callback_query is not None:
        toast = texts.NOT_SAVED if isinstance(error, StorageError) else texts.BROKEN
        try:
            await answer(update.callback_query, toast, alert=True)
        except TelegramError as unanswered:
            log.warning("tap not answered", error=str(unanswered))
