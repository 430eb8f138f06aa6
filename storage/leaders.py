"""`Leaders`: the leaderboards, as sums over periods that the bot has named.

Which days a period has stands in `bot.play.periods`; here it is no more than a key.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from storage.database import Connection, Database
from storage.rows import build


@dataclass(frozen=True, slots=True)
class Contest:
    """Which results compete: those of one period, audience and kind."""

    period: str
    """The key that results were stored with: `2026-11-30`, `week 2026-11-30`, `all`."""
    audience: str
    """`person`: people compete; `team`: chats."""
    kind: str
    chat_id: int | None = None
    """Only the people who tapped or shared in this chat."""


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


_ADD = """
INSERT INTO totals {rows} ON CONFLICT DO UPDATE SET
    points = points + excluded.points, opened = opened + excluded.opened,
    games = games + excluded.games, won = won + excluded.won
"""


async def add_to_totals(
    tx: Connection,
    periods: Iterable[str],
    audience: str,
    kind: str,
    holder: int,
    *,
    points: int,
    opened: int,
    won: bool,
) -> None:
    """Add one ranked result to the totals of each of its periods."""
    await tx.repeat(
        _ADD.format(rows="VALUES (?, ?, ?, ?, ?, ?, 1, ?)"),
        [(period, audience, kind, holder, points, opened, won) for period in periods],
    )


async def move_totals(tx: Connection, audience: str, old: int, new: int) -> None:
    """Add all that `old` has to what `new` has; nothing stays with `old`."""
    await tx.row(
        _ADD.format(
            rows="SELECT period, audience, kind, ?, points, opened, games, won "
            "FROM totals WHERE holder = ? AND audience = ?"
        ),
        *(new, old, audience),
    )
    await tx.row("DELETE FROM totals WHERE holder = ? AND audience = ?", old, audience)


_REBUILD = """
INSERT INTO totals
SELECT p.value AS period, audience, kind, coalesce(player_id, chat_id) AS holder,
    sum(points), sum(opened), count(*), sum(won)
FROM results JOIN json_each(?) d ON d.key = date JOIN json_each(d.value) p
GROUP BY period, audience, kind, holder
"""

# A chat has few people: they are looked up one by one, whatever SQLite would plan.
_OF_CHAT = "visits v CROSS JOIN totals t ON v.chat_id = ? AND t.holder = v.player_id"
_CONTEST = "t.period = ? AND t.audience = ? AND t.kind = ?"
_TOP = """
(SELECT t.holder, t.points, t.opened, t.games, t.won FROM {source} WHERE {where}
    ORDER BY t.points DESC, t.opened, t.holder LIMIT ?) t
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

    async def top(self, contest: Contest, limit: int = 10) -> list[Standing]:
        """The first lines of the leaderboard."""
        standings: list[Standing] = []
        for number, row in enumerate(await self._rows(contest, _CONTEST, (), limit), 1):
            place, result = number, (row["points"], row["opened"])
            if standings and (standings[-1].points, standings[-1].opened) == result:
                place = standings[-1].place
            standings.append(build(Standing, row, place=place))
        return standings

    async def place(self, contest: Contest, holder: int) -> Standing | None:
        """The line of one player or chat; None when not on it."""
        for row in await self._rows(contest, f"{_CONTEST} AND t.holder = ?", (holder,), 1):
            ahead = await self._ahead(contest, row["points"], row["opened"])
            return build(Standing, row, place=1 + ahead)
        return None

    async def size(self, contest: Contest) -> int:
        """How many lines the leaderboard has."""
        if contest.chat_id is None:
            return await self._number(
                "SELECT sum(holders) FROM places t WHERE " + _CONTEST, contest
            )
        return await self._number(f"SELECT count(*) FROM {_OF_CHAT} WHERE {_CONTEST}", contest)

    async def rebuild_totals(self, periods_of: Callable[[str], Sequence[str]]) -> None:
        """Make all totals anew from the results; `periods_of` tells the periods of a date.

        Needed once the bot gets another period: results stored before know nothing of it.
        """
        async with self._db.transaction() as tx:
            rows = await tx.rows("SELECT DISTINCT date FROM results WHERE date IS NOT NULL")
            periods = {row["date"]: periods_of(row["date"]) for row in rows}
            await tx.row("DELETE FROM totals")
            await tx.row(_REBUILD, json.dumps(periods))

    async def _rows(
        self, contest: Contest, where: str, values: Sequence[int], limit: int
    ) -> list[sqlite3.Row]:
        top = _TOP.format(source="totals t" if contest.chat_id is None else _OF_CHAT, where=where)
        sql = (_TEAM if contest.audience == "team" else _PERSON).format(top=top)
        return await self._db.read.rows(sql, *_values(contest), *values, limit)

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
