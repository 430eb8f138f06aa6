"""``DailyDealsJob``: prepares the deals of the coming days and scores games whose time is over.

Nothing depends on its being punctual: days are told by the clock when they are asked for, and an
overdue game is scored when it is next looked at. A bot that was off catches up at its start.
"""

from collections.abc import Callable
from typing import Protocol

import structlog

from bot.games.deals import Deal, dated_name
from bot.games.play import WrongMove
from bot.games.registry import PATIENCES
from bot.games.scoring import Score, score
from bot.jobs.repeating import Repeating
from bot.play.audiences import AUDIENCES
from bot.play.calendar import Days
from bot.play.daily import KINDS
from bot.play.loaded_game import LoadedGame
from bot.play.session import Session
from storage import DailyDeal, Storage

log = structlog.get_logger(__name__)

AHEAD = 3
"""Days after today whose deals are prepared."""
MOST_TRIES = 50
"""Deals in a row after which a solver that has won none is out of order."""
RELEASED = "released before"
PAUSE = 60.0
"""Seconds between two looks at the clock."""


class Solves(Protocol):
    """Whoever knows how to win."""

    async def win(self, kind: str, deal: str) -> str | None:
        """The moves of the best game of the named deal that was found; ``None`` if none is won.

        Raises ``NoAnswer`` when it could not be told; cancelling stops the search.
        """


class DailyDealsJob:
    """Prepares deals and scores what is overdue, in the background, until it is closed.

    ``secret`` is what the deals are drawn from, one of its own kept in the database if it is empty;
    ``overdue`` is told of each game that was scored as it stood.
    """

    def __init__(
        self,
        storage: Storage,
        session: Session,
        days: Days,
        solver: Solves | None,
        secret: str,
        overdue: Callable[[LoadedGame], None],
    ) -> None:
        self._storage = storage
        self._session = session
        self._days = days
        self._solver = solver
        self._secret = secret
        self._overdue = overdue
        self._job = Repeating("deals of the day", self._round, PAUSE)
        self.start = self._job.start
        self.nudge = self._job.nudge
        self.close = self._job.close

    async def score_overdue(self) -> None:
        """Scores the ranked games whose time is over, as they stand."""
        async for loaded in self._session.score_overdue():
            self._overdue(loaded)

    async def remember_releases(self) -> None:
        """What was released once stays so, even where the zone now says that its day goes on; of
        those who have deleted their data it is forgotten what they tried then."""
        meta, days = self._storage.meta, self._days
        known = await meta.get(RELEASED) or ""
        days.remember_released(known)
        oldest_open = days.oldest_open()
        if oldest_open != known:
            await meta.set(RELEASED, oldest_open)
            await self._storage.games.prune_attempts(oldest_open)

    async def prepare(self) -> None:
        """Prepares what is missing of today's deals and the coming days', today's first."""
        if self._solver is None:
            return
        secret = (self._secret or await self._storage.daily.secret()).encode()
        days = self._days.ahead(AHEAD)
        prepared = await self._storage.daily.prepared(days[0])
        for day in days:
            for audience in AUDIENCES:
                for kind in KINDS:
                    if (day, kind, audience) not in prepared:
                        await self._prepare(self._solver, secret, day, kind, audience)

    async def _round(self) -> None:
        await self.remember_releases()
        await self.score_overdue()
        await self.prepare()

    async def _prepare(
        self, solver: Solves, secret: bytes, day: str, kind: str, audience: str
    ) -> None:
        """Finds the first deal that is won, and keeps it."""
        for attempt in range(MOST_TRIES):
            name = dated_name(secret, day, kind, audience, attempt)
            moves = await solver.win(kind, name)
            won = None if moves is None else _checked(kind, name, moves)
            if moves is not None and won is not None:
                deal = DailyDeal(
                    *(day, kind, audience, name, attempt, won.passes, won.opened, moves),
                    prepared_at=int(self._days.clock()),
                )
                await self._storage.daily.put(deal)
                log.info("deal prepared", day=day, kind=kind, audience=audience, refused=attempt)
                return
        log.error("no deal could be won", day=day, kind=kind, audience=audience, tries=MOST_TRIES)


def _checked(kind: str, name: str, moves: str) -> Score | None:
    """What the line comes to, replayed by the rules; nobody is believed."""
    patience = PATIENCES[kind]
    try:
        final = score(patience, Deal.named(name, patience.pack), moves, hints=0)
    except WrongMove as error:
        log.error("the solver's line breaks the rules", kind=kind, error=str(error))
        return None
    return final if final.won else None
