"""`Lock`: one bot on one database. `Database` holds it from opening to closing."""

import sqlite3
from pathlib import Path

from storage.errors import Busy, InUse, translated


class Lock:
    """Held while a bot runs on the database, and by nobody once its process ends, however it ends.

    It is SQLite's own lock on an empty file beside the database: that works alike on every system,
    within one process too, and unlike `flock` a forked worker does not inherit it.
    """

    def __init__(self, database: Path) -> None:
        """Take the lock; raises `InUse` when another has it, `CannotOpen` when its file
        cannot be opened."""
        with translated(database):
            self._connection = sqlite3.connect(
                database.with_name(database.name + ".lock"),
                timeout=0,
                isolation_level=None,
                check_same_thread=False,
            )
        try:
            with translated(database):
                self._connection.execute("BEGIN EXCLUSIVE")
        except Busy as error:
            self._connection.close()
            raise InUse(f"another bot runs on the database {database}: stop it first") from error
        except BaseException:
            self._connection.close()
            raise

    def release(self) -> None:
        """Let the next bot have the database."""
        self._connection.close()
