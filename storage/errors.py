"""`StorageError` and its kinds: what can go wrong, each told to the operator in one line."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class StorageError(Exception):
    """The database refused and kept nothing of the transaction. The text is one English line."""


class CannotOpen(StorageError):
    """The file or its folder is missing, or may not be opened."""


class ReadOnly(StorageError):
    """The file can be read but not written."""


class Corrupt(StorageError):
    """The file is damaged, or is no database of this bot."""


class NewerVersion(StorageError):
    """The file was written by a later version of the bot."""


class Busy(StorageError):
    """Another program holds the database for too long."""


class DiskFull(StorageError):
    """There is no room for what is to be written."""


class InUse(StorageError):
    """Another bot runs on this database."""


# https://www.sqlite.org/rescode.html: the low byte of an error code is its kind.
_PRIMARY = 0xFF
_KINDS: dict[int, tuple[type[StorageError], str]] = {
    sqlite3.SQLITE_CANTOPEN: (
        CannotOpen,
        "cannot open the database {path}: let the bot's user read and write it and its folder",
    ),
    sqlite3.SQLITE_PERM: (CannotOpen, "no permission to use the database {path}"),
    sqlite3.SQLITE_AUTH: (CannotOpen, "no permission to use the database {path}"),
    sqlite3.SQLITE_READONLY: (
        ReadOnly,
        "the database {path} is read-only: let the bot's user write to it and to its folder",
    ),
    sqlite3.SQLITE_CORRUPT: (
        Corrupt,
        "the database {path} is damaged ({cause}): stop the bot and restore a backup",
    ),
    sqlite3.SQLITE_NOTADB: (Corrupt, "{path} is no database ({cause}): restore a backup"),
    sqlite3.SQLITE_BUSY: (Busy, "the database {path} is held by another program"),
    sqlite3.SQLITE_LOCKED: (Busy, "the database {path} is held by another program"),
    sqlite3.SQLITE_FULL: (DiskFull, "the disk that holds the database {path} is full"),
    sqlite3.SQLITE_IOERR: (StorageError, "the disk that holds the database {path} fails: {cause}"),
}


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn what SQLite reports about the file at `path` into the errors above.

    A broken constraint is a mistake of the calling code, not of the file, and passes unchanged.
    """
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY
        kind, text = _KINDS.get(code, (StorageError, "the database {path} fails: {cause}"))
        raise kind(text.format(path=path, cause=error)) from error
