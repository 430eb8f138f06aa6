"""`Challenges`: deals that people call each other to play, whose results stand in them, and the
messages that tell it."""

import secrets
import string
from dataclasses import astuple, dataclass

from storage.database import Connection, Database
from storage.rows import build, columns, placeholders

TOKEN_LENGTH = 10
UNSENT_KEPT = 200
"""Of one person's offered results that nobody is known to have sent, the last so many are kept."""

_LETTERS = string.ascii_letters + string.digits


@dataclass(frozen=True, slots=True)
class Challenge:
    """A deal that somebody calls others to play."""

    token: str
    kind: str
    label: str
    owner: int | None
    """None when the person's data was deleted."""
    game_id: int | None
    """The game whose result is shown; None where the deal alone is."""
    made_at: int
    pictured: bool
    inline_message_id: str | None
    """None until the message is known."""
    shown: str
    """A digest of what the message says."""
    ended: bool
    """The message is brought up to date no more."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Whose result stands in a challenge: that of the game `game_id`."""

    player_id: int
    game_id: int
    earlier: bool
    """The game was over before the challenge was taken up."""
    beaten: bool
    """Somebody's result is known to be better."""


_COLUMNS = columns(Challenge)
_ATTEMPT = columns(Attempt)


def new_token() -> str:
    """A token that nobody has, and nobody can guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(TOKEN_LENGTH))


class Challenges:
    """All challenges."""

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def add(self, challenge: Challenge) -> None:
        """Keep a challenge that has been offered under a `new_token`."""
        async with self._db.transaction(beside=True) as tx:
            await tx.row(
                f"INSERT INTO challenges ({_COLUMNS}) VALUES {placeholders(astuple(challenge))}",
                *astuple(challenge),
            )
            await tx.row(
                "DELETE FROM challenges WHERE token IN (SELECT token FROM challenges c "
                "WHERE owner = ? AND inline_message_id IS NULL AND NOT EXISTS "
                "(SELECT 1 FROM challenge_attempts a WHERE a.token = c.token) "
                "ORDER BY made_at DESC, token LIMIT -1 OFFSET ?)",
                *(challenge.owner, UNSENT_KEPT),
            )

    async def get(self, token: str) -> Challenge | None:
        """The challenge of this token; it may have been made up."""
        row = await self._db.read.row(f"SELECT {_COLUMNS} FROM challenges WHERE token = ?", token)
        return None if row is None else build(Challenge, row)

    async def sent(self, token: str, inline_message_id: str) -> bool:
        """The challenge stands in this message; False if it is known to stand in another, or
        another in this one."""
        async with self._db.transaction(beside=True) as tx:
            row = await tx.row(
                "UPDATE OR IGNORE challenges SET inline_message_id = ?2, look_at = 0 "
                "WHERE token = ?1 AND inline_message_id IS NULL RETURNING inline_message_id",
                *(token, inline_message_id),
            )
        return row is not None

    async def attempts(self, token: str) -> list[Attempt]:
        """Whose results stand in the challenge, the first to come first."""
        rows = await self._db.read.rows(
            f"SELECT {_ATTEMPT} FROM challenge_attempts WHERE token = ? ORDER BY game_id",
            token,
        )
        return [build(Attempt, row) for row in rows]

    async def finished_before(self, chat_id: int, kind: str, label: str) -> int | None:
        """The first game of the deal that was played to an end in the chat."""
        row = await self._db.read.row(
            "SELECT min(id) AS id FROM games WHERE chat_id = ? AND kind = ? AND label = ? "
            "AND state IN ('won', 'lost', 'stopped')",
            *(chat_id, kind, label),
        )
        return None if row is None else row["id"]

    async def stand(self, token: str, player_id: int, game_id: int, *, earlier: bool) -> bool:
        """Let the game stand for the player; False if another does already."""
        async with self._db.transaction(beside=True) as tx:
            return await stand(tx, token, player_id, game_id, earlier=earlier)

    async def beaten(self, token: str, player_id: int) -> bool:
        """Somebody is better than the player; False if that was known."""
        async with self._db.transaction() as tx:
            row = await tx.row(
                "UPDATE challenge_attempts SET beaten = 1 "
                "WHERE token = ? AND player_id = ? AND beaten = 0 RETURNING beaten",
                *(token, player_id),
            )
        return row is not None

    async def claim(self, now: int, pause: int, lease: int) -> Challenge | None:
        """One that may lag and was not edited within `pause` seconds, the longest waiting first.

        Nobody else gets it for `lease` seconds, after which it comes again unless it is `done`.
        """
        async with self._db.transaction() as tx:
            row = await tx.row(
                "UPDATE challenges SET look_at = ?1 WHERE token = (SELECT token FROM challenges "
                "WHERE ended = 0 AND look_at <= ?2 AND edited_at <= ?3 ORDER BY look_at LIMIT 1) "
                f"RETURNING {_COLUMNS}",
                *(now + lease, now, now - pause),
            )
        return None if row is None else build(Challenge, row)

    async def editing(self, token: str, at: int) -> None:
        """The message is about to be edited."""
        async with self._db.transaction() as tx:
            await tx.row("UPDATE challenges SET edited_at = ? WHERE token = ?", at, token)

    async def done(self, token: str, shown: str, lease: int, look_at: int | None) -> None:
        """The message tells what was stored when it was claimed until `lease`, as far as that can
        be; it is to be looked at again at `look_at`, or as soon as anything has changed since."""
        async with self._db.transaction() as tx:
            await tx.row("UPDATE challenges SET shown = ? WHERE token = ?", shown, token)
            await tx.row(
                "UPDATE challenges SET look_at = ? WHERE token = ? AND look_at = ?",
                *(look_at, token, lease),
            )

    async def end(self, token: str) -> None:
        """The message is brought up to date no more."""
        async with self._db.transaction() as tx:
            await tx.row("UPDATE challenges SET ended = 1 WHERE token = ?", token)

    async def prune(self, before: int) -> None:
        """Forget the challenges made before `before`."""
        async with self._db.transaction() as tx:
            await tx.row("DELETE FROM challenges WHERE made_at < ?", before)


async def stand(tx: Connection, token: str, player_id: int, game_id: int, *, earlier: bool) -> bool:
    """Let a game stand for a player in a challenge, in the transaction at hand; False if another
    does. With the first of them the owner's own result comes in, if it was played alone."""
    row = await tx.row(
        "INSERT OR IGNORE INTO challenge_attempts (token, player_id, game_id, earlier) "
        "SELECT token, ?2, ?3, ?4 FROM challenges WHERE token = ?1 RETURNING token",
        *(token, player_id, game_id, earlier),
    )
    await tx.row(
        "INSERT OR IGNORE INTO challenge_attempts (token, player_id, game_id, earlier) "
        "SELECT c.token, c.owner, c.game_id, 1 FROM challenges c "
        "JOIN games g ON g.id = c.game_id AND g.chat_id = c.owner "
        "WHERE c.token = ?",
        token,
    )
    return row is not None
