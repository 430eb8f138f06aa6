"""`HandledUpdates`: which of Telegram's updates have changed something, so that none does so twice.

Whoever handles an update says so by `handle`. From then on the first transaction of the same task
that changes anything writes the update's number down too: both are on the disk, or neither is.
"""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from storage.database import Connection, Database

KEPT = 10_000
"""So many are remembered at least: what comes again does so within minutes."""
_BATCH = 1_000
"""After so many more, those beyond are forgotten."""


@dataclass(slots=True)
class _AtHand:
    """The update that is being handled."""

    bot_id: int
    number: int
    is_written: bool = False


_at_hand: ContextVar[_AtHand | None] = ContextVar("update at hand", default=None)


def handle(bot_id: int, number: int) -> None:
    """This task, and whatever it begins, handles this update."""
    _at_hand.set(_AtHand(bot_id, number))


async def write_down(tx: "Connection") -> _AtHand | None:
    """Add the update at hand to the transaction, unless it is written down already."""
    update = _at_hand.get()
    if update is None or update.is_written:
        return None
    new = await tx.row(
        "INSERT OR IGNORE INTO handled_updates (bot_id, number) VALUES (?, ?) RETURNING id",
        *(update.bot_id, update.number),
    )
    if new is not None and new["id"] % _BATCH == 0:
        await tx.row("DELETE FROM handled_updates WHERE id <= ?", new["id"] - KEPT)
    return update


class HandledUpdates:
    """The numbers of the latest updates that have changed something."""

    def __init__(self, db: "Database") -> None:
        """Work on `db`."""
        self._db = db

    async def latest(self, bot_id: int) -> list[int]:
        """Those of this bot, the oldest first."""
        rows = await self._db.read.rows(
            "SELECT number FROM handled_updates WHERE bot_id = ? ORDER BY id", bot_id
        )
        return [row["number"] for row in rows]
