"""What a refusal looks like to python-telegram-bot."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from telegram.error import BadRequest, TelegramError


@contextmanager
def refused(words: str, kind: type[TelegramError] = BadRequest) -> Iterator[None]:
    """The call inside is refused in exactly these words, without ``Bad Request: ``."""
    with pytest.raises(kind) as caught:
        yield
    assert type(caught.value) is kind
    assert caught.value.message.lower() == words.lower()
