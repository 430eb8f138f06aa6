"""`migrate`: bring a database file to this version's schema, whenever `Database` opens one."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from storage.backup import backup
from storage.errors import NewerVersion, StorageError
from storage.integrity import APPLICATION_ID, version_of


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema: SQL statements that lead from `version - 1` to `version`."""

    version: int
    sql: str


def migrations() -> tuple[Migration, ...]:
    """The steps of this version of the bot in order, one file each: `0001_initial.sql`, …"""
    folder = files("storage") / "migrations"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    return tuple(
        Migration(int(name.partition("_")[0]), (folder / name).read_text("utf-8")) for name in names
    )


def migrate(connection: sqlite3.Connection, path: Path, steps: Sequence[Migration]) -> None:
    """Take the steps that the database at `path` has not seen.

    Each is one transaction that also records its version (SQLite's `user_version`), so a bot killed
    in the middle goes on where it stood. Before the first of them the file, unless it is new, is
    copied to `<name>.before-<version>.bak`. Raises `NewerVersion` or `Corrupt` for a file that is
    not for us, changing nothing.

    `connection` is in autocommit mode (`isolation_level=None`).
    """
    version = version_of(connection, path)
    if version > steps[-1].version:
        raise NewerVersion(
            f"the database {path} was written by a later version of the bot "
            f"(schema {version}, known up to {steps[-1].version}): upgrade the bot"
        )
    pending = [step for step in steps if step.version > version]
    if not pending:
        return
    if version > 0:
        backup(path, path.with_name(f"{path.name}.before-{pending[0].version}.bak"))
    for step in pending:
        _take(connection, path, step)


def _take(connection: sqlite3.Connection, path: Path, step: Migration) -> None:
    # A table can be rebuilt only while foreign keys are off: https://www.sqlite.org/lang_altertable.html
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{step.sql}")
        broken = connection.execute("PRAGMA foreign_key_check").fetchone()
        if broken is not None:
            raise StorageError(
                f"the database {path} does not fit schema {step.version} (table {broken[0]})"
            )
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {step.version}")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise
    finally:
        connection.execute("PRAGMA foreign_keys = ON")
