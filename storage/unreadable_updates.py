"""`UnreadableUpdates`: what Telegram sent and nobody could read, kept for the operators to look at.

The bot writes it by `Storage.unreadable_updates`; `python -m bot updates` reads it by `unreadable`.
"""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from storage.database import Connection, Database
from storage.errors import CannotOpen, translated
from storage.integrity import version_of
from storage.rows import build, columns, storable

MOST_KEPT = 100
KEPT_SECONDS = 7 * 86_400
LONGEST = 64 * 1024
"""So many characters of one are kept."""

_COUNT = "unreadable updates"
"""The name under which `meta` counts all that ever came."""
_BUSY_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class UnreadableUpdate:
    """One of them, and why it could not be read."""

    at: int
    why: str
    content: str
    """JSON, unless it is cut off or was none."""


class UnreadableUpdates:
    """The latest of them, at most `MOST_KEPT`, none for longer than `KEPT_SECONDS`."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def keep(self, content: str, why: str, at: int) -> bool:
        """Keep and count one that came `at`; False where it is kept already, as it came again."""
        async with self._db.transaction() as tx:
            new = await tx.row(
                "INSERT OR IGNORE INTO unreadable_updates (at, why, content) VALUES (?, ?, ?) "
                "RETURNING id",
                *(at, why, storable(content[:LONGEST])),
            )
            if new is None:
                return False
            await tx.row(
                "INSERT INTO meta VALUES (?, '1') "
                "ON CONFLICT DO UPDATE SET value = CAST(value AS INTEGER) + 1",
                _COUNT,
            )
            await tx.row("DELETE FROM unreadable_updates WHERE id <= ?", int(new["id"]) - MOST_KEPT)
            await _prune(tx, at)
            return True

    async def prune(self, now: int) -> None:
        """Forget those whose time is over."""
        async with self._db.transaction() as tx:
            await _prune(tx, now)


async def _prune(tx: Connection, now: int) -> None:
    await tx.row("DELETE FROM unreadable_updates WHERE at <= ?", now - KEPT_SECONDS)


async def forget_unreadable_of(tx: Connection, player_id: int) -> None:
    """Forget all in which the person may be meant: by number, username or a word of the name.

    As nobody can read them, more may go than the person's own.
    """
    player = await tx.row("SELECT name, username FROM players WHERE id = ?", player_id)
    names = [] if player is None else [player["username"] or "", *player["name"].split()]
    for word in filter(None, (str(player_id), *names)):
        await tx.row(
            "DELETE FROM unreadable_updates WHERE instr(content, ?) > 0",
            json.dumps(word, ensure_ascii=False)[1:-1],
        )


def unreadable(path: Path) -> tuple[int, list[UnreadableUpdate]]:
    """How many ever came to the bot on the database at `path`, and those that are kept.

    A bot may run on it meanwhile. Raises a `StorageError`.
    """
    if not path.is_file():
        raise CannotOpen(f"there is no database {path}")
    with (
        translated(path),
        closing(sqlite3.connect(path, timeout=_BUSY_SECONDS)) as connection,
    ):
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA query_only = ON")
        version_of(connection, path)
        table = "SELECT 1 FROM sqlite_schema WHERE name = 'unreadable_updates'"
        if connection.execute(table).fetchone() is None:  # no bot of today has opened it yet
            return 0, []
        count = connection.execute("SELECT value FROM meta WHERE key = ?", (_COUNT,)).fetchone()
        kept = connection.execute(
            f"SELECT {columns(UnreadableUpdate)} FROM unreadable_updates ORDER BY id"
        ).fetchall()
    return int(count["value"]) if count else 0, [build(UnreadableUpdate, row) for row in kept]
