"""How often one person may ask for something: moves faster than any thumb, all else less often.

A move is committed or refused within milliseconds; all else ends in a message or an edit, and
whoever could ask for hundreds would make everybody in the chat wait for them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from telegram import Update
from telegram.ext import ApplicationHandlerStop

from bot.handlers.context import Context, answer, person_of, say
from bot.texts import chat as texts
from bot.transport.callbacks import GameAction, Move, parse

BURST, INTERVAL = 12, 1.5
"""Commands and pages: so many at once, and seconds after which one more is allowed."""
MOVES, MOVE_INTERVAL = 20, 0.1
"""The same for moves."""
MOST_PEOPLE = 4096
FREE_ACTIONS = ("undo", "menu", "back", "stay")


@dataclass(slots=True)
class _Purse:
    left: float
    at: float
    warned: bool = False


class Rationing:
    """Keeps everybody's purses, in memory. ``clock`` tells seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._requests = _Purses(clock, BURST, INTERVAL)
        self._moves = _Purses(clock, MOVES, MOVE_INTERVAL)

    async def check(self, update: Update, context: Context) -> None:
        """Comes before all handlers, and lets none of them have what is too much."""
        if _is_dear(update):
            purses = self._requests
        elif update.callback_query is not None:
            purses = self._moves
        else:
            return
        purse = purses.of(_who(update))
        if purse.left >= 1:
            purse.left -= 1
            purse.warned = False
            return
        warn = not purse.warned or (_is_dear(update) and update.callback_query is not None)
        purse.warned = True
        if warn:
            await _warn(update, context, ceil((1 - purse.left) * purses.interval))
        raise ApplicationHandlerStop


class _Purses:
    """One kind of thing that people may ask for: ``burst`` at once, then one in ``interval``."""

    def __init__(self, clock: Callable[[], float], burst: int, interval: float) -> None:
        self._clock = clock
        self._burst = burst
        self.interval = interval
        self._purses: dict[int, _Purse] = {}

    def of(self, who: int) -> _Purse:
        """What somebody has left now."""
        now = self._clock()
        purse = self._purses.get(who)
        if purse is None:
            if len(self._purses) >= MOST_PEOPLE:
                full = now - self._burst * self.interval
                self._purses = {key: one for key, one in self._purses.items() if one.at > full}
            purse = self._purses[who] = _Purse(self._burst, now)
        gained = max(0.0, now - purse.at) / self.interval
        purse.left = min(float(self._burst), purse.left + gained)
        purse.at = now
        return purse


async def _warn(update: Update, context: Context, seconds: int) -> None:
    """A toast for each page that is refused; of commands and moves only the first is told of."""
    if update.callback_query is not None:
        await answer(update.callback_query, texts.too_often(seconds))
    elif _is_private(update):
        await say(update, context, texts.too_often(seconds))


def _is_dear(update: Update) -> bool:
    if update.callback_query is not None:
        tap = parse(update.callback_query.data or "")
        cheap = isinstance(tap, GameAction) and tap.action in FREE_ACTIONS
        return not (cheap or isinstance(tap, Move | None))
    text = update.message.text if update.message is not None else None
    return text is not None and text.startswith("/")


def _who(update: Update) -> int:
    """The person; whoever speaks as a chat shares its purse."""
    person = person_of(update)
    if person.id is not None:
        return person.id
    return update.effective_chat.id if update.effective_chat is not None else 0


def _is_private(update: Update) -> bool:
    return update.effective_chat is not None and update.effective_chat.type == "private"
