"""The number of an update is written with what it changed, or not at all."""

import asyncio
from pathlib import Path

import pytest

from storage import Storage, handle
from storage.database import Database
from storage.handled_updates import _BATCH, KEPT
from tests.storage.samples import ANNA, DAY, game_in, on_disk, person, result, started

BOT = 7


async def test_it_goes_with_the_first_change_and_once(storage: Storage) -> None:
    await person(storage, ANNA)
    game = await started(storage, game_in(ANNA))
    handle(BOT, 481516)
    assert await storage.games.tap(game.id, 1, player_id=ANNA, at=1, moves="d") == 2
    assert await storage.handled_updates.latest(BOT) == [481516]
    assert await storage.games.undo(game.id, 2) == 3
    assert await storage.handled_updates.latest(BOT) == [481516]
    assert await storage.handled_updates.latest(BOT + 1) == []


async def test_what_changes_nothing_is_not_written_down(storage: Storage) -> None:
    await person(storage, ANNA)
    game = await started(storage, game_in(ANNA))
    handle(BOT, 1)
    assert await storage.games.tap(game.id, 9, player_id=ANNA, at=1, moves="d") is None
    assert await storage.games.undo(game.id, 1) is None
    assert await storage.handled_updates.latest(BOT) == []


async def test_what_fails_is_not_written_down(storage: Storage, db: Database) -> None:
    async def fail() -> None:
        async with db.transaction() as tx:
            await tx.row("INSERT INTO meta VALUES ('a', 'b')")
            raise LookupError

    handle(BOT, 1)
    with pytest.raises(LookupError):
        await fail()
    assert await storage.handled_updates.latest(BOT) == []
    await storage.meta.set("a", "b")
    assert await storage.handled_updates.latest(BOT) == [1]


async def test_what_is_noted_beside_is_not_the_work(storage: Storage) -> None:
    """So that an update whose work was not reached is handled when it comes again."""
    handle(BOT, 1)
    await person(storage, ANNA)
    await storage.players.ensure(ANNA, "Анна", "anna", 2)
    await storage.players.change(ANNA, toured=True)
    await storage.chats.change(ANNA, hinted=True, thread_id=5)
    await storage.chats.set_active(ANNA, active=False)
    game = await started(storage, game_in(ANNA, label=DAY, audience="person"))
    assert await storage.handled_updates.latest(BOT) == [1]
    handle(BOT, 2)
    assert await storage.games.score(game.id, game.revision, result())
    assert await storage.handled_updates.latest(BOT) == [1]
    await storage.chats.change(ANNA, hinted=True, theme="green")
    assert await storage.handled_updates.latest(BOT) == [1, 2]
    handle(BOT, 3)
    await storage.players.change(ANNA, anonymous=True)
    assert await storage.handled_updates.latest(BOT) == [1, 2, 3]


async def test_each_task_handles_its_own(storage: Storage) -> None:
    async def note(number: int) -> None:
        handle(BOT, number)
        await asyncio.sleep(0)
        await storage.meta.set(f"{number}", "")

    await asyncio.gather(*(note(number) for number in range(20)))
    await storage.meta.set("by nobody", "")
    assert sorted(await storage.handled_updates.latest(BOT)) == list(range(20))


async def test_the_latest_are_remembered_in_their_order(
    storage: Storage, path: Path, db: Database
) -> None:
    numbers = [5_000_000 - number for number in range(2 * KEPT)]  # Telegram begins anew at times
    async with db.transaction() as tx:
        await tx.repeat(
            "INSERT INTO handled_updates (bot_id, number) VALUES (7, ?)",
            ((number,) for number in numbers[:-1]),
        )
    handle(BOT, numbers[-1])
    await storage.meta.set("a", "b")
    assert await storage.handled_updates.latest(BOT) == numbers[-KEPT:]
    for number in range(_BATCH - 1):
        handle(BOT, number)
        async with db.transaction() as tx:
            await tx.row("INSERT INTO meta VALUES (?, '')", f"{number}")
    assert on_disk(path, "SELECT count(*) FROM handled_updates") == [(KEPT + _BATCH - 1,)]
