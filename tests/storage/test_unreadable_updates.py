"""Updates that nobody could read: kept for the operators, bounded, gone with whom they tell of."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import CannotOpen, Corrupt, Storage, UnreadableUpdate, unreadable
from storage.database import Database
from storage.migrate import migrations
from storage.unreadable_updates import KEPT_SECONDS, LONGEST, MOST_KEPT
from tests.storage.samples import ANNA, BORIS, person


async def test_each_is_kept_once_and_counted(storage: Storage, path: Path) -> None:
    assert await storage.unreadable_updates.keep('{"update_id": 1}', "no text", 100)
    assert not await storage.unreadable_updates.keep('{"update_id": 1}', "no text", 200)
    assert await storage.unreadable_updates.keep("a\ud800b", "no object", 300)
    kept = [
        UnreadableUpdate(100, "no text", '{"update_id": 1}'),
        UnreadableUpdate(300, "no object", "a\ufffdb"),
    ]
    assert unreadable(path) == (2, kept)


async def test_only_the_latest_are_kept(storage: Storage, path: Path) -> None:
    for number in range(MOST_KEPT + 3):
        assert await storage.unreadable_updates.keep(f"{number}", "why", 100)
    count, kept = unreadable(path)
    assert count == MOST_KEPT + 3
    assert [one.content for one in kept] == [f"{each}" for each in range(3, MOST_KEPT + 3)]


async def test_none_is_kept_for_longer_than_a_week(storage: Storage, path: Path) -> None:
    await storage.unreadable_updates.keep("old", "why", 100)
    await storage.unreadable_updates.keep("new", "why", 101)
    await storage.unreadable_updates.prune(100 + KEPT_SECONDS - 1)
    assert len(unreadable(path)[1]) == 2
    await storage.unreadable_updates.prune(100 + KEPT_SECONDS)
    assert [one.content for one in unreadable(path)[1]] == ["new"]
    await storage.unreadable_updates.keep("newest", "why", 101 + KEPT_SECONDS)
    assert [one.content for one in unreadable(path)[1]] == ["newest"]
    assert unreadable(path)[0] == 3


async def test_a_long_one_is_cut_off(storage: Storage, path: Path) -> None:
    await storage.unreadable_updates.keep("x" * (LONGEST + 1), "why", 100)
    assert unreadable(path)[1][0].content == "x" * LONGEST


@pytest.mark.parametrize(
    "content",
    [
        f'{{"chat": {{"id": {ANNA}}}}}',
        f'{{"from": {{"id": "{ANNA}"}}}}',
        '{"from": {"username": "anya_k"}}',
        '{"from": {"first_name": "Аня"}}',
        r'{"from": {"last_name": "\"К\""}}',
    ],
)
async def test_whoever_is_forgotten_is_in_none_of_them(
    storage: Storage, path: Path, content: str
) -> None:
    await storage.players.ensure(ANNA, 'Аня "К"', "anya_k", 1)
    await person(storage, BORIS)
    await storage.unreadable_updates.keep(content, "why", 100)
    await storage.unreadable_updates.keep(f'{{"id": {BORIS}}}', "why", 100)
    await storage.players.delete(ANNA, "2026-11-30")
    assert [one.content for one in unreadable(path)[1]] == [f'{{"id": {BORIS}}}']


async def test_of_somebody_unknown_the_number_is_forgotten_too(
    storage: Storage, path: Path
) -> None:
    await storage.unreadable_updates.keep(f'{{"id": {ANNA}}}', "why", 100)
    await storage.players.delete(ANNA, "2026-11-30")
    assert unreadable(path) == (1, [])


def test_where_there_is_no_database_there_are_none(path: Path) -> None:
    with pytest.raises(CannotOpen, match="there is no database"):
        unreadable(path)


async def test_in_a_database_of_an_older_bot_there_are_none(path: Path) -> None:
    await (await Database.open(path, migrations()[:3])).close()
    assert unreadable(path) == (0, [])


def test_in_another_programs_database_nothing_is_looked_for(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE unreadable_updates (id)")
    with pytest.raises(Corrupt, match="another program"):
        unreadable(path)
