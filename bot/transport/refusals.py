"""``Refusal``: what Telegram means by an error. Nobody else reads its texts and types."""

from enum import Enum

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.transport.request import NotSent


class Refusal(Enum):
    """The refusals and failures that the bot has an answer to."""

    SAME = "the message is already so"
    GONE = "the message is gone, or is not ours to edit"
    WRONG_FILE = "the file_id is refused"
    NO_PHOTOS = "photos may not be sent here"
    SILENCED = "nothing may be sent here"
    NO_THREAD = "the topic is gone"
    TOO_LATE = "the tap was answered too late"
    UNREACHABLE = "the bot was blocked or removed"
    MIGRATED = "the group has become a supergroup"
    TOO_FAST = "too many calls"
    NOT_SENT = "the call has not reached Telegram"
    BROKEN_OFF = "nobody knows what became of the call: the network failed, or a gateway"
    OTHER = "something else"


_TEXTS = (
    ("message is not modified", Refusal.SAME),
    ("message to edit not found", Refusal.GONE),
    ("message can't be edited", Refusal.GONE),
    ("message_id_invalid", Refusal.GONE),
    ("message to delete not found", Refusal.GONE),
    ("message can't be deleted", Refusal.GONE),
    ("there is no text in the message to edit", Refusal.GONE),
    ("there is no caption in the message to edit", Refusal.GONE),
    ("there is no media in the message to edit", Refusal.GONE),
    ("wrong file identifier", Refusal.WRONG_FILE),
    ("wrong remote file", Refusal.WRONG_FILE),
    ("file reference", Refusal.WRONG_FILE),
    ("file_reference_", Refusal.WRONG_FILE),
    ("invalid file", Refusal.WRONG_FILE),
    ("not enough rights to send photos", Refusal.NO_PHOTOS),
    ("chat_send_photos_forbidden", Refusal.NO_PHOTOS),
    ("chat_send_media_forbidden", Refusal.NO_PHOTOS),
    ("not enough rights to send", Refusal.SILENCED),
    ("have no rights to send a message", Refusal.SILENCED),
    ("chat_write_forbidden", Refusal.SILENCED),
    ("chat_restricted", Refusal.SILENCED),
    ("topic_closed", Refusal.SILENCED),
    ("need administrator rights", Refusal.SILENCED),
    ("message thread not found", Refusal.NO_THREAD),
    ("topic_deleted", Refusal.NO_THREAD),
    ("chat not found", Refusal.UNREACHABLE),
    ("query is too old", Refusal.TOO_LATE),
    ("query_id_invalid", Refusal.TOO_LATE),
)

_WITHOUT_EFFECT = frozenset({Refusal.TOO_FAST, Refusal.NOT_SENT})
_PERHAPS_DONE = frozenset({Refusal.BROKEN_OFF, Refusal.NOT_SENT})


def refusal_of(error: TelegramError) -> Refusal:
    """The kind of an error. In this library a ``BadRequest`` is a ``NetworkError`` too."""
    match error:
        case BadRequest():
            text = error.message.lower()
            return next((refusal for part, refusal in _TEXTS if part in text), Refusal.OTHER)
        case ChatMigrated():
            return Refusal.MIGRATED
        case Forbidden():
            return Refusal.UNREACHABLE
        case RetryAfter():
            return Refusal.TOO_FAST
        case NetworkError():
            return Refusal.NOT_SENT if isinstance(error.__cause__, NotSent) else Refusal.BROKEN_OFF
        case _:
            return Refusal.OTHER


def is_broken_off(error: TelegramError) -> bool:
    """True if the call itself failed, and not what it asked for: it may even have been heard."""
    return refusal_of(error) in _PERHAPS_DONE


def surely_without_effect(error: TelegramError) -> bool:
    """True if the call has certainly changed nothing, so that even a send may be repeated."""
    return refusal_of(error) in _WITHOUT_EFFECT


def is_weather(error: Exception | None) -> bool:
    """True if the network or a chat's own rights are behind the error, and no mistake of ours."""
    if isinstance(error, BadRequest):
        return refusal_of(error) is not Refusal.OTHER
    return isinstance(error, TelegramError)


def seconds_of(error: RetryAfter) -> float:
    """How long Telegram asks to wait, in seconds."""
    after = error.retry_after
    return after.total_seconds() if hasattr(after, "total_seconds") else float(after)
