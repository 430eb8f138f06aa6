"""`Meta`: small texts to remember by key, such as what a job has done up to which date."""

from storage.database import Database


class Meta:
    """Texts by key."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def get(self, key: str) -> str | None:
        """What is kept under `key`."""
        row = await self._db.read.row("SELECT value FROM meta WHERE key = ?", key)
        return None if row is None else str(row["value"])

    async def set(self, key: str, value: str) -> None:
        """Keep `value`, whatever was there."""
        async with self._db.transaction() as tx:
            await tx.row("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value)

    async def keep(self, key: str, value: str) -> str:
        """Keep `value` unless something is kept already; returns what is kept."""
        known = await self.get(key)
        if known is not None:
            return known
        async with self._db.transaction() as tx:
            await tx.row("INSERT OR IGNORE INTO meta VALUES (?, ?)", key, value)
            (row,) = await tx.rows("SELECT value FROM meta WHERE key = ?", key)
        return str(row["value"])
