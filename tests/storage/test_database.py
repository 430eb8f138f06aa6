"""The transaction: whole or not at all, alone, on the disk before it is reported."""

import asyncio
import gc
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from storage import Busy, DiskFull, Storage, StorageError
from storage import database as database_module
from storage.database import BUSY_SECONDS, GROUP_SIZE, Database
from tests.storage.samples import on_disk

MOST_IGNORED = 10.0
"""Seconds after which a wait has failed."""

PUT = "INSERT INTO meta VALUES (?, ?)"


async def put(db: Database, key: str) -> None:
    async with db.transaction() as tx:
        await tx.row(PUT, key, "")


def keys(path: Path) -> set[object]:
    return {key for (key,) in on_disk(path, "SELECT key FROM meta")}


async def commits(db: Database) -> list[str]:
    """The list to which each COMMIT is added from now on."""
    return await statements(db, "COMMIT")


async def statements(db: Database, of: str) -> list[str]:
    """The list to which each statement of this kind is added that is run from now on."""
    seen: list[str] = []

    def note(sql: str) -> None:
        if sql == of:
            seen.append(sql)

    await db._writer.set_trace_callback(note)
    return seen


async def has_tried(tries: list[str], more: int) -> None:
    """Returns when so many more tries were made."""
    enough = len(tries) + more
    async with asyncio.timeout(MOST_IGNORED):
        while len(tries) < enough:  # noqa: ASYNC110 - another thread adds to them
            await asyncio.sleep(0.005)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program holds the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@dataclass
class Clock:
    """Stands in for the module `time`."""

    now: float = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What time it is for those who wait."""
    clock = Clock()
    monkeypatch.setattr(database_module, "time", clock)
    return clock


async def test_the_file_is_kept_as_safely_as_sqlite_can(db: Database) -> None:
    async def pragma(name: str) -> object:
        async with db.transaction() as tx:
            (row,) = await tx.rows(f"PRAGMA {name}")
        return row[0]

    assert await pragma("journal_mode") == "wal"
    assert await pragma("synchronous") == 2
    assert await pragma("foreign_keys") == 1
    assert await pragma("busy_timeout") == 0  # who writes waits in `Database`


async def test_what_is_reported_is_in_the_file(db: Database, path: Path) -> None:
    async def one(key: str) -> None:
        await put(db, key)
        assert key in keys(path)

    await asyncio.gather(*(one(f"{number}") for number in range(50)))


async def test_those_who_wait_together_share_a_commit(db: Database) -> None:
    seen = await commits(db)
    await asyncio.gather(*(put(db, f"{number}") for number in range(GROUP_SIZE)))
    assert len(seen) == 1


async def test_a_commit_is_shared_by_so_many_at_most(db: Database) -> None:
    seen = await commits(db)
    await asyncio.gather(*(put(db, f"{number}") for number in range(2 * GROUP_SIZE + 1)))
    assert len(seen) >= 3


async def test_a_failure_takes_no_other_along(db: Database, path: Path) -> None:
    async def fail() -> None:
        async with db.transaction() as tx:
            await tx.row(PUT, "failed", "")
            raise ValueError("on purpose")

    outcomes = await asyncio.gather(
        put(db, "before"), fail(), put(db, "after"), fail(), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [
        type(None),
        ValueError,
        type(None),
        ValueError,
    ]
    assert keys(path) == {"before", "after"}


async def test_a_broken_constraint_is_told_as_it_is_and_keeps_nothing(
    db: Database, path: Path
) -> None:
    async def twice() -> None:
        async with db.transaction() as tx:
            await tx.row(PUT, "key", "")
            await tx.row(PUT, "key", "")

    with pytest.raises(sqlite3.IntegrityError):
        await twice()
    assert keys(path) == set()


async def test_a_reader_neither_waits_for_a_writer_nor_sees_its_half(db: Database) -> None:
    async with db.transaction() as tx:
        await tx.row(PUT, "half", "")
        assert await db.read.rows("SELECT key FROM meta") == []
    assert len(await db.read.rows("SELECT key FROM meta")) == 1


async def test_the_reader_cannot_write(db: Database) -> None:
    with pytest.raises(StorageError):
        await db.read.rows(PUT, "key", "")


@pytest.mark.parametrize("steps", range(24))
async def test_a_cancelled_transaction_is_whole_or_absent(
    db: Database, path: Path, steps: int
) -> None:
    async def two() -> None:
        async with db.transaction() as tx:
            await tx.row(PUT, "first", "")
            await tx.row(PUT, "second", "")

    companion = asyncio.create_task(put(db, "companion"))
    task = asyncio.create_task(two())
    for _ in range(steps):
        await asyncio.sleep(0)
        await db.read.rows("SELECT 1")  # lets the other thread come along
    task.cancel()
    await asyncio.wait([task])
    await companion
    await put(db, "later")
    assert keys(path) in ({"companion", "later"}, {"companion", "first", "second", "later"})


async def test_when_all_is_cancelled_the_next_can_write(db: Database, path: Path) -> None:
    for steps in range(12):
        tasks = [asyncio.create_task(put(db, f"{steps} {number}")) for number in range(3)]
        for _ in range(steps):
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        await put(db, f"{steps}")
        assert f"{steps}" in keys(path)


async def test_when_sqlite_gives_the_group_up_all_are_told(db: Database, path: Path) -> None:
    async def lose() -> None:
        async with db.transaction() as tx:
            await tx.row("ROLLBACK")  # as SQLite does by itself where the disk fails
            raise DiskFull("on purpose")

    outcomes = await asyncio.gather(
        put(db, "before"), lose(), put(db, "after"), return_exceptions=True
    )
    assert isinstance(outcomes[0], StorageError)
    assert str(outcomes[0]) == "undone with a write that failed: on purpose"
    assert isinstance(outcomes[1], DiskFull)
    assert outcomes[2] is None
    assert keys(path) == {"after"}


async def test_a_full_disk_keeps_what_was_there(db: Database, path: Path) -> None:
    await put(db, "before")
    async with db.transaction() as tx:
        (pages,) = await tx.rows("PRAGMA page_count")
        await tx.row(f"PRAGMA max_page_count = {pages[0]}")
    with pytest.raises(DiskFull) as caught:
        await put(db, "x" * 100_000)
    assert str(caught.value) == f"the disk that holds the database {path} is full"
    assert keys(path) == {"before"}
    async with db.transaction() as tx:
        await tx.row(f"PRAGMA max_page_count = {pages[0] + 100}")
    await put(db, "when there is room again")
    assert keys(path) == {"before", "when there is room again"}


async def test_a_failing_commit_is_told_to_all_who_share_it(db: Database, path: Path) -> None:
    async with db.transaction() as tx:
        await tx.row("CREATE TABLE child (key TEXT REFERENCES meta DEFERRABLE INITIALLY DEFERRED)")

    async def orphan() -> None:
        async with db.transaction() as tx:
            await tx.row("INSERT INTO child VALUES ('nobody')")

    outcomes = await asyncio.gather(put(db, "key"), orphan(), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [sqlite3.IntegrityError] * 2
    assert keys(path) == set()
    await put(db, "later")
    assert keys(path) == {"later"}


async def test_another_program_that_holds_the_file_is_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.01)
    storage = await Storage.open(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy, match="is held by another program"):
        await storage.meta.set("key", "value")
    other.execute("ROLLBACK")
    other.close()
    await storage.meta.set("key", "value")
    assert await storage.meta.get("key") == "value"
    await storage.close()


async def test_all_who_wait_for_another_program_are_told_together(
    db: Database, path: Path, clock: Clock
) -> None:
    tries = await statements(db, "BEGIN IMMEDIATE")
    with held(path):
        waiting = [asyncio.create_task(put(db, f"{n}")) for n in range(2 * GROUP_SIZE)]
        await has_tried(tries, 3)
        assert not any(task.done() for task in waiting)
        clock.now += BUSY_SECONDS
        tries.clear()
        async with asyncio.timeout(MOST_IGNORED):
            outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {Busy}
    assert len(tries) <= len(waiting)  # nobody has waited once more


async def test_while_nobody_gets_through_whoever_comes_is_told_at_once(
    db: Database, path: Path, clock: Clock
) -> None:
    tries = await statements(db, "BEGIN IMMEDIATE")
    with held(path):
        first = asyncio.create_task(put(db, "first"))
        await has_tried(tries, 1)
        clock.now += BUSY_SECONDS
        with pytest.raises(Busy):
            await first
        tries.clear()
        with pytest.raises(Busy):
            await put(db, "second")
        assert len(tries) == 1
    await put(db, "third")
    with held(path):
        fourth = asyncio.create_task(put(db, "fourth"))
        await has_tried(tries, 3)  # somebody got through: it is worth while again
        assert not fourth.done()
    await fourth
    assert keys(path) == {"third", "fourth"}


async def test_in_a_hurry_nobody_waits_for_another_program(
    db: Database, path: Path, clock: Clock
) -> None:
    tries = await statements(db, "BEGIN IMMEDIATE")
    with held(path):
        waiting = [asyncio.create_task(put(db, f"{n}")) for n in range(3)]
        await has_tried(tries, 2)
        db.hurry()
        async with asyncio.timeout(MOST_IGNORED):
            outcomes = await asyncio.gather(*waiting, put(db, "late"), return_exceptions=True)
    assert {type(outcome) for outcome in outcomes} == {Busy}
    await put(db, "free")
    assert keys(path) == {"free"}


async def test_a_commit_that_nobody_waits_for_any_more_is_not_complained_of(
    db: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async def lose() -> None:
        async with db.transaction() as tx:
            await tx.row("ROLLBACK")
            raise DiskFull("on purpose")

    with pytest.raises(DiskFull):
        await lose()
    await put(db, "later")  # the commit that was lost comes before
    gc.collect()
    assert not caplog.records


async def test_closing_waits_for_what_is_being_written(path: Path) -> None:
    storage = await Storage.open(path)
    writing = [asyncio.create_task(storage.meta.set(f"{n}", "")) for n in range(5)]
    await asyncio.sleep(0)
    await storage.close()
    await asyncio.gather(*writing)
    assert keys(path) == {"0", "1", "2", "3", "4"}
