"""What people do, and what of it the bot hears."""

import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    ReplyParameters,
    Update,
)

from bot.sandbox.model import ANONYMOUS_ADMIN, CHANNEL_BOT
from bot.sandbox.people import Impossible
from tests.staging.driver import Town
from tests.staging.seats import Group, Seat


@pytest.fixture
def group(town: Town) -> Group:
    return town.group("Дача")


async def _heard(bot: Bot) -> list[Message]:
    updates = await bot.get_updates(allowed_updates=Update.ALL_TYPES)
    return [update.message for update in updates if update.message]


async def test_commands_have_entities(bot: Bot, anya: Seat) -> None:
    anya.say("/deal@pasyans_bot 5")
    (message,) = await _heard(bot)
    assert message.parse_entities() == {message.entities[0]: "/deal@pasyans_bot"}


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("/new", True),
        ("/new@pasyans_bot", True),
        ("/new@PASYANS_bot", True),
        ("/new@other_bot", False),
        ("привет", False),
        ("сыграем /new", False),
        ("@pasyans_bot привет", False),
    ],
)
async def test_privacy_mode(bot: Bot, group: Group, text: str, heard: bool) -> None:
    group.seat("Борис").say(text)
    assert len(await _heard(bot)) == heard


async def test_replies_to_the_bot_are_heard(bot: Bot, group: Group) -> None:
    sent = await bot.send_message(group.id, "стол")
    mine = group.seat("Борис").say("привет")
    group.seat("Вера").say("да", reply_to=sent.message_id)
    group.seat("Вера").say("нет", reply_to=mine.id)
    (message,) = await _heard(bot)
    assert message.text == "да"
    assert message.reply_to_message
    assert message.reply_to_message.text == "стол"


async def test_an_administrator_hears_everything(bot: Bot, town: Town, group: Group) -> None:
    town.sandbox.groups.promote(town.person("Аня")["id"], group.id, bot.id)
    group.seat("Борис").say("привет")
    assert [message.text for message in await _heard(bot)] == ["привет"]


async def test_bots_do_not_hear_bots(bot: Bot, town: Town, group: Group) -> None:
    other = town.world.add_user("Счетовод", username="other_bot", is_bot=True)
    town.sandbox.groups.add(group.seat("Аня").user_id, group.id, other["id"])
    town.sandbox.people.send(other["id"], group.id, "/new")
    (joined,) = await _heard(bot)
    assert [user.username for user in joined.new_chat_members] == ["other_bot"]
    assert other["id"] not in town.world.chats


async def test_anonymous_administrators(bot: Bot, town: Town, group: Group) -> None:
    anya = group.seat("Аня")
    town.sandbox.groups.promote(anya.user_id, group.id, anya.user_id, is_anonymous=True)
    anya.say("/new")
    (message,) = await _heard(bot)
    assert message.from_user
    assert message.from_user.id == ANONYMOUS_ADMIN["id"]
    assert message.sender_chat
    assert message.sender_chat.id == group.id
    assert (await bot.get_chat_member(group.id, anya.user_id)).status == "creator"


async def test_channels_write_as_themselves(bot: Bot, town: Town, group: Group) -> None:
    anya = group.seat("Аня")
    channel = town.sandbox.groups.create_channel(anya.user_id, "Вестник")
    anya.say("/new", as_channel=channel.id)
    (message,) = await _heard(bot)
    assert message.from_user
    assert message.from_user.id == CHANNEL_BOT["id"]
    assert message.sender_chat
    assert (message.sender_chat.id, message.sender_chat.type) == (channel.id, "channel")


async def test_deep_links(bot: Bot, town: Town) -> None:
    vera = town.private("Вера", started=False)
    people = town.sandbox.people
    people.open_link(vera.user_id)
    people.open_link(vera.user_id)
    people.open_link(vera.user_id, "d-2026_11")
    people.open_link(vera.user_id, "слишком")
    assert [message.text for message in await _heard(bot)] == ["/start", "/start d-2026_11"]


async def test_a_blocked_bot_hears_nothing(bot: Bot, town: Town, anya: Seat) -> None:
    town.sandbox.people.block(anya.user_id)
    with pytest.raises(Impossible, match="заблокирован"):
        anya.say("привет")
    town.sandbox.people.open_link(anya.user_id)
    assert [message.text for message in await _heard(bot)] == ["/start"]


async def test_edits_and_deletions(bot: Bot, town: Town, anya: Seat) -> None:
    people = town.sandbox.people
    sent = anya.say("раз")
    people.edit(anya.user_id, anya.id, sent.id, "/new")
    updates = await bot.get_updates()
    assert updates[-1].edited_message
    assert updates[-1].edited_message.text == "/new"
    theirs = await bot.send_message(anya.id, "стол")
    with pytest.raises(Impossible, match="своё"):
        people.edit(anya.user_id, anya.id, theirs.message_id, "мой стол")
    people.delete(anya.user_id, anya.id, theirs.message_id)
    assert [message.text for message in anya.messages] == ["/new"]


async def test_in_groups_only_administrators_delete(bot: Bot, town: Town, group: Group) -> None:
    sent = await bot.send_message(group.id, "стол")
    people = town.sandbox.people
    with pytest.raises(Impossible, match="администратор"):
        people.delete(group.seat("Борис").user_id, group.id, sent.message_id)
    people.delete(group.seat("Аня").user_id, group.id, sent.message_id)
    assert town.world.message(group.id, sent.message_id) is None


async def test_stickers_and_the_rest(bot: Bot, town: Town, anya: Seat) -> None:
    sticker = {
        "file_id": "CAAC1",
        "file_unique_id": "1",
        "type": "regular",
        "width": 512,
        "height": 512,
        "is_animated": False,
        "is_video": False,
    }
    town.sandbox.people.post(anya.user_id, anya.id, {"sticker": sticker})
    voice = {"file_id": "AwAC1", "file_unique_id": "2", "duration": 3}
    town.sandbox.people.post(anya.user_id, anya.id, {"voice": voice})
    first, second = await _heard(bot)
    assert first.sticker
    assert second.voice


async def test_strangers_stay_outside(town: Town, group: Group) -> None:
    people, gleb = town.sandbox.people, town.person("Глеб")["id"]
    for chat_id in (group.id, town.private("Аня").id):
        with pytest.raises(Impossible, match="нет"):
            people.send(gleb, chat_id, "привет")
    with pytest.raises(Impossible, match="Пустое"):
        people.send(gleb, gleb, " ")
    with pytest.raises(Impossible, match="чата"):
        people.send(gleb, 5, "привет")


async def test_the_bot_sees_nothing_of_the_sandbox(bot: Bot, anya: Seat) -> None:
    sent = anya.say("ура")
    anya.town.sandbox.people.react(anya.user_id, anya.id, sent.id, "🎉")
    await bot.send_message(
        anya.id, "да", reply_parameters=ReplyParameters(sent.id), disable_notification=True
    )
    anya.say("и?", reply_to=anya.last.id)
    (_, heard) = await _heard(bot)
    assert "sandbox" not in str(heard.to_dict())
    assert "sandbox" in anya.last.raw


async def test_a_forwarded_message_tells_whence_it_comes(bot: Bot, town: Town, anya: Seat) -> None:
    group = town.group("Дача")
    said = anya.say("Смотрите")
    people = town.sandbox.people
    forwarded = people.forward(anya.user_id, anya.id, said.id, group.id)
    assert forwarded["text"] == "Смотрите"
    assert forwarded["forward_origin"]["sender_user"]["first_name"] == "Аня"
    again = people.forward(anya.user_id, group.id, forwarded["message_id"], anya.id)
    assert again["forward_origin"] == forwarded["forward_origin"]
    heard = [message for message in await _heard(bot) if message.forward_origin]
    assert [message.chat.id for message in heard] == [anya.id]  # a group's talk is not the bot's


async def test_only_buttons_that_open_addresses_go_along(bot: Bot, town: Town, anya: Seat) -> None:
    people, group = town.sandbox.people, town.group("Дача")
    anya.say("/start")
    link = InlineKeyboardButton("Открыть", url="https://example.org")
    tap = InlineKeyboardButton("Ход", callback_data="m")
    for row, kept in (([link], True), ([link, tap], False)):
        markup = InlineKeyboardMarkup([row])
        sent = await bot.send_message(anya.id, "Стол", reply_markup=markup)
        forwarded = people.forward(anya.user_id, anya.id, sent.message_id, group.id)
        assert ("reply_markup" in forwarded) is kept


async def test_what_a_person_cannot_see_cannot_be_forwarded(town: Town, anya: Seat) -> None:
    people, boris = town.sandbox.people, town.private("Борис")
    said = boris.say("Тайна")
    with pytest.raises(Impossible):
        people.forward(anya.user_id, boris.id, said.id, anya.id)
    with pytest.raises(Impossible):
        people.forward(anya.user_id, anya.id, 999, town.group("Дача").id)
