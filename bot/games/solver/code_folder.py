"""Where the solver's machine code is kept: known without loading what makes it.

Numba renews its cache when the file of a function changes, but not when a function that it calls
in another file does. So the cache lies in a directory named after all compiled sources together,
and after what else the code depends on.
"""

import hashlib
import os
import platform
import sys
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

_WHOLE = "whole"
"""A file of this name says that nothing is missing in its directory."""


@cache
def code_folder() -> Path:
    """A directory of the user's own, among the temporary files where there is no other."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    for base in Path(home, "pasyans"), Path(tempfile.gettempdir(), f"pasyans-{os.getuid()}"):
        if (folder := _own(base)) is not None:
            return folder
    return Path(tempfile.mkdtemp(prefix="pasyans-"))


def _own(base: Path) -> Path | None:
    """The directory under ``base``, if it is of use; nobody else may have laid it there, as what is
    found in it is run."""
    folder = base / _name()
    try:
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(exist_ok=True)
        trusted = base.stat().st_uid in (0, os.getuid())
    except OSError:
        return None
    return folder if trusted and (is_made(folder) or os.access(folder, os.W_OK)) else None


def is_made(folder: Path) -> bool:
    """Whether all machine code is there."""
    return (folder / _WHOLE).exists()


def mark_made(folder: Path) -> None:
    """Notes that all machine code is there."""
    (folder / _WHOLE).touch()


def _name() -> str:
    digest = hashlib.blake2b(digest_size=8)
    for source in sorted(Path(__file__).parent.glob("*.py")):
        text = source.read_bytes()
        if b"@compiled" in text:
            digest.update(text)
    processor = os.environ.get("NUMBA_CPU_NAME", "")
    for fact in (sys.version, version("numba"), version("llvmlite"), platform.machine(), processor):
        digest.update(f"\n{fact}".encode())
    return digest.hexdigest()
