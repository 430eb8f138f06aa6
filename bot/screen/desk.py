"""``Desk``: what one chat still waits to see, and ``Show``, how. ``TableUpdater`` serves it."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from weakref import WeakValueDictionary

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 20.0


class Show(IntEnum):
    """How a table is to be shown; the greater wish wins."""

    TABLE = 0  # where it is, if it has changed
    AGAIN = 1  # where it is, closing the menu
    REDRAW = 2  # where it is, though no move was made
    MENU = 3  # where it is, with the menu for a keyboard
    BELOW = 4  # anew at the bottom of the chat


@dataclass(slots=True)
class Patience:
    """Longer and longer pauses between tries that fail."""

    failures: int = 0
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    async def pause(self) -> None:
        """Returns when it is time to try again, or when things may be better."""
        self.failures += 1
        seconds = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (self.failures - 1))
        with suppress(TimeoutError):
            await asyncio.wait_for(self.woken.wait(), seconds)


@dataclass(slots=True)
class Desk:
    """The tables that a chat waits to see, game by game, and who waits for them."""

    wanted: dict[int, Show] = field(default_factory=dict)
    since: dict[int, float] = field(default_factory=dict)
    """When each game's table was first wished for, by the monotonic clock."""
    patience: Patience = field(default_factory=Patience)
    _waiting: dict[int, list[asyncio.Future[str]]] = field(default_factory=dict)

    def wish(self, game_id: int, how: Show) -> None:
        """A move closes the menu; the other wishes outlive it."""
        self.since.setdefault(game_id, time.monotonic())
        before = self.wanted.get(game_id, Show.TABLE)
        self.wanted[game_id] = how if before is Show.MENU else max(before, how)
        self.patience.woken.set()

    def wish_again(self, game_id: int, how: Show) -> None:
        """What could not be shown, if nothing greater is wished for meanwhile."""
        later = self.wanted.get(game_id)
        self.wanted[game_id] = how
        if later is not None:
            self.wish(game_id, later)

    def outcome(self, game_id: int) -> asyncio.Future[str]:
        """Tells how the wish for the game ends: what people must be told, mostly nothing."""
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(game_id, []).append(told)
        return told

    def done(self, game_id: int, told: str = "") -> None:
        """The wish is over. Whoever has wished for more meanwhile waits on."""
        if game_id not in self.wanted:
            for waiting in self._waiting.pop(game_id, ()):
                if not waiting.done():
                    waiting.set_result(told)

    def clear(self, told: str = "") -> None:
        """Nothing can be shown in the chat any more."""
        self.wanted.clear()
        for game_id in list(self._waiting):
            self.done(game_id, told)


class Lines:
    """A chat's one line: whatever is done to the messages of its tables is done holding it, so that
    no edit can bring back a keyboard that was taken off."""

    def __init__(self) -> None:
        self._lines: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, chat_id: int) -> asyncio.Lock:
        """The line of a chat."""
        return self._lines.setdefault(chat_id, asyncio.Lock())
