"""Inline keyboards: spinners, toasts, alerts, colours, and messages that change under the thumb."""

import asyncio
import re

import pytest
from playwright.async_api import Locator, Request, Route, expect
from telegram import CopyTextButton, InlineKeyboardButton, InputMediaPhoto, Message

from tests.browser.conftest import OpenWindow
from tests.browser.tiny_bot import TinyBot, keyboard, picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

# Watches every image that enters the history and notes those that could not be shown at once.
_WATCH_IMAGES = """() => {
  window.blank = [];
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node.tagName === "IMG" && !(node.complete && node.naturalWidth > 0))
          window.blank.push(node.src);
  }).observe(document.querySelector(".history"), { childList: true, subtree: true });
}"""


async def _table(tiny: TinyBot, chat: int) -> Message:
    return await tiny.api.send_photo(
        chat,
        picture("darkgreen"),
        caption="Уложено 0 из 104",
        reply_markup=keyboard(["Открыть", "+5"], ["Сдаться"]),
    )


async def _spins(key: Locator) -> None:
    await expect(key).to_have_attribute("aria-busy", "true")
    await expect(key.locator(".spinner")).to_be_visible()


async def _rests(key: Locator) -> None:
    await expect(key).to_have_attribute("aria-busy", "false")
    await expect(key.locator(".spinner")).to_be_hidden()


async def test_a_button_spins_until_its_tap_is_answered(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    await _table(tiny, chat)

    await window.key("Открыть").click()
    query = await tiny.tapped()
    await _spins(window.key("Открыть"))
    await _rests(window.key("+5"))
    await query.answer("Десятка пик")
    await expect(window.toast).to_have_text("Десятка пик")
    await _rests(window.key("Открыть"))


async def test_a_spinning_button_is_not_tapped_twice(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    await _table(tiny, await window.begin(tiny))
    await window.key("Открыть").dblclick()
    first = await tiny.tapped()
    await window.key("+5").click()
    assert first.data == "Открыть"
    assert (await tiny.tapped()).data == "+5"


async def test_a_tap_spins_even_if_its_event_is_late(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    held = asyncio.Event()

    async def hold(route: Route) -> None:
        await held.wait()
        await route.abort()

    await window.page.route("**/api/events*", hold)
    await window.page.reload()
    await _table(tiny, await window.begin(tiny))
    await window.page.reload()
    async with window.page.expect_response("**/api/do/tap"):
        await window.key("Открыть").click()
    await _spins(window.key("Открыть"))
    held.set()


async def test_an_alert_waits_to_be_closed(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    await _table(tiny, await window.begin(tiny))
    await window.key("Сдаться").click()
    await (await tiny.tapped()).answer("Точно сдаться?", show_alert=True)
    await expect(window.dialog).to_contain_text("Точно сдаться?")
    await window.page.keyboard.press("Escape")
    await expect(window.dialog).to_have_count(0)
    await expect(window.key("Сдаться")).to_be_focused()


async def test_answers_go_to_the_one_who_tapped(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    await window.open_chat("Дача")
    await window.write("/new@pasyans_bot")
    table = await _table(tiny, (await tiny.heard()).chat_id)
    await window.key("Открыть").click()
    query = await tiny.tapped()
    await window.become("Борис")
    await _rests(window.key("Открыть"))
    await query.answer("Только для Ани")
    await table.edit_caption("После ответа", reply_markup=table.reply_markup)
    await expect(window.last).to_contain_text("После ответа")
    assert await window.toast.count() == 0
    await window.become("Аня")
    await _rests(window.key("Открыть"))


async def test_styles_colour_the_buttons(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    styles = ["primary", "success", "danger", None]
    buttons = [
        InlineKeyboardButton(str(style), callback_data=str(style), style=style) for style in styles
    ]
    await tiny.api.send_message(chat, "Цвета", reply_markup=keyboard(buttons))
    await expect(window.key("None")).to_be_visible()
    colours = [
        await window.key(str(style)).evaluate("key => getComputedStyle(key).backgroundColor")
        for style in styles
    ]
    assert len(set(colours)) == 4


async def test_buttons_that_copy_and_lead_away(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    buttons = [
        InlineKeyboardButton("Код", copy_text=CopyTextButton("481516")),
        InlineKeyboardButton("Сайт", url="https://example.com/page"),
    ]
    await tiny.api.send_message(chat, "Кнопки", reply_markup=keyboard(buttons))
    await window.key("Код").click()
    await expect(window.toast).to_have_text("Скопировано")
    assert await window.page.evaluate("navigator.clipboard.readText()") == "481516"

    pages = len(window.page.context.pages)
    await window.key("Сайт").click()
    await expect(window.dialog).to_contain_text("https://example.com/page")
    await window.button("Отмена").click()
    await expect(window.dialog).to_have_count(0)
    assert len(window.page.context.pages) == pages


async def test_a_table_changes_in_place_without_a_blink(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    table = await _table(tiny, await window.begin(tiny))
    await window.page.locator(".photo img").wait_for()
    await window.page.evaluate(_WATCH_IMAGES)
    await window.key("Открыть").focus()
    marked = await window.key("Открыть").evaluate_handle("key => key")

    for number, colour in enumerate(["navy", "maroon", "teal"], 1):
        before = await window.page.locator(".photo img").get_attribute("src")
        await window.page.keyboard.press("Enter")
        await (await tiny.tapped()).answer()
        await table.edit_media(
            InputMediaPhoto(picture(colour), caption=f"Уложено {number} из 104"),
            reply_markup=keyboard(["Открыть", "+5", "До конца"], ["Ещё", "Сдаться"]),
        )
        await expect(window.last).to_contain_text(f"Уложено {number} из 104")
        await expect(window.page.locator(".photo img")).not_to_have_attribute("src", before or "")
        await expect(window.key("Открыть")).to_be_focused()

    assert await window.page.evaluate("window.blank") == []
    assert await window.key("Открыть").evaluate("(key, old) => key === old", marked)
    await expect(window.rows).to_have_count(2)
    await expect(window.page.locator(".key")).to_have_count(5)


async def test_the_focus_stays_near_a_button_that_an_edit_takes_away(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    table = await _table(tiny, await window.begin(tiny))
    await window.key("Сдаться").focus()
    await table.edit_reply_markup(keyboard(["Открыть", "+5"]))
    await expect(window.key("Открыть")).to_be_focused()
    await window.key("+5").focus()
    await table.edit_reply_markup(keyboard(["Открыть"]))
    await expect(window.key("Открыть")).to_be_focused()
    await table.edit_reply_markup(None)
    await expect(window.last).to_be_focused()
    await table.delete()
    await expect(window.page.get_by_role("log")).to_be_focused()


async def test_the_newest_of_quick_edits_stays(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    table = await _table(tiny, await window.begin(tiny))
    shown = window.page.locator(".photo img")
    await shown.wait_for()
    held, late = asyncio.Event(), list[Request]()

    async def hold_the_first(route: Route) -> None:
        if not late:
            late.append(route.request)
            await held.wait()
        await route.continue_()

    await window.page.route("**/api/file/*", hold_the_first)
    async with window.page.expect_request("**/api/file/*"):
        await table.edit_media(InputMediaPhoto(picture("navy")))
    last = await table.edit_media(InputMediaPhoto(picture("teal")))
    assert isinstance(last, Message)
    newest = re.compile("|".join(size.file_id for size in last.photo))
    await expect(shown).to_have_attribute("src", newest)
    async with window.page.expect_event("requestfinished", lambda request: request == late[0]):
        held.set()
    await window.page.evaluate("new Promise((done) => setTimeout(done, 50))")
    await expect(shown).to_have_attribute("src", newest)


async def test_reading_above_is_not_disturbed_by_edits_below(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    for number in range(20):
        await tiny.api.send_message(chat, f"Строка {number}")
    table = await _table(tiny, chat)
    await expect(window.key("Сдаться")).to_be_in_viewport()
    await expect(window.last.locator("img").first).to_have_js_property("complete", value=True)
    history = window.page.locator(".history")
    # The picture has come to rest, and the page has heard of the scrolling, before the edit.
    await history.evaluate(
        "frame => new Promise((done) => { frame.scrollTo(0, 120); setTimeout(done, 200); })"
    )
    assert await history.evaluate("frame => frame.scrollTop") == 120
    await table.edit_media(
        InputMediaPhoto(picture("navy", 800, 800), caption="Другая высота\n" * 5),
        reply_markup=keyboard(["Одна"]),
    )
    await expect(window.key("Одна")).to_be_attached()
    assert await history.evaluate("frame => frame.scrollTop") == 120


async def test_two_people_tap_at_once_in_the_group(tiny: TinyBot, open_window: OpenWindow) -> None:
    anya, boris = await open_window(), await open_window()
    await anya.open_chat("Дача")
    await boris.become("Борис")
    await boris.open_chat("Дача")
    await anya.write("/new@pasyans_bot")
    table = await _table(tiny, (await tiny.heard()).chat_id)
    await asyncio.gather(*(window.key("Открыть").click() for window in (anya, boris)))
    taps = [await tiny.tapped(), await tiny.tapped()]
    assert {tap.from_user.first_name for tap in taps} == {"Аня", "Борис"}
    for window in (anya, boris):
        await _spins(window.key("Открыть"))
    await taps[0].answer("Открыто")
    await taps[1].answer("Уже: ход сделан")
    await table.edit_caption("Один ход")
    windows = {"Аня": anya, "Борис": boris}
    for tap, text in zip(taps, ["Открыто", "Уже: ход сделан"], strict=True):
        await expect(windows[tap.from_user.first_name].toast).to_have_text(text)
    for window in (anya, boris):
        await expect(window.last).to_contain_text("Один ход")


async def test_an_answer_shows_in_the_window_that_tapped_and_alerts_come_one_by_one(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    tapping, watching = await open_window(), await open_window()
    chat_id = await tapping.begin(tiny)
    await tiny.api.send_message(chat_id, "Выбирайте", reply_markup=keyboard(["раз", "два"]))
    for label in ("раз", "два"):
        await tapping.key(label).click()
    for text in ("Первое", "Второе"):
        await (await tiny.tapped()).answer(text, show_alert=True)
    await expect(tapping.dialog).to_have_count(1)
    await expect(tapping.dialog).to_contain_text("Первое")
    await tapping.button("Понятно").click()
    await expect(tapping.dialog).to_have_count(1)
    await expect(tapping.dialog).to_contain_text("Второе")
    await tapping.button("Понятно").click()
    await expect(tapping.dialog).to_have_count(0)
    # What came later than both answers has come to the other window too.
    await tiny.api.send_message(chat_id, "Готово")
    await expect(watching.row("Готово")).to_be_visible()
    await expect(watching.dialog).to_have_count(0)
