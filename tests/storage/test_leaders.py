"""Leaderboards, compared with a plain recount in Python."""

import asyncio
import itertools
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta

import pytest

from storage import Contest, Standing, Storage, Tally
from storage.database import Database
from tests.storage.samples import (
    ANNA,
    BORIS,
    DAY,
    GROUP,
    VERA,
    game_in,
    group,
    periods_of,
    person,
    play_ranked,
    result,
    started,
    week_of,
)

KINDS = ("devils", "first-last-hold")
VISITORS = {2, 3, 5, 7, 11}
POINTLESS = 11
EARLIER = "2026-11-03"


@dataclass(frozen=True)
class Entry:
    """A ranked result, as the test knows it."""

    holder: int
    day: date
    kind: str
    points: int
    hints: int
    opened: int
    won: bool


Line = tuple[int | None, int, int, int, int, int, int]
"""(place, holder, points, hints, opened, games, won)."""


def recounted(entries: Iterable[Entry]) -> list[Line]:
    """The lines of all who have a point, in order; of equal ones in the order of their ids."""
    own: dict[int, list[Entry]] = {}
    for entry in entries:
        own.setdefault(entry.holder, []).append(entry)
    sums = {
        holder: (
            sum(entry.points for entry in of_holder),
            sum(entry.hints for entry in of_holder),
            sum(entry.opened for entry in of_holder),
            len(of_holder),
            sum(entry.won for entry in of_holder),
        )
        for holder, of_holder in own.items()
        if any(entry.points for entry in of_holder)
    }
    keys = {holder: (-line[0], line[1], line[2]) for holder, line in sums.items()}
    order = sorted(sums, key=lambda holder: (keys[holder], holder))
    return [
        (1 + sum(key < keys[holder] for key in keys.values()), holder, *sums[holder])
        for holder in order
    ]


def told(standings: Iterable[Standing]) -> list[Line]:
    return [
        (*(line.place, line.holder, line.points, line.hints, line.opened), line.games, line.won)
        for line in standings
    ]


async def weeks_of_play(storage: Storage, seed: int) -> list[Entry]:
    """Twelve people at the deals of nineteen days around a turn of the year; many draws."""
    rng = random.Random(seed)
    days = [date(2026, 12, 23) + timedelta(days=offset) for offset in range(19)]
    entries = []
    for player_id, day, kind in itertools.product(range(1, 13), days, KINDS):
        won = rng.random() < 0.3
        points = rng.choice((105, 129, 154)) if won else rng.choice((0, 40, 50))
        hints, opened = rng.choice((0, 1)), rng.choice((90, 100))
        # One has never laid a card.
        points, won = (0, False) if player_id == POINTLESS else (points, won)
        entries.append(Entry(player_id, day, kind, points, hints, opened, won))
    entries = [entry for entry in entries if rng.random() < 0.7]

    async def play(own: list[Entry]) -> None:
        for entry in own:
            new = result(entry.points, entry.opened, won=entry.won, hints=entry.hints)
            await play_ranked(storage, entry.holder, str(entry.day), new, kind=entry.kind)

    await asyncio.gather(
        *(play([entry for entry in entries if entry.holder == who]) for who in range(1, 13))
    )
    return entries


def boards(kind: str) -> list[tuple[Contest, Callable[[Entry], bool]]]:
    """Boards of all periods, of all people and of the group's, with what belongs on each."""
    day, monday = date(2027, 1, 1), date(2026, 12, 28)
    week = {monday + timedelta(days=offset) for offset in range(7)}
    return [
        (Contest(str(day), "person", kind), lambda entry: entry.day == day),
        (Contest(f"week {monday}", "person", kind), lambda entry: entry.day in week),
        (Contest("all", "person", kind), lambda _: True),
        (Contest("all", "person", kind, GROUP), lambda entry: entry.holder in VISITORS),
        (
            Contest(str(day), "person", kind, GROUP),
            lambda entry: entry.day == day and entry.holder in VISITORS,
        ),
    ]


async def compare(storage: Storage, entries: list[Entry]) -> None:
    for kind in KINDS:
        for board, belongs in boards(kind):
            expected = recounted(e for e in entries if e.kind == kind and belongs(e))
            assert told(await storage.leaders.top(board, limit=100)) == expected
            assert await storage.leaders.size(board) == len(expected)
            for number, line in enumerate(expected):
                own = await storage.leaders.place(board, line[1])
                assert own is not None
                assert told([own]) == [line]
                page = await storage.leaders.page(board, line[1], 3, number)
                assert told(page.lines) == expected[number : number + 3]
                assert (page.own, page.own_at, page.size) == (own, number, len(expected))
                around = await storage.leaders.page(board, line[1], 3, None)
                assert own in around.lines
                assert len(around.lines) == min(3, len(expected))
                assert told(await storage.leaders.top(board, 3, number)) == told(page.lines)
            assert await storage.leaders.top(board, 3, len(expected)) == []
            beyond = await storage.leaders.page(board, None, 3, 10**9)
            assert told(beyond.lines) == expected[-1:]
            assert (beyond.own, beyond.own_at) == (None, None)
            played = [e for e in entries if e.kind == kind and belongs(e)]
            tally = await storage.leaders.tally(board)
            assert tally.holders == len({entry.holder for entry in played})
            assert tally.won == sum(entry.won for entry in played)


async def caches(db: Database) -> list[tuple[object, ...]]:
    """All totals, and how many holders have so many points."""
    totals = await db.read.rows("SELECT * FROM totals ORDER BY 1, 2, 3, 4")
    places = await db.read.rows("SELECT * FROM places ORDER BY 1, 2, 3, 4")
    return [tuple(row) for row in (*totals, *places)]


@pytest.mark.parametrize("seed", [1, 2])
async def test_boards_equal_a_recount_before_and_after_a_rebuild(
    storage: Storage, db: Database, seed: int
) -> None:
    await group(storage)
    for player_id in range(1, 13):
        await person(storage, player_id)
    for player_id in VISITORS:
        await storage.chats.visited(GROUP, player_id)
    entries = await weeks_of_play(storage, seed)
    await compare(storage, entries)

    kept = await caches(db)
    await storage.leaders.rebuild_totals(periods_of)
    assert await caches(db) == kept
    await storage.players.delete(5, "2027-02-01")
    await compare(storage, [entry for entry in entries if entry.holder != 5])


async def test_draws_share_a_place(storage: Storage) -> None:
    for player_id, points in ((1, 100), (2, 90), (3, 90), (4, 90), (5, 80)):
        await play_ranked(storage, player_id, DAY, result(points))
    board = Contest(DAY, "person", "devils")
    assert [line.place for line in await storage.leaders.top(board)] == [1, 2, 2, 2, 5]
    assert [line.place for line in await storage.leaders.top(board, 3)] == [1, 2, 2]
    assert await storage.leaders.place(board, 404) is None


async def test_fewer_hints_then_fewer_cards_opened_decide(storage: Storage) -> None:
    for player_id, hints, opened in ((1, 1, 80), (2, 0, 99), (3, 0, 90), (4, 1, 80), (5, 2, 1)):
        await play_ranked(storage, player_id, DAY, result(100, opened, hints=hints))
    board = Contest(DAY, "person", "devils")
    lines = await storage.leaders.top(board)
    assert [(line.holder, line.place) for line in lines] == [(3, 1), (2, 2), (1, 3), (4, 3), (5, 5)]
    (page,) = await storage.leaders.top(board, 1, 3)
    assert (page.holder, page.place) == (4, 3)  # shared with a line of the page before


async def test_without_a_point_there_is_no_place(storage: Storage) -> None:
    for player_id, points in ((1, 10), (2, 0)):
        await play_ranked(storage, player_id, DAY, result(points))
    board = Contest(DAY, "person", "devils")
    assert [line.holder for line in await storage.leaders.top(board)] == [1]
    await group(storage)
    for chat_id in (None, GROUP):
        await storage.chats.visited(GROUP, 2)
        page = await storage.leaders.page(replace(board, chat_id=chat_id), 2, 10)
        assert page.own is not None
        assert (page.own.points, page.own.place, page.own_at) == (0, None, None)
    assert await storage.leaders.size(board) == 1
    assert await storage.leaders.tally(board) == Tally(holders=2, won=0)
    await play_ranked(storage, 2, EARLIER, result(5))
    (_, line) = await storage.leaders.top(Contest("all", "person", "devils"))
    assert (line.holder, line.place, line.points) == (2, 2, 5)


async def test_whose_account_is_gone_leaves_the_lists_until_heard_of(
    storage: Storage, db: Database
) -> None:
    await group(storage)
    board, here = Contest("all", "person", "devils"), Contest("all", "person", "devils", GROUP)
    for player_id, points in ((ANNA, 90), (BORIS, 80), (VERA, 70)):
        await play_ranked(storage, player_id, DAY, result(points))
        await storage.chats.visited(GROUP, player_id)
    new = game_in(ANNA, label=EARLIER, audience="person")
    overdue = await started(storage, new)
    await storage.players.change(ANNA, deactivated=True)
    assert await storage.games.score(overdue.id, 1, result(50, day=EARLIER))
    for _ in range(2):
        for seen in (board, here):
            lines = await storage.leaders.top(seen)
            assert [(line.place, line.holder) for line in lines] == [(1, BORIS), (2, VERA)]
            assert await storage.leaders.size(seen) == 2
        kept = await caches(db)
        await storage.leaders.rebuild_totals(periods_of)
        assert await caches(db) == kept
    await storage.players.ensure(ANNA, "Аня", None, 5)
    lines = await storage.leaders.top(board)
    assert [(line.place, line.holder) for line in lines] == [(1, ANNA), (2, BORIS), (3, VERA)]
    assert lines[0].points == 140


async def test_a_result_that_is_not_listed_counts_nowhere(storage: Storage) -> None:
    await group(storage)
    game = await started(storage, game_in(GROUP, label=DAY, audience="team"))
    new = replace(result(50), listed=False)
    await storage.games.finish(game.id, 1, state="lost", at=1, result=new)
    board = Contest("all", "team", "devils")
    assert await storage.leaders.place(board, GROUP) is None
    await storage.leaders.rebuild_totals(periods_of)
    assert await storage.leaders.place(board, GROUP) is None


async def test_casual_games_do_not_count(storage: Storage) -> None:
    await group(storage)
    game = await started(storage, game_in(ANNA))
    await storage.games.finish(game.id, 1, state="lost", at=1, result=result())
    assert await storage.leaders.top(Contest("all", "person", "devils")) == []


async def test_names_are_given_with_whether_they_may_be_shown(storage: Storage) -> None:
    for player_id in (ANNA, BORIS, VERA):
        await play_ranked(storage, player_id, DAY, result(100 - player_id))
    await storage.players.change(BORIS, anonymous=True)
    await storage.players.change(VERA, hidden=True)
    lines = await storage.leaders.top(Contest(DAY, "person", "devils"))
    assert [(line.name, line.visible, line.players) for line in lines] == [
        ("Аня", True, 1),
        ("Борис", False, 1),
        ("Вера", False, 1),
    ]


async def test_groups_compete_with_their_number_of_people(storage: Storage) -> None:
    await group(storage)
    game = await started(storage, game_in(GROUP, label=DAY, audience="team"))
    await storage.games.tap(game.id, 1, player_id=ANNA, at=1, moves="d")
    await storage.games.tap(
        game.id, 2, player_id=BORIS, at=1, moves="d", state="won", result=result(150, won=True)
    )
    board = Contest(week_of(DAY), "team", "devils")
    (line,) = await storage.leaders.top(board)
    assert line == Standing(1, GROUP, 150, 0, 90, 1, 1, "Дача", visible=False, players=2)
    await storage.chats.change(GROUP, title_allowed=True)
    own = await storage.leaders.place(board, GROUP)
    assert own is not None
    assert own.visible
    await storage.chats.migrate(GROUP, -999)
    assert await storage.leaders.place(board, GROUP) is None
    moved = await storage.leaders.place(board, -999)
    assert moved is not None
    assert (moved.points, moved.players) == (150, 2)
    assert await storage.leaders.size(board) == 1
    assert await storage.leaders.top(Contest(week_of(DAY), "person", "devils")) == []


async def test_a_supergroup_adds_what_its_group_had_to_its_own(
    storage: Storage, db: Database
) -> None:
    await group(storage)
    await storage.chats.ensure(-999, "supergroup", "Дача", 2)
    for chat_id, day, points in ((GROUP, DAY, 50), (GROUP, EARLIER, 40), (-999, DAY, 30)):
        game = await started(storage, game_in(chat_id, label=day, audience="team"))
        new = result(points, won=points == 40, day=day)
        await storage.games.finish(game.id, 1, state="lost", at=1, result=new)
    await storage.chats.migrate(GROUP, -999)
    for period, points, games in ((DAY, 80, 2), (EARLIER, 40, 1), ("all", 120, 3)):
        (line,) = await storage.leaders.top(Contest(period, "team", "devils"))
        assert (line.holder, line.points, line.opened) == (-999, points, 90 * games)
        assert (line.games, line.won) == (games, int(period != DAY))
    kept = await caches(db)
    await storage.leaders.rebuild_totals(periods_of)
    assert await caches(db) == kept
