"""`Database`: the connections to the file, one that writes and one that reads.

Every subject of `Storage` works on it.
"""

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
from storage.handled_updates import write_down
from storage.integrity import APPLICATION_ID, require_sound
from storage.lock import Lock
from storage.migrate import Migration, migrate, migrations

Value = str | int | None

BUSY_SECONDS = 5.0
"""How long a writer waits for another program, counted from when it asked; a reader too."""

PAUSE = 0.02
"""Seconds between two tries while another program holds the file."""

CACHE_KIB = 16 * 1024
"""The most memory that one connection keeps pages in."""

CHECKED_BYTES = 32 * 1024 * 1024
"""A file up to this size is checked when it is opened: 10 ms for each MiB. A backup checks any."""

GROUP_SIZE = 32
"""The most transactions that wait for the same COMMIT."""


class Connection:
    """Runs SQL on one connection.

    A number beyond SQLite's 64 bits, as in a forged button, becomes null, which equals nothing.
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
        self._path = path
        self._opened_as = _identity(path)
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

        Its folder is made too, but not the folder's parents: a mistyped path must not grow a tree.
        Raises a `StorageError`.
        """
        lock = await asyncio.to_thread(_prepare, path, migrations() if steps is None else steps)
        async with AsyncExitStack() as opened:
            opened.callback(lock.release)
            # A writer waits in `_begin`, where the wait can be ended, and not within SQLite.
            writer = await opened.enter_async_context(_connection(path, 0.0))
            reader = await opened.enter_async_context(_connection(path, BUSY_SECONDS))
            with translated(path):
                await reader.execute_fetchall("PRAGMA query_only = ON")
            return cls(path, writer, reader, opened.pop_all())

    @asynccontextmanager
    async def transaction(self, *, beside: bool = False) -> AsyncIterator[Connection]:
        """All that the block writes is on the disk when the block is left, or none of it is.

        With it goes the number of the update at hand, which has had its effect with that: it is
        not handled again. What is only noted `beside` its work, and may be again, is no effect.

        Await nothing in the block but the session: everybody else's writing waits for it.

        A COMMIT waits for the disk, so the transactions that queue up behind the first share one
        with it. Each has a savepoint of its own: one that fails takes no other along.

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
                    before = self._writer.total_changes
                    yield self._session
                    changed = self._writer.total_changes > before
                    update = await write_down(self._session) if changed and not beside else None
                except BaseException as error:
                    await self._take_back(group, own, error)
                    raise
            if group.committed is not None:
                await asyncio.shield(group.committed)
            if update is not None:
                update.is_written = True

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
        """Try to begin; False if it is worth waiting for the other program and trying again."""
        try:
            await self._session.rows("BEGIN IMMEDIATE")
        except Busy:
            now = time.monotonic()
            waits = now < asked + BUSY_SECONDS and now > self._refused_at + BUSY_SECONDS
            if waits and not self._hurry.is_set():
                return False
            # While nobody gets through, whoever asks is told at once: they wait in line, and the
            # last of many would otherwise be told many times as late.
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

    def is_in_place(self) -> bool:
        """Whether the file that is open is still the one at its path."""
        return _identity(self._path) == self._opened_as

    def hurry(self) -> None:
        """Stop waiting for other programs: whoever does or would wait is told `Busy`."""
        self._hurry.set()

    async def close(self) -> None:
        """Finish what is being written, close the file and let another bot have it."""
        while True:
            async with self._turn:
                if self._group is None:
                    await self._opened.aclose()
                    return


def _identity(path: Path) -> tuple[int, int] | None:
    """By which the system tells one file from another; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _heard(committed: asyncio.Task[None]) -> None:
    """Take the failure as told: it reaches all who wait, and where nobody does all had failed."""
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
    if path.exists() and not path.is_file():
        raise CannotOpen(f"cannot open the database {path}: it is no file")
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
async def _connection(path: Path, busy_seconds: float) -> AsyncIterator[aiosqlite.Connection]:
    """A connection on which SQLite, once it is open, waits for other programs `busy_seconds`."""
    with translated(path):
        connection = await aiosqlite.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        connection.row_factory = sqlite3.Row
        with translated(path):
            await connection.execute_fetchall("PRAGMA synchronous = FULL")
            await connection.execute_fetchall("PRAGMA foreign_keys = ON")
            await connection.execute_fetchall(f"PRAGMA cache_size = -{CACHE_KIB}")
            await connection.execute_fetchall(f"PRAGMA busy_timeout = {busy_seconds * 1000:.0f}")
        yield connection
    finally:
        await connection.close()
