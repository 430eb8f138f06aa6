"""The connections to the database file: one that writes, one that reads."""

import asyncio
import math
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path

import aiosqlite

from storage.errors import Busy, CannotOpen, StorageError, translated
from storage.integrity import APPLICATION_ID, require_sound
from storage.lock import Lock
from storage.migrate import Migration, migrate, migrations

Value = str | int | None

BUSY_SECONDS = 5.0
"""So long a writer waits for another program, counted from when it asked; a reader as long."""

PAUSE = 0.02
"""Seconds between two tries while another program holds the file."""

CACHE_KIB = 16 * 1024
"""The most memory that one connection keeps pages in."""

CHECKED_BYTES = 32 * 1024 * 1024
"""A file up to this size is checked when it is opened: 10 ms for each MiB. A backup checks any."""

GROUP_SIZE = 32
"""So many transactions may wait for the same COMMIT."""


class Connection:
    """Runs SQL on one connection.

    A number beyond SQLite's 64 bits, as in a forged button, is taken as null: equal to nothing.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    async def rows(self, sql: str, *values: Value) -> list[sqlite3.Row]:
        """Run one statement and return all that it selects or returns."""
        with translated(self._path):
            return list(await self._connection.execute_fetchall(sql, _bindable(values)))

    async def row(self, sql: str, *values: Value) -> sqlite3.Row | None:
        """The same for a statement that gives one row or none."""
        rows = await self.rows(sql, *values)
        return rows[0] if rows else None

    async def repeat(self, sql: str, values: Iterable[Sequence[Value]]) -> None:
        """Run one statement once for each of `values`."""
        with translated(self._path):
            await self._connection.executemany(sql, map(_bindable, values))


def _bindable(values: Sequence[Value]) -> list[Value]:
    return [
        None if isinstance(value, int) and not -(2**63) <= value < 2**63 else value
        for value in values
    ]


@dataclass(slots=True)
class _Group:
    """Transactions that share a COMMIT."""

    size: int = 0
    committed: asyncio.Task[None] | None = None
    lost: BaseException | None = None
    """Why all of them were rolled back."""


class Database:
    """The one way to the file.

    Coroutines that share an SQLite connection share its transaction, so whatever is written goes
    through `transaction`, one at a time. Reading has a connection of its own: it neither waits for
    a writer nor sees half of what it writes.
    """

    def __init__(
        self,
        path: Path,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        opened: AsyncExitStack,
    ) -> None:
        """Use `Database.open`."""
        self._opened = opened
        self._writer = writer
        self._session = Connection(writer, path)
        self._places = asyncio.Semaphore(GROUP_SIZE)
        self._turn = asyncio.Lock()
        self._group: _Group | None = None
        self._refused_at = -math.inf
        self._hurry = asyncio.Event()
        self.read = Connection(reader, path)
        self.on_commit: Callable[[float], None] = lambda _: None
        """Told of each commit, in seconds."""

    @classmethod
    async def open(cls, path: Path, steps: Sequence[Migration] | None = None) -> "Database":
        """Open the file at `path`, making it and bringing its schema up to date where needed.

        Its folder is made too, but not the folder's parents: a mistyped path shall not grow a tree.
        Raises a `StorageError`.
        """
        lock = await asyncio.to_thread(_prepare, path, migrations() if steps is None else steps)
        async with AsyncExitStack() as opened:
            opened.callback(lock.release)
            # Who wants to write waits here, where the wait can be ended, and not within SQLite.
            writer = await opened.enter_async_context(_connection(path, 0.0))
            reader = await opened.enter_async_context(_connection(path, BUSY_SECONDS))
            with translated(path):
                await reader.execute_fetchall("PRAGMA query_only = ON")
            return cls(path, writer, reader, opened.pop_all())

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """All that the block writes is on the disk when the block is left, or none of it is.

        Await nothing in the block but the session: everybody else's writing waits for it.

        A COMMIT waits for the disk, so those who wait for their turn when the first is through
        share one with it. Each has a savepoint of its own: what fails takes no other along.

        Raises `Busy` when another program has held the file for `BUSY_SECONDS`.
        """
        asked = time.monotonic()
        async with self._places:
            async with self._turn:
                group = self._group or await self._begin(asked)
                group.size += 1
                own = f"own_{group.size}"
                try:
                    await self._session.rows(f"SAVEPOINT {own}")
                    yield self._session
                except BaseException as error:
                    await self._take_back(group, own, error)
                    raise
            if group.committed is not None:
                await asyncio.shield(group.committed)

    # What is handed to aiosqlite runs, in order, even when the task that awaits it is cancelled. So
    # each step below hands over its statement before it can be interrupted.

    async def _begin(self, asked: float) -> _Group:
        while not await self._has_begun(asked):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), PAUSE)
        self._group = group = _Group()
        group.committed = asyncio.create_task(self._commit(group))
        group.committed.add_done_callback(_heard)
        return group

    async def _has_begun(self, asked: float) -> bool:
        """Tries to begin; False if it is worth while to wait for another program and try again."""
        try:
            await self._session.rows("BEGIN IMMEDIATE")
        except Busy:
            now = time.monotonic()
            waits = now < asked + BUSY_SECONDS and now > self._refused_at + BUSY_SECONDS
            if waits and not self._hurry.is_set():
                return False
            # Whoever asks while nobody got through is told at once: of many that wait for a place
            # the last would else be told many times as late.
            self._refused_at = now
            raise
        except BaseException:
            await self._writer.rollback()
            raise
        self._refused_at = -math.inf
        return True

    async def _take_back(self, group: _Group, own: str, why: BaseException) -> None:
        """Undo what was done since the savepoint; where that fails, the whole group's work."""
        try:
            await self._session.rows(f"ROLLBACK TO {own}")
        except BaseException:  # noqa: BLE001 (when cancelled it is not known how it went)
            group.lost = why
            self._group = None
            await self._writer.rollback()

    async def _commit(self, group: _Group) -> None:
        async with self._turn:  # which comes after all those who were waiting for it before
            if group.lost is not None:
                raise StorageError(f"undone with a write that failed: {group.lost}") from group.lost
            self._group = None
            begun = time.monotonic()
            try:
                await self._session.rows("COMMIT")
            except BaseException:
                await self._writer.rollback()
                raise
            self.on_commit(time.monotonic() - begun)

    def hurry(self) -> None:
        """Wait for no other program from now on: whoever does so, or will, is told `Busy`."""
        self._hurry.set()

    async def close(self) -> None:
        """Finish what is being written, close the file and let another bot have it."""
        while True:
            async with self._turn:
                if self._group is None:
                    await self._opened.aclose()
                    return


def _heard(committed: asyncio.Task[None]) -> None:
    """How it went is told to all who wait for it; where nobody does, each has failed before."""
    if not committed.cancelled():
        committed.exception()


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
            if path.stat().st_size <= CHECKED_BYTES:
                require_sound(connection, path, "quick_check")
            migrate(connection, path, steps)
            # Kept in the file; only now, so that a file that is not ours stays as it is.
            connection.execute("PRAGMA journal_mode = WAL")
            # Changes nothing, but shows now, not at the first tap, that the file can be written.
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    except BaseException:
        lock.release()
        raise
    return lock


@asynccontextmanager
async def _connection(path: Path, seconds: float) -> AsyncIterator[aiosqlite.Connection]:
    """`seconds`: how long SQLite itself waits for others."""
    with translated(path):
        connection = await aiosqlite.connect(path, timeout=seconds, isolation_level=None)
    try:
        connection.row_factory = sqlite3.Row
        with translated(path):
            await connection.execute_fetchall("PRAGMA synchronous = FULL")
            await connection.execute_fetchall("PRAGMA foreign_keys = ON")
            await connection.execute_fetchall(f"PRAGMA cache_size = -{CACHE_KIB}")
        yield connection
    finally:
        await connection.close()
