"""Reminders: once a day, not in vain, never twice."""

import asyncio

from storage import Reminder, Storage
from storage.reminders import MOST_IGNORED
from tests.storage.samples import ANNA, BORIS, DAY, VERA, game_in, person, started


async def test_a_wish_is_kept_and_taken_back(storage: Storage) -> None:
    await person(storage, ANNA)
    assert await storage.reminders.get(ANNA) is None
    await storage.reminders.set(ANNA, 9)
    assert await storage.reminders.get(ANNA) == Reminder(ANNA, 9, "", 0)
    await storage.reminders.set(ANNA, None)
    assert await storage.reminders.get(ANNA) is None


async def test_from_the_hour_on_it_is_due_once_a_day(storage: Storage) -> None:
    for player_id, hour in ((BORIS, 9), (ANNA, 9), (VERA, 7)):
        await person(storage, player_id)
        await storage.reminders.set(player_id, hour)
    assert await storage.reminders.due(DAY, 8) == [VERA]
    assert await storage.reminders.due(DAY, 23) == [VERA, ANNA, BORIS]
    assert await storage.reminders.due(DAY, 23, limit=2) == [VERA, ANNA]
    assert await storage.reminders.claim(VERA, DAY)
    assert await storage.reminders.due(DAY, 23) == [ANNA, BORIS]
    assert await storage.reminders.due("2026-12-01", 7) == [VERA]


async def test_it_is_claimed_once_however_often_one_tries(storage: Storage) -> None:
    await person(storage, ANNA)
    await storage.reminders.set(ANNA, 9)
    claims = await asyncio.gather(*(storage.reminders.claim(ANNA, DAY) for _ in range(5)))
    assert sorted(claims) == [False] * 4 + [True]
    assert not await storage.reminders.claim(ANNA, "2026-11-29")
    assert not await storage.reminders.claim(BORIS, DAY)


async def test_it_does_not_come_to_who_has_played_or_cannot_be_reached(storage: Storage) -> None:
    for player_id in (ANNA, BORIS, VERA):
        await person(storage, player_id)
        await storage.reminders.set(player_id, 9)
    await started(storage, game_in(ANNA, label=DAY, audience="person"))
    await storage.chats.set_active(BORIS, False)
    assert await storage.reminders.due(DAY, 10) == [VERA]
    assert await storage.reminders.due("2026-12-01", 10) == [ANNA, VERA]


async def test_after_so_many_ignored_it_stops_until_one_plays(storage: Storage) -> None:
    await person(storage, ANNA)
    await storage.reminders.set(ANNA, 9)
    for day in range(1, MOST_IGNORED + 1):
        date = f"2026-11-{day:02}"
        assert await storage.reminders.due(date, 9) == [ANNA]
        assert await storage.reminders.claim(ANNA, date)
    assert await storage.reminders.due(DAY, 9) == []
    await storage.reminders.answered(ANNA)
    assert await storage.reminders.due(DAY, 9) == [ANNA]
    await storage.reminders.answered(BORIS)


async def test_wishing_again_begins_anew(storage: Storage) -> None:
    await person(storage, ANNA)
    await storage.reminders.set(ANNA, 9)
    await storage.reminders.claim(ANNA, DAY)
    await storage.reminders.set(ANNA, 20)
    assert await storage.reminders.get(ANNA) == Reminder(ANNA, 20, DAY, 0)


async def test_the_first_one_can_be_put_off_to_the_next_day(storage: Storage) -> None:
    await person(storage, ANNA)
    await storage.reminders.set(ANNA, 9, after="2026-11-29")
    assert await storage.reminders.due("2026-11-29", 23) == []
    await storage.reminders.claim(ANNA, DAY)
    await storage.reminders.set(ANNA, 10, after="2026-11-29")
    assert await storage.reminders.get(ANNA) == Reminder(ANNA, 10, DAY, 0)


async def test_what_could_not_be_sent_is_due_again(storage: Storage) -> None:
    await person(storage, ANNA)
    await storage.reminders.set(ANNA, 9, after="2026-11-28")
    await storage.reminders.claim(ANNA, DAY)
    await storage.reminders.release(ANNA, "2026-11-29", "")  # a claim long gone
    assert await storage.reminders.due(DAY, 9) == []
    await storage.reminders.release(ANNA, DAY, "2026-11-28")
    assert await storage.reminders.get(ANNA) == Reminder(ANNA, 9, "2026-11-28", 0)
    assert await storage.reminders.due(DAY, 9) == [ANNA]
