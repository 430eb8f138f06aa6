"""`Here`: the leaderboard of one chat's people, for `Leaders`.

They are few, so they are read at one go and put in order here: every page of theirs takes one look.
"""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, field

Rank = tuple[int, int, int]
"""What places go by: points, hints, cards opened."""


@dataclass(slots=True)
class Here:
    """The totals of everybody who tapped or shared in the chat, best first.

    `pointless` are those of people without a place.
    """

    rows: list[sqlite3.Row] = field(default_factory=list)
    pointless: list[sqlite3.Row] = field(default_factory=list)

    @classmethod
    def of(cls, totals: Iterable[sqlite3.Row]) -> "Here":
        """Put the totals in order; who is not listed is no line."""
        here = cls()
        for row in totals:
            if row["points"] == 0:
                here.pointless.append(row)
            elif row["listed"]:
                here.rows.append(row)
        here.rows.sort(key=_order)
        return here

    def at(self, holder: int | None) -> int | None:
        """How many lines stand before the holder's; None where it has no place."""
        return next((n for n, row in enumerate(self.rows) if row["holder"] == holder), None)

    def lines(self, first: int, limit: int) -> list[tuple[sqlite3.Row, int | None]]:
        """So many lines, before the `first` of which so many others stand, each with its place."""
        return [(row, self._place(row)) for row in self.rows[first : first + limit]]

    def line_of(self, holder: int | None) -> list[tuple[sqlite3.Row, int | None]]:
        """The holder's line, if there is one."""
        at = self.at(holder)
        if at is not None:
            return self.lines(at, 1)
        return [(row, None) for row in self.pointless if row["holder"] == holder]

    def _place(self, row: sqlite3.Row) -> int:
        return 1 + next(n for n, other in enumerate(self.rows) if rank(other) == rank(row))


def rank(row: sqlite3.Row) -> Rank:
    """What the row's place goes by."""
    return row["points"], row["hints"], row["opened"]


def _order(row: sqlite3.Row) -> tuple[int, int, int, int]:
    return -row["points"], row["hints"], row["opened"], row["holder"]
