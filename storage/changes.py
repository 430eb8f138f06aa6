"""`change`, by which `Chats` and `Players` change single columns of a row."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, TypeVar, cast

from storage.database import Database, Value
from storage.rows import build, columns, storable

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")


async def change(
    db: Database,
    table: str,
    cls: type[T],
    key: int,
    changes: Mapping[str, object],
    changeable: type,
    beside: Collection[str] = (),
) -> T | None:
    """Set the columns named in `changes`, which are keys of the TypedDict `changeable`.

    Those named in `beside` are only noted beside an update's own work.

    Returns the row of this `key` as it is then, a `cls`; None where there is none.
    """
    if not changes.keys() <= changeable.__annotations__.keys():
        raise TypeError(f"cannot change {sorted(changes)} of {table}")
    assignments = ", ".join(f"{name} = ?" for name in changes)
    values = [storable(value) if isinstance(value, str) else value for value in changes.values()]
    async with db.transaction(beside=changes.keys() <= set(beside)) as tx:
        row = await tx.row(
            f"UPDATE {table} SET {assignments} WHERE id = ? RETURNING {columns(cls)}",
            *(*cast(list[Value], values), key),
        )
    return None if row is None else build(cls, row)
