"""A consistent copy of a database, also of one that a bot is writing to."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from storage.errors import CannotOpen, Corrupt, translated

__all__ = ["backup"]

BUSY_SECONDS = 5.0


def backup(source: Path, target: Path) -> None:
    """Copy the database at `source` to `target`, a single file, as it stood at one moment.

    The copy is checked, and takes the target's place only when it is whole and on the disk. A bot
    that runs on the source goes on meanwhile. Raises a `StorageError`.
    """
    if not source.is_file():
        raise CannotOpen(f"there is no database {source}")
    if target.exists() and target.samefile(source):
        raise CannotOpen(f"the copy cannot take the place of the database {source} itself")
    unfinished = target.with_name(target.name + ".unfinished")
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


def _copy(source: Path, unfinished: Path, target: Path) -> None:
    unfinished.unlink(missing_ok=True)
    with translated(target):
        copy = sqlite3.connect(unfinished, isolation_level=None)
    with closing(copy), translated(source):
        with closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as original:
            original.execute("PRAGMA query_only = ON")
            original.backup(copy)
        # Otherwise the copy would be in WAL mode too, and not a single file once it is opened.
        copy.execute("PRAGMA journal_mode = DELETE")


def _check(copy: Path, source: Path) -> None:
    with translated(source), closing(sqlite3.connect(copy)) as connection:
        (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise Corrupt(f"the database {source} is damaged ({' '.join(verdict.split())})")


def _to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
