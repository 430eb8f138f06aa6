"""Pictures that need not be sent again."""

from storage import Storage
from storage.pictures import LAST_OF_GAME
from tests.storage.samples import GROUP, game_in, group, started

BOT, VERSION = 900, 3


async def keep(
    storage: Storage, scene: str, game_id: int | None = None, at: int = 100, version: int = VERSION
) -> None:
    await storage.pictures.keep(
        BOT, scene, version, file_id=f"file of {scene}", game_id=game_id, at=at
    )


async def test_a_picture_is_found_by_bot_scene_and_version(storage: Storage) -> None:
    await keep(storage, "opening")
    assert await storage.pictures.find(BOT, "opening", VERSION) == "file of opening"
    assert await storage.pictures.find(BOT + 1, "opening", VERSION) is None
    assert await storage.pictures.find(BOT, "opening", VERSION + 1) is None
    assert await storage.pictures.find(BOT, "other", VERSION) is None


async def test_the_newest_stands(storage: Storage) -> None:
    await keep(storage, "opening")
    await storage.pictures.keep(BOT, "opening", VERSION, file_id="newer", game_id=None, at=101)
    assert await storage.pictures.find(BOT, "opening", VERSION) == "newer"


async def test_what_will_not_be_sent_again_is_pruned(storage: Storage) -> None:
    await group(storage)
    over = await started(storage, game_in(GROUP))
    await storage.games.finish(over.id, 1, state="stopped", at=1)
    game = await started(storage, game_in(GROUP))
    await keep(storage, "opening", at=1)
    await keep(storage, "opening", version=VERSION - 1)
    await keep(storage, "current table", game.id)
    await keep(storage, "old table", game.id, at=1)
    await keep(storage, "table of a game that is over", over.id)
    await storage.pictures.keep(BOT + 1, "opening", VERSION, file_id="x", game_id=None, at=100)
    assert await storage.pictures.prune(BOT, VERSION, before=50) == 4
    assert await storage.pictures.find(BOT, "opening", VERSION) is not None
    assert await storage.pictures.find(BOT, "current table", VERSION) is not None
    assert await storage.pictures.prune(BOT, VERSION, before=50) == 0


async def test_of_one_game_only_the_last_few_are_kept(storage: Storage) -> None:
    await group(storage)
    game = await started(storage, game_in(GROUP))
    for number in range(2 * LAST_OF_GAME):
        await keep(storage, f"table {number}", game.id, at=number)
    kept = [await storage.pictures.find(BOT, f"table {number}", VERSION) for number in range(16)]
    assert [number for number, file_id in enumerate(kept) if file_id] == list(range(8, 16))
