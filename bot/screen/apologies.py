"""``apology``: what people are told when what they asked for could not be shown or stored."""

from math import ceil

from telegram.error import RetryAfter, TelegramError

from bot.texts import chat as texts
from bot.transport.refusals import Refusal, is_broken_off, refusal_of, seconds_of
from storage import StorageError

_WORDS = {
    Refusal.SILENCED: texts.SILENCED,
    Refusal.NO_MEDIA: texts.NO_FILES,
    Refusal.NO_THREAD: texts.NO_THREAD,
    Refusal.UNREACHABLE: texts.OUT_OF_REACH,
    Refusal.DEACTIVATED: texts.OUT_OF_REACH,
}


def apology(error: BaseException | None) -> str:
    """What to say of a failure; there is always something to say."""
    if isinstance(error, StorageError):
        return texts.NOT_SAVED
    if isinstance(error, RetryAfter):
        return texts.too_fast(ceil(seconds_of(error)))
    if not isinstance(error, TelegramError):
        return texts.BROKEN
    if is_broken_off(error):
        return texts.PERHAPS_SAID
    return _WORDS.get(refusal_of(error), texts.BROKEN)
