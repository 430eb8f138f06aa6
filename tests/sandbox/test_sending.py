"""Messages, photos, animations and documents on their way to a chat."""

from typing import Any

import pytest
from telegram import Bot, LinkPreviewOptions, ReplyParameters
from telegram.error import BadRequest, Forbidden, NetworkError

from bot.sandbox.errors import ApiError
from bot.sandbox.files import PHOTO_LIMIT
from tests.sandbox.pictures import gif, jpeg
from tests.sandbox.refusals import refused
from tests.staging.driver import Town
from tests.staging.seats import Seat

_TOO_HEAVY = (
    f"file of size {PHOTO_LIMIT + 1} bytes is too big for a photo; "
    f"the maximum size is {PHOTO_LIMIT} bytes"
)


async def test_a_message_comes_back_as_sent(bot: Bot, anya: Seat) -> None:
    message = await bot.send_message(
        anya.id,
        "https://t.me/x",
        disable_notification=True,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
        protect_content=True,
    )
    assert message.from_user == bot.bot
    assert message.chat.id == anya.id
    assert message.link_preview_options == LinkPreviewOptions(is_disabled=True)
    assert message.has_protected_content
    assert anya.last.text == "https://t.me/x"


@pytest.mark.parametrize("text", [" \n ", "<b> </b>", "\u200b", "\u200f\u200e\u2060", "\u2800"])
async def test_a_message_says_something(bot: Bot, anya: Seat, text: str) -> None:
    with refused("message text is empty"):
        await bot.send_message(anya.id, "")
    with refused("text must be non-empty"):
        await bot.send_message(anya.id, text, parse_mode="HTML")
    photo = await bot.send_photo(anya.id, jpeg(), caption=text, parse_mode="HTML")
    assert photo.caption is None


async def test_effects_that_there_are(bot: Bot, town: Town, anya: Seat) -> None:
    shown = await bot.send_message(anya.id, "Сошлось", message_effect_id="5046509860389126442")
    assert shown.effect_id == "5046509860389126442"
    for chat_id, effect in ((anya.id, "junk"), (town.group().id, "5046509860389126442")):
        with refused("EFFECT_ID_INVALID"):
            await bot.send_message(chat_id, "Сошлось", message_effect_id=effect)


async def test_text_must_be_unicode(town: Town, anya: Seat) -> None:
    with pytest.raises(ApiError, match="strings must be encoded in UTF-8"):
        await town.sandbox.call("sendMessage", {"chat_id": anya.id, "text": "\ud83c"})


async def test_a_photo_gets_sizes(bot: Bot, anya: Seat) -> None:
    message = await bot.send_photo(anya.id, jpeg(1280, 880), caption="<b>Стол</b>")
    assert [(each.width, each.height) for each in message.photo] == [
        (90, 62),
        (320, 220),
        (800, 550),
        (1280, 880),
    ]
    assert len({each.file_unique_id for each in message.photo}) == 4
    assert anya.last.photo.size == (1280, 880)
    assert anya.last.photo.format == "JPEG"


async def test_a_photo_is_sent_again_by_its_id(bot: Bot, anya: Seat) -> None:
    first = await bot.send_photo(anya.id, jpeg())
    again = await bot.send_photo(anya.id, first.photo[-1].file_id)
    assert again.photo == first.photo
    smaller = await bot.send_photo(anya.id, first.photo[0].file_id)
    assert smaller.photo == first.photo


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"no picture at all", "IMAGE_PROCESS_FAILED"),
        (jpeg()[:300], "IMAGE_PROCESS_FAILED"),
        (b"", "file must be non-empty"),
        (jpeg(9_000, 1_001), "PHOTO_INVALID_DIMENSIONS"),
        (jpeg(2_100, 100), "PHOTO_INVALID_DIMENSIONS"),
        (
            b"x" * (PHOTO_LIMIT + 1),
            _TOO_HEAVY,
        ),
    ],
    ids=["text", "cut off", "empty", "too large", "too long", "too heavy"],
)
async def test_photos_that_telegram_refuses(bot: Bot, anya: Seat, data: bytes, reason: str) -> None:
    with refused(reason):
        await bot.send_photo(anya.id, data)


async def test_photos_at_the_limits(bot: Bot, anya: Seat) -> None:
    long = await bot.send_photo(anya.id, jpeg(2_000, 100))
    assert long.photo[-1].width == 2_000
    huge = await bot.send_photo(anya.id, jpeg(6_000, 4_000))
    assert (huge.photo[-1].width, huge.photo[-1].height) == (2560, 1707)


@pytest.mark.parametrize(
    ("photo", "reason"),
    [
        ("AgACunknown", "wrong file identifier/HTTP URL specified"),
        ("https://example.org/x.jpg", "failed to get HTTP URL content"),
    ],
)
async def test_unknown_files(bot: Bot, anya: Seat, photo: str, reason: str) -> None:
    with refused(reason):
        await bot.send_photo(anya.id, photo)


async def test_a_file_id_is_of_one_kind(bot: Bot, anya: Seat) -> None:
    sent = await bot.send_document(anya.id, b"moves", filename="game.txt")
    assert sent.document
    assert sent.document.file_name == "game.txt"
    assert (await bot.send_document(anya.id, sent.document.file_id)).document == sent.document
    with refused("can't use file of type Document as Photo"):
        await bot.send_photo(anya.id, sent.document.file_id)


async def test_a_photo_is_wanted(bot: Bot, anya: Seat) -> None:
    with refused("there is no photo in the request"):
        await bot.send_photo(anya.id, "")


async def test_an_animation_knows_its_size(bot: Bot, anya: Seat) -> None:
    sent = await bot.send_animation(anya.id, gif(), filename="replay.gif", duration=3)
    assert sent.animation
    assert (sent.animation.width, sent.animation.height) == (32, 24)
    assert anya.last.raw["animation"]["duration"] == 3
    assert (await bot.send_animation(anya.id, sent.animation.file_id)).animation == sent.animation


async def test_what_does_not_move_is_a_document(bot: Bot, anya: Seat) -> None:
    sent = await bot.send_animation(anya.id, b"hello", filename="replay.gif")
    assert sent.animation is None
    assert sent.document
    assert sent.document.file_name == "replay.gif"
    assert (await bot.send_animation(anya.id, b"\0\0\0 ftypisom", filename="r.mp4")).animation


async def test_replies(bot: Bot, anya: Seat) -> None:
    first = await bot.send_message(anya.id, "раз")
    reply = await bot.send_message(
        anya.id, "два", reply_parameters=ReplyParameters(first.message_id)
    )
    assert reply.reply_to_message
    assert reply.reply_to_message.text == "раз"
    with refused("message to be replied not found"):
        await bot.send_message(anya.id, "три", reply_parameters=ReplyParameters(99))
    alone = await bot.send_message(
        anya.id, "три", reply_parameters=ReplyParameters(99, allow_sending_without_reply=True)
    )
    assert alone.reply_to_message is None


async def test_effects_belong_to_private_chats(bot: Bot, town: Town, anya: Seat) -> None:
    effect = "5046509860389126442"
    sent = await bot.send_message(anya.id, "Сошёлся!", message_effect_id=effect)
    assert sent.effect_id == effect
    with refused("EFFECT_ID_INVALID"):
        await bot.send_message(town.group().id, "Сошёлся!", message_effect_id=effect)


async def _unknown(_town: Town) -> int:
    return 5


async def _not_started(town: Town) -> int:
    return town.private("Вера", started=False).id


async def _blocked(town: Town) -> int:
    anya = town.private("Аня")
    town.sandbox.people.block(anya.user_id)
    return anya.id


async def _kicked(town: Town) -> int:
    group = town.group("Дача")
    town.sandbox.groups.remove(town.person("Аня")["id"], group.id, town.world.bot["id"])
    return group.id


async def _kicked_from_basic(town: Town) -> int:
    group = town.new_group("Двор", supergroup=False)
    town.sandbox.groups.remove(town.person("Аня")["id"], group.id, town.world.bot["id"])
    return group.id


async def _left(town: Town) -> int:
    group = town.group("Дача")
    bot_id = town.world.bot["id"]
    town.sandbox.groups.remove(bot_id, group.id, bot_id)
    return group.id


async def _never_in(town: Town) -> int:
    return town.group("Соседи").id


@pytest.mark.parametrize(
    ("place", "kind", "reason"),
    [
        (_unknown, BadRequest, "Chat not found"),
        (_never_in, BadRequest, "Chat not found"),
        (_not_started, Forbidden, "Forbidden: bot can't initiate conversation with a user"),
        (_blocked, Forbidden, "Forbidden: bot was blocked by the user"),
        (_kicked, Forbidden, "Forbidden: bot was kicked from the supergroup chat"),
        (_kicked_from_basic, Forbidden, "Forbidden: bot was kicked from the group chat"),
        (_left, Forbidden, "Forbidden: bot is not a member of the supergroup chat"),
    ],
)
async def test_chats_that_do_not_want_the_bot(
    bot: Bot, town: Town, place: Any, kind: type[Any], reason: str
) -> None:
    chat_id = await place(town)
    with refused(reason, kind):
        await bot.send_message(chat_id, "?")


async def test_huge_uploads(bot: Bot, anya: Seat) -> None:
    with pytest.raises(NetworkError, match="Request Entity Too Large"):
        await bot.send_document(anya.id, b"x" * (50 * 1024 * 1024 + 1))
