"""The connections to the database file: one that writes, one that reads."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path

import aiosqlite

from storage.errors import CannotOpen, translated
from storage.lock import Lock
from storage.migrate import Migration, migrate, migrations

__all__ = ["Database", "Session", "Value"]

Value = str | int | None

BUSY_SECONDS = 5.0


class Session:
    """Runs SQL on one connection."""

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    async def rows(self, sql: str, *values: Value) -> list[sqlite3.Row]:
        """Run one statement and return all that it selects or returns."""
        with translated(self._path):
            return list(await self._connection.execute_fetchall(sql, values))

    async def row(self, sql: str, *values: Value) -> sqlite3.Row | None:
        """The same for a statement that gives one row or none."""
        rows = await self.rows(sql, *values)
        return rows[0] if rows else None

    async def repeat(self, sql: str, values: Iterable[Sequence[Value]]) -> None:
        """Run one statement once for each of `values`."""
        with translated(self._path):
            await self._connection.executemany(sql, values)


class Database:
    """The one way to the file.

    Coroutines that share an SQLite connection share its transaction, so whatever is written goes
    through `transaction`, one at a time. Reading has a connection of its own: it neither waits for
    a writer nor sees half of what it writes.
    """

    def __init__(
        self, path: Path, lock: Lock, writer: aiosqlite.Connection, reader: aiosqlite.Connection
    ) -> None:
        """Use `Database.open`."""
        self._path = path
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._turn = asyncio.Lock()
        self.read = Session(reader, path)

    @classmethod
    async def open(cls, path: Path, steps: Sequence[Migration] | None = None) -> "Database":
        """Open the file at `path`, making it and bringing its schema up to date where needed.

        Its folder is made too, but not the folder's parents: a mistyped path shall not grow a tree.
        Raises a `StorageError`.
        """
        lock = await asyncio.to_thread(_prepare, path, migrations() if steps is None else steps)
        writer: aiosqlite.Connection | None = None
        try:
            writer = await _connect(path)
            reader = await _connect(path)
        except BaseException:
            if writer is not None:
                await writer.close()
            lock.release()
            raise
        with translated(path):
            await reader.execute_fetchall("PRAGMA query_only = ON")
        return cls(path, lock, writer, reader)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Session]:
        """All that the block writes is on the disk when the block is left, or none of it is.

        Await nothing in the block but the session: everybody else's writing waits for it. When the
        task is cancelled the statements already handed over still run, and the rollback runs after
        them; it does nothing where a COMMIT was among them.
        """
        async with self._turn:
            session = Session(self._writer, self._path)
            try:
                await session.rows("BEGIN IMMEDIATE")
                yield session
                await session.rows("COMMIT")
            except BaseException:
                await self._writer.rollback()
                raise

    async def close(self) -> None:
        """Finish what is being written, close the file and let another bot have it."""
        async with self._turn:
            try:
                await self._reader.close()
                await self._writer.close()
            finally:
                self._lock.release()


def _prepare(path: Path, steps: Sequence[Migration]) -> Lock:
    if not path.parent.is_dir():
        try:
            path.parent.mkdir()
        except OSError as error:
            raise CannotOpen(
                f"cannot make the folder {path.parent} for the database: {error.strerror}"
            ) from error
    if path.is_dir():
        raise CannotOpen(f"cannot open the database {path}: it is a folder")
    lock = Lock(path)
    try:
        with translated(path), closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")
            migrate(connection, path, steps)
            # Kept in the file; only now, so that a file that is not ours stays as it is.
            connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        lock.release()
        raise
    return lock


async def _connect(path: Path) -> aiosqlite.Connection:
    with translated(path):
        connection = await aiosqlite.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        connection.row_factory = sqlite3.Row
        await connection.execute_fetchall("PRAGMA synchronous = FULL")
        await connection.execute_fetchall("PRAGMA foreign_keys = ON")
    return connection
