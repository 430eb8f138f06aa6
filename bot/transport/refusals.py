"""What Telegram means by a refusal: its error texts, told apart in one place."""

from enum import Enum

from telegram.error import BadRequest, NetworkError, TelegramError

from bot.transport.request import NotSent


class Why(Enum):
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
    ("message is not modified", Why.SAME),
    ("message to edit not found", Why.GONE),
    ("message can't be edited", Why.GONE),
    ("message_id_invalid", Why.GONE),
    ("message to delete not found", Why.GONE),
    ("message can't be deleted", Why.GONE),
    ("there is no text in the message to edit", Why.GONE),
    ("there is no caption in the message to edit", Why.GONE),
    ("there is no media in the message to edit", Why.GONE),
    ("wrong file identifier", Why.WRONG_FILE),
    ("wrong remote file", Why.WRONG_FILE),
    ("file reference", Why.WRONG_FILE),
    ("file_reference_", Why.WRONG_FILE),
    ("invalid file", Why.WRONG_FILE),
    ("not enough rights to send photos", Why.NO_PHOTOS),
    ("chat_send_photos_forbidden", Why.NO_PHOTOS),
    ("chat_send_media_forbidden", Why.NO_PHOTOS),
    ("not enough rights to send", Why.SILENCED),
    ("have no rights to send a message", Why.SILENCED),
    ("chat_write_forbidden", Why.SILENCED),
    ("chat_restricted", Why.SILENCED),
    ("topic_closed", Why.SILENCED),
    ("need administrator rights", Why.SILENCED),
    ("message thread not found", Why.NO_THREAD),
    ("topic_deleted", Why.NO_THREAD),
    ("query is too old", Why.TOO_LATE),
    ("query_id_invalid", Why.TOO_LATE),
)


def why(error: TelegramError) -> Why:
    """The kind of a refusal. ``BadRequest`` is a ``NetworkError`` in this library: ask here."""
    if not isinstance(error, BadRequest):
        return Why.OTHER
    text = error.message.lower()
    return next((reason for part, reason in _TEXTS if part in text), Why.OTHER)


def is_broken_off(error: TelegramError) -> bool:
    """Whether nobody knows what became of a request: the network failed, or a gateway."""
    return isinstance(error, NetworkError) and not isinstance(error, BadRequest)


def surely_without_effect(error: NetworkError) -> bool:
    """Whether a failed request cannot have reached Telegram, so that a send may be repeated."""
    return isinstance(error.__cause__, NotSent)
