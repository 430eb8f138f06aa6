"""``Statistics``: what can be told of somebody's games: figures, the streak, charts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import pairwise

from bot.games.play import AnyPatience
from bot.games.registry import PATIENCES
from bot.play.calendar import Days
from storage import Chat, Result, ResultCount, Stat, Storage

PARTS = 4
"""Columns of the chart for games that did not come out, by cards laid."""


EARNED_BY = 7
"""Days in a row, each of them played, that earn a spare day."""
MOST_SPARES = 2


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row, by the dates of the deals, on which a ranked deal was played.

    ``spares`` are the spare days kept, ``spared`` the days that one has stood for: each adds
    nothing to the length.
    """

    current: int
    best: int
    spares: int = 0
    spared: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """All that the statistics pages tell. ``days`` are those of the streak, and if one was won."""

    stats: tuple[Stat, ...]
    days: Mapping[str, bool]
    streak: Streak
    today: str

    @property
    def months(self) -> list[str]:
        """The months to leaf through, ``2026-11`` and so on, from the first day to the present."""
        months = [min([*self.days, self.today])[:7]]
        while months[-1] < self.today[:7]:
            months.append(_month_after(months[-1]))
        return months

    def of(self, kind: str) -> Stat | None:
        """The figures of one kind."""
        return next((stat for stat in self.stats if stat.kind == kind), None)


@dataclass(frozen=True, slots=True)
class Column:
    """Games that came out alike: won in ``passes``, or with ``laid`` (from, to) cards laid.

    ``latest`` marks the one that the game played last has gone to.
    """

    count: int
    passes: int | None = None
    laid: tuple[int, int] = (0, 0)
    latest: bool = False


class Statistics:
    """The statistics of a person in the private chat, and of a group in the group's."""

    def __init__(self, storage: Storage, days: Days) -> None:
        self._storage = storage
        self._days = days

    async def figures(self, chat: Chat) -> Figures:
        """The figures of whoever the chat belongs to."""
        results = self._storage.results
        if chat.kind == "private":
            stats = await results.stats(player_id=chat.id)
        else:
            stats = await results.stats(chat_id=chat.id)
        days = await self._days_of(chat)
        ordered = tuple(stat for kind in PATIENCES for stat in stats if stat.kind == kind)
        run = streak(days, await self._open_day(chat.id))
        return Figures(ordered, days, run, self._days.today())

    async def streak(self, chat: Chat) -> Streak:
        """The streak alone."""
        return streak(await self._days_of(chat), await self._open_day(chat.id))

    async def columns(self, chat: Chat, kind: str) -> list[Column]:
        """How the games of one kind came out."""
        results = self._storage.results
        if chat.kind == "private":
            outcomes = await results.outcomes(kind, player_id=chat.id)
        else:
            outcomes = await results.outcomes(kind, chat_id=chat.id)
        latest = await self._storage.games.last(chat.id)
        result = None
        if latest is not None and latest.kind == kind:
            result = await results.of_game(latest.id)
        return columns(PATIENCES[kind], outcomes, result)

    async def _days_of(self, chat: Chat) -> dict[str, bool]:
        if chat.kind == "private":
            return await self._storage.results.days(player_id=chat.id)
        return await self._storage.results.days(chat_id=chat.id)

    async def _open_day(self, chat_id: int) -> str:
        """The oldest day whose deal the chat may still finish in ranking.

        It is yesterday's for some hours of the night, if the deal was begun in time.
        """
        yesterday = self._days.oldest_open()
        if yesterday < self._days.today():
            for kind in await self._storage.games.attempted(chat_id, yesterday):
                game = await self._storage.games.attempt(chat_id, yesterday, kind)
                if game is not None and not game.over:
                    return yesterday
        return self._days.today()


def streak(days: Iterable[str], open_day: str) -> Streak:
    """The streak of ``days``, which ascend; those before ``open_day`` can be played no more.

    Seven days in a row earn a spare day, of which two are kept; a missed day takes one by itself,
    and without one it ends the streak. It follows from the dates alone, day by day: a spare day
    that was taken stays so, though the streak end with the next.
    """
    run = _Run()
    last: date | None = None
    for day in map(date.fromisoformat, days):
        if last is not None:
            run.miss(last, day)
        run.play()
        last = day
    if last is not None:
        run.miss(last, date.fromisoformat(open_day))
    return Streak(run.length, run.best, run.spares, tuple(map(str, run.spared)))


@dataclass(slots=True)
class _Run:
    """A streak while its days go by; ``towards`` are the days played towards the next spare day."""

    length: int = 0
    best: int = 0
    spares: int = 0
    towards: int = 0
    spared: list[date] = field(default_factory=list)

    def play(self) -> None:
        """A day that counts."""
        self.length += 1
        self.best = max(self.best, self.length)
        self.towards += 1
        if self.towards == EARNED_BY:
            self.spares, self.towards = min(self.spares + 1, MOST_SPARES), 0

    def miss(self, after: date, until: date) -> None:
        """The days between two dates, if there are any: each takes a spare day, or ends it all."""
        missed = max((until - after).days - 1, 0)
        taken = min(missed, self.spares)
        self.spared += [after + timedelta(ago) for ago in range(1, taken + 1)]
        self.spares -= taken
        if missed > taken:
            self.length = self.towards = 0


def columns(
    patience: AnyPatience, outcomes: Iterable[ResultCount], latest: Result | None = None
) -> list[Column]:
    """The columns of a chart: games lost, fewest cards first, then games won, best last."""
    lost = [Column(0, laid=part) for part in _parts(patience.cards)]
    chart = [*lost, *(Column(0, passes) for passes in range(patience.passes, 0, -1))]

    def column_of(one: ResultCount | Result) -> int:
        if one.won:
            return len(chart) - one.passes
        return next(at for at, column in enumerate(lost) if one.laid <= column.laid[1])

    for one in outcomes:
        at = column_of(one)
        chart[at] = replace(chart[at], count=chart[at].count + one.count)
    if latest is not None:
        at = column_of(latest)
        chart[at] = replace(chart[at], latest=True)
    return chart


def fields_of(month: str) -> Sequence[str | None]:
    """The dates of a month in weeks from Monday on, ``None`` before its first."""
    first = date.fromisoformat(f"{month}-01")
    following = (first + timedelta(31)).replace(day=1)
    dates = [first + timedelta(day) for day in range((following - first).days)]
    return [*[None] * first.weekday(), *(day.isoformat() for day in dates)]


def _month_after(month: str) -> str:
    return (date.fromisoformat(f"{month}-01") + timedelta(31)).isoformat()[:7]


def _parts(cards: int) -> list[tuple[int, int]]:
    bounds = [cards * part // PARTS for part in range(PARTS + 1)]
    return [(low, high - 1) for low, high in pairwise(bounds)]
