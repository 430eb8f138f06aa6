"""Two more patiences: the recipe's, taken out of ``docs/new-patience.md``, and «Часы».

``pytest --more-patiences`` registers both for a whole run, ``more_patiences`` for one test.
"""

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from bot.games.patience import Patience
from bot.games.registry import PATIENCES, registered
from tests.staging.clock_patience import CLOCK

ROOT = Path(__file__).parent.parent.parent
RECIPE = (ROOT / "docs/new-patience.md").read_text("utf-8")
FILE, LINE, TEST = re.findall(r"^```python\n(.*?)^```$", RECIPE, re.MULTILINE | re.DOTALL)


def _followed() -> ModuleType:
    """The module that the recipe says to write."""
    module = ModuleType("bot.games.ladder")
    sys.modules[module.__name__] = module
    exec(compile(FILE, "docs/new-patience.md", "exec"), module.__dict__)  # noqa: S102
    return module


LADDER_MODULE = _followed()
LADDER: Patience[Any] = LADDER_MODULE.__dict__["LADDER"]
MORE = (LADDER, CLOCK)


def register() -> None:
    """Adds both to the registry, after the others, by the registry's own conditions."""
    known = [one for one in PATIENCES.values() if one not in MORE]
    PATIENCES.update(registered(*known, *MORE))
