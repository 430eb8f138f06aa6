"""A simulated month of 300 people and 20 groups: the tables equal an independent recount."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest_asyncio

from bot.play.calendar import Days
from bot.play.daily import KINDS
from bot.play.leaderboard import LINES, Field, Leaderboard, View
from bot.play.periods import Period, periods_of
from bot.play.stats import Statistics
from storage import Chat, Standing, Storage
from tests.staging.month import DAYS, FIRST, GROUPS, MIGRATED, PEOPLE, ZONE, Month
from tests.staging.recount import Line, Recount

LOOKED_AT = (0, 13, 21, DAYS - 1)


@pytest_asyncio.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    """An empty database."""
    opened = await Storage.open(tmp_path / "month.db")
    yield opened
    await opened.close()


class Look:
    """The tables as they are told and as they have to be, on one day."""

    def __init__(self, storage: Storage, recount: Recount, day: date) -> None:
        self._storage = storage
        self._recount = recount
        self._day = day
        noon = datetime(day.year, day.month, day.day, 12, tzinfo=ZONE).astimezone(UTC)
        self._days = Days(ZONE, noon.timestamp)
        self._leaderboard = Leaderboard(storage, self._days)

    async def all(self) -> None:
        """Every table, of every group too, and every streak."""
        ids = (*PEOPLE, *GROUPS, *MIGRATED.values())
        met = [await self._storage.chats.get(chat_id) for chat_id in ids]
        chats = {chat.id: chat for chat in met if chat is not None}
        for period in Period:
            for kind in KINDS:
                await self._everywhere(period, kind, chats)
        statistics = Statistics(self._storage, self._days)
        for chat in chats.values():
            told = (await statistics.figures(chat)).streak
            expected = self._recount.streaks(chat.id, self._day.isoformat())
            assert (told.current, told.best, told.spares, told.spared) == expected, chat.id

    async def _everywhere(self, period: Period, kind: str, chats: dict[int, Chat]) -> None:
        since, until = self._span(period)
        people = self._recount.lines(kind, since, until, teams=False)
        teams = self._recount.lines(kind, since, until, teams=True)
        for chat in chats.values():
            if chat.kind != "private":
                await self._page(View(period, Field.CHATS, kind), chat, None, teams)
                here = self._recount.lines(kind, since, until, teams=False, here=chat.id)
                own = here[-1][1] if here else 1
                await self._page(View(period, Field.HERE, kind), chat, own, here)
            elif chat.id % 25 == 0:
                await self._page(View(period, Field.PEOPLE, kind), chat, chat.id, people)

    async def _page(self, view: View, chat: Chat, player: int | None, lines: list[Line]) -> None:
        page = await self._leaderboard.page(view, chat, player)
        placed = [line for line in lines if line[0] is not None]
        assert [told(one) for one in page.lines] == placed[:LINES]
        assert page.size == len(placed)
        for first in range(LINES, len(placed), LINES):
            further = await self._leaderboard.page(view, chat, player, first)
            assert [told(one) for one in further.lines] == placed[first : first + LINES]
        holder = player if player is not None else chat.id
        expected = [line for line in lines if line[1] == holder]
        assert [told(one) for one in [page.own] if one is not None] == expected
        around = await self._leaderboard.page(view, chat, player, None)
        own = [number for number, line in enumerate(placed) if line[1] == holder]
        assert around.own_at == (own[0] if own else None)
        assert around.shows_own == bool(own)
        if view.field is not Field.PEOPLE:
            since, until = self._span(view.period)
            shares = {share.player_id: share.laid for share in page.shares}
            assert shares == self._recount.shares(chat.id, view.kind, since, until)

    def _span(self, period: Period) -> tuple[str, str]:
        if period is Period.DAY:
            return self._day.isoformat(), self._day.isoformat()
        if period is Period.ALL:
            return "", "9999"
        monday = next(
            self._day - timedelta(ago)
            for ago in range(7)
            if (self._day - timedelta(ago)).strftime("%a") == "Mon"
        )
        return monday.isoformat(), (monday + timedelta(6)).isoformat()


def told(standing: Standing) -> Line:
    """A line of a table."""
    return (
        *(standing.place, standing.holder, standing.points, standing.hints),
        *(standing.opened, standing.games, standing.won),
    )


async def test_the_tables_of_a_month_equal_a_recount(storage: Storage) -> None:
    month = Month(storage, seed=5)
    await month.begin()
    for number in range(DAYS):
        await month.day(number)
        if number in LOOKED_AT:
            moved = MIGRATED if number >= DAYS // 2 else {}
            await Look(storage, Recount(month.log, moved), FIRST + timedelta(number)).all()
    recount = Recount(month.log, MIGRATED)
    assert_eventful(month, recount)
    await storage.leaders.rebuild_totals(periods_of)
    await Look(storage, recount, FIRST + timedelta(DAYS - 1)).all()


def assert_eventful(month: Month, recount: Recount) -> None:
    """The month has seen everything that a table has to get right."""
    attempts = month.log.attempts
    assert len(attempts) - len(recount.results) > 100  # second attempts, forgotten ones
    assert sum(not one.ended for one in attempts) > 50  # overdue
    assert sum(one.won for one in recount.results) > 30
    assert any(one.hints for one in attempts)
    assert {one.chat for one in attempts} & set(MIGRATED)
    everything = recount.lines("devils", "", "9999", teams=False)
    places = [line[0] for line in everything]
    assert len(places) - len(set(places)) > 5  # shared
    assert any(line[0] is None for line in everything)  # without a point
    streaks = [recount.streaks(chat, "2027-01-19") for chat in (*PEOPLE, *GROUPS)]
    assert max(best for _, best, _, _ in streaks) >= 14
    assert any(spared for *_, spared in streaks)
    assert any(spares for _, _, spares, _ in streaks)
    assert any(not one.ranks for one in recount.results)  # teams of one
    assert any(one.attempt.told and one.laid < 13 for one in recount.results)
    assert any(not one.is_streak_day for one in recount.results)
