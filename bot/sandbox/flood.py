"""Flood control as bots meet it: ``Flood``, which ``server.py`` asks before each message or edit.

Source of the numbers: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this
Edits count as messages do. A refused call costs nothing.
"""

import math
from collections import deque
from dataclasses import dataclass, field

from bot.sandbox.errors import too_many_requests
from bot.sandbox.model import Chat

COUNTED = frozenset(
    {
        "sendMessage",
        "sendPhoto",
        "sendAnimation",
        "sendDocument",
        "editMessageText",
        "editMessageCaption",
        "editMessageMedia",
        "editMessageReplyMarkup",
    }
)
"""The methods that flood control counts."""


@dataclass
class Flood:
    """How much may be sent, counted in sliding windows by the world's clock."""

    enabled: bool = True
    group_messages: int = 20
    group_seconds: float = 60.0
    private_rate: float = 1.0
    private_burst: int = 5
    overall_messages: int = 30
    overall_seconds: float = 1.0
    _windows: dict[int, deque[float]] = field(default_factory=dict)
    _overall: deque[float] = field(default_factory=deque)

    def count(self, chat: Chat | None, now: float) -> None:
        """Let one message or edit through, or refuse it with 429. Of an inline message the chat is
        not known: None."""
        if not self.enabled:
            return
        wait = _wait(self._overall, self.overall_messages, self.overall_seconds, now)
        window: deque[float] | None = None
        if chat is not None:
            window = self._windows.setdefault(chat.id, deque())
            if chat.is_group:
                limit, seconds = self.group_messages, self.group_seconds
            else:
                limit, seconds = self.private_burst, self.private_burst / self.private_rate
            wait = max(wait, _wait(window, limit, seconds, now))
        if wait > 0:
            raise too_many_requests(math.ceil(wait))
        self._overall.append(now)
        if window is not None:
            window.append(now)


def _wait(window: deque[float], limit: int, seconds: float, now: float) -> float:
    """Seconds until the window has room for one more."""
    while window and window[0] <= now - seconds:
        window.popleft()
    return 0.0 if len(window) < limit else window[0] + seconds - now
