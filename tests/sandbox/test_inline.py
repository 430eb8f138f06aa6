"""Inline mode: asked in any chat, answered with results, chosen, edited afterwards."""

import asyncio
from typing import Any

import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultCachedPhoto,
    InlineQueryResultLocation,
    InlineQueryResultPhoto,
    InlineQueryResultsButton,
    InputLocationMessageContent,
    InputMediaPhoto,
    InputTextMessageContent,
    Update,
)

from bot.sandbox.people import Impossible
from bot.sandbox.world import QUERY_LIFETIME
from tests.sandbox.pictures import jpeg
from tests.sandbox.refusals import refused
from tests.staging.driver import Town
from tests.staging.seats import Clock, Seat

_MARKUP = InlineKeyboardMarkup([[InlineKeyboardButton("Сыграть", callback_data="x")]])
_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


def _article(
    result_id: str = "1", text: str = "<b>итог</b>", **more: Any
) -> InlineQueryResultArticle:
    content = InputTextMessageContent(text, parse_mode="HTML")
    return InlineQueryResultArticle(result_id, "Итог", content, **more)


def _ask(seat: Seat, query: str = "итог") -> str:
    return seat.town.sandbox.people.inline(seat.user_id, seat.id, query).id


async def test_asked_answered_chosen(bot: Bot, town: Town, anya: Seat) -> None:
    asking = asyncio.create_task(anya.ask_inline("итог"))
    (update,) = await bot.get_updates(timeout=5)
    assert update.inline_query
    assert update.inline_query.query == "итог"
    assert update.inline_query.chat_type == "sender"
    button = InlineQueryResultsButton("Играть", start_parameter="inline")
    assert await update.inline_query.answer([_article(reply_markup=_MARKUP)], button=button)
    query_id, results = await asking
    assert [each["title"] for each in results] == ["Итог"]
    neighbours = town.group("Соседи").seat("Аня")
    raw = town.sandbox.people.choose_inline(anya.user_id, neighbours.id, query_id, "1")
    assert raw["text"] == "итог"
    assert raw["via_bot"]["id"] == bot.id
    chosen = (await bot.get_updates(offset=update.update_id + 1))[0].chosen_inline_result
    assert chosen
    inline_id = chosen.inline_message_id
    assert await bot.edit_message_text("новый", inline_message_id=inline_id) is True
    assert neighbours.messages[-1].text == "новый"


async def test_a_tap_on_an_inline_message(bot: Bot, anya: Seat) -> None:
    query_id = _ask(anya)
    await bot.answer_inline_query(query_id, [_article(reply_markup=_MARKUP)])
    anya.town.sandbox.people.choose_inline(anya.user_id, anya.id, query_id, "1")
    anya.press("Сыграть")
    updates = await bot.get_updates(allowed_updates=Update.ALL_TYPES)
    tap = updates[-1].callback_query
    assert tap
    assert tap.message is None
    photo = await bot.send_photo(anya.id, jpeg())
    again = InputMediaPhoto(photo.photo[-1].file_id)
    assert await bot.edit_message_media(again, inline_message_id=tap.inline_message_id) is True
    with refused("can't upload a new file to an inline message"):
        await bot.edit_message_media(
            InputMediaPhoto(jpeg()), inline_message_id=tap.inline_message_id
        )


async def test_a_photo_by_its_id(bot: Bot, anya: Seat) -> None:
    photo = await bot.send_photo(anya.id, jpeg())
    query_id = _ask(anya)
    result = InlineQueryResultCachedPhoto("1", photo.photo[-1].file_id, caption="Стол")
    await bot.answer_inline_query(query_id, [result])
    sent = anya.town.sandbox.people.choose_inline(anya.user_id, anya.id, query_id, "1")
    assert [each["width"] for each in sent["photo"]] == [each.width for each in photo.photo]
    with pytest.raises(Impossible, match="не предлагал"):
        anya.town.sandbox.people.choose_inline(anya.user_id, anya.id, query_id, "2")


@pytest.mark.parametrize(
    ("results", "more", "reason"),
    [
        ([_article("1"), _article("1")], {}, "RESULT_ID_DUPLICATE"),
        ([_article("x" * 65)], {}, "RESULT_ID_INVALID"),
        ([_article("")], {}, "RESULT_ID_INVALID"),
        ([_article(text="")], {}, "message text is empty"),
        ([_article(text=" ")], {}, "text must be non-empty"),
        ([_article(url="nonsense")], {}, "URL_INVALID"),
        (
            [InlineQueryResultArticle("1", " ", InputTextMessageContent("x"))],
            {},
            "ARTICLE_TITLE_EMPTY",
        ),
        (
            [InlineQueryResultArticle("1", "Итог", InputLocationMessageContent(1.0, 2.0))],
            {},
            "can't parse inline query result: unsupported message content",
        ),
        (
            [InlineQueryResultLocation("1", 1.0, 2.0, "Дача")],
            {},
            "can't parse inline query result: Input message content is not specified",
        ),
        (
            [_article(text="<x>")],
            {},
            'can\'t parse entities: Unsupported start tag "x" at byte offset 0',
        ),
        (
            [InlineQueryResultCachedPhoto("1", "AgACx")],
            {},
            "wrong file identifier/HTTP URL specified",
        ),
        (
            [InlineQueryResultPhoto("1", "https://x.org/a.jpg", "https://x.org/b.jpg")],
            {},
            "failed to get HTTP URL content",
        ),
        ([], {"button": InlineQueryResultsButton("x", start_parameter="а")}, "START_PARAM_INVALID"),
        ([], {"next_offset": "x" * 65}, "NEXT_OFFSET_INVALID"),
    ],
)
async def test_answers_that_telegram_refuses(
    bot: Bot, anya: Seat, results: list[Any], more: dict[str, Any], reason: str
) -> None:
    query_id = _ask(anya)
    with refused(reason):
        await bot.answer_inline_query(query_id, results, **more)
    assert await bot.answer_inline_query(query_id, [])


async def test_fifty_results_at_most(bot: Bot, anya: Seat) -> None:
    results = [_article(str(number)) for number in range(51)]
    query_id = _ask(anya)
    with refused("too many inline query results specified"):
        # python-telegram-bot cuts longer answers itself, so they are handed past it.
        await bot.answer_inline_query(
            query_id, [], api_kwargs={"results": [each.to_dict() for each in results]}
        )
    assert await bot.answer_inline_query(query_id, results[:50])


async def test_late_and_doubled_answers() -> None:
    clock = Clock()
    async with Town(clock=clock) as town, town.bot() as bot:
        anya = town.private("Аня")
        query_id = _ask(anya)
        assert await bot.answer_inline_query(query_id, [])
        with refused(_TOO_OLD):
            await bot.answer_inline_query(query_id, [])
        late = _ask(anya)
        clock.pass_by(QUERY_LIFETIME + 1)
        with refused(_TOO_OLD):
            await bot.answer_inline_query(late, [])


async def test_a_bot_without_inline_mode() -> None:
    async with Town(supports_inline=False) as town, town.bot() as bot:
        assert not bot.supports_inline_queries
        with pytest.raises(Impossible, match="инлайн"):
            _ask(town.private("Аня"))
