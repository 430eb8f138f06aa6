"""`Reminders`: which chats want to be reminded of the deal of the day, and which have been."""

from dataclasses import dataclass

from storage.database import Database
from storage.rows import build, columns

MOST_IGNORED = 7
"""Reminders in a row that may go unheeded; after these no more come."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """When one chat wants to be reminded."""

    chat_id: int
    hour: int
    """0 … 23: it comes in this hour or later."""
    last_sent: str
    """The date of the last one; empty before the first."""
    ignored: int
    """How many came since the chat last played."""


_COLUMNS = columns(Reminder)


class Reminders:
    """All reminders."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def get(self, chat_id: int) -> Reminder | None:
        """The chat's wish; None: no reminder."""
        row = await self._db.read.row(
            f"SELECT {_COLUMNS} FROM reminders WHERE chat_id = ?", chat_id
        )
        return None if row is None else build(Reminder, row)

    async def set(self, chat_id: int, hour: int | None, after: str = "") -> None:
        """Remind from `hour` on, counting the ignored ones anew; or, with None, no more.

        The first one is for a date after `after`.
        """
        async with self._db.transaction() as tx:
            if hour is None:
                await tx.row("DELETE FROM reminders WHERE chat_id = ?", chat_id)
                return
            await tx.row(
                "INSERT INTO reminders (chat_id, hour, last_sent) VALUES (?, ?, ?) "
                "ON CONFLICT (chat_id) DO UPDATE SET hour = excluded.hour, ignored = 0, "
                "last_sent = max(last_sent, excluded.last_sent)",
                *(chat_id, hour, after),
            )

    async def due(self, date: str, hour: int, limit: int = 1000) -> list[int]:
        """The chats to remind on `date` when it is `hour` there, the longest waiting hour first.

        Not those that have tried a deal of this date, cannot be written to, or ignored enough.
        """
        rows = await self._db.read.rows(
            "SELECT r.chat_id FROM reminders r JOIN chats c ON c.id = r.chat_id AND c.active = 1 "
            "WHERE r.hour <= ?1 AND r.last_sent < ?2 AND r.ignored < ?3 AND NOT EXISTS "
            "(SELECT 1 FROM attempts a WHERE a.chat_id = r.chat_id AND a.label = ?2) "
            "ORDER BY r.hour, r.chat_id LIMIT ?4",
            *(hour, date, MOST_IGNORED, limit),
        )
        return [row["chat_id"] for row in rows]

    async def claim(self, chat_id: int, date: str) -> bool:
        """Note the reminder of `date` as sent, before it is; False if it was already, or is off.

        It counts as ignored until `answered`.
        """
        async with self._db.transaction() as tx:
            row = await tx.row(
                "UPDATE reminders SET last_sent = ?2, ignored = ignored + 1 "
                "WHERE chat_id = ?1 AND last_sent < ?2 RETURNING chat_id",
                *(chat_id, date),
            )
        return row is not None

    async def release(self, chat_id: int, date: str, last_sent: str) -> None:
        """Take a claim of `date` back: nothing was sent, and `last_sent` is what was before it."""
        async with self._db.transaction() as tx:
            await tx.row(
                "UPDATE reminders SET last_sent = ?, ignored = max(0, ignored - 1) "
                "WHERE chat_id = ? AND last_sent = ?",
                *(last_sent, chat_id, date),
            )

    async def answered(self, chat_id: int) -> None:
        """The chat plays, so none of its reminders was ignored."""
        reminder = await self.get(chat_id)
        if reminder is None or reminder.ignored == 0:
            return
        async with self._db.transaction(beside=True) as tx:
            await tx.row("UPDATE reminders SET ignored = 0 WHERE chat_id = ?", chat_id)
