"""Messages changed and deleted."""

from typing import Any

import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaDocument,
    InputMediaPhoto,
    InputMediaVideo,
)
from telegram.error import Forbidden

from tests.sandbox.pictures import jpeg
from tests.sandbox.refusals import refused
from tests.staging.driver import Town
from tests.staging.seats import Clock, Seat

_MARKUP = InlineKeyboardMarkup([[InlineKeyboardButton("Да", callback_data="x")]])
_NOT_MODIFIED = (
    "Message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


async def test_text(bot: Bot, anya: Seat) -> None:
    sent = await bot.send_message(anya.id, "раз", reply_markup=_MARKUP)
    edited = await bot.edit_message_text("<i>два</i>", anya.id, sent.message_id, parse_mode="HTML")
    assert not isinstance(edited, bool)
    assert edited.text == "два"
    assert edited.edit_date
    assert edited.reply_markup is None
    with refused(_NOT_MODIFIED):
        await bot.edit_message_text("<i>два</i>", anya.id, sent.message_id, parse_mode="HTML")
    with refused("message text is empty"):
        await bot.edit_message_text("", anya.id, sent.message_id)
    with refused("there is no caption in the message to edit"):
        await bot.edit_message_caption(anya.id, sent.message_id, caption="x")


async def test_caption(bot: Bot, anya: Seat) -> None:
    sent = await bot.send_photo(anya.id, jpeg(), "раз", reply_markup=_MARKUP)
    await bot.edit_message_caption(anya.id, sent.message_id, caption="два", reply_markup=_MARKUP)
    assert anya.last_table.caption == "два"
    with refused(_NOT_MODIFIED):
        await bot.edit_message_caption(
            anya.id, sent.message_id, caption="два", reply_markup=_MARKUP
        )
    with refused("there is no text in the message to edit"):
        await bot.edit_message_text("x", anya.id, sent.message_id)
    with refused("MEDIA_CAPTION_TOO_LONG"):
        await bot.edit_message_caption(anya.id, sent.message_id, caption="x" * 1025)
    with refused("MEDIA_CAPTION_TOO_LONG"):
        long = InputMediaPhoto(jpeg(), caption="x" * 1025)
        await bot.edit_message_media(long, anya.id, sent.message_id)


async def test_an_edit_is_no_longer_than_a_message(bot: Bot, anya: Seat) -> None:
    sent = await bot.send_message(anya.id, "раз")
    with refused("MESSAGE_TOO_LONG"):
        await bot.edit_message_text("x" * 4097, anya.id, sent.message_id)
    await bot.edit_message_text("x" * 4096, anya.id, sent.message_id)


async def test_media(bot: Bot, anya: Seat) -> None:
    sent = await bot.send_photo(anya.id, jpeg(), "раз", reply_markup=_MARKUP)
    await bot.edit_message_media(
        InputMediaPhoto(jpeg(300, 200), "<b>два</b>", parse_mode="HTML"),
        anya.id,
        sent.message_id,
        reply_markup=_MARKUP,
    )
    assert anya.last_table.photo.size == (300, 200)
    assert anya.last_table.caption == "два"
    with refused(_NOT_MODIFIED):
        same = InputMediaPhoto(anya.last_table.raw["photo"][0]["file_id"], "<b>два</b>", "HTML")
        await bot.edit_message_media(same, anya.id, sent.message_id, reply_markup=_MARKUP)
    with refused("wrong file identifier/HTTP URL specified"):
        await bot.edit_message_media(InputMediaPhoto("AgACx"), anya.id, sent.message_id)
    with refused("IMAGE_PROCESS_FAILED"):
        await bot.edit_message_media(InputMediaPhoto(b"x"), anya.id, sent.message_id)
    with refused("message can't be edited to the specified message type"):
        await bot.edit_message_media(InputMediaVideo(b"x"), anya.id, sent.message_id)


async def test_media_of_another_kind_and_over_text(bot: Bot, anya: Seat) -> None:
    sent = await bot.send_message(anya.id, "доска словами")
    await bot.edit_message_media(InputMediaPhoto(jpeg()), anya.id, sent.message_id)
    assert anya.last.has_photo
    assert anya.last.text == ""
    await bot.edit_message_media(
        InputMediaDocument(b"moves", filename="game.txt"), anya.id, sent.message_id
    )
    assert "photo" not in anya.last.raw
    assert anya.last.document == b"moves"


@pytest.mark.parametrize(
    ("media", "reason"),
    [
        ({"type": "photo"}, "can't parse InputMediaPhoto: Can't find field \"media\""),
        ({"type": "card", "media": "x"}, "can't parse InputMedia: Unsupported type specified"),
        ({"media": "x"}, "can't parse InputMedia: Can't find field \"type\""),
        (
            {"type": "photo", "media": "attach://nothing"},
            "can't find the uploaded file specified with attach://",
        ),
    ],
)
async def test_media_that_is_none(bot: Bot, anya: Seat, media: Any, reason: str) -> None:
    sent = await bot.send_photo(anya.id, jpeg())
    with refused(reason):
        await bot.edit_message_media(
            InputMediaPhoto("x"), anya.id, sent.message_id, api_kwargs={"media": media}
        )


async def test_keyboard(bot: Bot, anya: Seat) -> None:
    sent = await bot.send_photo(anya.id, jpeg(), "раз")
    await bot.edit_message_reply_markup(anya.id, sent.message_id, reply_markup=_MARKUP)
    assert anya.last.rows == [["Да"]]
    assert anya.last.caption == "раз"
    with refused(_NOT_MODIFIED):
        await bot.edit_message_reply_markup(anya.id, sent.message_id, reply_markup=_MARKUP)
    await bot.edit_message_reply_markup(anya.id, sent.message_id)
    assert anya.last.rows == []


async def test_messages_that_are_gone_or_not_the_bots(bot: Bot, town: Town, anya: Seat) -> None:
    sent = await bot.send_message(anya.id, "раз")
    town.world.remove(anya.id, [sent.message_id])
    with refused("message to edit not found"):
        await bot.edit_message_text("два", anya.id, sent.message_id)
    hers = anya.say("привет")
    with refused("message can't be edited"):
        await bot.edit_message_text("два", anya.id, hers.id)
    with refused("message identifier is not specified"):
        await bot.edit_message_text("два", anya.id)
    with refused("chat_id is empty"):
        await bot.edit_message_text("два", message_id=1)
    with refused("MESSAGE_ID_INVALID"):
        await bot.edit_message_text("два", inline_message_id="nothing")
    town.sandbox.people.block(anya.user_id)
    with refused("Forbidden: bot was blocked by the user", Forbidden):
        await bot.edit_message_text("два", anya.id, sent.message_id)


async def test_deleting(bot: Bot, town: Town, anya: Seat) -> None:
    first = await bot.send_message(anya.id, "раз")
    hers = anya.say("привет")
    assert await bot.delete_message(anya.id, first.message_id)
    with refused("message to delete not found"):
        await bot.delete_message(anya.id, first.message_id)
    assert await bot.delete_message(anya.id, hers.id)
    assert anya.messages == []


async def test_what_must_not_be_deleted(bot: Bot, town: Town) -> None:
    group = town.group()
    boris = group.seat("Борис")
    words = boris.say("привет")
    with refused("message can't be deleted"):
        await bot.delete_message(group.id, words.id)
    town.sandbox.groups.promote(town.person("Аня")["id"], group.id, town.world.bot["id"])
    assert await bot.delete_message(group.id, words.id)


async def test_after_two_days_nothing_is_deleted() -> None:
    clock = Clock()
    async with Town(clock=clock) as town, town.bot() as bot:
        anya = town.private("Аня")
        sent = await bot.send_message(anya.id, "раз")
        clock.pass_by(48 * 3600)
        await bot.edit_message_text("два", anya.id, sent.message_id)
        clock.pass_by(1)
        with refused("message can't be deleted for everyone"):
            await bot.delete_message(anya.id, sent.message_id)
