"""`Chats`: the chats that the bot has met, with their settings. A `Chat` is one of them."""

from dataclasses import dataclass, fields
from typing import TypedDict, Unpack

from storage.changes import change
from storage.database import Connection, Database
from storage.leaders import move_totals
from storage.rows import build, columns, storable


@dataclass(frozen=True, slots=True)
class Chat:
    """A chat: what Telegram says of it, and its settings.

    Every field but those of `_NO_SETTINGS` is a setting, which a group takes along when it becomes
    a supergroup.
    """

    id: int
    kind: str
    """Telegram's word: `private`, `group`, `supergroup`, `channel`."""
    title: str
    joined_at: int
    active: bool
    """False while the bot is blocked or removed."""
    who_plays: str
    """`all`, `starter` or `turns`."""
    theme: str
    """Empty: the usual one."""
    four_colours: bool
    detailed_caption: bool
    new_message: bool
    """Each move comes as a new message."""
    greeted: bool
    hinted: bool
    """Whether the hint to plain text was given."""
    title_allowed: bool
    """Whether others may see the title on a leaderboard."""
    thread_id: int | None
    """The topic that the table lives in."""
    root_id: int | None
    """The channel's post, as it stands in the group, among whose comments the table lives."""


class ChatChanges(TypedDict, total=False):
    """What `Chats.change` can change, spelled once more for the type checker.

    A test holds it to the fields of `Chat`.
    """

    kind: str
    title: str
    active: bool
    who_plays: str
    theme: str
    four_colours: bool
    detailed_caption: bool
    new_message: bool
    greeted: bool
    hinted: bool
    title_allowed: bool
    thread_id: int | None
    root_id: int | None


_COLUMNS = columns(Chat)
_NO_SETTINGS = {"id", "kind", "title", "joined_at", "active"}
_BESIDE = {"active", "greeted", "hinted", "thread_id"}
"""What is noted of a chat while something else is done there."""
_SETTINGS = ", ".join(field.name for field in fields(Chat) if field.name not in _NO_SETTINGS)


class Chats:
    """All chats that the bot has met."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def ensure(self, chat_id: int, kind: str, title: str, at: int) -> Chat:
        """The chat, met for the first time `at` or known before; writes only what has changed."""
        title = storable(title)
        known = await self.get(chat_id)
        if known is not None and (known.kind, known.title) == (kind, title):
            return known
        async with self._db.transaction(beside=True) as tx:
            (row,) = await tx.rows(
                "INSERT INTO chats (id, kind, title, joined_at) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, title = excluded.title "
                f"RETURNING {_COLUMNS}",
                *(chat_id, kind, title, at),
            )
        return build(Chat, row)

    async def get(self, chat_id: int) -> Chat | None:
        """The chat, if the bot has met it."""
        row = await self._db.read.row(f"SELECT {_COLUMNS} FROM chats WHERE id = ?", chat_id)
        return None if row is None else build(Chat, row)

    async def change(self, chat_id: int, **changes: Unpack[ChatChanges]) -> Chat | None:
        """Change what is named; returns the chat as it is then, None for one never met."""
        if not changes:
            return await self.get(chat_id)
        return await change(self._db, "chats", Chat, chat_id, changes, ChatChanges, _BESIDE)

    async def hide_title(self, chat_id: int, hidden: bool) -> Chat | None:
        """Keep the title from others whatever the chat's admins wish, or stop doing so.

        Returns the chat, None for one never met.
        """
        chat = await (self.change(chat_id, title_allowed=False) if hidden else self.get(chat_id))
        if chat is not None:
            async with self._db.transaction() as tx:
                change = (
                    "INSERT OR IGNORE INTO meta VALUES (?, '')"
                    if hidden
                    else "DELETE FROM meta WHERE key = ?"
                )
                await tx.row(change, _ban(chat_id))
        return chat

    async def is_title_hidden(self, chat_id: int) -> bool:
        """Whether the title may not be shown, whatever the chat's admins wish."""
        ban = _ban(chat_id)
        return await self._db.read.row("SELECT 1 FROM meta WHERE key = ?", ban) is not None

    async def set_active(self, chat_id: int, active: bool) -> None:
        """The bot was blocked or removed, or let in again."""
        await self.change(chat_id, active=active)

    async def visited(self, chat_id: int, player_id: int) -> None:
        """The player shared something there and so joins its leaderboard; a tap does it by itself.

        Nothing is kept if the chat or the player has gone meanwhile.
        """
        async with self._db.transaction() as tx:
            await tx.row(
                "INSERT OR IGNORE INTO visits SELECT chats.id, players.id FROM chats, players "
                "WHERE chats.id = ? AND players.id = ?",
                *(chat_id, player_id),
            )

    async def migrate(self, old: int, new: int) -> None:
        """A group has become a supergroup: all that is kept for `old` belongs to `new` from now on.

        Telegram says so more than once, before or after the first update of the new chat, so both
        may be known. The settings are those of the one known longer. Of two games on the table the
        newer stays, the other is set aside. The old messages are out of reach: the tables count as
        not shown, the notices as not told.
        """
        if old == new:
            return
        async with self._db.transaction() as tx:
            known = await tx.row("SELECT joined_at FROM chats WHERE id = ?", old)
            if known is None:
                return
            await tx.row(
                "INSERT OR IGNORE INTO chats (id, kind, title, joined_at) "
                "SELECT ?, 'supergroup', title, joined_at + 1 FROM chats WHERE id = ?",
                *(new, old),
            )
            await tx.row(
                f"UPDATE chats SET (joined_at, {_SETTINGS}) = "
                f"(SELECT joined_at, {_SETTINGS} FROM chats WHERE id = ?) "
                "WHERE id = ? AND joined_at > ?",
                *(old, new, known["joined_at"]),
            )
            await _move_games(tx, old, new)
            for table in ("visits", "reminders", "attempts"):
                await tx.row(
                    f"UPDATE OR IGNORE {table} SET chat_id = ? WHERE chat_id = ?", new, old
                )
            await tx.row("DELETE FROM attempts WHERE chat_id = ?", old)
            await tx.row("DELETE FROM chats WHERE id = ?", old)
            await _move_ban(tx, old, new)
            await move_totals(tx, "team", old, new)


def _ban(chat_id: int) -> str:
    return f"hidden chat {chat_id}"


async def _move_ban(tx: Connection, old: int, new: int) -> None:
    await tx.row("UPDATE OR REPLACE meta SET key = ? WHERE key = ?", _ban(new), _ban(old))
    await tx.row(
        "UPDATE chats SET title_allowed = 0 WHERE id = ? AND EXISTS "
        "(SELECT 1 FROM meta WHERE key = ?)",
        *(new, _ban(new)),
    )


async def _move_games(tx: Connection, old: int, new: int) -> None:
    await tx.row("DELETE FROM messages WHERE chat_id = ?", old)
    await tx.row(
        "DELETE FROM notices WHERE game_id IN (SELECT id FROM games WHERE chat_id = ?)", old
    )
    await tx.row("UPDATE games SET message_id = NULL, shown = 0 WHERE chat_id = ?", old)
    await tx.row(
        "UPDATE games SET state = 'aside', revision = revision + 1 "
        "WHERE state = 'playing' AND chat_id IN (?1, ?2) AND id < "
        "(SELECT max(id) FROM games WHERE state = 'playing' AND chat_id IN (?1, ?2))",
        *(old, new),
    )
    await tx.row("UPDATE games SET chat_id = ? WHERE chat_id = ?", new, old)
    await tx.row("UPDATE results SET chat_id = ? WHERE chat_id = ?", new, old)
