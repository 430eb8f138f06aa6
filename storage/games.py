"""`Games`: they are started, tapped and ended here, each change guarded, in one transaction."""

from dataclasses import dataclass, replace

from storage.challenges import stand
from storage.database import Connection, Database
from storage.game import Game, load, load_one
from storage.results import NewResult, store


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to be started; the fields are those of `Game`."""

    chat_id: int
    kind: str
    deal: str
    label: str
    audience: str
    ranked: bool
    """Whether it is meant to count; only the chat's first attempt at (label, kind) does."""
    starter: int | None
    at: int
    challenge: str | None = None
    """The token of the challenge that the starter takes up with it."""


@dataclass(frozen=True, slots=True)
class Replace:
    """Permission to take one certain game off the table, into `state` (`aside`, `dropped`, …)."""

    game_id: int
    state: str
    at: int


@dataclass(frozen=True, slots=True)
class Placed:
    """The game on the table, and whether it is the one that was to be placed."""

    game: Game
    placed: bool


class Games:
    """All games.

    Whoever changes one names the revision that was seen; a game that has moved on stays as it is.
    Ids and revisions may be any numbers, also forged ones.
    """

    def __init__(self, db: Database) -> None:
        """Work on `db`."""
        self._db = db

    async def start(self, new: NewGame, replacing: Replace | None = None) -> Placed:
        """Put a new game on the table, unless one stands there that may not be replaced."""
        async with self._db.transaction() as tx:
            standing = await _clear(tx, new.chat_id, replacing)
            if standing is not None:
                return Placed(standing, placed=False)
            return Placed(await _lay_out(tx, new), placed=True)

    async def resume(self, game_id: int, replacing: Replace | None = None) -> Placed | None:
        """Put a game that was set aside on the table again; None when it is not aside."""
        async with self._db.transaction() as tx:
            game = await load_one(tx, "g.id = ? AND g.state = 'aside'", game_id)
            if game is None:
                return None
            standing = await _clear(tx, game.chat_id, replacing)
            if standing is not None:
                return Placed(standing, placed=False)
            await tx.row(
                "UPDATE games SET state = 'playing', revision = revision + 1 WHERE id = ?", game_id
            )
            await tx.row(
                "UPDATE messages SET keyboard = 1 WHERE (chat_id, message_id) = "
                "(SELECT chat_id, message_id FROM games WHERE id = ?)",
                game_id,
            )
            return Placed(replace(game, state="playing", revision=game.revision + 1), placed=True)

    async def tap(
        self,
        game_id: int,
        revision: int,
        *,
        player_id: int,
        at: int,
        moves: str,
        state: str = "playing",
        result: NewResult | None = None,
    ) -> int | None:
        """Store a tap, the state after it, and the result where it ended the game, all or nothing.

        Returns the new revision; None when the game is no longer played at `revision`: of two
        simultaneous taps exactly one counts.
        """
        async with self._db.transaction() as tx:
            moved = await _step(tx, game_id, revision, ("playing",), state, at)
            if moved is None:
                return None
            await tx.row(
                "INSERT INTO taps SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4 "
                "FROM taps WHERE game_id = ?1",
                *(game_id, player_id, at, moves),
            )
            await tx.row(
                "INSERT OR IGNORE INTO visits SELECT chat_id, ? FROM games WHERE id = ?",
                *(player_id, game_id),
            )
            if result is not None:
                await store(tx, game_id, result)
            return moved

    async def undo(self, game_id: int, revision: int) -> int | None:
        """Take back the last tap; returns the new revision, None when stale or without a tap."""
        async with self._db.transaction() as tx:
            if await tx.row("SELECT 1 FROM taps WHERE game_id = ? LIMIT 1", game_id) is None:
                return None
            moved = await _step(tx, game_id, revision, ("playing",), "playing", 0)
            if moved is not None:
                await tx.row(
                    "DELETE FROM taps WHERE game_id = ?1 AND number = "
                    "(SELECT max(number) FROM taps WHERE game_id = ?1)",
                    game_id,
                )
            return moved

    async def hint(self, game_id: int, revision: int, *, counts: bool = True) -> int | None:
        """Count a hint if it `counts`, once a revision; returns the hints counted so far, None when
        stale."""
        async with self._db.transaction() as tx:
            row = await tx.row(
                "UPDATE games SET hints = hints + (?1 AND hint_revision <> revision), "
                "hint_revision = CASE WHEN ?1 THEN revision ELSE hint_revision END "
                "WHERE id = ?2 AND revision = ?3 AND state = 'playing' RETURNING hints",
                *(counts, game_id, revision),
            )
        return None if row is None else int(row["hints"])

    async def finish(
        self,
        game_id: int,
        revision: int,
        *,
        state: str,
        at: int,
        result: NewResult | None = None,
    ) -> int | None:
        """End a game without a tap, or set it aside; the new revision, None when stale or over."""
        async with self._db.transaction() as tx:
            moved = await _step(tx, game_id, revision, ("playing", "aside"), state, at)
            if moved is not None and result is not None:
                await store(tx, game_id, result)
            return moved

    async def score(self, game_id: int, revision: int, result: NewResult) -> bool:
        """Let a ranked game count as it stands at `revision`; False when stale.

        It may go on, out of ranking.
        """
        async with self._db.transaction(beside=True) as tx:
            game = await tx.row(
                "SELECT 1 FROM games WHERE id = ? AND revision = ? AND ranked = 1 "
                "AND state IN ('playing', 'aside')",
                *(game_id, revision),
            )
            if game is None:
                return False
            await store(tx, game_id, result)
            await tx.row("UPDATE games SET ranked = 0 WHERE id = ?", game_id)
            return True

    async def unscored(self, before: str) -> list[int]:
        """Ids of the ranked games of dates `before` that are not over."""
        rows = await self._db.read.rows(
            "SELECT id FROM games WHERE ranked = 1 AND state IN ('playing', 'aside') AND label < ? "
            "ORDER BY id",
            before,
        )
        return [row["id"] for row in rows]

    async def get(self, game_id: int) -> Game | None:
        """The game of this id."""
        return await load_one(self._db.read, "g.id = ?", game_id)

    async def current(self, chat_id: int) -> Game | None:
        """The game on the chat's table."""
        return await load_one(self._db.read, "g.chat_id = ? AND g.state = 'playing'", chat_id)

    async def last(self, chat_id: int) -> Game | None:
        """The newest game of the chat that was not dropped."""
        return await load_one(
            self._db.read,
            "g.id = (SELECT max(id) FROM games WHERE chat_id = ? AND state <> 'dropped')",
            chat_id,
        )

    async def attempt(self, chat_id: int, label: str, kind: str) -> Game | None:
        """The chat's first attempt at a dated deal, whatever has become of it."""
        return await load_one(
            self._db.read,
            "g.id = (SELECT game_id FROM attempts WHERE chat_id = ? AND label = ? AND kind = ?)",
            *(chat_id, label, kind),
        )

    async def attempted(self, chat_id: int, label: str) -> set[str]:
        """The kinds whose deal of this date the chat has tried, even if the game is deleted."""
        rows = await self._db.read.rows(
            "SELECT kind FROM attempts WHERE chat_id = ? AND label = ?", chat_id, label
        )
        return {row["kind"] for row in rows}

    async def prune_attempts(self, before: str) -> None:
        """Forget the attempts of deleted people at the deals of dates `before`."""
        async with self._db.transaction() as tx:
            await tx.row("DELETE FROM attempts WHERE game_id IS NULL AND label < ?", before)


async def _step(
    tx: Connection, game_id: int, revision: int, states: tuple[str, ...], state: str, at: int
) -> int | None:
    """Put a game into `state` if it still stands at `revision`, in one of `states`.

    Every change goes through here. Returns the new revision, None when stale.
    """
    row = await tx.row(
        "UPDATE games SET revision = revision + 1, state = ?1, "
        "finished_at = CASE WHEN ?1 NOT IN ('playing', 'aside') THEN ?2 END "
        "WHERE id = ?3 AND revision = ?4 AND state IN (?5, ?6) RETURNING revision",
        *(state, at, game_id, revision, states[0], states[-1]),
    )
    return None if row is None else int(row["revision"])


async def _clear(tx: Connection, chat_id: int, replacing: Replace | None) -> Game | None:
    """Take the game that may be replaced off the table; returns one that stands there still."""
    standing = await load_one(tx, "g.chat_id = ? AND g.state = 'playing'", chat_id)
    if standing is None:
        return None
    if replacing is None or replacing.game_id != standing.id:
        return standing
    await _step(tx, standing.id, standing.revision, ("playing",), replacing.state, replacing.at)
    return None


async def _lay_out(tx: Connection, new: NewGame) -> Game:
    attempt = (new.chat_id, new.label, new.kind)
    tried = await tx.row(
        "SELECT 1 FROM attempts WHERE chat_id = ? AND label = ? AND kind = ?", *attempt
    )
    ranked = new.ranked and tried is None
    (row,) = await tx.rows(
        "INSERT INTO games (chat_id, kind, deal, label, audience, ranked, starter, created_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        *(new.chat_id, new.kind, new.deal, new.label, new.audience, ranked, new.starter, new.at),
    )
    if ranked:
        await tx.row("INSERT INTO attempts VALUES (?, ?, ?, ?)", *attempt, row["id"])
    if new.challenge is not None and new.starter is not None:
        first = await stand(tx, new.challenge, new.starter, row["id"], earlier=False)
        challenged = first and not ranked
        await tx.row("UPDATE games SET challenged = ? WHERE id = ?", challenged, row["id"])
    (game,) = await load(tx, "g.id = ?", row["id"])
    return game
