"""``Statistics``: what can be told of somebody's games: figures, the streak, charts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise

from bot.games.play import AnyPatience
from bot.games.registry import PATIENCES
from bot.play.calendar import Days
from storage import Chat, Result, ResultCount, Stat, Storage

PARTS = 4
"""Columns of the chart for games that did not come out, by cards laid."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row, by the dates of the deals, on each of which a ranked deal was finished."""

    current: int
    best: int


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
            days = await results.days(player_id=chat.id)
        else:
            stats = await results.stats(chat_id=chat.id)
            days = await results.days(chat_id=chat.id)
        ordered = tuple(stat for kind in PATIENCES for stat in stats if stat.kind == kind)
        unbroken = _day_before(await self._open_day(chat.id))
        return Figures(ordered, days, streak(days, unbroken), self._days.today())

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


def streak(days: Iterable[str], unbroken: str) -> Streak:
    """The streak of ``days``, which ascend; it lives if it has reached the day ``unbroken``."""
    best = run = 0
    last = None
    for day in map(date.fromisoformat, days):
        run = run + 1 if last is not None and day - last == timedelta(1) else 1
        best, last = max(best, run), day
    alive = last is not None and last >= date.fromisoformat(unbroken)
    return Streak(run if alive else 0, best)


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


def _day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(1)).isoformat()
