"""``Admission``: which updates are handled at all. It comes before all other handlers.

Telegram may bring an update again when it has not heard that it arrived: it counts once. And one
person may ask for only so much: moves faster than any thumb, all else less often. A move is
committed or refused within milliseconds; all else ends in a message or an edit, and whoever could
ask for hundreds would make everybody in the chat wait for them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import ceil

import structlog
from cachetools import FIFOCache, LRUCache
from telegram import Update
from telegram.ext import ApplicationHandlerStop

from bot.handlers.dispatch import Context, exchange_of
from bot.handlers.exchange import Exchange, Tap
from bot.metrics import TODAY
from bot.texts import chat as texts
from bot.transport.callbacks import Action, GameAction, Move
from bot.transport.order import turned_out
from bot.transport.token_bucket import TokenBucket
from storage import handle

log = structlog.get_logger(__name__)

REMEMBERED = 10_000
"""Updates remembered: what comes again does so within minutes."""
BURST, INTERVAL = 12, 1.5
"""Commands and pages at once, and the seconds after which one more is allowed."""
MOVES, MOVE_INTERVAL = 20, 0.1
"""The same for moves."""
MOST_PEOPLE = 4096
FREE_ACTIONS = (Action.UNDO, Action.MENU, Action.BACK, Action.STAY)


@dataclass(slots=True)
class _Ration:
    """What one person may still ask for, and whether they have been told that it is used up."""

    bucket: TokenBucket
    warned: bool = False


@dataclass(slots=True)
class _Rations:
    """Everybody's ration of one kind of thing: ``burst`` at once, then one in ``interval``."""

    burst: int
    interval: float
    people: LRUCache[int, _Ration] = field(default_factory=lambda: LRUCache(MOST_PEOPLE))

    def of(self, who: int) -> _Ration:
        """A person's ration, full when it is asked for the first time."""
        ration = self.people.get(who)
        if ration is None:
            ration = self.people[who] = _Ration(TokenBucket(self.burst, self.interval))
        return ration


class Admission:
    """Remembers the updates of late and everybody's rations, in memory. A restart is told which
    updates have changed something; all else may be done once more.

    ``clock`` tells seconds.
    """

    def __init__(self, clock: Callable[[], float], remembered: int = REMEMBERED) -> None:
        self._clock = clock
        self._seen: FIFOCache[int, None] = FIFOCache(remembered)
        self._requests = _Rations(BURST, INTERVAL)
        self._moves = _Rations(MOVES, MOVE_INTERVAL)

    async def check(self, update: Update, context: Context) -> None:
        """Lets no other handler have what came before, or what is too much."""
        if not self.is_new(update.update_id):
            log.info("update came again", number=update.update_id)
            turned_out("repeated")
            raise ApplicationHandlerStop
        exchange = exchange_of(context)
        handle(exchange.services.bot.id, update.update_id)
        TODAY.note(exchange.services.days.today(), person=exchange.person.id)
        rations = self._rations(exchange)
        if rations is not None and not await self._granted(exchange, rations):
            turned_out("rationed")
            raise ApplicationHandlerStop

    def recall(self, numbers: Iterable[int]) -> None:
        """These updates were handled before the bot was started, the oldest first."""
        self._seen.update(dict.fromkeys(numbers))

    def is_new(self, number: int) -> bool:
        """Whether the number is heard for the first time; the oldest is forgotten for it."""
        if number in self._seen:
            return False
        self._seen[number] = None
        return True

    def _rations(self, exchange: Exchange) -> _Rations | None:
        """What the update draws on; ``None`` where it costs nobody anything."""
        if _is_dear(exchange):
            return self._requests
        return self._moves if isinstance(exchange, Tap) else None

    async def _granted(self, exchange: Exchange, rations: _Rations) -> bool:
        ration, now = rations.of(_who(exchange)), self._clock()
        if ration.bucket.refill(now) >= 1:
            ration.bucket.take(now)
            ration.warned = False
            return True
        # Each page that is refused gets its toast; of commands and moves only the first is told.
        warn = not ration.warned or (_is_dear(exchange) and isinstance(exchange, Tap))
        ration.warned = True
        if warn:
            await _warn(exchange, ceil(ration.bucket.wait(now)))
        return False


async def _warn(exchange: Exchange, seconds: int) -> None:
    if isinstance(exchange, Tap):
        await exchange.answer(texts.too_often(seconds))
    elif exchange.update.effective_chat is not None and (
        exchange.update.effective_chat.type == "private"
    ):
        await exchange.say(texts.too_often(seconds))


def _is_dear(exchange: Exchange) -> bool:
    if isinstance(exchange, Tap):
        button = exchange.button
        cheap = isinstance(button, GameAction) and button.action in FREE_ACTIONS
        return not (cheap or isinstance(button, Move | None))
    message = exchange.update.message
    return message is not None and (message.text or "").startswith("/")


def _who(exchange: Exchange) -> int:
    """The person; whoever speaks as a chat shares its ration."""
    if exchange.person.id is not None:
        return exchange.person.id
    chat = exchange.update.effective_chat
    return chat.id if chat is not None else 0
