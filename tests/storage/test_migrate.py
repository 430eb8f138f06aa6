"""Migrations: in order, whole, recorded, with a copy of the file before."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from storage import Chat, Contest, Storage, StorageError, TableMessage
from storage.database import Database
from storage.integrity import APPLICATION_ID
from storage.migrate import Migration, migrations
from tests.storage.samples import on_disk

FIRST = Migration(
    1, "CREATE TABLE one (id INTEGER PRIMARY KEY) STRICT; INSERT INTO one VALUES (7);"
)
SECOND = Migration(2, "ALTER TABLE one ADD COLUMN name TEXT; UPDATE one SET name = 'seven';")
THIRD = Migration(3, "CREATE TABLE three (id INTEGER REFERENCES one) STRICT;")
BROKEN = Migration(3, "CREATE TABLE three (id) ; INSERT INTO one VALUES (8, 'x'); SELECT nonsense;")
ORPHAN = Migration(
    3, "CREATE TABLE three (id INTEGER REFERENCES one) STRICT; INSERT INTO three VALUES (99);"
)


async def run(path: Path, *steps: Migration) -> None:
    await (await Database.open(path, steps)).close()


def version(path: Path) -> object:
    return on_disk(path, "PRAGMA user_version")[0][0]


def copies(path: Path) -> set[str]:
    return {found.name for found in path.parent.glob("*.bak")}


async def test_steps_are_taken_in_order_once(path: Path) -> None:
    await run(path, FIRST, SECOND)
    await run(path, FIRST, SECOND)
    assert on_disk(path, "SELECT * FROM one") == [(7, "seven")]
    assert version(path) == 2
    assert on_disk(path, "PRAGMA application_id") == [(APPLICATION_ID,)]


async def test_a_new_file_needs_no_copy(path: Path) -> None:
    await run(path, FIRST, SECOND)
    assert copies(path) == set()


async def test_the_file_is_copied_before_it_changes(path: Path) -> None:
    await run(path, FIRST)
    await run(path, FIRST, SECOND, THIRD)
    assert copies(path) == {"pasyans.db.before-2.bak"}
    copy = path.with_name("pasyans.db.before-2.bak")
    assert on_disk(copy, "SELECT * FROM one") == [(7,)]
    assert version(copy) == 1


@pytest.mark.parametrize("step", [BROKEN, ORPHAN])
async def test_a_failing_step_leaves_what_the_one_before_made(path: Path, step: Migration) -> None:
    await run(path, FIRST)
    with pytest.raises(StorageError):
        await run(path, FIRST, SECOND, step)
    assert version(path) == 2
    assert on_disk(path, "SELECT * FROM one") == [(7, "seven")]
    assert on_disk(path, "SELECT name FROM sqlite_schema WHERE name = 'three'") == []
    await run(path, FIRST, SECOND, THIRD)
    assert version(path) == 3
    assert copies(path) == {"pasyans.db.before-2.bak", "pasyans.db.before-3.bak"}


KILLED = """
import asyncio, os, pathlib, signal, sqlite3, sys
from storage.database import Database
from storage.migrate import Migration

def connect(*args, **kwargs):
    connection = plain_connect(*args, **kwargs)
    connection.create_function("die", 0, lambda: os.kill(os.getpid(), signal.SIGKILL))
    return connection

plain_connect, sqlite3.connect = sqlite3.connect, connect
steps = [
    Migration(1, sys.argv[2]),
    Migration(2, sys.argv[3] + "CREATE TABLE half (id); INSERT INTO half SELECT die();"),
]
asyncio.run(Database.open(pathlib.Path(sys.argv[1]), steps))
"""


async def test_killed_in_the_middle_of_a_step_it_goes_on_where_it_stood(path: Path) -> None:
    await run(path, FIRST)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(path), FIRST.sql, SECOND.sql], check=False
    )
    assert killed.returncode == -9
    await run(path, FIRST, SECOND)
    assert version(path) == 2
    assert on_disk(path, "SELECT * FROM one") == [(7, "seven")]
    assert on_disk(path, "SELECT name FROM sqlite_schema WHERE name = 'half'") == []
    assert on_disk(path, "PRAGMA integrity_check") == [("ok",)]


def test_our_steps_are_numbered_without_gaps() -> None:
    assert [step.version for step in migrations()] == list(range(1, len(migrations()) + 1))


# Each is what `sqlite3 FILE .dump` wrote of such a database, with its `application_id` and
# `user_version`; none is ever edited once its schema is released.
RELEASED = sorted(
    (Path(__file__).parent / "released").glob("*.sql"), key=lambda dump: int(dump.stem[1:])
)


@pytest.mark.parametrize("dump", RELEASED, ids=lambda dump: dump.stem)
async def test_every_released_schema_still_opens_and_plays(path: Path, dump: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(dump.read_text("utf-8"))
        (released,) = connection.execute("PRAGMA user_version").fetchone()
    storage = await Storage.open(path)
    game = await storage.games.current(11)
    assert game is not None
    assert (game.moves, game.revision, game.deal) == ("ddd3", 3, "481516")
    assert await storage.games.tap(game.id, 3, player_id=11, at=9, moves="d") == 4
    assert await storage.games.undo(game.id, 4) == 5
    assert (await storage.results.stats(player_id=11))[0].won == 1
    assert await storage.daily.secret() == "5ec7e7"
    chat = await storage.chats.get(11)
    assert chat == Chat(
        *(11, "private", "Аня", 1, True, "all", ""),
        *(False, False, False, False, False, False),
        thread_id=None,
        root_id=None,
    )
    ended = await storage.games.get(1)
    assert ended is not None
    assert ended.message == TableMessage(11, 5, 1, "photo")
    for period in ("2026-11-29", "week 2026-11-23", "all"):
        (line,) = await storage.leaders.top(Contest(period, "person", "devils"))
        assert (line.place, line.holder, line.points) == (1, 11, 174)
    await storage.close()
    pending = [step.version for step in migrations() if step.version > released]
    assert copies(path) == {f"pasyans.db.before-{version}.bak" for version in pending[:1]}


@pytest.mark.parametrize("dump", RELEASED, ids=lambda dump: dump.stem)
async def test_a_released_schema_is_what_its_steps_still_make(path: Path, dump: Path) -> None:
    """So no step can be edited once a database may have taken it."""
    schema = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY 1, 2"
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(dump.read_text("utf-8"))
        (released,) = connection.execute("PRAGMA user_version").fetchone()
        kept = list(connection.execute(schema))
    await run(path, *(step for step in migrations() if step.version <= released))
    assert on_disk(path, schema) == kept


def test_there_is_a_fixture_of_each_released_schema() -> None:
    assert [dump.stem for dump in RELEASED] == [f"v{step.version}" for step in migrations()]
