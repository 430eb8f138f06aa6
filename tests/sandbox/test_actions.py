"""The actions of the web page's people."""

from typing import Any

import aiohttp
import pytest
from telegram import (
    Bot,
    InlineQueryResultArticle,
    InputTextMessageContent,
)

from tests.sandbox.pages import Events, do
from tests.sandbox.pictures import gif, jpeg
from tests.staging.driver import Town
from tests.staging.seats import Seat


async def test_people_talk(page: aiohttp.ClientSession, town: Town, anya: Seat) -> None:
    group = town.group("Дача")
    sent = await do(page, "send", user_id=anya.user_id, chat_id=group.id, text="привет")
    await do(
        page,
        "edit",
        user_id=anya.user_id,
        chat_id=group.id,
        message_id=sent["message_id"],
        text="пока",
    )
    await do(
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
    await do(page, "delete", user_id=anya.user_id, chat_id=group.id, message_id=sent["message_id"])
    assert town.world.message(group.id, sent["message_id"]) is None
    await do(page, "clear", user_id=anya.user_id, chat_id=group.id)
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
        return await do(page, "open_link", user_id=vera.user_id, url=url)

    opened = {"kind": "private", "chat_id": vera.id}
    assert await follow("https://t.me/pasyans_bot") == opened
    assert await follow("t.me/Pasyans_Bot?start=d1") == opened
    assert [message.text for message in vera.messages] == ["/start", "/start d1"]
    shared = await follow(
        "https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fx&text=%D0%98%D1%82%D0%BE%D0%B3"
    )
    assert shared["text"] == "https://t.me/x\nИтог"
    assert set(shared["chats"]) == {vera.id, town.group("Дача").id, town.group("Соседи").id}
    assert await follow("tg://resolve?domain=pasyans_bot&start=d2") == opened
    assert vera.messages[-1].text == "/start d2"
    assert (await follow("tg://resolve?domain=other_bot"))["kind"] == "external"
    assert (await follow("tg://msg_url?url=https%3A%2F%2Ft.me%2Fx"))["text"] == "https://t.me/x"
    assert (await follow("t.me/pasyans_bot?startgroup="))["payload"] == ""
    start = await follow("https://t.me/pasyans_bot?startgroup=g1")
    assert (start["kind"], start["payload"]) == ("startgroup", "g1")
    assert town.group("Соседи").id in start["groups"]
    url = "https://example.org/x"
    assert await follow(url) == {"kind": "external", "url": url}


async def test_a_link_into_a_group(page: aiohttp.ClientSession, town: Town) -> None:
    group, boris = town.group("Соседи"), town.person("Борис")["id"]
    assert await do(page, "add_bot", user_id=boris, chat_id=group.id, payload="g1")
    assert group.messages[-1].text == "/start@pasyans_bot g1"
    assert group.chat.member(town.world.bot["id"]).present


async def test_inline_mode(page: aiohttp.ClientSession, bot: Bot, anya: Seat) -> None:
    async with page.get("/api/events") as response:
        events = Events(response)
        asked = await do(page, "inline_query", user_id=anya.user_id, chat_id=anya.id, query="итог")
        article = InlineQueryResultArticle("1", "Итог", InputTextMessageContent("мой итог"))
        await bot.answer_inline_query(asked["query_id"], [article])
        offered = await events.next("inline_results")
    assert [result["title"] for result in offered["results"]] == ["Итог"]
    chosen = await do(
        page,
        "choose_inline",
        user_id=anya.user_id,
        chat_id=anya.id,
        query_id=asked["query_id"],
        result_id="1",
    )
    assert chosen["text"] == "мой итог"


async def test_groups_are_made_and_run(page: aiohttp.ClientSession, town: Town, anya: Seat) -> None:
    me, bot_id = anya.user_id, town.world.bot["id"]
    gleb = await do(page, "new_person", first_name="Глеб", username="gleb")
    made = await do(
        page, "new_group", user_id=me, title="Клуб", members=[gleb["id"]], supergroup=False
    )
    group_id = made["id"]
    await do(page, "remove_member", user_id=me, chat_id=group_id, member_id=gleb["id"])
    await do(page, "add_member", user_id=me, chat_id=group_id, member_id=gleb["id"])
    await do(page, "promote", user_id=me, chat_id=group_id, member_id=gleb["id"])
    assert town.world.chats[group_id].member(gleb["id"]).is_admin
    await do(page, "demote", user_id=me, chat_id=group_id, member_id=gleb["id"])
    assert not town.world.chats[group_id].member(gleb["id"]).is_admin
    await do(
        page, "restrict_bot", user_id=me, chat_id=group_id, permissions={"can_send_photos": False}
    )
    assert town.world.chats[group_id].member(bot_id).status == "restricted"
    await do(
        page, "set_permissions", user_id=me, chat_id=group_id, permissions={"can_send_polls": False}
    )
    assert not town.world.chats[group_id].permissions["can_send_polls"]
    moved = await do(page, "migrate", user_id=me, chat_id=group_id)
    assert town.world.chats[group_id].migrated_to == moved["chat_id"]
    assert (
        await do(page, "migrate", user_id=me, chat_id=moved["chat_id"])
        == "Супергруппой становится только обычная группа."
    )


async def test_forums(page: aiohttp.ClientSession, town: Town, anya: Seat) -> None:
    forum = await do(page, "new_group", user_id=anya.user_id, title="Форум", forum=True)
    topic = await do(page, "new_topic", user_id=anya.user_id, chat_id=forum["id"], name="Игры")
    place = {"user_id": anya.user_id, "chat_id": forum["id"], **topic}
    await do(page, "close_topic", **place)
    assert town.world.chats[forum["id"]].topics[topic["message_thread_id"]].is_closed
    await do(page, "reopen_topic", **place)
    assert not town.world.chats[forum["id"]].topics[topic["message_thread_id"]].is_closed
    await do(page, "send", text="сюда", **place)
    assert town.group("Форум").messages[-1].raw["is_topic_message"]


async def test_blocking(page: aiohttp.ClientSession, anya: Seat) -> None:
    await do(page, "block", user_id=anya.user_id)
    assert anya.chat.blocked
    await do(page, "unblock", user_id=anya.user_id)
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
        ("send", {"user_id": 100001, "chat_id": 100001, "text": 1}, 400),
        ("send", {"user_id": 100001, "chat_id": 100001, "text": "\u200b"}, 400),
        ("send", {"user_id": 100001, "chat_id": 100001, "text": "x" * 4097}, 400),
        ("new_person", {"first_name": " "}, 400),
        ("new_person", {"first_name": "x" * 500}, 400),
        ("new_person", {"first_name": "Гоша", "last_name": "x" * 65}, 400),
        ("new_person", {"first_name": "Гоша", "username": "гоша"}, 400),
        ("new_person", {"first_name": "Гоша", "language_code": 5}, 400),
        ("new_group", {"user_id": 100001, "title": ""}, 400),
        ("new_group", {"user_id": 100001, "title": "x" * 129}, 400),
    ],
)
async def test_senseless_actions(
    page: aiohttp.ClientSession, action: str, body: dict[str, Any], status: int
) -> None:
    async with page.post(f"/api/do/{action}", json=body) as response:
        assert response.status == status
        assert (await response.json())["error"]


async def test_an_edit_is_no_longer_than_a_message(page: aiohttp.ClientSession, anya: Seat) -> None:
    place = {"user_id": anya.user_id, "chat_id": anya.id}
    sent = await do(page, "send", **place, text="x" * 4096)
    refusal = await do(page, "edit", **place, message_id=sent["message_id"], text="x" * 4097)
    assert refusal == "Слишком длинно: помещается не больше 4096 знаков."
    assert anya.messages[-1].text == "x" * 4096
