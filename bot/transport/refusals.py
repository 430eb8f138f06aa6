"""What Telegram means by a refusal: its error texts, told apart in one place."""

from enum import Enum

from telegram.error import BadRequest, NetworkError, TelegramError

from bot.transport.request import NotSent


class Refusal(Enum):
    """The refusals that the bot has an answer to."""

    SAME = "the message is already so"
    GONE = "the message is gone, or is not ours to edit"
    WRONG_FILE = "the file_id is refused"
    NO_PHOTOS = "photos may not be sent here"
    SILENCED = "nothing may be sent here"
    NO_THREAD = "the topic is gone"
    TOO_LATE = "the tap was answered too late"
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
    ("query is too old", Refusal.TOO_LATE),
    ("query_id_invalid", Refusal.TOO_LATE),
)


def refusal_of(error: TelegramError) -> Refusal:
    """The kind of a refusal. ``BadRequest`` is a ``NetworkError`` in this library: ask here."""
    if not isinstance(error, BadRequest):
        return Refusal.OTHER
    text = error.message.lower()
    return next((reason for part, reason in _TEXTS if part in text), Refusal.OTHER)


def is_broken_off(error: TelegramError) -> bool:
    """Whether nobody knows what became of a request: the network failed, or a gateway."""
    return isinstance(error, NetworkError) and not isinstance(error, BadRequest)


def surely_without_effect(error: NetworkError) -> bool:
    """Whether a failed request cannot have reached Telegram, so that a send may be repeated."""
    return isinstance(error.__cause__, NotSent)
