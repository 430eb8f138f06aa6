"""The queue of updates for the bot: ``Updates``, of which ``World`` has one.

The bot polls for them, or they are posted to its ``Webhook``. An update stays until it is
confirmed, for at most a day. Source:
https://core.telegram.org/bots/api#getting-updates
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import chain, islice

from bot.sandbox.errors import ApiError
from bot.sandbox.store import Json, Store

_DAY = 86_400
_UNASKED = frozenset({"chat_member", "message_reaction", "message_reaction_count"})


@dataclass(frozen=True)
class Webhook:
    """Where the bot wants its updates posted; ``webhook.py`` does it."""

    url: str
    secret: str = ""
    max_connections: int = 40


class Updates:
    """Updates not yet confirmed, oldest first.

    They leave by one of two doors: ``getUpdates`` calls :meth:`poll`, the webhook's deliverer
    :meth:`waiting`, :meth:`begin` and :meth:`done`.
    """

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._changed = asyncio.Event()
        self._poller: asyncio.Event | None = None
        self._is_closed = False
        kept_updates = sorted(store.all("update"), key=lambda each: int(each["update_id"]))
        self._pending: dict[int, Json] = {each["update_id"]: each for each in kept_updates}
        self.history: deque[Json] = deque(maxlen=1000)
        state = store.get("meta", "updates") or {"last_id": 100_000_000, "allowed": []}
        self.last_id: int = state["last_id"]
        self.allowed: list[str] = state["allowed"]
        self._webhook = _kept_webhook(store)
        self.again: list[Json] = []
        self.reverse_batches = 0
        self.on_confirmed: Callable[[], None] = lambda: None

    def __len__(self) -> int:
        """How many updates are not confirmed yet."""
        return len(self._pending)

    def push(self, kind: str, payload: Json) -> None:
        """Queue an update, if the bot has asked for this kind."""
        wanted = kind in self.allowed if self.allowed else kind not in _UNASKED
        if not wanted:
            return
        self.last_id += 1
        update = {"update_id": self.last_id, kind: payload, "_at": self._clock()}
        self._pending[self.last_id] = update
        self.history.append(update)
        self._store.put("update", self.last_id, update)
        self._save()
        self.wake()

    def allow(self, kinds: list[str] | None) -> None:
        """Remember the kinds of update that the bot wants; None keeps what was asked before."""
        if kinds is not None and kinds != self.allowed:
            self.allowed = kinds
            self._save()

    @property
    def webhook(self) -> Webhook | None:
        """Where updates are posted; None means that they are polled for."""
        return self._webhook

    @webhook.setter
    def webhook(self, webhook: Webhook | None) -> None:
        self._webhook = webhook
        if webhook is None:
            self._store.drop("meta", "webhook")
        else:
            self._store.put("meta", "webhook", asdict(webhook))
        self.wake()

    def clear(self) -> None:
        """Forget everything that waits."""
        self.confirm(self.last_id + 1)

    def confirm(self, offset: int) -> None:
        """Forget every update below ``offset``."""
        while self._pending and (oldest := next(iter(self._pending))) < offset:
            self.done(oldest)

    def done(self, update_id: int) -> None:
        """Forget one update, which the bot has taken."""
        if self._pending.pop(update_id, None) is not None:
            self._store.drop("update", update_id)
            self.on_confirmed()

    def redeliver(self, count: int = 1) -> None:
        """Hand the last ``count`` updates out once more, as Telegram does after a lost reply."""
        self.again += list(self.history)[-count:]
        self.wake()

    async def poll(self, offset: int, limit: int, patience: float) -> list[Json]:
        """getUpdates: wait up to ``patience`` seconds; a second poll ends the first with a 409."""
        if self._webhook is not None:
            raise ApiError(
                409,
                "Conflict: can't use getUpdates method while webhook is active; "
                "use deleteWebhook to delete the webhook first",
            )
        self.interrupt()
        if offset < 0:
            offset = max(self.last_id + 1 + offset, 0)
        self.confirm(offset)
        ousted = self._poller = asyncio.Event()
        try:
            await self._wait(patience, ousted)
        finally:
            if self._poller is ousted:
                self._poller = None
        if ousted.is_set():
            by = "setWebhook request"
            if self._webhook is None:
                by = "other getUpdates request; make sure that only one bot instance is running"
            raise ApiError(409, f"Conflict: terminated by {by}")
        return self.batch(limit)

    async def _wait(self, patience: float, ousted: asyncio.Event) -> None:
        until = asyncio.get_running_loop().time() + patience
        while not (self._pending or self.again or ousted.is_set() or self._is_closed):
            left = until - asyncio.get_running_loop().time()
            if left <= 0:
                return
            changed = self._changed
            try:
                await asyncio.wait_for(changed.wait(), left)
            except TimeoutError:
                return

    def open(self) -> None:
        """Let polls wait again, after :meth:`close`."""
        self._is_closed = False

    def close(self) -> None:
        """Let no poll wait any more; one that does ends with what there is."""
        self._is_closed = True
        self.wake()

    def interrupt(self) -> None:
        """End the poll that waits now, if there is one, with a 409."""
        if self._poller is not None:
            self._poller.set()
            self.wake()

    @property
    def polled(self) -> bool:
        """Whether somebody waits for updates right now."""
        return self._poller is not None

    def batch(self, limit: int) -> list[Json]:
        """The next updates as the bot sees them; they stay until confirmed."""
        taken = self.waiting(limit)
        for update in taken:
            self.begin(update["update_id"])
        if self.reverse_batches and len(taken) > 1:
            self.reverse_batches -= 1
            taken.reverse()
        return taken

    def waiting(self, limit: int) -> list[Json]:
        """The next updates to hand out, as the bot sees them."""
        self._expire()
        queued = islice(chain(self.again, self._pending.values()), limit)
        return [{k: v for k, v in update.items() if k != "_at"} for update in queued]

    def begin(self, update_id: int) -> None:
        """An update is being handed out: if it was to come again, it has done so now."""
        self.again = [each for each in self.again if each["update_id"] != update_id]

    @property
    def changed(self) -> asyncio.Event:
        """The event that :meth:`wake` sets next. Take it before looking at what waits, so that
        nothing is missed in between."""
        return self._changed

    def _expire(self) -> None:
        oldest = self._clock() - _DAY
        while self._pending:
            first = next(iter(self._pending.values()))
            if first["_at"] >= oldest:
                return
            self.done(first["update_id"])

    def wake(self) -> None:
        """Let whoever waits look again."""
        # Those who wait now are woken by the old event; later ones wait for the new one.
        woken, self._changed = self._changed, asyncio.Event()
        woken.set()

    def _save(self) -> None:
        self._store.put("meta", "updates", {"last_id": self.last_id, "allowed": self.allowed})


def _kept_webhook(store: Store) -> Webhook | None:
    kept = store.get("meta", "webhook")
    if kept is None:
        return None
    # A file from an earlier version may have other fields too.
    return Webhook(kept["url"], kept["secret"], kept["max_connections"])
