"""`Notices`: what chats have been told about the certain end of games that still go on."""

from dataclasses import dataclass

from storage.database import Database
from storage.rows import build, columns


@dataclass(frozen=True, slots=True)
class Notice:
    """A verdict on a game, and the message that tells it, if that is known."""

    game_id: int
    verdict: str
    message_id: int | None


_COLUMNS = columns(Notice)


class Notices:
    """At most one notice a game."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def get(self, game_id: int) -> Notice | None:
        """What the chat has been told of the game and was not taken back."""
        row = await self._db.read.row(f"SELECT {_COLUMNS} FROM notices WHERE game_id = ?", game_id)
        return None if row is None else build(Notice, row)

    async def put(self, notice: Notice) -> None:
        """Keep what is told now, instead of what was; nothing is kept of a game that is gone."""
        async with self._db.transaction() as tx:
            await tx.row(
                f"INSERT OR REPLACE INTO notices ({_COLUMNS}) "
                "SELECT id, ?, ? FROM games WHERE id = ?",
                *(notice.verdict, notice.message_id, notice.game_id),
            )

    async def forget(self, game_id: int) -> None:
        """The notice has been taken back."""
        async with self._db.transaction() as tx:
            await tx.row("DELETE FROM notices WHERE game_id = ?", game_id)
