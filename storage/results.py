"""`Results`: how games came out, and what that tells about a player or a chat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from storage.database import Connection, Database
from storage.leaders import add_to_totals
from storage.rows import build, columns


@dataclass(frozen=True, slots=True)
class NewResult:
    """How a game came out; whose it is and whether it ranks is known from the game."""

    laid: int
    """Cards laid."""
    won: bool
    finished: bool
    """False when scored as it stood because its time was over."""
    passes: int
    opened: int
    """Cards opened."""
    hints: int
    points: int
    finished_at: int
    periods: Sequence[str]
    """The totals of a leaderboard that it counts in, if it ranks: `2026-11-30`, `all`, …"""
    streak_day: bool
    """Whether the deal's day is one of a streak, if it ranks."""
    listed: bool = True
    """False where it has no place on a leaderboard though it ranks."""
    shares: Mapping[int | None, int] = field(default_factory=dict)
    """Of a game played together: who laid how many cards (None: people who are forgotten)."""


@dataclass(frozen=True, slots=True)
class Result:
    """A stored result."""

    id: int
    game_id: int
    chat_id: int
    player_id: int | None
    """None when played together."""
    kind: str
    date: str | None
    """The deal's day; None where the result does not rank."""
    audience: str
    laid: int
    won: bool
    finished: bool
    passes: int
    opened: int
    hints: int
    points: int
    finished_at: int


@dataclass(frozen=True, slots=True)
class Share:
    """How many cards one person laid in a game played together."""

    player_id: int | None
    laid: int
    name: str
    """To be shown only when `visible`; empty for people who are forgotten."""
    visible: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """A ranked result beside the others of its owner: how many there are, how many of them have
    fewer points, the most points of one (0 without any)."""

    others: int
    worse: int
    best: int


@dataclass(frozen=True, slots=True)
class Stat:
    """Figures over all finished games of one kind."""

    kind: str
    games: int
    won: int
    laid: int
    """Cards laid in all of them."""
    best_passes: int | None
    """Fewest passes of a game won; None before the first."""
    best_opened: int | None
    """Fewest cards opened in a game won with `best_passes`."""
    best_points: int | None
    """Of ranked games."""


@dataclass(frozen=True, slots=True)
class ResultCount:
    """How many games came out alike: won or not, with the same passes and cards laid."""

    won: bool
    passes: int
    laid: int
    count: int


_COLUMNS = columns(Result)

_STORE = """
INSERT INTO results (game_id, chat_id, player_id, kind, date, audience,
    laid, won, finished, passes, opened, hints, points, finished_at, streak_day, listed)
SELECT g.id, g.chat_id, CASE c.kind WHEN 'private' THEN g.starter END, g.kind,
    CASE g.ranked WHEN 1 THEN g.label END, g.audience, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
FROM games g JOIN chats c ON c.id = g.chat_id WHERE g.id = ?11
ON CONFLICT (game_id) DO NOTHING
RETURNING id, date, audience, kind, coalesce(player_id, chat_id) AS holder
"""


async def store(tx: Connection, game_id: int, new: NewResult) -> None:
    """Store the result of a game, with its shares and totals, in the transaction at hand.

    A game has one result: that of a ranked game whose time was over stays, however it goes on.
    """
    stored = await tx.row(
        _STORE,
        *(new.laid, new.won, new.finished, new.passes, new.opened, new.hints, new.points),
        *(new.finished_at, new.streak_day, new.listed, game_id),
    )
    if stored is None:
        return
    if new.shares:
        await tx.repeat(
            "INSERT INTO shares VALUES (?, ?, ?)",
            [(stored["id"], player_id, laid) for player_id, laid in new.shares.items()],
        )
    if stored["date"] is not None and new.listed:
        await add_to_totals(
            tx,
            *(new.periods, stored["audience"], stored["kind"], stored["holder"]),
            points=new.points,
            hints=new.hints,
            opened=new.opened,
            won=new.won,
        )


_STATS = """
WITH best AS (
    SELECT kind, passes, min(opened) AS opened FROM results
    WHERE {owner} = ?1 AND won GROUP BY kind, passes
)
SELECT kind, count(*) AS games, sum(won) AS won, sum(laid) AS laid,
    (SELECT min(b.passes) FROM best b WHERE b.kind = r.kind) AS best_passes,
    (SELECT b.opened FROM best b WHERE b.kind = r.kind ORDER BY b.passes LIMIT 1) AS best_opened,
    max(CASE WHEN date IS NOT NULL THEN points END) AS best_points
FROM results r WHERE {owner} = ?1 GROUP BY kind ORDER BY kind
"""

_SHARES = """
SELECT s.player_id, s.laid, coalesce(p.name, '') AS name,
    coalesce(p.anonymous = 0 AND p.hidden = 0, 0) AS visible
FROM results r JOIN shares s ON s.result_id = r.id LEFT JOIN players p ON p.id = s.player_id
WHERE r.game_id = ? ORDER BY s.laid DESC, s.player_id
"""

_TEAM_SHARES = """
SELECT s.player_id, sum(s.laid) AS laid, coalesce(p.name, '') AS name,
    coalesce(p.anonymous = 0 AND p.hidden = 0, 0) AS visible
FROM results r JOIN shares s ON s.result_id = r.id LEFT JOIN players p ON p.id = s.player_id
WHERE r.chat_id = ? AND r.kind = ? AND r.date BETWEEN ? AND ?
GROUP BY s.player_id ORDER BY 2 DESC, s.player_id
"""


class Results:
    """All results. They are stored with the tap or the decision that ends a game: see `Games`.

    Questions about one owner take exactly one of `player_id` (games played alone) and `chat_id`
    (games played in that chat).
    """

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def of_game(self, game_id: int) -> Result | None:
        """The result of one game."""
        row = await self._db.read.row(f"SELECT {_COLUMNS} FROM results WHERE game_id = ?", game_id)
        return None if row is None else build(Result, row)

    async def shares(self, game_id: int) -> list[Share]:
        """Who laid how many cards in a game that is over, most first."""
        return [build(Share, row) for row in await self._db.read.rows(_SHARES, game_id)]

    async def team_shares(self, chat_id: int, kind: str, since: str, until: str) -> list[Share]:
        """Who laid how many cards in the chat's ranked games of the dates from `since` to `until`.

        Most first.
        """
        rows = await self._db.read.rows(_TEAM_SHARES, chat_id, kind, since, until)
        return [build(Share, row) for row in rows]

    async def best(self, date: str, kind: str, audience: str) -> Result | None:
        """The best ranked result of a dated deal; of equal ones the first."""
        row = await self._db.read.row(
            f"SELECT {_COLUMNS} FROM results WHERE date = ? AND audience = ? AND kind = ? "
            "ORDER BY points DESC, hints, opened, finished_at, id LIMIT 1",
            *(date, audience, kind),
        )
        return None if row is None else build(Result, row)

    async def compared(self, result: Result) -> Comparison:
        """How a ranked result compares with all others of the same kind that its owner has."""
        (row,) = await self._db.read.rows(
            "SELECT count(*) AS others, coalesce(sum(points < ?1), 0) AS worse, "
            "coalesce(max(points), 0) AS best FROM results "
            "WHERE chat_id = ?2 AND kind = ?3 AND date IS NOT NULL AND id <> ?4",
            *(result.points, result.chat_id, result.kind, result.id),
        )
        return build(Comparison, row)

    async def finished(self, chat_id: int) -> int:
        """How many deals of the day the chat has ended in ranking, before their time was over."""
        (row,) = await self._db.read.rows(
            "SELECT count(*) FROM results WHERE chat_id = ? AND date IS NOT NULL AND finished = 1",
            chat_id,
        )
        return int(row[0])

    async def of_day(
        self, date: str, *, player_id: int | None = None, chat_id: int | None = None
    ) -> list[Result]:
        """The owner's ranked results of one day's deals."""
        owner, value = _owner(player_id, chat_id)
        rows = await self._db.read.rows(
            f"SELECT {_COLUMNS} FROM results WHERE {owner} = ? AND date = ? ORDER BY kind",
            *(value, date),
        )
        return [build(Result, row) for row in rows]

    async def stats(
        self, *, player_id: int | None = None, chat_id: int | None = None
    ) -> list[Stat]:
        """The owner's figures, one for each kind played."""
        owner, value = _owner(player_id, chat_id)
        rows = await self._db.read.rows(_STATS.format(owner=owner), value)
        return [build(Stat, row) for row in rows]

    async def outcomes(
        self, kind: str, *, player_id: int | None = None, chat_id: int | None = None
    ) -> list[ResultCount]:
        """How the owner's games of one kind came out, those won first, fewest passes first."""
        owner, value = _owner(player_id, chat_id)
        rows = await self._db.read.rows(
            f"SELECT won, passes, laid, count(*) AS count FROM results "
            f"WHERE {owner} = ? AND kind = ? GROUP BY won, passes, laid "
            "ORDER BY won DESC, passes, laid DESC",
            *(value, kind),
        )
        return [build(ResultCount, row) for row in rows]

    async def days(
        self, *, player_id: int | None = None, chat_id: int | None = None
    ) -> dict[str, bool]:
        """The dates, ascending, that are days of the owner's streak, and if a deal was won then."""
        owner, value = _owner(player_id, chat_id)
        rows = await self._db.read.rows(
            f"SELECT date, max(won) AS won FROM results WHERE {owner} = ? AND date IS NOT NULL "
            "GROUP BY date HAVING max(streak_day) = 1 ORDER BY date",
            value,
        )
        return {row["date"]: bool(row["won"]) for row in rows}


def _owner(player_id: int | None, chat_id: int | None) -> tuple[str, int]:
    if player_id is not None and chat_id is None:
        return "player_id", player_id
    if chat_id is not None and player_id is None:
        return "chat_id", chat_id
    raise TypeError("either player_id or chat_id")
