"""Chats: met, set, left, and moved to a supergroup."""

from dataclasses import asdict, replace
from typing import get_type_hints

import pytest

from storage import Chat, ChatChanges, Storage
from storage.database import Database
from tests.staging.visits import visitors
from tests.storage.samples import (
    ANNA,
    BORIS,
    DAY,
    GROUP,
    VERA,
    game_in,
    group,
    person,
    result,
    started,
)

NEW = -1_000_000_000_100


async def test_a_chat_is_met_once_and_keeps_its_settings(storage: Storage) -> None:
    first = await storage.chats.ensure(GROUP, "group", "Дача", 5)
    assert (first.kind, first.title, first.joined_at, first.active) == ("group", "Дача", 5, True)
    assert (first.who_plays, first.theme) == ("all", "")
    assert not (first.four_colours)
    assert not (first.detailed_caption)
    assert not (first.new_message)
    assert not (first.greeted)
    assert not (first.hinted)
    assert not (first.title_allowed)
    await storage.chats.change(GROUP, theme="night")
    renamed = await storage.chats.ensure(GROUP, "group", "Дача 2", 6)
    assert (renamed.title, renamed.joined_at, renamed.theme) == ("Дача 2", 5, "night")
    assert await storage.chats.get(GROUP) == renamed


async def test_meeting_again_unchanged_writes_nothing(storage: Storage, db: Database) -> None:
    await storage.chats.ensure(GROUP, "group", "\ud83dДача", 1)
    before = db._writer.total_changes
    chat = await storage.chats.ensure(GROUP, "group", "\ud83dДача", 2)
    assert db._writer.total_changes == before
    assert chat.title == "\ufffdДача"


PLANTED: ChatChanges = {
    "who_plays": "starter",
    "theme": "contrast",
    "four_colours": True,
    "detailed_caption": True,
    "new_message": True,
    "greeted": True,
    "hinted": True,
    "title_allowed": True,
    "thread_id": 7,
    "root_id": 9,
}
"""A value for every setting, none of them the one that a new chat has."""


def test_whatever_a_chat_has_can_be_changed_but_who_it_is() -> None:
    fields = get_type_hints(Chat)
    del fields["id"], fields["joined_at"]
    assert get_type_hints(ChatChanges) == fields


async def test_every_setting_can_be_changed_and_goes_along_to_the_supergroup(
    storage: Storage,
) -> None:
    await group(storage)
    before = await storage.chats.get(GROUP)
    assert before is not None
    settings = asdict(before).keys() - {"id", "kind", "title", "joined_at", "active"}
    assert settings == PLANTED.keys()
    assert all(getattr(before, name) != value for name, value in PLANTED.items())
    changed = await storage.chats.change(GROUP, **PLANTED)
    assert changed == replace(before, **PLANTED)
    assert changed == await storage.chats.get(GROUP)
    await storage.chats.migrate(GROUP, NEW)
    assert await storage.chats.get(NEW) == replace(changed, id=NEW, kind="supergroup")
    without = await storage.chats.change(NEW, thread_id=None)
    assert without == replace(changed, id=NEW, kind="supergroup", thread_id=None)


async def test_nothing_else_can_be_changed(storage: Storage) -> None:
    await group(storage)
    with pytest.raises(TypeError):
        await storage.chats.change(GROUP, **{"id = 1 --": True})  # type: ignore[arg-type]
    assert await storage.chats.change(GROUP) == await storage.chats.get(GROUP)
    assert await storage.chats.change(404, theme="night") is None


async def test_left_and_entered_again(storage: Storage) -> None:
    await group(storage)
    await storage.chats.set_active(GROUP, False)
    left = await storage.chats.ensure(GROUP, "group", "Дача", 9)
    assert not left.active
    await storage.chats.set_active(GROUP, True)
    returned = await storage.chats.get(GROUP)
    assert returned is not None
    assert returned.active


async def test_visitors_are_those_who_tapped_or_shared(storage: Storage) -> None:
    await group(storage)
    await person(storage, VERA)
    game = await started(storage, game_in(GROUP))
    assert await visitors(storage, GROUP) == 0
    await storage.games.tap(game.id, 1, player_id=ANNA, at=1, moves="d")
    await storage.games.tap(game.id, 2, player_id=ANNA, at=1, moves="d")
    await storage.chats.visited(GROUP, VERA)
    await storage.chats.visited(GROUP, VERA)
    assert await visitors(storage, GROUP) == 2


async def supergroup_history(storage: Storage) -> int:
    """A group with a game at work, a team result, a reminder and settings; the id of the game."""
    await group(storage)
    await storage.chats.change(GROUP, theme="night", title_allowed=True)
    await storage.reminders.set(GROUP, 9)
    team = await started(storage, game_in(GROUP, label=DAY, audience="team"))
    await storage.games.tap(
        team.id, 1, player_id=BORIS, at=5, moves="d", state="lost", result=result(60)
    )
    game = await started(storage, game_in(GROUP))
    await storage.games.tap(game.id, 1, player_id=ANNA, at=5, moves="dd3")
    await storage.table_messages.posted(game.id, 2, message_id=70, kind="photo")
    return game.id


async def check_moved(storage: Storage, game_id: int) -> None:
    assert await storage.chats.get(GROUP) is None
    chat = await storage.chats.get(NEW)
    assert chat is not None
    assert (chat.kind, chat.title, chat.theme) == ("supergroup", "Дача", "night")
    game = await storage.games.current(NEW)
    assert game is not None
    assert (game.id, game.moves, game.message, game.shown) == (game_id, "dd3", None, 0)
    assert game_id in await storage.table_messages.lagging()
    assert await visitors(storage, NEW) == 2
    assert await storage.games.attempted(NEW, DAY) == {"devils"}
    assert await storage.games.attempted(GROUP, DAY) == set()
    assert await storage.reminders.get(NEW) is not None
    assert [found.points for found in await storage.results.of_day(DAY, chat_id=NEW)] == [60]


async def test_a_supergroup_has_all_that_its_group_had(storage: Storage) -> None:
    game_id = await supergroup_history(storage)
    await storage.chats.migrate(GROUP, NEW)
    await check_moved(storage, game_id)
    await storage.chats.migrate(GROUP, NEW)
    await storage.chats.migrate(404, NEW)
    await check_moved(storage, game_id)


async def test_it_may_be_met_before_it_is_told(storage: Storage) -> None:
    game_id = await supergroup_history(storage)
    await storage.chats.ensure(NEW, "supergroup", "Дача", 9)
    await storage.chats.migrate(GROUP, NEW)
    await check_moved(storage, game_id)


async def test_a_late_update_of_the_group_changes_nothing(storage: Storage) -> None:
    game_id = await supergroup_history(storage)
    await storage.chats.migrate(GROUP, NEW)
    await storage.chats.ensure(GROUP, "group", "Дача", 10)
    await storage.chats.migrate(GROUP, NEW)
    await check_moved(storage, game_id)


async def test_of_two_tables_the_newer_stays(storage: Storage) -> None:
    old_id = await supergroup_history(storage)
    await storage.chats.ensure(NEW, "supergroup", "Дача", 9)
    newer = await started(storage, game_in(NEW, kind="first-last"))
    await storage.chats.migrate(GROUP, NEW)
    current = await storage.games.current(NEW)
    assert current is not None
    assert (current.id, current.revision) == (newer.id, 1)
    old = await storage.games.get(old_id)
    assert old is not None
    assert (old.chat_id, old.state) == (NEW, "aside")


async def test_a_visit_of_nobody_or_nowhere_is_none(storage: Storage) -> None:
    await group(storage)
    await person(storage, ANNA)
    await storage.chats.visited(GROUP, 12345)
    await storage.chats.visited(-54321, ANNA)
    assert await visitors(storage, GROUP) == 0
    await storage.chats.visited(GROUP, ANNA)
    assert await visitors(storage, GROUP) == 1


async def test_a_title_that_was_hidden_stays_so_where_the_chat_moves(storage: Storage) -> None:
    await group(storage)
    await storage.chats.change(GROUP, title_allowed=True)
    await storage.chats.ensure(NEW, "supergroup", "Дача", 0)  # known longer: its settings stay
    await storage.chats.change(NEW, title_allowed=True)
    hidden = await storage.chats.hide_title(GROUP, True)
    assert hidden is not None
    assert not hidden.title_allowed
    assert await storage.chats.is_title_hidden(GROUP)
    assert not await storage.chats.is_title_hidden(NEW)
    await storage.chats.migrate(GROUP, NEW)
    moved = await storage.chats.get(NEW)
    assert moved is not None
    assert not moved.title_allowed
    assert await storage.chats.is_title_hidden(NEW)
    assert not await storage.chats.is_title_hidden(GROUP)
    assert await storage.chats.hide_title(NEW, False) is not None
    assert not await storage.chats.is_title_hidden(NEW)


async def test_a_title_of_a_chat_that_was_never_met_is_not_hidden(storage: Storage) -> None:
    assert await storage.chats.hide_title(404, True) is None
    assert not await storage.chats.is_title_hidden(404)
