"""Who leads: over a day, a week or all time; among players, groups, or the people of one chat."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from storage.database import Connection, Database


def _week(day: str) -> str:
    then = date.fromisoformat(day)
    return f"week {then - timedelta(days=then.weekday())}"


@dataclass(frozen=True, slots=True)
class Contest:
    """Which results compete: of one period, audience and kind. Made by `day`, `week`, `always`."""

    period: str
    """`2026-11-30`, `week 2026-11-30` (its Monday) or `all`."""
    audience: str
    """`person`: people compete; `team`: chats."""
    kind: str
    chat_id: int | None = None
    """Only the people who tapped or shared in this chat."""

    @classmethod
    def day(cls, day: str, audience: str, kind: str, chat_id: int | None = None) -> "Contest":
        """The results of one day's deal."""
        return cls(day, audience, kind, chat_id)

    @classmethod
    def week(cls, day: str, audience: str, kind: str, chat_id: int | None = None) -> "Contest":
        """The results of the week, Monday to Sunday, that `day` belongs to."""
        return cls(_week(day), audience, kind, chat_id)

    @classmethod
    def always(cls, audience: str, kind: str, chat_id: int | None = None) -> "Contest":
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
    tx: Connection,
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


async def recount(tx: Connection, audience: str, holder: int) -> None:
    """Make the totals of one player or chat anew from the results."""
    owner = "player_id" if audience == "person" else "chat_id"
    await tx.row("DELETE FROM totals WHERE holder = ? AND audience = ?", holder, audience)
    await tx.row(
        _RECOUNT.format(where=f"date IS NOT NULL AND {owner} = ? AND audience = ?"),
        *(holder, audience),
    )


# Of one chat's people there are few: they are looked up one by one, whatever SQLite would plan.
_OF_CHAT = "visits v CROSS JOIN totals t ON v.chat_id = ? AND t.holder = v.player_id"
_CONTEST = "t.period = ? AND t.audience = ? AND t.kind = ?"
_TOP = """
(SELECT t.holder, t.points, t.opened, t.games, t.won FROM {source} WHERE {where}
    ORDER BY t.points DESC, t.opened, t.holder LIMIT ? OFFSET ?) t
"""
_PERSON = """
SELECT t.*, p.name, p.anonymous = 0 AND p.hidden = 0 AS visible, 1 AS players
FROM {top} JOIN players p ON p.id = t.holder ORDER BY t.points DESC, t.opened, t.holder
"""
_TEAM = """
SELECT t.*, c.title AS name, c.title_allowed AS visible,
    (SELECT count(*) FROM visits v WHERE v.chat_id = c.id) AS players
FROM {top} JOIN chats c ON c.id = t.holder ORDER BY t.points DESC, t.opened, t.holder
"""


class Leaders:
    """The leaderboards, read from totals that are kept up to date with each result."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def top(self, contest: Contest, limit: int = 10, offset: int = 0) -> list[Standing]:
        """The lines of the leaderboard from number `offset` (0: the first) on."""
        rows = await self._rows(contest, _CONTEST, (), limit, offset)
        standings: list[Standing] = []
        for number, row in enumerate(rows, offset + 1):
            result = (row["points"], row["opened"])
            if standings and (standings[-1].points, standings[-1].opened) == result:
                place = standings[-1].place
            elif standings or offset == 0:
                place = number
            else:
                place = 1 + await self._ahead(contest, *result)
            standings.append(_standing(place, row))
        return standings

    async def place(self, contest: Contest, holder: int) -> Standing | None:
        """The line of one player or chat; None when not on it."""
        for row in await self._rows(contest, f"{_CONTEST} AND t.holder = ?", (holder,), 1, 0):
            return _standing(1 + await self._ahead(contest, row["points"], row["opened"]), row)
        return None

    async def size(self, contest: Contest) -> int:
        """How many lines the leaderboard has."""
        if contest.chat_id is None:
            return await self._number(
                "SELECT sum(holders) FROM places t WHERE " + _CONTEST, contest
            )
        return await self._number(f"SELECT count(*) FROM {_OF_CHAT} WHERE {_CONTEST}", contest)

    async def rebuild_totals(self) -> None:
        """Make all totals anew from the results."""
        async with self._db.transaction() as tx:
            await tx.row("DELETE FROM totals")
            await tx.row(_RECOUNT.format(where="date IS NOT NULL"))

    async def _rows(
        self, contest: Contest, where: str, values: Sequence[int], limit: int, offset: int
    ) -> list[sqlite3.Row]:
        top = _TOP.format(source="totals t" if contest.chat_id is None else _OF_CHAT, where=where)
        sql = (_TEAM if contest.audience == "team" else _PERSON).format(top=top)
        return await self._db.read.rows(sql, *_values(contest), *values, limit, offset)

    async def _ahead(self, contest: Contest, points: int, opened: int) -> int:
        """How many on the leaderboard have more points, or as many with fewer cards opened."""
        quicker = "t.points = ? AND t.opened < ?"
        if contest.chat_id is not None:
            return await self._number(
                f"SELECT count(*) FROM {_OF_CHAT} WHERE {_CONTEST} AND (t.points > ? OR {quicker})",
                *(contest, points, points, opened),
            )
        return await self._number(
            f"SELECT sum(holders) FROM places t WHERE {_CONTEST} AND t.points > ?", contest, points
        ) + await self._number(
            f"SELECT count(*) FROM totals t WHERE {_CONTEST} AND {quicker}", contest, points, opened
        )

    async def _number(self, sql: str, contest: Contest, *values: int) -> int:
        (row,) = await self._db.read.rows(sql, *_values(contest), *values)
        return int(row[0] or 0)


def _values(contest: Contest) -> tuple[str | int, ...]:
    of_chat = () if contest.chat_id is None else (contest.chat_id,)
    return (*of_chat, contest.period, contest.audience, contest.kind)


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
