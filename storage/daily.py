"""`DailyDeals`: the deals of the day, which a job prepares ahead and which never change."""

import secrets
from dataclasses import astuple, dataclass

from storage.database import Database
from storage.meta import Meta
from storage.rows import build, columns, placeholders


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of one day for one kind of game and one audience (`person`, `team`)."""

    date: str
    kind: str
    audience: str
    deal: str
    """The deal's name, a secret until its day is over."""
    attempt: int
    """How many decks before this one were refused."""
    solver_passes: int
    solver_opened: int
    solution: str
    """The moves of the solver's game."""
    prepared_at: int


_COLUMNS = columns(DailyDeal)
_KEY = "date = ? AND kind = ? AND audience = ?"


class DailyDeals:
    """All deals of the day."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db
        self._meta = Meta(db)

    async def put(self, deal: DailyDeal) -> DailyDeal:
        """Keep the deal, unless there is one already; returns the one that is kept."""
        async with self._db.transaction() as tx:
            await tx.row(
                f"INSERT OR IGNORE INTO daily_deals ({_COLUMNS}) "
                f"VALUES {placeholders(astuple(deal))}",
                *astuple(deal),
            )
            (row,) = await tx.rows(
                f"SELECT {_COLUMNS} FROM daily_deals WHERE {_KEY}",
                *(deal.date, deal.kind, deal.audience),
            )
        return build(DailyDeal, row)

    async def get(self, date: str, kind: str, audience: str) -> DailyDeal | None:
        """The deal, if it is prepared."""
        row = await self._db.read.row(
            f"SELECT {_COLUMNS} FROM daily_deals WHERE {_KEY}", date, kind, audience
        )
        return None if row is None else build(DailyDeal, row)

    async def of_day(self, date: str) -> list[DailyDeal]:
        """All deals of a day that are prepared."""
        rows = await self._db.read.rows(
            f"SELECT {_COLUMNS} FROM daily_deals WHERE date = ? ORDER BY audience, kind", date
        )
        return [build(DailyDeal, row) for row in rows]

    async def prepared(self, since: str) -> set[tuple[str, str, str]]:
        """The (date, kind, audience) of the deals that are prepared for `since` and later."""
        rows = await self._db.read.rows(
            "SELECT date, kind, audience FROM daily_deals WHERE date >= ?", since
        )
        return {(row["date"], row["kind"], row["audience"]) for row in rows}

    async def days(self, before: str, limit: int = 30) -> list[str]:
        """The last days before `before` that had deals, newest first."""
        rows = await self._db.read.rows(
            "SELECT DISTINCT date FROM daily_deals WHERE date < ? ORDER BY date DESC LIMIT ?",
            *(before, limit),
        )
        return [row["date"] for row in rows]

    async def secret(self) -> str:
        """What the deals of the day are drawn from: 32 random bytes in hex, made once and kept."""
        return await self._meta.keep("daily_secret", secrets.token_hex(32))
