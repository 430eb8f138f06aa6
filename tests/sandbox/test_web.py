"""The web page's protocol: snapshot, events, actions, files."""

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputTextMessageContent,
)
from telegram.error import NetworkError, RetryAfter

from tests.driver import Seat, Town
from tests.sandbox.pictures import gif, jpeg

_MARKUP = InlineKeyboardMarkup([[InlineKeyboardButton("Да", callback_data="x")]])


@pytest.fixture
async def page(town: Town) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(town.url) as session:
        yield session


async def _do(page: aiohttp.ClientSession, action: str, **body: Any) -> Any:
    async with page.post(f"/api/do/{action}", json=body) as response:
        answer = await response.json()
        assert (response.status == 200) == answer["ok"]
        return answer["result"] if answer["ok"] else answer["error"]


class Events:
    """The stream of events, read one by one."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response

    async def next(self, kind: str) -> dict[str, Any]:
        """The next event of a kind; others are passed over."""
        while True:
            line = (await self._response.content.readline()).decode()
            assert line, "the stream has ended"
            if line.startswith("data: "):
                event: dict[str, Any] = json.loads(line.removeprefix("data: "))
                if event["type"] == kind:
                    return event


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
        query = await _do(
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
        await bot.send_chat_action(anya.id, "upload_photo")
        assert (await events.next("action"))["action"] == "upload_photo"
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


async def test_people_talk(page: aiohttp.ClientSession, town: Town, anya: Seat) -> None:
    group = town.group("Дача")
    sent = await _do(page, "send", user_id=anya.user_id, chat_id=group.id, text="привет")
    await _do(
        page,
        "edit",
        user_id=anya.user_id,
        chat_id=group.id,
        message_id=sent["message_id"],
        text="пока",
    )
    await _do(
        page,
        "react",
        user_id=anya.user_id,
        chat_id=group.id,
        message_id=sent["message_id"],
        emoji="👍",
    )
    message = group.messages[-1].raw
    assert message["text"] == "пока"
    assert message["sandbox"]["reactions"] == [{"user_id": anya.user_id, "emoji": "👍"}]
    await _do(page, "delete", user_id=anya.user_id, chat_id=group.id, message_id=sent["message_id"])
    assert town.world.message(group.id, sent["message_id"]) is None
    await _do(page, "clear", user_id=anya.user_id, chat_id=group.id)
    assert group.messages == []


@pytest.mark.parametrize("kind", ["photo", "sticker", "voice", "document", "animation"])
async def test_people_send_files(
    page: aiohttp.ClientSession, bot: Bot, anya: Seat, kind: str
) -> None:
    form = aiohttp.FormData({"user_id": str(anya.user_id), "chat_id": str(anya.id)})
    form.add_field("kind", kind)
    data = gif() if kind == "animation" else jpeg()
    form.add_field("file", data, filename="файл.bin", content_type="image/jpeg")
    async with page.post("/api/do/send_media", data=form) as response:
        sent = (await response.json())["result"]
    (update,) = await bot.get_updates()
    assert update.message
    assert getattr(update.message, kind)
    media = sent[kind][-1] if kind == "photo" else sent[kind]
    async with page.get(f"/api/file/{media['file_id']}", params={"download": ""}) as response:
        assert response.status == 200
        assert response.headers["Content-Disposition"].startswith("attachment; filename*=UTF-8''")
        assert kind == "photo" or await response.read() == data


async def test_links(page: aiohttp.ClientSession, town: Town) -> None:
    vera = town.private("Вера", started=False)

    async def follow(url: str) -> Any:
        return await _do(page, "open_link", user_id=vera.user_id, url=url)

    opened = {"kind": "private", "chat_id": vera.id}
    assert await follow("https://t.me/pasyans_bot") == opened
    assert await follow("t.me/Pasyans_Bot?start=d1") == opened
    assert [message.text for message in vera.messages] == ["/start", "/start d1"]
    shared = await follow(
        "https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fx&text=%D0%98%D1%82%D0%BE%D0%B3"
    )
    assert shared["text"] == "https://t.me/x\nИтог"
    assert set(shared["chats"]) == {vera.id, town.group("Дача").id, town.group("Соседи").id}
    start = await follow("https://t.me/pasyans_bot?startgroup=g1")
    assert (start["kind"], start["payload"]) == ("startgroup", "g1")
    assert town.group("Соседи").id in start["groups"]
    url = "https://example.org/x"
    assert await follow(url) == {"kind": "external", "url": url}


async def test_a_link_into_a_group(page: aiohttp.ClientSession, town: Town) -> None:
    group, boris = town.group("Соседи"), town.person("Борис")["id"]
    assert await _do(page, "add_bot", user_id=boris, chat_id=group.id, payload="g1")
    assert group.messages[-1].text == "/start@pasyans_bot g1"
    assert group.chat.member(town.world.bot["id"]).present


async def test_inline_mode(page: aiohttp.ClientSession, bot: Bot, anya: Seat) -> None:
    async with page.get("/api/events") as response:
        events = Events(response)
        asked = await _do(page, "inline_query", user_id=anya.user_id, chat_id=anya.id, query="итог")
        article = InlineQueryResultArticle("1", "Итог", InputTextMessageContent("мой итог"))
        await bot.answer_inline_query(asked["query_id"], [article])
        offered = await events.next("inline_results")
    assert [result["title"] for result in offered["results"]] == ["Итог"]
    chosen = await _do(
        page,
        "choose_inline",
        user_id=anya.user_id,
        chat_id=anya.id,
        query_id=asked["query_id"],
        result_id="1",
    )
    assert chosen["text"] == "мой итог"


async def test_commands_are_those_of_the_person_and_place(
    page: aiohttp.ClientSession, bot: Bot, anya: Seat
) -> None:
    await bot.set_my_commands([("new", "Новая игра")], language_code="ru")
    await bot.set_my_commands([("new", "New game")])
    where = {"user_id": str(anya.user_id), "chat_id": str(anya.id)}
    async with page.get("/api/commands", params=where) as response:
        shown = await response.json()
    assert shown["commands"] == [{"command": "new", "description": "Новая игра"}]
    assert shown["menu_button"] == {"type": "commands"}
    async with page.get("/api/commands") as response:
        assert response.status == 400


async def test_groups_are_made_and_run(page: aiohttp.ClientSession, town: Town, anya: Seat) -> None:
    me, bot_id = anya.user_id, town.world.bot["id"]
    gleb = await _do(page, "new_person", first_name="Глеб", username="gleb")
    made = await _do(
        page, "new_group", user_id=me, title="Клуб", members=[gleb["id"]], supergroup=False
    )
    group_id = made["id"]
    await _do(page, "remove_member", user_id=me, chat_id=group_id, member_id=gleb["id"])
    await _do(page, "add_member", user_id=me, chat_id=group_id, member_id=gleb["id"])
    await _do(page, "promote", user_id=me, chat_id=group_id, member_id=gleb["id"])
    assert town.world.chats[group_id].member(gleb["id"]).is_admin
    await _do(page, "demote", user_id=me, chat_id=group_id, member_id=gleb["id"])
    assert not town.world.chats[group_id].member(gleb["id"]).is_admin
    await _do(
        page, "restrict_bot", user_id=me, chat_id=group_id, permissions={"can_send_photos": False}
    )
    assert town.world.chats[group_id].member(bot_id).status == "restricted"
    await _do(
        page, "set_permissions", user_id=me, chat_id=group_id, permissions={"can_send_polls": False}
    )
    assert not town.world.chats[group_id].permissions["can_send_polls"]
    moved = await _do(page, "migrate", user_id=me, chat_id=group_id)
    assert town.world.chats[group_id].migrated_to == moved["chat_id"]
    assert (
        await _do(page, "migrate", user_id=me, chat_id=moved["chat_id"])
        == "Супергруппой становится только обычная группа."
    )


async def test_forums(page: aiohttp.ClientSession, town: Town, anya: Seat) -> None:
    forum = await _do(page, "new_group", user_id=anya.user_id, title="Форум", forum=True)
    topic = await _do(page, "new_topic", user_id=anya.user_id, chat_id=forum["id"], name="Игры")
    place = {"user_id": anya.user_id, "chat_id": forum["id"], **topic}
    await _do(page, "close_topic", **place)
    assert town.world.chats[forum["id"]].topics[topic["message_thread_id"]].is_closed
    await _do(page, "reopen_topic", **place)
    assert not town.world.chats[forum["id"]].topics[topic["message_thread_id"]].is_closed
    await _do(page, "send", text="сюда", **place)
    assert town.group("Форум").messages[-1].raw["is_topic_message"]


async def test_blocking(page: aiohttp.ClientSession, anya: Seat) -> None:
    await _do(page, "block", user_id=anya.user_id)
    assert anya.chat.blocked
    await _do(page, "unblock", user_id=anya.user_id)
    assert not anya.chat.blocked


@pytest.mark.parametrize(
    ("action", "body", "status"),
    [
        ("fly", {}, 404),
        ("named", {}, 404),
        ("send", {}, 400),
        ("send", {"user_id": 5, "chat_id": 5, "text": "x"}, 400),
        (
            "tap",
            {"user_id": 100001, "chat_id": 100001, "message_id": 5, "row": 0, "column": 0},
            400,
        ),
    ],
)
async def test_senseless_actions(
    page: aiohttp.ClientSession, action: str, body: dict[str, Any], status: int
) -> None:
    async with page.post(f"/api/do/{action}", json=body) as response:
        assert response.status == status
        assert (await response.json())["error"]


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
