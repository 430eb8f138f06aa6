"""`TableMessages`: the messages that show the tables of games, and how far each has come."""

from storage.database import Database
from storage.game import TableMessage
from storage.rows import build, columns

_COLUMNS = columns(TableMessage)


class TableMessages:
    """The table messages. A table lags while the revision it shows is older than its game's."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def posted(self, game_id: int, revision: int, *, message_id: int, kind: str) -> None:
        """A new message shows the game at `revision` and is the one in use from now on."""
        async with self._db.transaction() as tx:
            await tx.row(
                "UPDATE games SET message_id = ?, shown = ? WHERE id = ?",
                *(message_id, revision, game_id),
            )
            await tx.row(
                "INSERT OR REPLACE INTO messages (chat_id, message_id, game_id, kind) "
                "SELECT chat_id, ?, id, ? FROM games WHERE id = ?",
                *(message_id, kind, game_id),
            )

    async def shown(self, game_id: int, revision: int) -> None:
        """The message in use shows `revision` now; nothing happens if it showed a later one."""
        async with self._db.transaction() as tx:
            await tx.row(
                "UPDATE games SET shown = ?1 WHERE id = ?2 AND shown < ?1 "
                "AND message_id IS NOT NULL",
                *(revision, game_id),
            )

    async def lost(self, chat_id: int, message_id: int) -> None:
        """Somebody has deleted the message; a game that used it has none."""
        async with self._db.transaction() as tx:
            await tx.row(
                "DELETE FROM messages WHERE chat_id = ? AND message_id = ?", chat_id, message_id
            )
            await tx.row(
                "UPDATE games SET message_id = NULL, shown = 0 "
                "WHERE chat_id = ? AND message_id = ?",
                *(chat_id, message_id),
            )

    async def lagging(self, after: int = 0, limit: int = 1000) -> list[int]:
        """Ids, after the id `after`, of the games whose table lags, oldest first.

        Chats that cannot be written to are left out. A game that left the table unfinished needs
        no message if it has none.
        """
        rows = await self._db.read.rows(
            "SELECT g.id FROM games g JOIN chats c ON c.id = g.chat_id AND c.active = 1 "
            "WHERE g.shown < g.revision AND g.id > ? "
            "AND (g.message_id IS NOT NULL OR g.state NOT IN ('aside', 'dropped')) "
            "ORDER BY g.id LIMIT ?",
            *(after, limit),
        )
        return [row["id"] for row in rows]

    async def old_keyboards(self, limit: int = 100) -> list[TableMessage]:
        """Messages with buttons that are of no use any more, oldest first.

        Their game uses another message.
        """
        rows = await self._db.read.rows(
            f"SELECT {_COLUMNS} FROM messages WHERE keyboard = 1 AND EXISTS (SELECT 1 FROM games "
            "WHERE id = game_id AND messages.message_id IS NOT games.message_id) "
            "AND chat_id IN (SELECT id FROM chats WHERE active = 1) "
            "ORDER BY game_id, message_id LIMIT ?",
            limit,
        )
        return [build(TableMessage, row) for row in rows]

    async def keyboard_off(self, chat_id: int, message_id: int) -> None:
        """The message has no buttons any more."""
        async with self._db.transaction() as tx:
            await tx.row(
                "UPDATE messages SET keyboard = 0 WHERE chat_id = ? AND message_id = ?",
                *(chat_id, message_id),
            )
