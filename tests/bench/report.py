"""One table for everything that is measured: what, what it must be, what we aim at, what it is."""

import sys
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields


@dataclass(frozen=True, slots=True)
class Row:
    """A measurement; ``must`` and ``goal`` are empty where nothing was promised."""

    what: str
    must: str
    goal: str
    reached: str


def table(rows: Iterable[Row]) -> str:
    """The rows as aligned text under their headings."""
    lines = [tuple(field.name for field in fields(Row)), *map(astuple, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def show(rows: Iterable[Row]) -> None:
    """Prints the table."""
    sys.stdout.write(f"{table(rows)}\n")
    sys.stdout.flush()
