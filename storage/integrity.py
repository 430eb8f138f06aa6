"""Is a database file ours, and is it whole? Asked when one is opened, migrated or copied."""

import sqlite3
from pathlib import Path
from typing import Literal

from storage.errors import Corrupt

APPLICATION_ID = 0x50415359
"""«PASY», in the header of each of our files: https://www.sqlite.org/pragma.html#pragma_application_id"""


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The schema's version, 0 of a new file; raises `Corrupt` for another program's database."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != APPLICATION_ID and (tables or version):
        raise Corrupt(f"{path} is a database of another program")
    return int(version)


def require_sound(
    connection: sqlite3.Connection, path: Path, check: Literal["quick_check", "integrity_check"]
) -> None:
    """Raise `Corrupt` for a damaged database; the quick check compares no index with its table."""
    (verdict,) = connection.execute(f"PRAGMA {check}(1)").fetchone()
    if verdict != "ok":
        cause = " ".join(verdict.split())
        raise Corrupt(
            f"the database {path} is damaged ({cause}): stop the bot and restore a backup"
        )
