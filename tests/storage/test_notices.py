"""What was told of a game's end: once a game, and no longer than the game."""

from storage import Notice, Replace, Storage
from tests.storage.samples import ANNA, GROUP, game_in, group, person, started


async def test_of_each_game_the_newest_notice_is_kept(storage: Storage) -> None:
    await group(storage)
    game = await started(storage, game_in(GROUP))
    other = await started(storage, game_in(ANNA))
    assert await storage.notices.get(game.id) is None
    await storage.notices.put(Notice(game.id, "lost", 7))
    await storage.notices.put(Notice(other.id, "lost", None))
    await storage.notices.put(Notice(game.id, "certain", 9))
    assert await storage.notices.get(game.id) == Notice(game.id, "certain", 9)
    await storage.notices.forget(game.id)
    assert await storage.notices.get(game.id) is None
    assert await storage.notices.get(other.id) == Notice(other.id, "lost", None)


async def test_a_game_that_is_gone_has_none(storage: Storage) -> None:
    await person(storage, ANNA)
    game = await started(storage, game_in(ANNA))
    await storage.notices.put(Notice(game.id, "lost", 7))
    await storage.players.delete(ANNA, "2026-11-30")
    assert await storage.notices.get(game.id) is None
    await storage.notices.put(Notice(game.id, "lost", 8))
    assert await storage.notices.get(game.id) is None


async def test_in_a_supergroup_the_notices_of_its_group_are_out_of_reach(storage: Storage) -> None:
    await group(storage)
    game = await started(storage, game_in(GROUP))
    await storage.notices.put(Notice(game.id, "lost", 7))
    leave = Replace(game.id, "aside", 9)
    await storage.games.start(game_in(GROUP, kind="first-last"), leave)
    await storage.chats.migrate(GROUP, -1009)
    assert await storage.notices.get(game.id) is None
