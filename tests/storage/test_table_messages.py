"""Table messages: which one is in use, what it shows, what lags."""

import pytest

from storage import Game, Replace, Storage, TableMessage
from tests.storage.samples import ANNA, GROUP, game_in, group, started


@pytest.fixture
async def game(storage: Storage) -> Game:
    """A game on the table of the group."""
    await group(storage)
    return await started(storage, game_in(GROUP))


async def reread(storage: Storage, game: Game) -> Game:
    found = await storage.games.get(game.id)
    assert found is not None
    return found


def table(game: Game, message_id: int) -> TableMessage:
    return TableMessage(GROUP, message_id, game.id, "photo")


async def test_a_game_lags_until_it_is_shown(storage: Storage, game: Game) -> None:
    assert await storage.table_messages.lagging() == [game.id]
    await storage.table_messages.posted(game.id, 1, message_id=70, kind="photo")
    after = await reread(storage, game)
    assert after.message == TableMessage(GROUP, 70, game.id, "photo")
    assert after.shown == 1
    assert await storage.table_messages.lagging() == []
    await storage.games.tap(game.id, 1, player_id=ANNA, at=1, moves="d")
    assert await storage.table_messages.lagging() == [game.id]
    await storage.table_messages.shown(table(game, 70), 2)
    assert await storage.table_messages.lagging() == []


async def test_what_a_message_out_of_use_shows_is_nothing_to_the_game(
    storage: Storage, game: Game
) -> None:
    for message_id in (70, 71):
        await storage.table_messages.posted(game.id, 0, message_id=message_id, kind="photo")
    await storage.table_messages.shown(table(game, 70), 1)
    assert await storage.table_messages.lagging() == [game.id]
    await storage.table_messages.shown(table(game, 71), 1)
    assert await storage.table_messages.lagging() == []


async def test_an_older_table_that_arrives_late_is_passed_over(
    storage: Storage, game: Game
) -> None:
    await storage.table_messages.posted(game.id, 1, message_id=70, kind="photo")
    await storage.table_messages.shown(table(game, 70), 3)
    await storage.table_messages.shown(table(game, 70), 2)
    assert (await reread(storage, game)).shown == 3


@pytest.mark.parametrize("state", ["aside", "dropped"])
async def test_what_leaves_the_table_lags_too_if_it_was_ever_shown(
    storage: Storage, game: Game, state: str
) -> None:
    other = await storage.games.start(game_in(GROUP), Replace(game.id, state, 1))
    await storage.table_messages.posted(other.game.id, 1, message_id=71, kind="photo")
    assert await storage.table_messages.lagging() == []
    await storage.games.finish(other.game.id, 1, state=state, at=1)
    assert await storage.table_messages.lagging() == [other.game.id]


async def test_a_chat_that_cannot_be_written_to_does_not_lag(storage: Storage, game: Game) -> None:
    await storage.chats.set_active(GROUP, False)
    assert await storage.table_messages.lagging() == []
    await storage.chats.set_active(GROUP, True)
    assert await storage.table_messages.lagging() == [game.id]
    assert await storage.table_messages.lagging(limit=0) == []
    assert await storage.table_messages.lagging(after=game.id - 1) == [game.id]
    assert await storage.table_messages.lagging(after=game.id) == []


async def test_old_keyboards_are_known_until_they_are_off(storage: Storage, game: Game) -> None:
    messages = storage.table_messages
    for message_id in (70, 71, 72):
        await messages.posted(game.id, 1, message_id=message_id, kind="photo")
    assert await messages.untidy() == [game.id]
    assert await messages.untidy(after=game.id) == []
    await storage.chats.set_active(GROUP, False)
    assert await messages.untidy() == []
    await storage.chats.set_active(GROUP, True)
    for message_id in (71, 70):
        assert await messages.old_keyboard(game.id) == table(game, message_id)
        await messages.keyboard_off(GROUP, message_id)
    assert await messages.old_keyboard(game.id) is None
    assert await messages.untidy() == []


async def test_a_table_that_nobody_knew_of_is_an_old_one(storage: Storage, game: Game) -> None:
    messages = storage.table_messages
    await messages.posted(game.id, 1, message_id=72, kind="photo")
    await messages.found(table(game, 71))
    assert await messages.old_keyboard(game.id) == table(game, 71)
    await messages.keyboard_off(GROUP, 71)
    await messages.found(table(game, 71))  # its buttons are there after all
    assert await messages.old_keyboard(game.id) == table(game, 71)
    assert (await reread(storage, game)).message == table(game, 72)


async def test_a_table_that_cannot_be_changed_is_out_of_use(storage: Storage, game: Game) -> None:
    messages = storage.table_messages
    for message_id in (70, 71):
        await messages.posted(game.id, 1, message_id=message_id, kind="photo")
    await messages.out_of_use(table(game, 70))
    assert (await reread(storage, game)).message == table(game, 71)
    await messages.out_of_use(table(game, 71))
    after = await reread(storage, game)
    assert (after.message, after.shown) == (None, 0)
    assert await messages.old_keyboard(game.id) == table(game, 71)


async def test_a_deleted_message_leaves_its_game_without_one(storage: Storage, game: Game) -> None:
    for message_id in (70, 71):
        await storage.table_messages.posted(game.id, 1, message_id=message_id, kind="photo")
    await storage.table_messages.lost(GROUP, 70)
    after = await reread(storage, game)
    assert after.message is not None
    assert after.message.message_id == 71
    await storage.table_messages.lost(GROUP, 71)
    after = await reread(storage, game)
    assert (after.message, after.shown) == (None, 0)
    assert await storage.table_messages.lagging() == [game.id]
    await storage.table_messages.shown(table(game, 71), 1)
    assert (await reread(storage, game)).shown == 0
