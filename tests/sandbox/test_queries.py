"""Taps and their answers."""

import asyncio

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup

from bot.sandbox.people import Impossible
from bot.sandbox.world import QUERY_LIFETIME
from tests.sandbox.refusals import refused
from tests.staging.driver import Town
from tests.staging.seats import Clock, Seat

_MARKUP = InlineKeyboardMarkup([[InlineKeyboardButton("Да", callback_data="x:1")]])
_TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


@pytest.fixture
async def query_id(bot: Bot, anya: Seat) -> str:
    await bot.send_message(anya.id, "?", reply_markup=_MARKUP)
    return anya.press("Да")


async def test_the_bot_hears_of_a_tap(bot: Bot, anya: Seat, query_id: str) -> None:
    (update,) = await bot.get_updates()
    query = update.callback_query
    assert query
    assert query.id == query_id
    assert query.data == "x:1"
    assert query.from_user.id == anya.user_id
    assert query.message
    assert query.message.message_id == anya.last.id


async def test_an_answer_is_shown_once(bot: Bot, town: Town, anya: Seat, query_id: str) -> None:
    assert await bot.answer_callback_query(query_id, "т" * 200, show_alert=True)
    answer = await anya.answered(query_id)
    assert answer.text == "т" * 200
    assert answer.show_alert
    assert town.world.pending_queries() == []
    with refused(_TOO_OLD):
        await bot.answer_callback_query(query_id, "ещё")
    assert town.answers[query_id].text == "т" * 200


async def test_a_toast_is_short(bot: Bot, town: Town, query_id: str) -> None:
    with refused("MESSAGE_TOO_LONG"):
        await bot.answer_callback_query(query_id, "🂡" * 100 + "x")
    assert [query.id for query in town.world.pending_queries()] == [query_id]
    assert await bot.answer_callback_query(query_id, "🂡" * 100)


async def test_an_answer_may_open_the_bot(bot: Bot, anya: Seat, query_id: str) -> None:
    for url in (
        "https://example.org",
        "https://t.me/other_bot?start=x",
        "https://t.me/pasyans_bot",
    ):
        with refused("URL_INVALID"):
            await bot.answer_callback_query(query_id, url=url)
    await bot.answer_callback_query(query_id, url="https://t.me/pasyans_bot?start=d1")
    assert (await anya.answered(query_id)).url == "https://t.me/pasyans_bot?start=d1"


async def test_queries_grow_stale() -> None:
    clock = Clock()
    async with Town(clock=clock) as town, town.bot() as bot:
        anya = town.private("Аня")
        await bot.send_message(anya.id, "?", reply_markup=_MARKUP)
        first = anya.press("Да")
        clock.pass_by(QUERY_LIFETIME)
        assert await bot.answer_callback_query(first)
        second = anya.press("Да")
        clock.pass_by(QUERY_LIFETIME + 0.1)
        with refused(_TOO_OLD):
            await bot.answer_callback_query(second)
        assert town.world.pending_queries() == []


async def test_unknown_queries(bot: Bot, town: Town) -> None:
    with refused(_TOO_OLD):
        await bot.answer_callback_query("5")
    with refused(_TOO_OLD):
        await bot.answer_callback_query("")


async def test_two_people_tap_at_once(bot: Bot, town: Town) -> None:
    group = town.group()
    await bot.send_message(group.id, "?", reply_markup=_MARKUP)
    seats = [group.seat("Аня"), group.seat("Борис")]
    queries = [seat.press("Да") for seat in seats]
    updates = await bot.get_updates()
    assert [each.callback_query.id for each in updates if each.callback_query] == queries
    await asyncio.gather(*(bot.answer_callback_query(each, each) for each in queries))
    answers = [await seat.answered(each) for seat, each in zip(seats, queries, strict=True)]
    assert [answer.text for answer in answers] == queries


async def test_only_buttons_that_are_there(bot: Bot, town: Town, anya: Seat) -> None:
    sent = await bot.send_message(anya.id, "?", reply_markup=_MARKUP)
    people = town.sandbox.people
    with pytest.raises(Impossible, match="кнопки"):
        people.tap(anya.user_id, anya.id, sent.message_id, "x:2")
    await bot.edit_message_reply_markup(anya.id, sent.message_id)
    with pytest.raises(Impossible, match="кнопки"):
        people.tap(anya.user_id, anya.id, sent.message_id, "x:1")
    await bot.delete_message(anya.id, sent.message_id)
    with pytest.raises(Impossible, match="сообщения"):
        people.tap(anya.user_id, anya.id, sent.message_id, "x:1")
