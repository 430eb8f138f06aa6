"""Backups: consistent, checked, and of no harm to whoever writes."""

import asyncio
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from storage import CannotOpen, Corrupt, Storage, backup
from tests.storage.samples import fill, on_disk


async def test_a_running_database_is_copied_as_it_stood(
    storage: Storage, path: Path, tmp_path: Path
) -> None:
    async def write() -> None:
        number = 0
        while True:
            async with storage._db.transaction() as tx:
                await tx.row("INSERT INTO meta VALUES (?, '')", f"first {number}")
                await tx.row("INSERT INTO meta VALUES (?, '')", f"second {number}")
            number += 1

    writing = asyncio.create_task(write())
    sizes = []
    for number in range(3):
        target = tmp_path / f"copy {number}.db"
        await asyncio.to_thread(backup, path, target)
        rows = [str(key) for (key,) in on_disk(target, "SELECT key FROM meta")]
        firsts = {key.split()[1] for key in rows if key.startswith("first")}
        seconds = {key.split()[1] for key in rows if key.startswith("second")}
        assert firsts == seconds
        sizes.append(len(rows))
        await asyncio.sleep(0.02)
    assert not writing.done()
    writing.cancel()
    await asyncio.wait([writing])
    assert sizes == sorted(sizes)
    assert sizes[-1] > 0


async def test_another_process_copies_while_the_bot_runs(
    storage: Storage, path: Path, tmp_path: Path
) -> None:
    await storage.meta.set("key", "value")
    target = tmp_path / "copy.db"
    code = (
        "import pathlib, sys; from storage import backup; backup(*map(pathlib.Path, sys.argv[1:]))"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, path, target)
    assert await process.wait() == 0
    assert on_disk(target, "SELECT value FROM meta") == [("value",)]
    await storage.meta.set("key", "the bot goes on")


async def test_a_copy_is_one_file_and_opens_as_a_database(path: Path, tmp_path: Path) -> None:
    storage = await Storage.open(path)
    await storage.meta.set("key", "value")
    await storage.close()
    folder = tmp_path / "backups"
    folder.mkdir()
    backup(path, folder / "copy.db")
    assert on_disk(folder / "copy.db", "SELECT value FROM meta") == [("value",)]
    assert [found.name for found in folder.iterdir()] == ["copy.db"]
    # Not in WAL mode, which needs more files to be read: https://sqlite.org/fileformat2.html
    assert (folder / "copy.db").read_bytes()[18:20] == b"\1\1"
    restored = await Storage.open(folder / "copy.db")
    assert await restored.meta.get("key") == "value"
    await restored.close()


async def test_an_older_copy_is_replaced_only_by_a_whole_one(path: Path, tmp_path: Path) -> None:
    storage = await Storage.open(path)
    await fill(storage)
    await storage.close()
    target = tmp_path / "copy.db"
    backup(path, target)
    whole = target.read_bytes()
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * 20_000)
    with pytest.raises(Corrupt, match="is damaged"):
        backup(path, target)
    assert target.read_bytes() == whole
    assert list(tmp_path.glob("*.unfinished*")) == []


def test_what_cannot_be_copied_is_refused_in_one_line(tmp_path: Path) -> None:
    source, target = tmp_path / "pasyans.db", tmp_path / "copy.db"
    with pytest.raises(CannotOpen, match="there is no database"):
        backup(source, target)
    assert not source.exists()
    source.write_text("no database\n" * 100)
    with pytest.raises(Corrupt, match="is no database"):
        backup(source, target)
    with pytest.raises(CannotOpen, match="cannot take the place"):
        backup(source, source)
    with pytest.raises(CannotOpen, match=r"copy\.db: there is no such folder"):
        backup(source, tmp_path / "no such folder" / "copy.db")
    assert [found.name for found in tmp_path.iterdir()] == ["pasyans.db"]


@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal", ".lock"])
async def test_a_file_of_the_running_database_is_no_target(
    storage: Storage, path: Path, tmp_path: Path, ending: str
) -> None:
    target = path.with_name(path.name + ending)
    before = target.read_bytes() if target.exists() else None
    with pytest.raises(CannotOpen, match="cannot take the place"):
        backup(path, target)
    assert (target.read_bytes() if target.exists() else None) == before
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with pytest.raises(CannotOpen, match="cannot take the place"):
        backup(link, target)


def test_the_work_file_of_a_copy_is_never_the_database(tmp_path: Path) -> None:
    source = tmp_path / "copy.db.unfinished"
    source.write_text("precious")
    with pytest.raises(CannotOpen, match="cannot take the place"):
        backup(source, tmp_path / "copy.db")
    assert source.read_text() == "precious"


def test_the_database_of_another_program_is_not_copied(path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (id)")
    target = tmp_path / "copy.db"
    target.write_text("an older copy")
    with pytest.raises(Corrupt, match="is a database of another program"):
        backup(path, target)
    assert target.read_text() == "an older copy"
