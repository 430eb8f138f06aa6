"""Delivery of updates to the bot's own server.

Source: https://core.telegram.org/bots/api#setwebhook. One person's updates go one after another,
those of different people side by side; what is not taken with a status 2xx is sent again, with a
growing pause in between.
"""

import asyncio
import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from aiohttp import ClientError, ClientSession, ClientTimeout

from bot.sandbox.store import Json

if TYPE_CHECKING:
    from bot.sandbox.updates import Updates

_LOOKAHEAD = 1000
_TIMEOUT = ClientTimeout(total=60)


@dataclass
class Webhook:
    """Where the bot wants its updates, and how that went of late."""

    url: str
    secret: str = ""
    max_connections: int = 40
    last_error: str = ""
    last_error_at: float = 0.0

    def info(self) -> Json:
        """Its part of a Bot API WebhookInfo."""
        info: Json = {"url": self.url, "max_connections": self.max_connections}
        if self.last_error:
            info["last_error_message"] = self.last_error
            info["last_error_date"] = int(self.last_error_at)
        return info

    def to_json(self) -> Json:
        """For the store."""
        return asdict(self)


@dataclass
class Deliverer:
    """Takes updates from the queue and posts them for as long as it runs."""

    updates: "Updates"
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
                if response.status // 100 == 2:
                    return True
                reason = f"Wrong response from the webhook: {response.status} {response.reason}"
        except (ClientError, OSError, TimeoutError) as error:
            reason = f"Connection failed: {error}"
        webhook.last_error, webhook.last_error_at = reason, time.time()
        return False


def _person(update: Json) -> int:
    """Whose update this is; nobody's where a test has put something odd into the queue."""
    payload = next((held for key, held in update.items() if key != "update_id"), None)
    if not isinstance(payload, dict):
        return 0
    author = payload.get("from") or payload.get("chat") or {}
    return int(author.get("id", 0))
