"""What happens when a handler fails: it is logged, then the player is told, in that order."""

import structlog
from telegram import Update
from telegram.error import BadRequest, ChatMigrated, Forbidden, TelegramError

from bot.handlers.context import Context, answer, say
from bot.texts import chat as texts
from bot.transport import refusals
from bot.transport.refusals import Refusal
from storage import StorageError

log = structlog.get_logger(__name__)

_REFUSED = {Refusal.SILENCED: texts.SILENCED, Refusal.NO_THREAD: texts.NO_THREAD}


async def failed(update: object, context: Context) -> None:
    """The one error handler."""
    error = context.error
    if isinstance(error, StorageError):
        log.error("nothing was changed", error=str(error))
    elif _is_weather(error):
        log.warning("not delivered", error=str(error))
    else:
        log.error("handler failed", error=str(error), exc_info=error)
    if not isinstance(update, Update):
        return
    try:
        await _remember(update, context, error)
    except StorageError as forgotten:
        log.error("not remembered", error=str(forgotten))
    try:
        await _tell(update, context, error)
    except TelegramError as untold:
        log.warning("player not told", error=str(untold))


def _is_weather(error: Exception | None) -> bool:
    """Whether the network or the chat's own rights are behind it, and no mistake of ours."""
    if isinstance(error, BadRequest):  # a NetworkError too in this library
        return refusals.refusal_of(error) is not Refusal.OTHER
    return isinstance(error, TelegramError)


async def _remember(update: Update, context: Context, error: Exception | None) -> None:
    """What the refusal tells about the chat."""
    chat = update.effective_chat
    if chat is None:
        return
    chats = context.services.storage.chats
    if isinstance(error, Forbidden):
        await chats.set_active(chat.id, active=False)
    elif isinstance(error, ChatMigrated):
        await chats.migrate(chat.id, error.new_chat_id)


async def _tell(update: Update, context: Context, error: Exception | None) -> None:
    """A tap is always answered; a message where the chat can be written to at all."""
    text = texts.NOT_SAVED if isinstance(error, StorageError) else texts.BROKEN
    if isinstance(error, BadRequest) and _is_weather(error):
        text = _REFUSED.get(refusals.refusal_of(error), "")
    elif isinstance(error, TelegramError) and refusals.is_broken_off(error):
        text = texts.PERHAPS_SAID
    if update.callback_query is not None:
        await answer(update.callback_query, text, alert=bool(text))
    elif update.message is not None and (
        text is texts.PERHAPS_SAID or not isinstance(error, TelegramError)
    ):
        await say(update, context, text)
