"""Links that open inside the page: deep links, sharing, adding to a group, inline mode."""

import pytest
from playwright.async_api import expect
from telegram import (
    InlineKeyboardButton,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
    SwitchInlineQueryChosenChat,
)

from tests.browser.conftest import OpenWindow
from tests.browser.tiny_bot import TinyBot, keyboard

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

_DEAL = "https://t.me/pasyans_bot?start=deal_481516"
_SHARE = "https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fpasyans_bot%3Fstart%3Ddeal_481516&text=%D0%9A%D1%82%D0%BE%20%D0%BB%D1%83%D1%87%D1%88%D0%B5%3F"


async def test_a_result_is_shared_and_its_link_opens_the_same_deal(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    share = InlineKeyboardButton("Поделиться", url=_SHARE)
    await tiny.api.send_message(chat, "Итог", reply_markup=keyboard([share]))
    await window.key("Поделиться").click()
    await window.dialog.get_by_role("button", name="Соседи").click()
    await expect(window.peer).to_contain_text("Соседи")
    await expect(window.field).to_have_value(f"{_DEAL}\nКто лучше?")
    await expect(window.field).to_be_focused()
    await window.field.press("Enter")
    await expect(window.last).to_contain_text("Кто лучше?")

    await window.become("Борис")
    await window.last.get_by_role("link", name="t.me/pasyans_bot").click()
    await expect(window.peer).to_contain_text("Пасьянс")
    message = await tiny.heard()
    assert message.text == "/start deal_481516"
    assert message.from_user is not None
    assert message.from_user.first_name == "Борис"


async def test_a_link_adds_the_bot_to_a_group(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    add = InlineKeyboardButton("В группу", url="https://t.me/pasyans_bot?startgroup=hello")
    await tiny.api.send_message(chat, "Играть вместе", reply_markup=keyboard([add]))
    await window.key("В группу").click()
    await window.dialog.get_by_role("button", name="Соседи").click()
    await expect(window.peer).to_contain_text("Соседи")
    assert (await tiny.heard()).text == "/start@pasyans_bot hello"


async def test_an_answer_may_open_the_bot(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    await window.open_chat("Дача")
    await window.write("/new@pasyans_bot")
    chat = (await tiny.heard()).chat_id
    await tiny.api.send_message(chat, "Стол", reply_markup=keyboard(["Настройки"]))
    await window.key("Настройки").click()
    await (await tiny.tapped()).answer(url="https://t.me/pasyans_bot?start=settings")
    await expect(window.peer).to_contain_text("Пасьянс")
    assert (await tiny.heard()).text == "/start settings"


async def test_inline_results_are_offered_and_sent(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    here = InlineKeyboardButton("Сюда", switch_inline_query_current_chat="итог")
    await tiny.api.send_message(chat, "Итог", reply_markup=keyboard([here]))
    await window.key("Сюда").click()
    await expect(window.field).to_have_value("@pasyans_bot итог")
    query = await tiny.asked()
    assert query.query == "итог"
    articles = [
        InlineQueryResultArticle(
            name, f"Итог: {name}", InputTextMessageContent(f"Вот: {name}"), description="104 карты"
        )
        for name in ("первый", "второй")
    ]
    await query.answer(articles, button=InlineQueryResultsButton("Настроить", start_parameter="x"))
    await expect(window.suggestions).to_have_count(3)
    await expect(window.suggestions.first).to_contain_text("Настроить")
    await window.field.press("ArrowDown")
    await window.field.press("ArrowDown")
    await window.field.press("Enter")
    await expect(window.last).to_contain_text("Вот: второй")
    await expect(window.last).to_contain_text("через @pasyans_bot")
    await expect(window.field).to_have_value("")


async def test_an_inline_query_may_be_carried_to_another_chat(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    groups = SwitchInlineQueryChosenChat("счёт", allow_group_chats=True)
    button = InlineKeyboardButton("В группу", switch_inline_query_chosen_chat=groups)
    await tiny.api.send_message(chat, "Итог", reply_markup=keyboard([button]))
    await window.key("В группу").click()
    await expect(window.dialog).not_to_contain_text("Пасьянс")
    await window.dialog.get_by_role("button", name="Дача").click()
    await expect(window.peer).to_contain_text("Дача")
    await expect(window.field).to_have_value("@pasyans_bot счёт")
    assert (await tiny.asked()).query == "счёт"
