"""`Leaders`: the leaderboards, as sums over periods that the bot has named.

Which days a period has stands in `bot.play.periods`; here it is no more than a key.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from storage.database import Connection, Database
from storage.leaders_here import Here, Rank, rank
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
    """One line of a leaderboard: sums over the period, most points first, then fewest hints, then
    fewest opened."""

    place: int | None
    """Shared by those who are equal in all three; the next place is left out. None without a point:
    nobody but the holder sees such a line."""
    holder: int
    """The player, or among teams the chat."""
    points: int
    hints: int
    opened: int
    games: int
    won: int
    name: str
    """The player's name or the chat's title; to be shown only when `visible`."""
    visible: bool
    players: int
    """Of a chat: how many people tapped or shared there; of a player 1."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Some lines of a leaderboard, and somebody's own.

    `first` is how many lines stand before them, `own_at` how many before the own one, None where
    that has no place.
    """

    first: int
    lines: list[Standing]
    own: Standing | None
    own_at: int | None
    size: int


@dataclass(frozen=True, slots=True)
class Tally:
    """How many have played in a period, and how many games came out."""

    holders: int
    won: int


_COLUMNS = "period, audience, kind, holder, points, hints, opened, games, won, listed"
_IS_LISTED = "NOT EXISTS (SELECT 1 FROM players WHERE id = {holder} AND deactivated = 1)"
_ADD = """
INSERT INTO totals ({columns}) {rows} ON CONFLICT DO UPDATE SET
    points = points + excluded.points, hints = hints + excluded.hints,
    opened = opened + excluded.opened, games = games + excluded.games, won = won + excluded.won
"""


async def add_to_totals(
    tx: Connection,
    periods: Iterable[str],
    audience: str,
    kind: str,
    holder: int,
    *,
    points: int,
    hints: int,
    opened: int,
    won: bool,
) -> None:
    """Add one ranked result to the totals of each of its periods."""
    listed = _IS_LISTED.format(holder="?4")
    await tx.repeat(
        _ADD.format(columns=_COLUMNS, rows=f"VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?8, {listed})"),
        [(period, audience, kind, holder, points, hints, opened, won) for period in periods],
    )


async def move_totals(tx: Connection, audience: str, old: int, new: int) -> None:
    """Add all that `old` has to what `new` has; nothing stays with `old`."""
    await tx.row(
        _ADD.format(
            columns=_COLUMNS,
            rows=f"SELECT {_COLUMNS.replace('holder', '?')} "
            "FROM totals WHERE holder = ? AND audience = ?",
        ),
        *(new, old, audience),
    )
    await tx.row("DELETE FROM totals WHERE holder = ? AND audience = ?", old, audience)


_REBUILD = f"""
INSERT INTO totals ({_COLUMNS})
SELECT p.value AS period, audience, kind, coalesce(player_id, chat_id) AS owner,
    sum(points), sum(hints), sum(opened), count(*), sum(won),
    {_IS_LISTED.format(holder="player_id")}
FROM results JOIN json_each(?) d ON d.key = date JOIN json_each(d.value) p
WHERE listed = 1 GROUP BY period, audience, kind, owner
"""

# A chat has few people: they are looked up one by one, whatever SQLite would plan.
_OF_CHAT = "visits v CROSS JOIN totals t ON v.chat_id = ? AND t.holder = v.player_id"
_CONTEST = "t.period = ? AND t.audience = ? AND t.kind = ?"
_LISTED = "t.listed = 1 AND t.points > 0"
_ORDER = "t.points DESC, t.hints, t.opened, t.holder"
_TOP = f"""
(SELECT t.holder, t.points, t.hints, t.opened, t.games, t.won FROM totals t WHERE {{where}}
    ORDER BY {_ORDER} LIMIT ? OFFSET ?) t
"""
_PERSON = f"""
SELECT t.*, p.name, p.anonymous = 0 AND p.hidden = 0 AS visible, 1 AS players
FROM {{top}} JOIN players p ON p.id = t.holder ORDER BY {_ORDER}
"""
_TEAM = f"""
SELECT t.*, c.title AS name, c.title_allowed AS visible,
    (SELECT count(*) FROM visits v WHERE v.chat_id = c.id) AS players
FROM {{top}} JOIN chats c ON c.id = t.holder ORDER BY {_ORDER}
"""
_HERE = f"""
SELECT t.holder, t.points, t.hints, t.opened, t.games, t.won, t.listed
FROM {_OF_CHAT} WHERE {_CONTEST}
"""
_NAMES = """
SELECT p.id, p.name, p.anonymous = 0 AND p.hidden = 0 AS visible
FROM json_each(?) j JOIN players p ON p.id = j.value
"""

# The points at which the line of a number stands, and how many lines have more.
_POINTS_OF_LINE = """
SELECT points, ahead FROM (
    SELECT t.points, sum(t.holders) OVER (ORDER BY t.points DESC) - t.holders AS ahead
    FROM places t WHERE {contest}
) WHERE ahead <= ? ORDER BY points LIMIT 1
"""


_NOBODY, _ANY = -(2**63), 2**63 - 1


class Leaders:
    """The leaderboards, read from totals that are kept up to date with each result."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def page(
        self, contest: Contest, holder: int | None, limit: int, first: int | None = 0
    ) -> Lines:
        """So many lines and the `holder`'s own; before the `first` of them so many others stand.

        Without a `first` those around the own one; past the end the last line alone.
        """
        if contest.chat_id is not None:
            here = await self._here(contest)
            at, size = here.at(holder), len(here.rows)
            start = _start(first, at, size, limit)
            own = await self._people(here.line_of(holder))
            lines = await self._people(here.lines(start, limit))
            return Lines(start, lines, own[0] if own else None, at, size)
        standing = None if holder is None else await self.place(contest, holder)
        placed = standing is not None and standing.place is not None
        at = await self._before(contest, standing) if standing is not None and placed else None
        size = await self.size(contest)
        start = _start(first, at, size, limit)
        return Lines(start, await self.top(contest, limit, start), standing, at, size)

    async def top(self, contest: Contest, limit: int = 10, first: int = 0) -> list[Standing]:
        """So many lines of the leaderboard; before the `first` of them so many others stand."""
        if contest.chat_id is not None:
            return await self._people((await self._here(contest)).lines(first, limit))
        points, ahead = await self._points_at(contest, first)
        where = f"{_CONTEST} AND {_LISTED} AND t.points <= ?"
        rows = await self._rows(contest, where, (points,), limit, first - ahead)
        standings: list[Standing] = []
        for number, row in enumerate(rows, first + 1):
            place: int | None = number
            if standings and rank(row) == _rank_of(standings[-1]):
                place = standings[-1].place
            elif first and not standings:  # who shares a place with lines of the page before
                place = 1 + await self._ahead(contest, rank(row))
            standings.append(build(Standing, row, place=place))
        return standings

    async def place(self, contest: Contest, holder: int) -> Standing | None:
        """The line of one player or chat; None when not on it."""
        if contest.chat_id is not None:
            own = await self._people((await self._here(contest)).line_of(holder))
            return own[0] if own else None
        for row in await self._rows(contest, f"{_CONTEST} AND t.holder = ?", (holder,), 1, 0):
            has_place = row["points"] > 0
            place = 1 + await self._ahead(contest, rank(row)) if has_place else None
            return build(Standing, row, place=place)
        return None

    async def size(self, contest: Contest) -> int:
        """How many lines the leaderboard has."""
        if contest.chat_id is not None:
            return len((await self._here(contest)).rows)
        return await self._number("SELECT sum(holders) FROM places t WHERE " + _CONTEST, contest)

    async def tally(self, contest: Contest) -> Tally:
        """How many have played, be it without a point, and how many games came out."""
        (row,) = await self._db.read.rows(
            "SELECT count(*) AS holders, coalesce(sum(t.won), 0) AS won "
            f"FROM {_source(contest)} WHERE {_CONTEST}",
            *_values(contest),
        )
        return build(Tally, row)

    async def rebuild_totals(self, periods_of: Callable[[str], Sequence[str]]) -> None:
        """Make all totals anew from the results; `periods_of` tells the periods of a date.

        Needed once the bot gets another period: results stored before know nothing of it.
        """
        async with self._db.transaction() as tx:
            rows = await tx.rows("SELECT DISTINCT date FROM results WHERE date IS NOT NULL")
            periods = {row["date"]: periods_of(row["date"]) for row in rows}
            await tx.row("DELETE FROM totals")
            await tx.row(_REBUILD, json.dumps(periods))

    async def _here(self, contest: Contest) -> Here:
        return Here.of(await self._db.read.rows(_HERE, *_values(contest)))

    async def _people(self, lines: Sequence[tuple[sqlite3.Row, int | None]]) -> list[Standing]:
        """The lines of a chat's people, with their names."""
        ids = json.dumps([row["holder"] for row, _ in lines])
        named = {row["id"]: row for row in await self._db.read.rows(_NAMES, ids)}
        return [
            build(
                Standing,
                row,
                place=place,
                name=named[row["holder"]]["name"],
                visible=bool(named[row["holder"]]["visible"]),
                players=1,
            )
            for row, place in lines
        ]

    async def _points_at(self, contest: Contest, first: int) -> tuple[int, int]:
        """The points at which the line stands before which there are `first` others, and how many
        have more."""
        if first:
            sql = _POINTS_OF_LINE.format(contest=_CONTEST)
            row = await self._db.read.row(sql, *_values(contest), first)
            if row is not None:
                return row["points"], row["ahead"]
        return _ANY, 0

    async def _rows(
        self, contest: Contest, where: str, values: Sequence[int], limit: int, offset: int
    ) -> list[sqlite3.Row]:
        top = _TOP.format(where=where)
        sql = (_TEAM if contest.audience == "team" else _PERSON).format(top=top)
        return await self._db.read.rows(sql, *_values(contest), *values, limit, offset)

    async def _before(self, contest: Contest, own: Standing) -> int:
        """How many lines stand before this one; those who share a place stand one by one."""
        return await self._ahead(contest, _rank_of(own), own.holder)

    async def _ahead(self, contest: Contest, of: Rank, holder: int = _NOBODY) -> int:
        """How many on the leaderboard are better; with a `holder` also the equal ones who are
        listed before."""
        points, hints, opened = of
        # Were it said that the points are more than 0, SQLite would go through all that are.
        equal = "t.listed = 1 AND t.points = ? AND (t.hints, t.opened, t.holder) < (?, ?, ?)"
        return await self._number(
            f"SELECT sum(holders) FROM places t WHERE {_CONTEST} AND t.points > ?", contest, points
        ) + await self._number(
            f"SELECT count(*) FROM totals t WHERE {_CONTEST} AND {equal}",
            *(contest, points, hints, opened, holder),
        )

    async def _number(self, sql: str, contest: Contest, *values: int) -> int:
        (row,) = await self._db.read.rows(sql, *_values(contest), *values)
        return int(row[0] or 0)


def _start(first: int | None, own_at: int | None, size: int, limit: int) -> int:
    if first is None:
        first = 0 if own_at is None else min(own_at - limit // 2, size - limit)
    return max(0, min(first, size - 1))


def _rank_of(standing: Standing) -> Rank:
    return standing.points, standing.hints, standing.opened


def _source(contest: Contest) -> str:
    return "totals t" if contest.chat_id is None else _OF_CHAT


def _values(contest: Contest) -> tuple[str | int, ...]:
    of_chat = () if contest.chat_id is None else (contest.chat_id,)
    return (*of_chat, contest.period, contest.audience, contest.kind)
