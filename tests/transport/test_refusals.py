"""What Telegram means, whatever the words and the code: each kind of refusal by examples."""

import pytest
from telegram.error import BadRequest, Forbidden, NetworkError, TelegramError

from bot.transport.refusals import Refusal, is_weather, refusal_of


@pytest.mark.parametrize("kind", [BadRequest, Forbidden, TelegramError])
@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("Chat not found", Refusal.UNREACHABLE),
        ("PEER_ID_INVALID", Refusal.UNREACHABLE),
        ("CHANNEL_PRIVATE", Refusal.UNREACHABLE),
        ("user is deactivated", Refusal.DEACTIVATED),
        ("group chat was deactivated", Refusal.UNREACHABLE),
        ("INPUT_USER_DEACTIVATED", Refusal.UNREACHABLE),
        ("bot was kicked from the supergroup chat", Refusal.UNREACHABLE),
        ("bot was blocked by the user", Refusal.UNREACHABLE),
        ("not enough rights to send text messages to the chat", Refusal.SILENCED),
        ("CHAT_SEND_PLAIN_FORBIDDEN", Refusal.SILENCED),
        ("CHAT_WRITE_FORBIDDEN", Refusal.SILENCED),
        ("not enough rights to send animations to the chat", Refusal.NO_MEDIA),
        ("CHAT_SEND_DOCS_FORBIDDEN", Refusal.NO_MEDIA),
        ("CHAT_SEND_GIFS_FORBIDDEN", Refusal.NO_MEDIA),
    ],
)
def test_a_refusal_is_known_by_its_words_whatever_its_code(
    kind: type[TelegramError], words: str, refusal: Refusal
) -> None:
    assert refusal_of(kind(words)) is refusal
    assert is_weather(kind(words))


def test_what_has_no_known_words_goes_by_its_code() -> None:
    assert refusal_of(BadRequest("something new")) is Refusal.OTHER
    assert refusal_of(Forbidden("something new")) is Refusal.UNREACHABLE
    assert refusal_of(NetworkError("something new")) is Refusal.BROKEN_OFF
    assert not is_weather(BadRequest("something new"))
