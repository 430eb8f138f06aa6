"""The play: load a game, replay it, apply a tap, commit it. Knows nothing of Telegram.

Every tap names the game and the revision it was offered in, so a second tap on the same keyboard,
an old keyboard and a forged button all end in a ``Refused`` and change nothing.
"""

import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from bot.games.deals import FIRST_NUMBER, LAST_NUMBER, Deal
from bot.games.patience import IllegalMove, Outcome, Table, UnknownMove
from bot.games.play import AnyPatience, Step, expand, replay, steps
from bot.games.registry import PATIENCES
from bot.games.scoring import score
from storage import Chat, Game, NewGame, NewResult, Replace, Storage

__all__ = ["Played", "Position", "Refusal", "Refused", "Session", "Started"]


class Refusal(Enum):
    """Why a tap was not accepted."""

    FOREIGN = "foreign"  # no such game in this chat
    OVER = "over"  # the game is finished or dropped
    ASIDE = "aside"  # the game was set aside
    STALE = "stale"  # the table has moved on since
    NOT_YOURS = "not yours"  # another person's turn to decide
    FORGED = "forged"  # no such move in this position
    NOTHING = "nothing"  # nothing to take back


@dataclass(frozen=True)
class Position:
    """A stored game and the table that it stands at."""

    game: Game

    @cached_property
    def patience(self) -> AnyPatience:
        """The patience that is played."""
        return PATIENCES[self.game.kind]

    @cached_property
    def deal(self) -> Deal:
        """The deal that is played."""
        return Deal.named(self.game.deal, self.patience.pack)

    @cached_property
    def table(self) -> Table:
        """The table after all moves."""
        return replay(self.patience, self.deal, self.game.moves)

    @cached_property
    def last_steps(self) -> tuple[Step, ...]:
        """What the last tap did, move by move; empty before the first tap."""
        tap = self.game.last_tap
        if tap is None:
            return ()
        earlier = self.game.moves[: len(self.game.moves) - len(tap.moves)]
        return tuple(steps(self.patience, replay(self.patience, self.deal, earlier), tap.moves))


@dataclass(frozen=True, slots=True)
class Played:
    """An accepted tap: what it did and where the game stands now."""

    position: Position
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """A tap that changed nothing; ``position`` is where its game stands, if it is this chat's."""

    reason: Refusal
    position: Position | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """A game on the table: the new one, or (``placed`` false) the one that stood there already."""

    position: Position
    placed: bool


Allowed = Callable[[], Awaitable[bool]]


class Session:
    """All that people do to games. ``clock`` tells the time in Unix seconds."""

    def __init__(self, storage: Storage, clock: Callable[[], float]) -> None:
        self._storage = storage
        self._clock = clock

    async def position(self, game_id: int) -> Position | None:
        """The game with this number."""
        return _position(await self._storage.games.get(game_id))

    async def current(self, chat_id: int) -> Position | None:
        """The game on the chat's table."""
        return _position(await self._storage.games.current(chat_id))

    async def last(self, chat_id: int) -> Position | None:
        """The game on the chat's table, or else the one that was there last."""
        return await self.current(chat_id) or _position(await self._storage.games.last(chat_id))

    async def start(
        self,
        chat_id: int,
        kind: str,
        starter: int | None,
        *,
        number: int | None = None,
        replacing: int | None = None,
    ) -> Started:
        """Lays out deal ``number`` (a random one if ``None``), dropping the game ``replacing``.

        If another unfinished game lies on the table it stays, and is returned.
        """
        if number is None:
            number = FIRST_NUMBER + secrets.randbelow(LAST_NUMBER)
        at = self._now()
        name = str(number)
        new = NewGame(chat_id, kind, name, name, "", ranked=False, starter=starter, at=at)
        replace = None if replacing is None else Replace(replacing, "dropped", at)
        placed = await self._storage.games.start(new, replace)
        return Started(Position(placed.game), placed.placed)

    async def play(
        self, chat: Chat, game_id: int, revision: int, code: str, player: int
    ) -> Played | Refused:
        """Plays the move or shorthand ``code``, whole or not at all, and commits it."""
        position = await self.position(game_id)
        refused = self._refused(chat, position, revision, player)
        if position is None or refused is not None:
            return refused or Refused(Refusal.FOREIGN)
        try:
            moves = expand(position.patience, position.table, code)
        except (IllegalMove, UnknownMove):
            return Refused(Refusal.FORGED, position)
        done = tuple(steps(position.patience, position.table, moves))
        state = _state(position.patience, done[-1].table)
        committed = await self._storage.games.tap(
            game_id,
            revision,
            player_id=player,
            at=self._now(),
            moves=moves,
            state=state,
            result=None if state == "playing" else self._result(position, moves, player),
        )
        after = await self.position(game_id)
        if committed is None or after is None:
            return Refused(Refusal.STALE, after)
        return Played(after, done)

    async def undo(
        self, chat: Chat, game_id: int, revision: int, player: int | None, may_any: Allowed
    ) -> Position | Refused:
        """Takes back the last tap: one's own, or anyone's where ``may_any`` allows it."""
        position = await self.position(game_id)
        refused = self._refused(chat, position, revision, player)
        if position is None or refused is not None:
            return refused or Refused(Refusal.FOREIGN)
        tap = position.game.last_tap
        if tap is None:
            return Refused(Refusal.NOTHING, position)
        own = player is not None and player in (tap.player_id, position.game.starter)
        if not own and not await may_any():
            return Refused(Refusal.NOT_YOURS, position)
        if await self._storage.games.undo(game_id, revision) is None:
            return Refused(Refusal.STALE, await self.position(game_id))
        after = await self.position(game_id)
        return after or Refused(Refusal.FOREIGN)

    async def stop(self, chat_id: int, game_id: int) -> Position | Refused:
        """Ends an unfinished game as it stands, whatever its revision."""
        while True:
            position = await self.position(game_id)
            if position is None or position.game.chat_id != chat_id:
                return Refused(Refusal.FOREIGN)
            if position.game.over:
                return Refused(Refusal.OVER, position)
            game = position.game
            finished = await self._storage.games.finish(
                game_id,
                game.revision,
                state="stopped",
                at=self._now(),
                result=self._result(position, "", None),
            )
            if finished is not None:
                return Position(await self._reloaded(game_id, game))

    async def _reloaded(self, game_id: int, known: Game) -> Game:
        return await self._storage.games.get(game_id) or known

    def _refused(
        self, chat: Chat, position: Position | None, revision: int, player: int | None
    ) -> Refused | None:
        if position is None or position.game.chat_id != chat.id:
            return Refused(Refusal.FOREIGN)
        game = position.game
        if game.over:
            return Refused(Refusal.OVER, position)
        if game.state == "aside":
            return Refused(Refusal.ASIDE, position)
        if game.revision != revision:
            return Refused(Refusal.STALE, position)
        if chat.who_plays == "starter" and game.starter not in (None, player):
            return Refused(Refusal.NOT_YOURS, position)
        return None

    def _result(self, position: Position, moves: str, player: int | None) -> NewResult:
        """The result of a game that ends with the tap ``moves`` of ``player``."""
        game = position.game
        final = score(position.patience, position.deal, game.moves + moves, game.hints)
        return NewResult(
            laid=final.laid,
            won=final.won,
            finished=True,
            passes=final.passes,
            opened=final.opened,
            hints=final.hints,
            points=final.points,
            finished_at=self._now(),
            shares=_shares(position, moves, player),
        )

    def _now(self) -> int:
        return int(self._clock())


def _position(game: Game | None) -> Position | None:
    return None if game is None else Position(game)


def _state(patience: AnyPatience, table: Table) -> str:
    return {Outcome.WON: "won", Outcome.LOST: "lost", Outcome.PLAYING: "playing"}[
        patience.outcome(table)
    ]


def _shares(position: Position, moves: str, player: int | None) -> dict[int | None, int]:
    """How many cards each player's taps have laid."""
    laid: Counter[int | None] = Counter()
    table: Table = position.patience.deal(position.deal)
    taps = [(tap.player_id, tap.moves) for tap in position.game.taps]
    for who, tapped in (*taps, (player, moves)):
        for step in steps(position.patience, table, tapped):
            laid[who] += len(step.table.laid) - len(table.laid)
            table = step.table
    return {who: cards for who, cards in laid.items() if cards}
