"""How the solver's inner loops are compiled, and where the machine code is kept.

Numba renews its cache when the file of a function changes, but not when a function that it calls
in another file does. So the cache lies in a directory named after all compiled sources together.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])


def _cache() -> Path:
    """A directory of the user's own; a new one in the temporary files where none can be made."""
    here = Path(__file__).parent
    digest = hashlib.blake2b(digest_size=8)
    for source in sorted(here.glob("*.py")):
        text = source.read_bytes()
        if b"@compiled" in text:
            digest.update(text)
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    path = Path(home) / "pasyans" / digest.hexdigest()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="pasyans-"))
    return path


numba.config.CACHE_DIR = str(_cache())  # type: ignore[attr-defined]


def compiled(function: F) -> F:
    """The function as machine code, made at its first call."""
    return cast(F, numba.njit(cache=True, nogil=True)(function))
