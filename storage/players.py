"""`Players`: people with their names, all that is kept about them, and its deletion."""

from dataclasses import dataclass
from typing import TypedDict, Unpack

from storage.changes import change
from storage.database import Database
from storage.rows import build, columns, storable
from storage.unreadable_updates import forget_unreadable_of


@dataclass(frozen=True, slots=True)
class Player:
    """A person who has played."""

    id: int
    name: str
    username: str | None
    joined_at: int
    anonymous: bool
    """Hides the name from others, by own wish."""
    hidden: bool
    """An admin has hidden the name."""
    toured: bool
    """Has been shown the tour of the first game."""
    deactivated: bool
    """The account is gone, as Telegram has told; off the leaderboards until it is heard of."""
    hears: str
    """Whether to be told that a result was beaten: `yes`, `no`; empty: not asked yet."""


class PlayerChanges(TypedDict, total=False):
    """What `Players.change` can change."""

    anonymous: bool
    hidden: bool
    toured: bool
    deactivated: bool
    hears: str


_COLUMNS = columns(Player)

# All that is kept about a person: what `export` gives and `delete` takes away.
_EXPORT = {
    "player": "SELECT * FROM players WHERE id = :id",
    "chat": "SELECT * FROM chats WHERE id = :id AND kind = 'private'",
    "reminder": "SELECT hour, last_sent, ignored FROM reminders WHERE chat_id = :id",
    "games": "SELECT * FROM games WHERE chat_id = :id ORDER BY id",
    "games_started_elsewhere": "SELECT id, chat_id, kind, label, created_at FROM games "
    "WHERE starter = :id AND chat_id <> :id ORDER BY id",
    "taps": "SELECT game_id, number, at, moves FROM taps WHERE player_id = :id "
    "ORDER BY game_id, number",
    "messages": "SELECT message_id, game_id, kind FROM messages WHERE chat_id = :id "
    "ORDER BY message_id",
    "attempts": "SELECT label, kind, game_id FROM attempts WHERE chat_id = :id "
    "ORDER BY label, kind",
    "results": "SELECT * FROM results WHERE player_id = :id ORDER BY id",
    "shares": "SELECT game_id, date, shares.laid FROM shares "
    "JOIN results ON results.id = result_id WHERE shares.player_id = :id ORDER BY game_id",
    "challenges": "SELECT token, kind, label, game_id, made_at, inline_message_id FROM challenges "
    "WHERE owner = :id ORDER BY made_at, token",
    "challenge_attempts": "SELECT token, game_id, earlier FROM challenge_attempts "
    "WHERE player_id = :id ORDER BY game_id, token",
    "visits": "SELECT chat_id FROM visits WHERE player_id = :id ORDER BY chat_id",
}


class Players:
    """All people who have played."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def ensure(self, player_id: int, name: str, username: str | None, at: int) -> Player:
        """The player, met for the first time `at` or known before; writes only what has changed."""
        name = storable(name)
        known = await self.get(player_id)
        is_same = known is not None and (known.name, known.username) == (name, username)
        if known is not None and is_same and not known.deactivated:
            return known
        async with self._db.transaction(beside=True) as tx:
            (row,) = await tx.rows(
                "INSERT INTO players (id, name, username, joined_at) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (id) DO UPDATE SET "
                "name = excluded.name, username = excluded.username, deactivated = 0 "
                f"RETURNING {_COLUMNS}",
                *(player_id, name, username, at),
            )
        return build(Player, row)

    async def get(self, player_id: int) -> Player | None:
        """The player, if met."""
        row = await self._db.read.row(f"SELECT {_COLUMNS} FROM players WHERE id = ?", player_id)
        return None if row is None else build(Player, row)

    async def find(self, text: str, limit: int = 10) -> list[Player]:
        """The people of exactly this name or username (without its @), those met last first."""
        rows = await self._db.read.rows(
            f"SELECT {_COLUMNS} FROM players WHERE name = ?1 OR username = ?1 COLLATE NOCASE "
            "ORDER BY joined_at DESC, id DESC LIMIT ?2",
            *(storable(text), limit),
        )
        return [build(Player, row) for row in rows]

    async def change(self, player_id: int, **changes: Unpack[PlayerChanges]) -> Player | None:
        """Change what is named; returns the player as it is then, None for one never met."""
        if not changes:
            return await self.get(player_id)
        return await change(
            *(self._db, "players", Player, player_id), changes, PlayerChanges, {"toured"}
        )

    async def export(self, player_id: int) -> dict[str, list[dict[str, str | int | None]]]:
        """All that is kept about the person, table by table; fit for JSON."""
        async with self._db.transaction() as session:
            return {
                name: [dict(row) for row in await session.rows(sql.replace(":id", "?1"), player_id)]
                for name, sql in _EXPORT.items()
            }

    async def delete(self, player_id: int, today: str) -> None:
        """Forget the person, the private chat and everything played in it.

        Games played together stay whole; the person's taps and shares in them lose their name. Of
        the dated deals of `today` and later it stays known that they were tried, so that deleting
        gives no second try; and that an admin has hidden the name, so that returning does not show
        it. A challenge goes on for the others without its owner's name and result.
        """
        async with self._db.transaction() as tx:
            await forget_unreadable_of(tx, player_id)
            banned = await tx.row("SELECT 1 FROM players WHERE id = ? AND hidden = 1", player_id)
            await tx.row("DELETE FROM attempts WHERE chat_id = ? AND label < ?", player_id, today)
            await tx.row("DELETE FROM totals WHERE audience = 'person' AND holder = ?", player_id)
            await tx.row("DELETE FROM chats WHERE id = ? AND kind = 'private'", player_id)
            await tx.row("DELETE FROM players WHERE id = ?", player_id)
            if banned is not None:
                await tx.row(
                    "INSERT INTO players (id, name, joined_at, hidden) VALUES (?, '', 0, 1)",
                    player_id,
                )
