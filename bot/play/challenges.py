"""``Challenges``: a deal that travels: who has called whom to play it, and whose result is best.

What stands for a person is the first game begun through the challenge, or the first result of the
deal that was there before; of a deal of the day it is the ranked attempt. Knows no Telegram.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.games.scoring import Score, score
from bot.play.calendar import Days
from bot.play.session import Session
from storage import Attempt, Challenge, Result, Storage, new_token

LIVES = 7 * 86_400
"""So many seconds a message that was sent is kept up to date."""
KEPT = 30 * 86_400
"""So many seconds a token means anything."""
LEFT_AFTER = 3600
"""Seconds without a tap after which a game that goes on stands as it is."""


@dataclass(frozen=True, slots=True)
class Line:
    """A person's line in a challenge."""

    player_id: int
    result: Score | Result
    at: int
    """When it came to this, in Unix seconds."""
    over: bool
    plays: bool
    """The game goes on: what it comes to is not known yet."""
    earlier: bool
    beaten: bool
    place: int = 0
    """Equal results share a place; nobody has one who still plays."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """Less is better: more points, then fewer hints, then fewer cards opened."""
        return -self.result.points, self.result.hints, self.result.opened


class Challenges:
    """All challenges, by the clock of ``days``."""

    def __init__(self, storage: Storage, session: Session, days: Days) -> None:
        self._storage = storage
        self._session = session
        self._days = days

    def draft(
        self, owner: int, kind: str, label: str, *, game_id: int | None, pictured: bool
    ) -> Challenge:
        """A challenge that ``owner`` may send, with the result of a game or the deal alone; it
        means nothing before it is kept with ``offer``."""
        return Challenge(
            *(new_token(), kind, label, owner, game_id, self._now(), pictured),
            inline_message_id=None,
            shown="",
            ended=False,
        )

    async def offer(self, challenge: Challenge, shown: str) -> None:
        """Keeps a draft; ``shown`` is a digest of what its message will say."""
        await self._storage.challenges.add(replace(challenge, shown=shown))

    async def find(self, token: str) -> Challenge | None:
        """The challenge, if there is one and it still means anything."""
        challenge = await self._storage.challenges.get(token) if token else None
        if challenge is None or challenge.made_at < self._now() - KEPT:
            return None
        return challenge

    async def of_deal(self, token: str, kind: str, label: str) -> Challenge | None:
        """The same, if it is about this deal: a link may have been put together."""
        challenge = await self.find(token)
        if challenge is None or (challenge.kind, challenge.label) != (kind, label):
            return None
        return challenge

    async def stands(self, challenge: Challenge, player: int) -> Attempt | None:
        """What stands for the player in the challenge."""
        attempts = await self._storage.challenges.attempts(challenge.token)
        return next((one for one in attempts if one.player_id == player), None)

    async def bring(self, challenge: Challenge, player: int) -> bool:
        """Lets the player's earlier result of the deal stand in the challenge, if there is one."""
        game_id = await self._earlier(challenge, player)
        loaded = None if game_id is None else await self._session.game(game_id)
        if loaded is None:
            return False
        earlier = loaded.game.over or await self._is_scored(loaded.game.id)
        return await self._storage.challenges.stand(
            challenge.token, player, loaded.game.id, earlier=earlier
        )

    async def lines(self, challenge: Challenge) -> list[Line]:
        """Whose results stand in the challenge, best first; last those who still play."""
        attempts = await self._storage.challenges.attempts(challenge.token)
        known = [await self._line(attempt) for attempt in attempts]
        lines = [line for line in known if line is not None]
        standing = sorted((line for line in lines if not line.plays), key=lambda line: line.rank)
        return [*_placed(standing), *(line for line in lines if line.plays)]

    async def newly_beaten(self, challenge: Challenge, lines: list[Line]) -> list[tuple[int, Line]]:
        """Those whom a later result is better than, each told once, and the best such result."""
        beaten = []
        for line in lines:
            by = next((other for other in lines if _beats(other, line)), None)
            if by is None or line.beaten:
                continue
            if await self._storage.challenges.beaten(challenge.token, line.player_id):
                beaten.append((line.player_id, by))
        return beaten

    def is_over(self, challenge: Challenge) -> bool:
        """Whether its message is to be brought up to date for the last time."""
        return self._now() >= challenge.made_at + LIVES

    def next_look(self, challenge: Challenge, lines: list[Line]) -> int:
        """When the message will lag though nothing happens."""
        left = (line.at + LEFT_AFTER for line in lines if line.plays)
        return min([challenge.made_at + LIVES, *left])

    async def prune(self) -> None:
        """Forgets the challenges whose tokens mean nothing any more."""
        await self._storage.challenges.prune(self._now() - KEPT)

    async def _earlier(self, challenge: Challenge, player: int) -> int | None:
        if player == challenge.owner and challenge.game_id is not None:
            return challenge.game_id
        if challenge.label.isdigit():
            return await self._storage.challenges.finished_before(
                player, challenge.kind, challenge.label
            )
        attempt = await self._storage.games.attempt(player, challenge.label, challenge.kind)
        return None if attempt is None else attempt.id

    async def _line(self, attempt: Attempt) -> Line | None:
        stored = await self._storage.results.of_game(attempt.game_id)
        if stored is not None:
            return _line(attempt, stored, stored.finished_at, over=True, plays=False)
        loaded = await self._session.game(attempt.game_id)
        if loaded is None:
            return None
        game, tap = loaded.game, loaded.game.last_tap
        touched = game.created_at if tap is None else tap.at
        return _line(
            attempt,
            score(loaded.patience, loaded.deal, game.moves, game.hints),
            game.finished_at or touched,
            over=game.over,
            plays=not game.over and touched + LEFT_AFTER > self._now(),
        )

    async def _is_scored(self, game_id: int) -> bool:
        return await self._storage.results.of_game(game_id) is not None

    def _now(self) -> int:
        return int(self._days.clock())


def _line(attempt: Attempt, result: Score | Result, at: int, *, over: bool, plays: bool) -> Line:
    return Line(
        attempt.player_id,
        result,
        at,
        over=over,
        plays=plays,
        earlier=attempt.earlier,
        beaten=attempt.beaten,
    )


def _placed(lines: Iterable[Line]) -> Iterable[Line]:
    """The lines with their places; they are sorted."""
    place, before = 0, None
    for number, line in enumerate(lines, start=1):
        if line.rank != before:
            place, before = number, line.rank
        yield replace(line, place=place)


def _beats(other: Line, line: Line) -> bool:
    return (
        other.over
        and other.result.points > 0
        and not other.earlier
        and not line.plays
        and other.rank < line.rank
        and other.at >= line.at
    )
