"""From the rows of a table to dataclasses and back, for all modules that hold a subject."""

import sqlite3
from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


def build(cls: type[T], row: sqlite3.Row, **others: object) -> T:
    """Make a `cls` from the columns that are named like its fields, and from `others`."""
    of_row = {
        field.name: bool(row[field.name]) if field.type is bool else row[field.name]
        for field in fields(cls)
        if field.name not in others
    }
    return cls(**of_row, **others)


def columns(cls: type["DataclassInstance"]) -> str:
    """The columns that are named like the fields of `cls`, in order."""
    return ", ".join(field.name for field in fields(cls))


def placeholders(values: Iterable[object]) -> str:
    """`(?, ?, …)`, one for each value."""
    return f"({', '.join('?' for _ in values)})"


def storable(text: str) -> str:
    """The text with lone surrogates, which SQLite cannot keep, replaced by �."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
