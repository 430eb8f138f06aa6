"""Who leads: over a day, a week or all time; among players, groups, or the people of one chat."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from storage.database import Database, Session

__all__ = ["Board", "Leaders", "Standing", "add_to_totals", "recount"]


def _week(day: str) -> str:
    then = date.fromisoformat(day)
    return f"week {then - timedelta(days=then.weekday())}"


@dataclass(frozen=True, slots=True)
class Board:
    """Which results compete: of one period, audience and kind. Made by `day`, `week`, `always`."""

    period: str
    """`2026-11-30`, `week 2026-11-30` (its Monday) or `all`."""
    audience: str
    """`person`: people compete; `team`: chats."""
    kind: str
    chat_id: int | None = None
    """Only the people who tapped or shared in this chat."""

    @classmethod
    def day(cls, day: str, audience: str, kind: str, chat_id: int | None = None) -> "Board":
        """The results of one day's deal."""
        return cls(day, audience, kind, chat_id)

    @classmethod
    def week(cls, day: str, audience: str, kind: str, chat_id: int | None = None) -> "Board":
        """The results of the week, Monday to Sunday, that `day` belongs to."""
        return cls(_week(day), audience, kind, chat_id)

    @classmethod
    def always(cls, audience: str, kind: str, chat_id: int | None = None) -> "Board":
        """All results."""
        return cls("all", audience, kind, chat_id)


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a leaderboard: sums over the period, most points first, then fewest opened."""

    place: int
    """Shared by those with equal points and equal cards opened; the next place is left out."""
    holder: int
    """The player, or among teams the chat."""
    points: int
    opened: int
    games: int
    won: int
    name: str
    """The player's name or the chat's title; to be shown only when `visible`."""
    visible: bool
    players: int
    """Of a chat: how many people tapped or shared there; of a player 1."""


async def add_to_totals(
    tx: Session,
    day: str,
    audience: str,
    kind: str,
    holder: int,
    *,
    points: int,
    opened: int,
    won: bool,
) -> None:
    """Add one ranked result to the totals of its three periods."""
    await tx.repeat(
        "INSERT INTO totals VALUES (?, ?, ?, ?, ?, ?, 1, ?) ON CONFLICT DO UPDATE SET "
        "points = points + excluded.points, opened = opened + excluded.opened, "
        "games = games + 1, won = won + excluded.won",
        [
            (period, audience, kind, holder, points, opened, won)
            for period in (day, _week(day), "all")
        ],
    )


# Monday of the week: https://www.sqlite.org/lang_datefunc.html
_RECOUNT = """
INSERT INTO totals
SELECT CASE p.span
        WHEN 'day' THEN date
        WHEN 'week' THEN 'week ' || date(date, '-6 days', 'weekday 1')
        ELSE 'all'
    END AS period,
    audience, kind, coalesce(player_id, chat_id) AS holder,
    sum(points), sum(opened), count(*), sum(won)
FROM results CROSS JOIN (SELECT 'day' AS span UNION ALL SELECT 'week' UNION ALL SELECT 'all') p
WHERE {where}
GROUP BY period, audience, kind, holder
"""


async def recount(tx: Session, audience: str, holder: int) -> None:
    """Make the totals of one player or chat anew from the results."""
    owner = "player_id" if audience == "person" else "chat_id"
    await tx.row("DELETE FROM totals WHERE holder = ? AND audience = ?", holder, audience)
    await tx.row(
        _RECOUNT.format(where=f"date IS NOT NULL AND {owner} = ? AND audience = ?"),
        *(holder, audience),
    )


_PERSON = """
SELECT t.holder, t.points, t.opened, t.games, t.won, p.name,
    p.anonymous = 0 AND p.hidden = 0 AS visible, 1 AS players
FROM totals t JOIN players p ON p.id = t.holder
WHERE {where} ORDER BY t.points DESC, t.opened LIMIT ? OFFSET ?
"""
_TEAM = """
SELECT t.holder, t.points, t.opened, t.games, t.won, c.title AS name, c.title_allowed AS visible,
    (SELECT count(*) FROM visits v WHERE v.chat_id = c.id) AS players
FROM totals t JOIN chats c ON c.id = t.holder
WHERE {where} ORDER BY t.points DESC, t.opened LIMIT ? OFFSET ?
"""
_ON_BOARD = "t.period = ? AND t.audience = ? AND t.kind = ?"
_OF_CHAT = " AND t.holder IN (SELECT player_id FROM visits WHERE chat_id = ?)"


class Leaders:
    """The leaderboards, read from totals that are kept up to date with each result."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def top(self, board: Board, limit: int = 10, offset: int = 0) -> list[Standing]:
        """The lines of the board from number `offset` (0: the first) on."""
        where, values = _where(board)
        rows = await self._db.read.rows(_sql(board, where), *values, limit, offset)
        standings: list[Standing] = []
        for number, row in enumerate(rows, offset + 1):
            result = (row["points"], row["opened"])
            if standings and (standings[-1].points, standings[-1].opened) == result:
                place = standings[-1].place
            elif standings or offset == 0:
                place = number
            else:
                place = await self._place(board, *result)
            standings.append(_standing(place, row))
        return standings

    async def place(self, board: Board, holder: int) -> Standing | None:
        """The line of one player or chat; None when not on the board."""
        where, values = _where(board)
        row = await self._db.read.row(
            _sql(board, f"{where} AND t.holder = ?"), *values, holder, 1, 0
        )
        if row is None:
            return None
        return _standing(await self._place(board, row["points"], row["opened"]), row)

    async def size(self, board: Board) -> int:
        """How many lines the board has."""
        where, values = _where(board)
        return await self._count(where, values)

    async def rebuild_totals(self) -> None:
        """Make all totals anew from the results."""
        async with self._db.transaction() as tx:
            await tx.row("DELETE FROM totals")
            await tx.row(_RECOUNT.format(where="date IS NOT NULL"))

    async def _place(self, board: Board, points: int, opened: int) -> int:
        where, values = _where(board)
        more = await self._count(f"{where} AND t.points > ?", (*values, points))
        quicker = await self._count(
            f"{where} AND t.points = ? AND t.opened < ?", (*values, points, opened)
        )
        return more + quicker + 1

    async def _count(self, where: str, values: Sequence[str | int]) -> int:
        row = await self._db.read.row(f"SELECT count(*) FROM totals t WHERE {where}", *values)
        return 0 if row is None else int(row[0])


def _where(board: Board) -> tuple[str, tuple[str | int, ...]]:
    values = (board.period, board.audience, board.kind)
    if board.chat_id is None:
        return _ON_BOARD, values
    return _ON_BOARD + _OF_CHAT, (*values, board.chat_id)


def _sql(board: Board, where: str) -> str:
    return (_TEAM if board.audience == "team" else _PERSON).format(where=where)


def _standing(place: int, row: sqlite3.Row) -> Standing:
    return Standing(
        place=place,
        holder=row["holder"],
        points=row["points"],
        opened=row["opened"],
        games=row["games"],
        won=row["won"],
        name=row["name"],
        visible=bool(row["visible"]),
        players=row["players"],
    )
