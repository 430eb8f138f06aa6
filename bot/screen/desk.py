"""``Desk``: what one chat still waits to see, and ``Show``, how. ``TableUpdater`` serves it."""

import asyncio
from dataclasses import dataclass, field
from enum import IntEnum

from bot.transport.turns import Rank


class Show(IntEnum):
    """How a table is to be shown; the greater wish wins."""

    TABLE = 0  # where it is, if it has changed
    AGAIN = 1  # where it is, closing the menu
    REDRAW = 2  # where it is, though no move was made
    MENU = 3  # where it is, with the menu for a keyboard
    BELOW = 4  # anew at the bottom of the chat


@dataclass(frozen=True, slots=True)
class Errand:
    """One thing to do: to show a game's table, or (``how`` is ``None``) to take the buttons off a
    message that shows it no more."""

    game_id: int
    how: Show | None


@dataclass(slots=True)
class Desk:
    """A chat's one line: whatever is done to its tables is done here, one after the other."""

    wanted: dict[int, Show] = field(default_factory=dict)
    untidy: dict[int, None] = field(default_factory=dict)
    """Games that may have buttons under messages out of use, in order."""
    failures: int = 0
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    _waiting: dict[int, list[asyncio.Future[str]]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.wanted or self.untidy)

    def first(self) -> Errand:
        """What is to be done next: tables come before tidying, but no table is posted below while
        the one before it still leaves buttons behind."""
        if self.wanted:
            game_id, how = next(iter(self.wanted.items()))
            if how is Show.BELOW and game_id in self.untidy and not self.failures:
                return Errand(game_id, None)
            return Errand(game_id, how)
        return Errand(next(iter(self.untidy)), None)

    def rank(self) -> Rank:
        """What the chat's next slot is wanted for."""
        return Rank.TABLE if self.wanted else Rank.OTHER

    def wish(self, game_id: int, how: Show) -> None:
        """A move closes the menu; the other wishes outlive it."""
        before = self.wanted.get(game_id, Show.TABLE)
        self.wanted[game_id] = how if before is Show.MENU else max(before, how)
        self.woken.set()

    def tidy(self, game_id: int) -> None:
        """The game's messages out of use are to lose their buttons."""
        self.untidy[game_id] = None
        self.woken.set()

    def begin(self, errand: Errand) -> None:
        """An errand is being done; what is wished for from now on comes after it."""
        if errand.how is not None:
            self.wanted.pop(errand.game_id, None)

    def again(self, errand: Errand) -> None:
        """What could not be done, if nothing greater is wished for meanwhile."""
        if errand.how is None:
            return
        later = self.wanted.get(errand.game_id)
        self.wanted[errand.game_id] = errand.how
        if later is not None:
            self.wish(errand.game_id, later)

    def outcome(self, game_id: int) -> asyncio.Future[str]:
        """Tells how the wish for the game ends: what people must be told, mostly nothing."""
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(game_id, []).append(told)
        return told

    def done(self, errand: Errand, told: str = "") -> None:
        """The errand is over. Whoever has wished for more meanwhile waits on."""
        if errand.how is None:
            self.untidy.pop(errand.game_id, None)
        elif errand.game_id not in self.wanted:
            self._tell(errand.game_id, told)

    def clear(self, told: str = "") -> None:
        """Nothing can be done in the chat any more."""
        self.wanted.clear()
        self.untidy.clear()
        for game_id in list(self._waiting):
            self._tell(game_id, told)

    def _tell(self, game_id: int, told: str) -> None:
        for waiting in self._waiting.pop(game_id, ()):
            if not waiting.done():
                waiting.set_result(told)
