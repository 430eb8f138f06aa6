"""Where the sandbox keeps its world: one SQLite file of JSON documents and uploaded files.

Without a path SQLite keeps everything in a private temporary database that is gone at the end, so
there is one way of working for tests and for `make run`.
"""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (
    kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (id TEXT PRIMARY KEY, data BLOB NOT NULL) STRICT;
"""


class Store:
    """Documents by kind and key, and files by id. Losing the last second to a crash is fine."""

    def __init__(self, path: Path | None = None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(
            "" if path is None else path, isolation_level=None, check_same_thread=False
        )
        self._connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;")
        self._connection.executescript(_SCHEMA)

    def put(self, kind: str, key: int | str, value: Json) -> None:
        """Keep ``value`` in place of what was there."""
        text = json.dumps(value, ensure_ascii=True)
        self._connection.execute(
            "INSERT OR REPLACE INTO documents VALUES (?, ?, ?)", (kind, str(key), text)
        )

    def drop(self, kind: str, key: int | str) -> None:
        """Forget a document; nothing happens if there is none."""
        self._connection.execute(
            "DELETE FROM documents WHERE kind = ? AND key = ?", (kind, str(key))
        )

    def get(self, kind: str, key: int | str) -> Json | None:
        """One document."""
        row = self._connection.execute(
            "SELECT value FROM documents WHERE kind = ? AND key = ?", (kind, str(key))
        ).fetchone()
        return None if row is None else dict(json.loads(row[0]))

    def all(self, kind: str) -> Iterator[Json]:
        """Every document of a kind, in no particular order."""
        for (text,) in self._connection.execute(
            "SELECT value FROM documents WHERE kind = ?", (kind,)
        ).fetchall():
            yield json.loads(text)

    def put_file(self, file_id: str, data: bytes) -> None:
        """Keep the bytes of a file."""
        self._connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (file_id, data))

    def file(self, file_id: str) -> bytes | None:
        """The bytes of a file."""
        row = self._connection.execute("SELECT data FROM files WHERE id = ?", (file_id,)).fetchone()
        return None if row is None else bytes(row[0])

    def close(self) -> None:
        """Close the database; the world can no longer change."""
        self._connection.close()
