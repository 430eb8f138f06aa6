"""``Intake``: takes updates as they arrive, by polling or by webhook alike.

What is understood goes into the library's queue. What is not is told to the operators, kept for
them to look at, and passed over: nobody waits behind it.
"""

import json
from collections.abc import Awaitable, Callable

import structlog
from telegram import Update
from telegram.ext import ExtBot

from bot.app import Bot, services_of
from bot.transport.parsing import NotUnderstood, number_of, understood
from storage import Storage, StorageError

log = structlog.get_logger(__name__)


class Intake:
    """Parses what it is given, each update alone, for ``put``. ``clock`` tells Unix seconds."""

    def __init__(
        self,
        bot: ExtBot[object],
        put: Callable[[Update], Awaitable[None]],
        storage: Storage,
        clock: Callable[[], float],
    ) -> None:
        self._bot = bot
        self._put = put
        self._storage = storage
        self._clock = clock

    async def take(self, sent: object) -> None:
        """Takes an update, parsed JSON of any shape."""
        try:
            update = understood(sent, self._bot)
        except NotUnderstood as error:
            await self._pass_over(sent, str(error))
        else:
            await self._put(update)

    async def _pass_over(self, sent: object, why: str) -> None:
        number = number_of(sent)
        try:
            new = await self._storage.unreadable_updates.keep(_text(sent), why, int(self._clock()))
        except StorageError as error:
            log.error("update not understood, nor kept", number=number, why=why, error=str(error))
            return
        if new:
            log.error("update not understood", number=number, error=why)
        else:
            log.info("update not understood came again", number=number)


def intake_of(bot: Bot) -> Intake:
    """The way into a bot that was built."""
    services = services_of(bot)
    return Intake(bot.bot, bot.update_queue.put, services.storage, services.clock)


def _text(sent: object) -> str:
    if isinstance(sent, str):
        return sent
    try:
        return json.dumps(sent, ensure_ascii=False)
    except RecursionError:
        return f"nested without end, number {number_of(sent)}"
