"""Delivery of updates to the bot's own server, by the ``Deliverer`` that ``server.py`` runs.

Source: https://core.telegram.org/bots/api#setwebhook. One person's updates go one after another,
those of different people side by side; what is not taken with a status 2xx is sent again, with a
growing pause in between.
"""

import asyncio
from dataclasses import dataclass, field

from aiohttp import ClientError, ClientSession, ClientTimeout

from bot.sandbox.store import Json
from bot.sandbox.updates import Updates, Webhook

_LOOKAHEAD = 1000
_TIMEOUT = ClientTimeout(total=60)


@dataclass
class Deliverer:
    """Takes updates from the queue and posts them for as long as it runs."""

    updates: Updates
    pauses: tuple[float, ...] = (0.5, 1, 2, 5, 10, 30, 60)
    _busy: set[int] = field(default_factory=set)

    async def run(self) -> None:
        """Deliver until cancelled."""
        async with ClientSession(timeout=_TIMEOUT) as session, asyncio.TaskGroup() as couriers:
            while True:
                changed = self.updates.changed
                self._start(session, couriers)
                await changed.wait()

    def _start(self, session: ClientSession, couriers: asyncio.TaskGroup) -> None:
        """Post every update that may go now; a person has at most one on the way."""
        webhook = self.updates.webhook
        if webhook is None:
            return
        for update in self.updates.waiting(_LOOKAHEAD):
            person = _person(update)
            if len(self._busy) >= webhook.max_connections:
                return
            if person not in self._busy:
                self.updates.begin(update["update_id"])
                self._busy.add(person)
                couriers.create_task(self._deliver(session, update, person))

    async def _deliver(self, session: ClientSession, update: Json, person: int) -> None:
        attempt = 0
        while (webhook := self.updates.webhook) is not None:
            if await self._post(session, webhook, update):
                self.updates.done(update["update_id"])
                break
            await asyncio.sleep(self.pauses[min(attempt, len(self.pauses) - 1)])
            attempt += 1
        self._busy.remove(person)
        self.updates.wake()

    async def _post(self, session: ClientSession, webhook: Webhook, update: Json) -> bool:
        headers = {"X-Telegram-Bot-Api-Secret-Token": webhook.secret} if webhook.secret else {}
        try:
            async with session.post(webhook.url, json=update, headers=headers) as response:
                return response.status // 100 == 2
        except (ClientError, OSError, TimeoutError):
            return False


def _person(update: Json) -> int:
    """Whose update this is; nobody's where a test has put something odd into the queue."""
    payload = next((held for key, held in update.items() if key != "update_id"), None)
    if not isinstance(payload, dict):
        return 0
    author = payload.get("from") or payload.get("chat") or {}
    return int(author.get("id", 0))
