"""Chats and members as the bot sees them; rights, topics and upgrades."""

import pytest
from telegram import Bot, ChatMemberRestricted, Update
from telegram.error import ChatMigrated, Forbidden

from tests.sandbox.pictures import gif, jpeg
from tests.sandbox.refusals import refused
from tests.staging.driver import Town
from tests.staging.seats import Group, Seat


@pytest.fixture
def group(town: Town) -> Group:
    return town.group("Дача")


@pytest.fixture
def creator(town: Town) -> int:
    return int(town.person("Аня")["id"])


async def _updates(bot: Bot) -> list[Update]:
    """What has happened since the last look."""
    updates = await bot.get_updates(allowed_updates=Update.ALL_TYPES)
    if updates:
        await bot.get_updates(offset=updates[-1].update_id + 1)
    return list(updates)


async def test_public_groups_have_names(bot: Bot, town: Town, group: Group) -> None:
    group.chat.username = "dacha_chat"
    assert (await bot.send_message("@Dacha_Chat", "стол")).chat.id == group.id
    with refused("Chat not found"):
        await bot.send_message("@nobody", "стол")


async def test_members(bot: Bot, town: Town, group: Group, creator: int) -> None:
    assert (await bot.get_chat_member(group.id, creator)).status == "creator"
    assert (await bot.get_chat_member(group.id, bot.id)).status == "member"
    stranger = town.person("Глеб")["id"]
    assert (await bot.get_chat_member(group.id, stranger)).status == "left"
    with refused("user not found"):
        await bot.get_chat_member(group.id, 5)
    town.sandbox.groups.promote(creator, group.id, town.person("Вера")["id"])
    administrators = await bot.get_chat_administrators(group.id)
    assert [each.user.first_name for each in administrators] == ["Аня", "Вера"]
    assert administrators[1].status == "administrator"


async def test_the_bot_sees_itself_among_administrators_but_no_other_bot(
    bot: Bot, town: Town, group: Group, creator: int
) -> None:
    other = town.world.add_user("Погода", is_bot=True)["id"]
    town.sandbox.groups.add(creator, group.id, other)
    for user_id in (other, bot.id):
        town.sandbox.groups.promote(creator, group.id, user_id)
    administrators = await bot.get_chat_administrators(group.id)
    assert [each.user.id for each in administrators] == [creator, bot.id]


async def test_private_chats_have_two(bot: Bot, town: Town, anya: Seat) -> None:
    assert (await bot.get_chat_member(anya.id, anya.user_id)).status == "member"
    with refused("user not found"):
        await bot.get_chat_member(anya.id, town.person("Вера")["id"])
    with refused("there are no administrators in the private chat"):
        await bot.get_chat_administrators(anya.id)


async def test_no_photos_but_words(bot: Bot, town: Town, group: Group, creator: int) -> None:
    town.sandbox.groups.restrict(creator, group.id, bot.id, {"can_send_photos": False})
    with refused("not enough rights to send photos to the chat"):
        await bot.send_photo(group.id, jpeg())
    await bot.send_message(group.id, "доска словами")
    member = await bot.get_chat_member(group.id, bot.id)
    assert isinstance(member, ChatMemberRestricted)
    assert not member.can_send_photos
    town.sandbox.groups.demote(creator, group.id, bot.id)
    await bot.send_photo(group.id, jpeg())


@pytest.mark.parametrize(
    ("right", "what"),
    [
        ("can_send_messages", "text messages"),
        ("can_send_documents", "documents"),
        ("can_send_other_messages", "animations"),
    ],
)
async def test_the_groups_own_permissions(
    bot: Bot, town: Town, group: Group, creator: int, right: str, what: str
) -> None:
    async def send() -> None:
        if what == "text messages":
            await bot.send_message(group.id, "?")
        elif what == "documents":
            await bot.send_document(group.id, b"x")
        else:
            await bot.send_animation(group.id, gif())

    town.sandbox.groups.set_permissions(group.id, {right: False})
    with refused(f"not enough rights to send {what} to the chat"):
        await send()
    town.sandbox.groups.promote(creator, group.id, bot.id)
    await send()


async def test_no_rights_at_all(bot: Bot, town: Town, group: Group) -> None:
    rights = [name for name in group.chat.permissions if name.startswith("can_send_")]
    town.sandbox.groups.set_permissions(group.id, dict.fromkeys(rights, False))
    with refused("have no rights to send a message"):
        await bot.send_message(group.id, "?")


async def test_coming_and_going(bot: Bot, town: Town, creator: int) -> None:
    group = town.group("Соседи")
    boris = int(town.person("Борис")["id"])
    town.sandbox.groups.add(boris, group.id, bot.id)
    added, greeting = await _updates(bot)
    assert added.my_chat_member
    assert added.my_chat_member.old_chat_member.status == "left"
    assert added.my_chat_member.new_chat_member.status == "member"
    assert added.my_chat_member.from_user.id == boris
    assert greeting.message
    assert [user.id for user in greeting.message.new_chat_members] == [bot.id]
    town.sandbox.groups.remove(boris, group.id, bot.id)
    (removed,) = await _updates(bot)
    assert removed.my_chat_member
    assert removed.my_chat_member.new_chat_member.status == "kicked"
    with refused("Forbidden: bot was kicked from the supergroup chat", Forbidden):
        await bot.get_chat_member(group.id, boris)


async def test_blocking(bot: Bot, town: Town, anya: Seat) -> None:
    town.sandbox.people.block(anya.user_id)
    town.sandbox.people.unblock(anya.user_id)
    changes = [each.my_chat_member for each in await _updates(bot)]
    assert [each.new_chat_member.status for each in changes if each] == ["kicked", "member"]
    await bot.send_message(anya.id, "?")


async def test_topics(bot: Bot, town: Town, creator: int) -> None:
    forum = town.new_group("Клуб", forum=True)
    thread_id = town.sandbox.groups.new_topic(creator, forum.id, "Игры")
    sent = await bot.send_photo(forum.id, jpeg(), message_thread_id=thread_id)
    assert sent.chat.is_forum
    assert sent.is_topic_message
    assert sent.message_thread_id == thread_id
    with refused("message thread not found"):
        await bot.send_message(forum.id, "?", message_thread_id=999)
    assert not (await bot.send_message(forum.id, "?")).is_topic_message
    town.sandbox.groups.close_topic(creator, forum.id, thread_id)
    with refused("TOPIC_CLOSED"):
        await bot.send_message(forum.id, "?", message_thread_id=thread_id)
    town.sandbox.groups.close_topic(creator, forum.id, thread_id, closed=False)
    await bot.send_message(forum.id, "?", message_thread_id=thread_id)
    town.sandbox.groups.delete_topic(forum.id, thread_id)
    with refused("message thread not found"):
        await bot.send_message(forum.id, "?", message_thread_id=thread_id)
    assert town.world.message(forum.id, sent.message_id) is None


async def test_the_general_topic_closes_too(bot: Bot, town: Town, creator: int) -> None:
    forum = town.new_group("Клуб", forum=True)
    forum.chat.general_closed = True
    with refused("TOPIC_CLOSED"):
        await bot.send_message(forum.id, "?")
    town.sandbox.groups.promote(creator, forum.id, bot.id)
    await bot.send_message(forum.id, "?")


async def test_threads_belong_to_forums(bot: Bot, anya: Seat, group: Group) -> None:
    for chat_id in (anya.id, group.id):
        with refused("message thread not found"):
            await bot.send_message(chat_id, "?", message_thread_id=5)


async def test_a_group_becomes_a_supergroup(bot: Bot, town: Town, creator: int) -> None:
    group = town.new_group("Двор", supergroup=False)
    old_id = group.id
    sent = await bot.send_message(old_id, "стол")
    await _updates(bot)
    new = town.sandbox.groups.migrate(creator, old_id)
    assert new.type == "supergroup"
    first, second = [each.message for each in await _updates(bot)]
    assert first
    assert (first.chat.id, first.migrate_to_chat_id) == (old_id, new.id)
    assert second
    assert (second.chat.id, second.migrate_from_chat_id) == (new.id, old_id)
    with pytest.raises(ChatMigrated) as caught:
        await bot.send_message(old_id, "?")
    assert caught.value.new_chat_id == new.id
    with pytest.raises(ChatMigrated):
        await bot.edit_message_text("?", old_id, sent.message_id)
    with pytest.raises(ChatMigrated):
        await bot.delete_message(old_id, sent.message_id)
    await bot.send_message(new.id, "стол")
    assert group.id == new.id
    assert group.chat.member(bot.id).present
