"""Runs every benchmark of this package and prints one table for each.

A benchmark is a module with ``run()`` that returns ``report.Row``s. With names as arguments only
those run: ``python -m tests.bench playing``.
"""

import sys
from importlib import import_module
from pkgutil import iter_modules

from bot.process.logs import configure
from tests import bench
from tests.bench.report import show


def main(wanted: list[str]) -> None:
    configure("ERROR")
    for name in wanted or sorted(module.name for module in iter_modules(bench.__path__)):
        if name == "__main__":
            continue
        run = getattr(import_module(f"{bench.__name__}.{name}"), "run", None)
        if run is not None:
            sys.stdout.write(f"\n{name}\n")
            show(run())


if __name__ == "__main__":
    main(sys.argv[1:])
