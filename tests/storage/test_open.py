"""Opening: what is made, what is refused, and how the operator is told."""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage import (
    CannotOpen,
    Corrupt,
    InUse,
    NewerVersion,
    ReadOnly,
    Storage,
    StorageError,
    database,
)
from storage.errors import translated
from storage.migrate import migrations
from tests.storage.samples import fill, on_disk

CANNOT_OPEN = "cannot open the database {}: let the bot's user read and write it and its folder"


async def opened_and_closed(path: Path) -> None:
    await (await Storage.open(path)).close()


async def refusal(path: Path) -> StorageError:
    """Why the file is refused: one line, and no lock is left behind."""
    with pytest.raises(StorageError) as first:
        await Storage.open(path)
    with pytest.raises(type(first.value)):
        await Storage.open(path)
    assert "\n" not in str(first.value)
    return first.value


async def test_a_new_file_is_made_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "data" / "pasyans.db"
    await opened_and_closed(path)
    assert on_disk(path, "PRAGMA user_version") == [(migrations()[-1].version,)]


async def test_what_was_kept_is_there_again(path: Path) -> None:
    storage = await Storage.open(path)
    await storage.meta.set("key", "value")
    await storage.close()
    storage = await Storage.open(path)
    assert await storage.meta.get("key") == "value"
    await storage.close()


async def test_another_program_that_holds_the_file_for_a_moment_is_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one does that closes its connection, the last one, just when the bot opens its own."""

    def prepared_and_then_held(*arguments: object) -> object:
        lock = prepare(*arguments)  # type: ignore[arg-type]
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        threading.Timer(0.3, other.close).start()
        return lock

    prepare = database._prepare
    monkeypatch.setattr("storage.database._prepare", prepared_and_then_held)
    await opened_and_closed(path)


async def test_an_empty_file_is_taken_for_new(path: Path) -> None:
    path.touch()
    await opened_and_closed(path)


async def test_a_missing_tree_is_refused(tmp_path: Path) -> None:
    error = await refusal(tmp_path / "no" / "such" / "pasyans.db")
    assert isinstance(error, CannotOpen)
    assert str(error) == (
        f"cannot make the folder {tmp_path}/no/such for the database: No such file or directory"
    )
    assert not (tmp_path / "no").exists()


async def test_a_folder_is_refused(tmp_path: Path) -> None:
    error = await refusal(tmp_path)
    assert isinstance(error, CannotOpen)
    assert str(error) == f"cannot open the database {tmp_path}: it is a folder"


async def test_what_is_no_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    error = await refusal(pipe)
    assert str(error) == f"cannot open the database {pipe}: it is no file"
    assert list(tmp_path.iterdir()) == [pipe]


async def test_a_folder_that_takes_no_file_is_refused() -> None:
    error = await refusal(Path("/proc/pasyans.db"))
    assert isinstance(error, CannotOpen)
    assert str(error) == CANNOT_OPEN.format("/proc/pasyans.db")


NOBODY = 65534


@pytest.fixture
def plain_user() -> Iterator[Path]:
    """A folder for one whom permissions stop: root, who may write everywhere, becomes nobody."""
    with tempfile.TemporaryDirectory() as folder:
        root = os.geteuid() == 0
        if root:
            os.chown(folder, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        try:
            yield Path(folder)
        finally:
            if root:
                os.seteuid(0)


async def test_a_read_only_file_is_refused(plain_user: Path) -> None:
    path = plain_user / "pasyans.db"
    await opened_and_closed(path)
    path.chmod(0o400)
    error = await refusal(path)
    assert isinstance(error, ReadOnly)
    assert str(error) == (
        f"the database {path} is read-only: let the bot's user write to it and to its folder"
    )


async def test_a_file_that_may_not_be_read_is_refused(plain_user: Path) -> None:
    path = plain_user / "pasyans.db"
    await opened_and_closed(path)
    path.chmod(0)
    error = await refusal(path)
    assert isinstance(error, CannotOpen)
    assert str(error) == CANNOT_OPEN.format(path)


async def test_a_read_only_folder_is_refused(plain_user: Path) -> None:
    plain_user.chmod(0o500)
    error = await refusal(plain_user / "pasyans.db")
    plain_user.chmod(0o700)
    assert isinstance(error, CannotOpen)
    assert str(error) == CANNOT_OPEN.format(plain_user / "pasyans.db")
    error = await refusal(Path("/data of nobody/pasyans.db"))
    assert str(error) == (
        "cannot make the folder /data of nobody for the database: Permission denied"
    )


def test_what_sqlite_says_of_a_read_only_file_is_understood(path: Path) -> None:
    sqlite3.connect(path).close()
    with (
        closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection,
        pytest.raises(ReadOnly, match="let the bot's user write to it"),
        translated(path),
    ):
        connection.execute("CREATE TABLE any_table (id)")


async def test_a_text_file_is_refused_and_kept(path: Path) -> None:
    text = "Чёртов пасьянс\n" * 100
    path.write_text(text)
    error = await refusal(path)
    assert isinstance(error, Corrupt)
    assert str(error) == f"{path} is no database (file is not a database): restore a backup"
    assert path.read_text() == text


async def test_the_database_of_another_program_is_refused_and_kept(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE theirs (id)")
    before = path.read_bytes()
    error = await refusal(path)
    assert isinstance(error, Corrupt)
    assert str(error) == f"{path} is a database of another program"
    assert path.read_bytes() == before


async def test_a_later_version_is_refused_and_kept(path: Path) -> None:
    await opened_and_closed(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 1000")
    error = await refusal(path)
    assert isinstance(error, NewerVersion)
    assert "was written by a later version of the bot (schema 1000" in str(error)
    assert on_disk(path, "PRAGMA user_version") == [(1000,)]


async def test_a_damaged_file_is_refused_and_kept(path: Path) -> None:
    storage = await Storage.open(path)
    await fill(storage)
    await storage.close()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 36_000)
    before = path.read_bytes()
    error = await refusal(path)
    assert isinstance(error, Corrupt)
    assert str(error).startswith(f"the database {path} is damaged (")
    assert str(error).endswith("): stop the bot and restore a backup")
    assert path.read_bytes() == before


async def test_a_damaged_page_is_told_when_it_is_met(path: Path) -> None:
    storage = await Storage.open(path)
    await fill(storage)
    await storage.close()
    (page,) = on_disk(path, "SELECT rootpage FROM sqlite_schema WHERE name = 'meta'")[0]
    (size,) = on_disk(path, "PRAGMA page_size")[0]
    assert isinstance(page, int)
    assert isinstance(size, int)
    storage = await Storage.open(path)
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    with pytest.raises(Corrupt) as caught:
        await storage.meta.get("1")
    assert str(caught.value) == (
        f"the database {path} is damaged (database disk image is malformed): "
        "stop the bot and restore a backup"
    )
    await storage.close()


async def test_a_second_bot_is_refused(path: Path) -> None:
    storage = await Storage.open(path)
    with pytest.raises(InUse) as caught:
        await Storage.open(path)
    assert str(caught.value) == f"another bot runs on the database {path}: stop it first"
    await storage.meta.set("key", "the first one goes on")
    await storage.close()
    await opened_and_closed(path)


HOLD = """
import asyncio, pathlib, sys
from storage import Storage

async def main():
    await Storage.open(pathlib.Path(sys.argv[1]))
    print("open", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


async def test_a_bot_of_another_process_is_seen_and_its_death_too(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        with pytest.raises(InUse):
            await Storage.open(path)
        other.send_signal(signal.SIGKILL)
    await opened_and_closed(path)


WRITE = """
import asyncio, itertools, pathlib, sys
from storage import Storage

async def main():
    storage = await Storage.open(pathlib.Path(sys.argv[1]))

    async def write(who):
        for number in itertools.count():
            key = f"{who} {number}"
            async with storage._db.transaction() as tx:
                await tx.row("INSERT INTO meta VALUES (?, '')", key)
                await tx.row("INSERT INTO meta VALUES (?, '')", "pair of " + key)
            print(key, flush=True)

    await asyncio.gather(*(write(who) for who in range(8)))

asyncio.run(main())
"""


@pytest.mark.parametrize("reports", [1, 40, 203])
async def test_killed_while_writing_it_has_all_it_reported_and_no_half(
    path: Path, reports: int
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITE, str(path)], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        reported = [other.stdout.readline().strip() for _ in range(reports)]
        other.send_signal(signal.SIGKILL)
        reported += other.stdout.read().split("\n")[:-1]
    await opened_and_closed(path)
    keys = {key for (key,) in on_disk(path, "SELECT key FROM meta")}
    singles = {key for key in keys if not str(key).startswith("pair of ")}
    assert set(reported) <= singles
    assert {f"pair of {key}" for key in singles} | singles == keys
    assert on_disk(path, "PRAGMA integrity_check") == [("ok",)]
