"""How often one person may ask for what costs more than a move: commands, pages, pictures.

Moves are not rationed: each is committed or refused within milliseconds. All else ends in a message
or an edit, and whoever could ask for hundreds would make everybody in the chat wait for them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from telegram import Update
from telegram.ext import ApplicationHandlerStop

from bot.callbacks import GameAction, Move, parse
from bot.services import Context, answer, person_of, say
from bot.texts import chat as texts

__all__ = ["BURST", "INTERVAL", "Rationing"]

BURST = 12
INTERVAL = 1.5
"""Seconds after which one more is allowed."""
MOST_PEOPLE = 4096
FREE_ACTIONS = ("undo", "menu", "back", "stay")


@dataclass(slots=True)
class _Purse:
    left: float
    at: float
    warned: bool = False


class Rationing:
    """Keeps everybody's purse, in memory. ``clock`` tells seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._purses: dict[int, _Purse] = {}

    async def check(self, update: Update, context: Context) -> None:
        """Comes before all handlers, and lets none of them have what is too much."""
        if not _is_dear(update):
            return
        purse = self._purse(_who(update))
        if purse.left >= 1:
            purse.left -= 1
            purse.warned = False
            return
        if update.callback_query is not None:
            wait = ceil((1 - purse.left) * INTERVAL)
            await answer(update.callback_query, texts.too_often(wait))
        elif not purse.warned and _is_private(update):
            purse.warned = True
            await say(update, context, texts.too_often(ceil((1 - purse.left) * INTERVAL)))
        raise ApplicationHandlerStop

    def _purse(self, who: int) -> _Purse:
        now = self._clock()
        purse = self._purses.get(who)
        if purse is None:
            if len(self._purses) >= MOST_PEOPLE:
                full = now - BURST * INTERVAL
                self._purses = {key: one for key, one in self._purses.items() if one.at > full}
            purse = self._purses[who] = _Purse(BURST, now)
        purse.left = min(float(BURST), purse.left + max(0.0, now - purse.at) / INTERVAL)
        purse.at = now
        return purse


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
