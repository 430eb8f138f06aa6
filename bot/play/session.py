"""``Session``: loads a game, replays it, applies a tap and commits it. Knows no Telegram.

Every tap names the game and the revision it was offered in, so a second tap on the same keyboard,
an old keyboard and a forged button all end in a ``Rejected`` and change nothing.
"""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

from bot.games.deals import FIRST_NUMBER, LAST_NUMBER
from bot.games.patience import IllegalMove, Outcome, Table, UnknownMove
from bot.games.play import AnyPatience, Step, expand, is_choice, steps
from bot.games.solver import Verdict
from bot.games.undo_barrier import reveals
from bot.play.audiences import TEAM
from bot.play.calendar import Days
from bot.play.loaded_game import LoadedGame
from bot.play.results import result_of
from storage import Chat, DailyDeal, Game, NewGame, Placed, Replace, Storage


class Rejection(Enum):
    """Why a tap was not accepted."""

    FOREIGN = "foreign"  # no such game in this chat
    OVER = "over"  # the game is finished or dropped
    ASIDE = "aside"  # the game was set aside
    STALE = "stale"  # the table has moved on since
    AHEAD = "ahead"  # the table has never been where the tap was offered
    NOT_YOURS = "not yours"  # another person's turn to decide
    NOT_TWICE = "not twice"  # in turn: who has just moved waits for the others
    FORGED = "forged"  # no such move in this position
    NOTHING = "nothing"  # nothing to take back
    SHOWN = "shown"  # by the rules of ranking: the tap showed a card that nobody could have known


TURN_SECONDS = 30
"""Where people move in turn: how long the one who has moved waits for others."""


@dataclass(frozen=True, slots=True)
class Played:
    """An accepted tap: what it did and where the game stands now."""

    loaded: LoadedGame
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Rejected:
    """A tap that changed nothing; ``loaded`` is where its game stands, if it is this chat's."""

    reason: Rejection
    loaded: LoadedGame | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """A game on the table: the new one, or (``placed`` false) the one that stood there already.

    ``left`` is the number of the game that has made room for a new one.
    """

    loaded: LoadedGame
    placed: bool
    left: int | None = None


Allowed = Callable[[], Awaitable[bool]]


class Session:
    """All that people do to games, by the clock of ``days``.

    A ranked game whose time is over is scored as it stands before anything is told of it or done
    to it; it goes on out of ranking.
    """

    def __init__(self, storage: Storage, days: Days) -> None:
        self._storage = storage
        self._days = days

    async def game(self, game_id: int) -> LoadedGame | None:
        """The game with this number."""
        return await self._timely(await self._storage.games.get(game_id))

    async def game_in(self, chat_id: int, game_id: int) -> LoadedGame | None:
        """The game with this number, if it is the chat's: a button may have been made up."""
        loaded = await self.game(game_id)
        return None if loaded is None or loaded.game.chat_id != chat_id else loaded

    async def current(self, chat_id: int) -> LoadedGame | None:
        """The game on the chat's table."""
        return await self._timely(await self._storage.games.current(chat_id))

    async def last(self, chat_id: int) -> LoadedGame | None:
        """The game on the chat's table, or else the one that was there last."""
        return await self.current(chat_id) or await self._timely(
            await self._storage.games.last(chat_id)
        )

    async def score_overdue(self) -> AsyncIterator[LoadedGame]:
        """Scores the ranked games whose time is over; yields each as it goes on."""
        for game_id in await self._storage.games.unscored(self._days.oldest_open()):
            loaded = await self.game(game_id)
            if loaded is not None:
                yield loaded

    async def start(
        self,
        chat_id: int,
        kind: str,
        starter: int | None,
        *,
        number: int | None = None,
        replacing: int | None = None,
        challenge: str | None = None,
    ) -> Started:
        """Lays out deal ``number`` (a random one if ``None``), dropping the game ``replacing``;
        with the token of a ``challenge`` that the starter takes up.

        A ranked game on the table is set aside; any other unfinished one stays, and is returned. So
        does a ranked one that a team has begun, unless it is ``replacing``.
        """
        if number is None:
            number = FIRST_NUMBER + secrets.randbelow(LAST_NUMBER)
        name, at = str(number), self._now()
        new = NewGame(chat_id, kind, name, name, "", False, starter, at, challenge)
        leave = await self._leave(chat_id, replacing)
        return _started(await self._storage.games.start(new, leave), leave)

    async def start_dated(
        self,
        chat_id: int,
        deal: DailyDeal,
        starter: int | None,
        *,
        replacing: int | None = None,
        challenge: str | None = None,
    ) -> Started:
        """Lays out a deal of the day, or goes on with the chat's unfinished attempt at it.

        What lies on the table is treated as by ``start``, but that the deal itself stays there.
        """
        standing = await self.current(chat_id)
        if standing is not None and challenge is None and is_of(standing.game, deal):
            return Started(standing, placed=False)
        attempt = await self._storage.games.attempt(chat_id, deal.date, deal.kind)
        leave, at = await self._leave(chat_id, replacing), self._now()
        if attempt is not None and attempt.state == "aside":
            resumed = await self._storage.games.resume(attempt.id, leave)
            if resumed is not None:
                return _started(resumed, leave)
        ranked = deal.date == self._days.today() and not self._days.is_released(deal.date)
        new = NewGame(
            *(chat_id, deal.kind, deal.deal, deal.date, deal.audience, ranked),
            *(starter, at, challenge),
        )
        return _started(await self._storage.games.start(new, leave), leave)

    async def play(
        self, chat: Chat, game_id: int, revision: int, code: str, player: int
    ) -> Played | Rejected:
        """Plays the move or shorthand ``code``, whole or not at all, and commits it."""

        def moves_of(loaded: LoadedGame) -> str:
            return expand(loaded.patience, loaded.table, code)

        return await self._play(chat, game_id, revision, player, moves_of)

    async def play_line(
        self, chat: Chat, game_id: int, revision: int, moves: str, player: int
    ) -> Played | Rejected:
        """Plays ``moves`` as one tap."""
        return await self._play(chat, game_id, revision, player, lambda _: moves)

    async def _play(
        self,
        chat: Chat,
        game_id: int,
        revision: int,
        player: int,
        moves_of: Callable[[LoadedGame], str],
    ) -> Played | Rejected:
        loaded = await self.game(game_id)
        refused = self._rejected(chat, loaded, revision, player) or self._not_twice(
            chat, loaded, player
        )
        if loaded is None or refused is not None:
            return refused or Rejected(Rejection.FOREIGN)
        try:
            moves = moves_of(loaded)
            done = tuple(steps(loaded.patience, loaded.table, moves))
        except (IllegalMove, UnknownMove):
            return Rejected(Rejection.FORGED, loaded)
        state = _state(loaded.patience, done[-1].table)
        at = self._now()
        committed = await self._storage.games.tap(
            game_id,
            revision,
            player_id=player,
            at=at,
            moves=moves,
            state=state,
            result=None if state == "playing" else result_of(loaded, at, moves, player),
        )
        after = await self.game(game_id)
        if committed is None or after is None:
            return Rejected(Rejection.STALE, after)
        return Played(after, done)

    async def undo(
        self, chat: Chat, game_id: int, revision: int, player: int | None, may_any: Allowed
    ) -> LoadedGame | Rejected:
        """Takes back the last tap: one's own, or anyone's where ``may_any`` allows it."""
        loaded = await self.game(game_id)
        refused = self._rejected(chat, loaded, revision, player)
        if loaded is None or refused is not None:
            return refused or Rejected(Rejection.FOREIGN)
        tap = loaded.game.last_tap
        if tap is None:
            return Rejected(Rejection.NOTHING, loaded)
        if loaded.game.strict and reveals(loaded.patience, loaded.before, tap.moves):
            return Rejected(Rejection.SHOWN, loaded)
        own = player is not None and player in (tap.player_id, loaded.game.starter)
        if not own and not await may_any():
            return Rejected(Rejection.NOT_YOURS, loaded)
        if await self._storage.games.undo(game_id, revision) is None:
            return Rejected(Rejection.STALE, await self.game(game_id))
        after = await self.game(game_id)
        return after or Rejected(Rejection.FOREIGN)

    def may_not_move(self, chat: Chat, loaded: LoadedGame, player: int | None) -> Rejected | None:
        """Why this person may not play at the table now, by the chat's setting: who may not move
        may not spend hints either."""
        if _is_starters_alone(chat, loaded.game, player):
            return Rejected(Rejection.NOT_YOURS, loaded)
        return self._not_twice(chat, loaded, player)

    async def charge_hint(self, loaded: LoadedGame) -> bool:
        """Counts a hint at the table as it stands, once a table; ``False`` if it has moved on.

        Each hint that was counted lowers a ranked game's points: see ``games.scoring``. Where there
        was nothing to decide it is not counted.
        """
        game, counts = loaded.game, is_choice(loaded.patience, loaded.table)
        return await self._storage.games.hint(game.id, game.revision, counts=counts) is not None

    def turn_in(self, game: Game) -> int:
        """In how many seconds whoever has moved last may move again though nobody else has."""
        tap = game.last_tap
        return 0 if tap is None else max(0, tap.at + TURN_SECONDS - self._now())

    async def stop(self, chat_id: int, game_id: int) -> LoadedGame | Rejected:
        """Ends an unfinished game as it stands, whatever its revision."""
        while True:
            loaded = await self.game_in(chat_id, game_id)
            if loaded is None:
                return Rejected(Rejection.FOREIGN)
            if loaded.game.over:
                return Rejected(Rejection.OVER, loaded)
            game = loaded.game
            finished = await self._storage.games.finish(
                game_id,
                game.revision,
                state="stopped",
                at=self._now(),
                result=result_of(loaded, self._now(), told_lost=await self._told_lost(game)),
            )
            if finished is not None:
                return await self.game(game_id) or Rejected(Rejection.FOREIGN)

    def _rejected(
        self, chat: Chat, loaded: LoadedGame | None, revision: int, player: int | None
    ) -> Rejected | None:
        if loaded is None or loaded.game.chat_id != chat.id:
            return Rejected(Rejection.FOREIGN)
        game = loaded.game
        if game.over:
            return Rejected(Rejection.OVER, loaded)
        if game.state == "aside":
            return Rejected(Rejection.ASIDE, loaded)
        if not 1 <= revision <= game.revision:
            return Rejected(Rejection.AHEAD, loaded)
        if game.revision != revision:
            return Rejected(Rejection.STALE, loaded)
        if _is_starters_alone(chat, game, player):
            return Rejected(Rejection.NOT_YOURS, loaded)
        return None

    def _not_twice(
        self, chat: Chat, loaded: LoadedGame | None, player: int | None
    ) -> Rejected | None:
        """Where people move in turn: nobody twice in a row, unless the others let time pass."""
        tap = None if loaded is None else loaded.game.last_tap
        if chat.who_plays != "turns" or loaded is None or tap is None or tap.player_id != player:
            return None
        return Rejected(Rejection.NOT_TWICE, loaded) if self.turn_in(loaded.game) else None

    async def _told_lost(self, game: Game) -> bool:
        """Whether the chat has been told that the game comes out no more."""
        told = await self._storage.notices.get(game.id)
        return told is not None and told.verdict == Verdict.LOST.value

    async def _timely(self, game: Game | None) -> LoadedGame | None:
        """The position of a game, which is scored first if it ranks and its time is over."""
        while game is not None and game.ranked and not game.over:
            if not self._days.is_released(game.label):
                break
            at = self._days.deadline(game.label)
            told_lost = await self._told_lost(game)
            result = result_of(LoadedGame(game), at, finished=False, told_lost=told_lost)
            await self._storage.games.score(game.id, game.revision, result)
            game = await self._storage.games.get(game.id)
        return None if game is None else LoadedGame(game)

    async def _leave(self, chat_id: int, replacing: int | None) -> Replace | None:
        """Leave to take a game off the table: a ranked one is never lost by it.

        What a team has begun goes only where that very game was asked about.
        """
        standing = await self.current(chat_id)
        if standing is not None and standing.game.ranked:
            game = standing.game
            begun_together = game.audience == TEAM and bool(game.taps)
            if begun_together and replacing != game.id:
                return None
            return Replace(game.id, "aside", self._now())
        return None if replacing is None else Replace(replacing, "dropped", self._now())

    def _now(self) -> int:
        return int(self._days.clock())


def is_of(game: Game, deal: DailyDeal) -> bool:
    """Whether the game plays this deal of the day."""
    return (game.kind, game.label, game.audience) == (deal.kind, deal.date, deal.audience)


def _is_starters_alone(chat: Chat, game: Game, player: int | None) -> bool:
    return chat.who_plays == "starter" and game.starter not in (None, player)


def _started(placed: Placed, leave: Replace | None) -> Started:
    left = leave.game_id if placed.placed and leave is not None else None
    return Started(LoadedGame(placed.game), placed.placed, left)


def _state(patience: AnyPatience, table: Table) -> str:
    return {Outcome.WON: "won", Outcome.LOST: "lost", Outcome.PLAYING: "playing"}[
        patience.outcome(table)
    ]
