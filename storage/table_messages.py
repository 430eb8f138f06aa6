"""`TableMessages`: the messages that show the tables of games, and how far each has come."""

from storage.database import Database
from storage.game import TableMessage
from storage.rows import build, columns

_COLUMNS = columns(TableMessage)
_OUT_OF_USE = (
    "keyboard = 1 AND EXISTS (SELECT 1 FROM games "
    "WHERE id = game_id AND messages.message_id IS NOT games.message_id)"
)


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

    async def shown(self, message: TableMessage, revision: int) -> None:
        """The message shows `revision` now.

        It is passed over where the message is in use no more, or has shown a newer one.
        """
        async with self._db.transaction() as tx:
            await tx.row(
                "UPDATE games SET shown = ?1 WHERE id = ?2 AND shown < ?1 AND message_id = ?3",
                *(revision, message.game_id, message.message_id),
            )

    async def found(self, message: TableMessage) -> None:
        """The message stands in its chat with buttons, known or not; the table in use stays so."""
        async with self._db.transaction() as tx:
            await tx.row(
                "INSERT INTO messages (chat_id, message_id, game_id, kind) "
                "SELECT chat_id, ?, id, ? FROM games WHERE id = ? AND chat_id = ? "
                "ON CONFLICT DO UPDATE SET keyboard = 1 WHERE game_id = excluded.game_id",
                *(message.message_id, message.kind, message.game_id, message.chat_id),
            )

    async def out_of_use(self, message: TableMessage) -> None:
        """The message stands, but cannot be changed; a game that used it has none."""
        async with self._db.transaction() as tx:
            await tx.row(
                "UPDATE games SET message_id = NULL, shown = 0 WHERE id = ? AND message_id = ?",
                *(message.game_id, message.message_id),
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

    async def untidy(self, after: int = 0, limit: int = 1000) -> list[int]:
        """Ids of the games that have buttons under a message out of use, in chats that can be
        written to, oldest first; only those after the id `after`."""
        rows = await self._db.read.rows(
            f"SELECT DISTINCT game_id FROM messages WHERE {_OUT_OF_USE} AND game_id > ? "
            "AND chat_id IN (SELECT id FROM chats WHERE active = 1) ORDER BY game_id LIMIT ?",
            *(after, limit),
        )
        return [row["game_id"] for row in rows]

    async def old_keyboard(self, game_id: int) -> TableMessage | None:
        """The newest message with buttons that is of no use any more: its game uses another."""
        row = await self._db.read.row(
            f"SELECT {_COLUMNS} FROM messages WHERE {_OUT_OF_USE} AND game_id = ? "
            "ORDER BY message_id DESC LIMIT 1",
            game_id,
        )
        return None if row is None else build(TableMessage, row)

    async def keyboard_off(self, chat_id: int, message_id: int) -> None:
        """The message has no buttons any more."""
        async with self._db.transaction() as tx:
            await tx.row(
                "UPDATE messages SET keyboard = 0 WHERE chat_id = ? AND message_id = ?",
                *(chat_id, message_id),
            )
