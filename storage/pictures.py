"""`Pictures`: those that Telegram already has, so that the painter need not send them again."""

from storage.database import Database

LAST_OF_GAME = 8
"""Pictures remembered of one game: only the last few come again, after an undo."""

_KEY = "bot_id = ? AND scene = ? AND version = ?"


class Pictures:
    """Telegram's `file_id` by bot, what the picture shows (`scene`) and the drawing's version."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def find(self, bot_id: int, scene: str, version: int) -> str | None:
        """The `file_id` of the picture, if it was sent before."""
        row = await self._db.read.row(
            f"SELECT file_id FROM pictures WHERE {_KEY}", bot_id, scene, version
        )
        return None if row is None else str(row["file_id"])

    async def keep(
        self,
        bot_id: int,
        scene: str,
        version: int,
        *,
        file_id: str,
        game_id: int | None,
        at: int,
    ) -> None:
        """Remember the `file_id`; `game_id` is None if many games show it, as they do an opening.

        Of one game only the last few are kept.
        """
        async with self._db.transaction() as tx:
            await tx.row(
                "INSERT OR REPLACE INTO pictures "
                "(bot_id, scene, version, file_id, game_id, kept_at) VALUES (?, ?, ?, ?, ?, ?)",
                *(bot_id, scene, version, file_id, game_id, at),
            )
            await tx.row(
                "DELETE FROM pictures WHERE game_id = ?1 AND kept_at < (SELECT kept_at "
                "FROM pictures WHERE game_id = ?1 ORDER BY kept_at DESC LIMIT 1 OFFSET ?2)",
                *(game_id, LAST_OF_GAME - 1),
            )

    async def forget(self, bot_id: int, scene: str, version: int) -> None:
        """Telegram does not take the `file_id` any more."""
        async with self._db.transaction() as tx:
            await tx.row(f"DELETE FROM pictures WHERE {_KEY}", bot_id, scene, version)

    async def prune(self, bot_id: int, version: int, before: int) -> int:
        """Forget what will not be sent again; returns how many.

        That is whatever another bot or version drew, and of the pictures of games those of games
        that are over and those kept before `before`.
        """
        async with self._db.transaction() as tx:
            rows = await tx.rows(
                "DELETE FROM pictures WHERE bot_id <> ? OR version <> ? "
                "OR (game_id IS NOT NULL AND (kept_at < ? OR game_id IN "
                "(SELECT id FROM games WHERE finished_at IS NOT NULL))) "
                "RETURNING 1",
                *(bot_id, version, before),
            )
        return len(rows)
