"""The web page's protocol: snapshot, events, commands, faults."""

import asyncio
from typing import Any

import aiohttp
import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
)
from telegram.error import NetworkError, RetryAfter

from tests.sandbox.pages import Events, do
from tests.staging.seats import Seat

_MARKUP = InlineKeyboardMarkup([[InlineKeyboardButton("Да", callback_data="x")]])


async def test_the_snapshot(page: aiohttp.ClientSession, bot: Bot, anya: Seat) -> None:
    await bot.send_message(anya.id, "стол", reply_markup=_MARKUP)
    query_id = anya.press("Да")
    async with page.get("/api/state") as response:
        state = await response.json()
    assert [user["first_name"] for user in state["people"]] == ["Аня", "Борис", "Вера"]
    assert state["bot"]["user"]["username"] == "pasyans_bot"
    titles = {chat["title"] for chat in state["chats"] if chat["type"] != "private"}
    assert titles == {"Дача", "Соседи"}
    assert state["messages"][str(anya.id)][-1]["text"] == "стол"
    assert [query["id"] for query in state["queries"]] == [query_id]


async def test_events_as_they_happen(page: aiohttp.ClientSession, bot: Bot, anya: Seat) -> None:
    async with page.get("/api/events") as response:
        events = Events(response)
        sent = await bot.send_message(anya.id, "раз", reply_markup=_MARKUP)
        assert (await events.next("message"))["message"]["text"] == "раз"
        query = await do(
            page,
            "tap",
            user_id=anya.user_id,
            chat_id=anya.id,
            message_id=sent.message_id,
            row=0,
            column=0,
        )
        assert (await events.next("query"))["query"] == query
        await bot.answer_callback_query(query["id"], "тост")
        answer = await events.next("answer")
        assert (answer["text"], answer["show_alert"]) == ("тост", False)
        await bot.edit_message_text("два", anya.id, sent.message_id)
        assert (await events.next("edited"))["message"]["text"] == "два"
        await bot.delete_message(anya.id, sent.message_id)
        assert (await events.next("deleted"))["message_ids"] == [sent.message_id]
        await bot.set_my_commands([("new", "Новая игра")])
        await events.next("commands")
        await bot.get_updates()
        assert (await events.next("bot"))["bot"]["online"]


async def test_missed_events_come_later(page: aiohttp.ClientSession, bot: Bot, anya: Seat) -> None:
    async with page.get("/api/state") as response:
        seq = (await response.json())["seq"]
    await bot.send_message(anya.id, "пропущенное")
    async with page.get("/api/events", headers={"Last-Event-ID": str(seq)}) as response:
        assert (await Events(response).next("message"))["message"]["text"] == "пропущенное"
    async with page.get("/api/events", params={"since": "999999"}) as response:
        await Events(response).next("reload")


async def test_commands_are_those_of_the_person_and_place(
    page: aiohttp.ClientSession, bot: Bot, anya: Seat
) -> None:
    await bot.set_my_commands([("new", "Новая игра")], language_code="ru")
    await bot.set_my_commands([("new", "New game")])
    where = {"user_id": str(anya.user_id), "chat_id": str(anya.id)}
    async with page.get("/api/commands", params=where) as response:
        shown = await response.json()
    assert shown["commands"] == [{"command": "new", "description": "Новая игра"}]
    async with page.get("/api/commands") as response:
        assert response.status == 400


async def test_other_pages_cannot_act(page: aiohttp.ClientSession, anya: Seat) -> None:
    body = {"user_id": anya.user_id, "chat_id": anya.id, "text": "x"}
    elsewhere = {"Origin": "https://example.org"}
    async with page.post("/api/do/send", json=body, headers=elsewhere) as response:
        assert response.status == 403
    here = {"Origin": anya.town.url}
    async with page.post("/api/do/send", json=body, headers=here) as response:
        assert response.status == 200


async def test_the_page_and_nothing_else(page: aiohttp.ClientSession) -> None:
    async with page.get("/") as response:
        assert response.content_type == "text/html"
    for path in ("/page/../server.py", "/page/%2e%2e/server.py", "/page/nothing.js", "/api/file/x"):
        async with page.get(path) as response:
            assert response.status == 404


async def test_faults_over_http(page: aiohttp.ClientSession, bot: Bot, anya: Seat) -> None:
    async def arrange(**body: Any) -> int:
        async with page.post("/api/faults", json=body) as response:
            return response.status

    assert await arrange(kind="error", method="sendMessage", error={"retry_after": 7}) == 200
    with pytest.raises(RetryAfter):
        await bot.send_message(anya.id, "x")
    refusal = {"code": 403, "description": "Forbidden: bot was blocked by the user"}
    assert await arrange(kind="error", chat_id=anya.id, times=None, error=refusal) == 200
    assert await arrange(down=True) == 200
    with pytest.raises(NetworkError):
        await bot.get_me()
    async with page.delete("/api/faults") as response:
        assert response.status == 200
    await bot.send_message(anya.id, "x")
    anya.say("раз")
    anya.say("два")
    assert await arrange(reverse_batches=1) == 200
    first, second = await bot.get_updates()
    assert first.update_id > second.update_id
    await bot.get_updates(offset=first.update_id + 1)
    assert await arrange(redeliver=1) == 200
    assert [each.update_id for each in await bot.get_updates()] == [first.update_id]
    assert await arrange(kind="earthquake", depth=5) == 400


async def test_a_tap_without_an_answer_expires_by_itself(
    page: aiohttp.ClientSession, bot: Bot, anya: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("world", "web"):
        monkeypatch.setattr(f"bot.sandbox.{module}.QUERY_LIFETIME", 0.05)
    await bot.send_message(anya.id, "стол", reply_markup=_MARKUP)
    async with asyncio.timeout(10), page.get("/api/events") as response:
        events = Events(response)
        for _ in range(2):
            query_id = anya.press("Да")
            assert (await events.next("query_expired"))["query_id"] == query_id
    assert anya.town.world.queries == {}
