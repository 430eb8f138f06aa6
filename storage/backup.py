"""`backup`: a consistent copy of a database, even of one that a bot is writing to.

The command line makes it when asked, and `migrate` before it changes a file.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.errors import CannotOpen, translated
from storage.integrity import require_sound, version_of

BUSY_SECONDS = 5.0

BESIDE = ("-wal", "-shm", "-journal", ".lock")
"""Endings of the files beside a database that belong to it."""


def backup(source: Path, target: Path) -> None:
    """Copy the database at `source` to `target`, a single file, as it stood at one moment.

    The copy is checked, and takes the target's place only when it is whole and on the disk. A bot
    that runs on the source goes on meanwhile. Raises a `StorageError`.
    """
    if not source.is_file():
        raise CannotOpen(f"there is no database {source}")
    unfinished = target.with_name(target.name + ".unfinished")
    if _is_of(source, target) or _is_of(source, unfinished):
        raise CannotOpen(f"the copy cannot take the place of the database {source} itself")
    if not target.parent.is_dir():
        raise CannotOpen(f"cannot write the copy {target}: there is no such folder")
    try:
        _copy(source, unfinished, target)
        _check(unfinished, source)
        _to_disk(unfinished)
        unfinished.replace(target)
        _to_disk(target.parent)
    except OSError as error:
        raise CannotOpen(f"cannot write the copy {target}: {error.strerror}") from error
    finally:
        unfinished.unlink(missing_ok=True)


def _is_of(database: Path, file: Path) -> bool:
    """Whether the file is the database itself, or one that stands beside it while a bot runs."""
    return any(
        file.resolve() == own.with_name(own.name + ending)
        for own in (database.resolve(), database.parent.resolve() / database.name)
        for ending in ("", *BESIDE)
    )


def _copy(source: Path, unfinished: Path, target: Path) -> None:
    unfinished.unlink(missing_ok=True)
    with translated(target):
        copy = sqlite3.connect(unfinished, isolation_level=None)
    with closing(copy), translated(source):
        with closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as original:
            original.execute("PRAGMA query_only = ON")
            version_of(original, source)
            original.backup(copy)
        # Otherwise the copy would be in WAL mode too, and not a single file once it is opened.
        copy.execute("PRAGMA journal_mode = DELETE")


def _check(copy: Path, source: Path) -> None:
    with translated(source), closing(sqlite3.connect(copy)) as connection:
        require_sound(connection, source, "integrity_check")


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
