"""How the solver's inner loops are compiled, and kept from one process to the next."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba
from numba.core.caching import UserProvidedCacheLocator

from bot.games.solver.code_folder import code_folder

F = TypeVar("F", bound=Callable[..., object])


class CodeFolder(UserProvidedCacheLocator):
    """Tells numba where the code lies; unlike numba's own it does so where nothing can be written,
    as in the image."""

    def ensure_cache_path(self) -> None:
        """Makes the directory of the functions of a file."""
        path: str = self.get_cache_path()  # type: ignore[no-untyped-call]
        Path(path).mkdir(parents=True, exist_ok=True)


numba.config.CACHE_DIR = str(code_folder())  # type: ignore[attr-defined]
numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{CodeFolder.__name__}"  # type: ignore[attr-defined]


def compiled(function: F) -> F:
    """The function as machine code, made at its first call."""
    return cast(F, numba.njit(cache=True, nogil=True)(function))
