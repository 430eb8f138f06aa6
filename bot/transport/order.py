"""``ChatOrder``: updates of one chat one after the other, chats side by side."""

import asyncio
from collections.abc import Awaitable
from contextvars import ContextVar

import structlog
from telegram import Update
from telegram.ext import BaseUpdateProcessor

from bot.metrics import UPDATES, timed

log = structlog.get_logger(__name__)

MOST_AT_ONCE = 64
MOST_TAKEN = 1_000_000


class _Turn:
    """An update's turn in its chat, and its place among all that are in work."""

    def __init__(self, chat: asyncio.Lock, places: asyncio.Semaphore) -> None:
        self._chat = chat
        self._places = places
        self._lasts = False
        self.outcome = "done"

    async def begin(self) -> None:
        await self._chat.acquire()
        try:
            await self._places.acquire()
        except BaseException:
            self._chat.release()
            raise
        self._lasts = True

    def end(self) -> None:
        """Once; after that it changes nothing."""
        if self._lasts:
            self._lasts = False
            self._places.release()
            self._chat.release()


_turn: ContextVar[_Turn | None] = ContextVar("turn", default=None)


def give_way() -> None:
    """The update in work has to wait for Telegram: its chat's next may begin meanwhile.

    What it has changed is committed by then, so nothing but the order of replies is at stake.
    """
    turn = _turn.get()
    if turn is not None:
        turn.end()


def turned_out(outcome: str) -> None:
    """What became of the update in work, where it was not done as asked: for the metrics."""
    turn = _turn.get()
    if turn is not None:
        turn.outcome = outcome


class ChatOrder(BaseUpdateProcessor):
    """One turn at a time in each chat; people's inline queries go by person.

    Those that wait for their turn take nobody's place. One that has to wait for Telegram gives way
    to the next: taps are answered in time whatever goes on before them.
    """

    def __init__(self) -> None:
        super().__init__(MOST_TAKEN)
        self._places = asyncio.Semaphore(MOST_AT_ONCE)
        self._locks: dict[int, asyncio.Lock] = {}
        self._waiting: dict[int, int] = {}
        self._in_work: set[asyncio.Task[object]] = set()
        self._idle = asyncio.Event()
        self._idle.set()

    async def settled(self) -> None:
        """Returns when no update is in work."""
        await self._idle.wait()

    def give_up(self) -> int:
        """Ends the work at every update where it stands; how many there were."""
        for task in self._in_work:
            task.cancel()
        return len(self._in_work)

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to release."""

    async def do_process_update(self, update: object, coroutine: Awaitable[object]) -> None:
        """Processes the update when those of its chat that came before are done, or give way."""
        key = _key(update)
        task = asyncio.current_task()
        if task is not None:
            self._in_work.add(task)
            task.add_done_callback(self._in_work.discard)
        self._idle.clear()
        self._waiting[key] = self._waiting.get(key, 0) + 1
        turn = _Turn(self._locks.setdefault(key, asyncio.Lock()), self._places)
        _turn.set(turn)
        with timed(UPDATES, _kind(update)) as watch:
            try:
                await turn.begin()
                with structlog.contextvars.bound_contextvars(update=_number(update)):
                    await coroutine
                watch.outcome = turn.outcome
            finally:
                self._ended(key, turn, coroutine)
                log.info("update", **_described(update), ms=round(watch.seconds * 1e3))

    def _ended(self, key: int, turn: _Turn, coroutine: Awaitable[object]) -> None:
        turn.end()
        if asyncio.iscoroutine(coroutine):
            coroutine.close()  # which says that it is meant if its turn never came
        self._waiting[key] -= 1
        if not self._waiting[key]:
            del self._waiting[key], self._locks[key]
        if not self._waiting:
            self._idle.set()


def _key(update: object) -> int:
    if not isinstance(update, Update):
        return 0
    if update.effective_chat is not None:
        return update.effective_chat.id
    return update.effective_user.id if update.effective_user is not None else 0


def _kind(update: object) -> str:
    if not isinstance(update, Update):
        return type(update).__name__
    return next((name for name in Update.ALL_TYPES if getattr(update, name, None)), "unknown")


def _number(update: object) -> int | None:
    return update.update_id if isinstance(update, Update) else None


def _described(update: object) -> dict[str, object]:
    """What a log line tells of an update: who, where, what kind; never what people wrote."""
    if not isinstance(update, Update):
        return {"kind": _kind(update)}
    query = update.callback_query
    return {
        "update": update.update_id,
        "kind": _kind(update),
        "chat": update.effective_chat.id if update.effective_chat else None,
        "user": update.effective_user.id if update.effective_user else None,
        **({"data": query.data} if query is not None else {}),
    }
