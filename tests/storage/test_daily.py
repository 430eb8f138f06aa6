"""Deals of the day: prepared once, never changed."""

from dataclasses import replace

from storage import DailyDeal, Storage
from tests.storage.samples import DAY

DEAL = DailyDeal(DAY, "devils", "person", "a1b2", 0, 1, 90, "ddd3", 50)


async def test_the_first_deal_of_a_day_stands(storage: Storage) -> None:
    assert await storage.daily.put(DEAL) == DEAL
    assert await storage.daily.put(replace(DEAL, deal="other")) == DEAL
    assert await storage.daily.get(DAY, "devils", "person") == DEAL
    assert await storage.daily.get(DAY, "devils", "team") is None


async def test_the_deals_of_a_day(storage: Storage) -> None:
    team = replace(DEAL, audience="team", deal="c3d4")
    for deal in (team, DEAL, replace(DEAL, date="2026-12-01")):
        await storage.daily.put(deal)
    assert await storage.daily.of_day(DAY) == [DEAL, team]
    assert await storage.daily.prepared("2026-12-01") == {("2026-12-01", "devils", "person")}
    assert len(await storage.daily.prepared(DAY)) == 3


async def test_the_archive_goes_backwards(storage: Storage) -> None:
    for day in range(1, 6):
        await storage.daily.put(replace(DEAL, date=f"2026-11-0{day}"))
    await storage.daily.put(replace(DEAL, date="2026-11-02", kind="first-last-hold"))
    assert await storage.daily.days("2026-11-04", limit=2) == ["2026-11-03", "2026-11-02"]


async def test_the_secret_is_made_once(storage: Storage) -> None:
    secret = await storage.daily.secret()
    assert len(bytes.fromhex(secret)) == 32
    assert await storage.daily.secret() == secret
