"""Messages: written, answered, formatted, edited, deleted."""

import re

import pytest
from playwright.async_api import expect
from telegram import InlineKeyboardButton

from bot.sandbox.server import Sandbox
from tests.browser.conftest import OpenWindow
from tests.browser.tiny_bot import TinyBot, keyboard, picture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

_EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>"


async def test_a_new_chat_tells_of_the_bot_and_begins_with_a_button(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    await tiny.api.set_my_description("Два забытых пасьянса.")
    window = await open_window()
    await expect(window.page.get_by_text("Два забытых пасьянса.")).to_be_visible()
    await expect(window.field).to_have_count(0)

    await window.button("Старт").click()

    assert (await tiny.heard()).text == "/start"
    await expect(window.field).to_be_visible()
    await expect(window.last).to_contain_text("/start")


async def test_what_is_written_arrives_and_what_is_answered_appears(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    await window.begin(tiny)
    await window.write("Здравствуйте\nещё строка")
    message = await tiny.heard()
    assert message.text == "Здравствуйте\nещё строка"
    await message.reply_text("Добрый день!", do_quote=True)

    answer = window.row("Добрый день!")
    await expect(answer.locator(".quote")).to_contain_text("Здравствуйте")
    await expect(answer.locator("time")).to_be_visible()
    await expect(window.rows.nth(1)).to_have_class(re.compile(r"\bout\b"))


async def test_entities_become_formatting(
    sandbox: Sandbox, tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    await tiny.api.send_message(
        chat,
        "🂡 <b>жирный <i>и курсив</i></b> <u>черта</u> <s>зачёркнут</s> <code>481516</code>\n"
        '<tg-spoiler><a href="https://example.com">тайна</a></tg-spoiler>'
        '<pre><code class="language-python">print(1)</code></pre>'
        "<blockquote expandable>1\n2\n3\n4\n5</blockquote>",
        parse_mode="HTML",
    )
    text = window.last.locator(".text")
    await expect(text.locator("strong")).to_have_text("жирный и курсив")
    await expect(text.locator("strong em")).to_have_text("и курсив")
    await expect(text.locator("u")).to_have_text("черта")
    await expect(text.locator("s")).to_have_text("зачёркнут")
    await expect(text.locator("pre code")).to_have_text("print(1)")

    spoiler = text.locator(".spoiler")
    await expect(spoiler.locator("span")).to_have_css("opacity", "0")
    await spoiler.click()
    await expect(spoiler.locator("span")).to_have_css("opacity", "1")
    assert await window.dialog.count() == 0  # the click uncovered the link and did not follow it

    more = text.get_by_role("button", name="Ещё")
    folded = await window.height(text.locator("blockquote"))
    await more.click()
    await expect(text.get_by_role("button", name="Свернуть")).to_be_visible()
    assert await window.height(text.locator("blockquote")) > folded

    await text.get_by_role("button", name="481516").click()
    await expect(window.toast).to_have_text("Скопировано")
    assert await window.page.evaluate("navigator.clipboard.readText()") == "481516"


async def test_markup_in_texts_and_names_stays_text(
    sandbox: Sandbox, tiny: TinyBot, open_window: OpenWindow
) -> None:
    evil = sandbox.world.add_user(_EVIL)
    window = await open_window(place=f"#{evil['id']}/{evil['id']}")
    await window.button("Старт").click()
    message = await tiny.heard()
    await message.reply_text(_EVIL, do_quote=True)
    await message.reply_document(b"x", filename=_EVIL.replace("/", "-"), caption=_EVIL)

    await expect(window.last.locator(".text")).to_contain_text(_EVIL)
    await expect(window.page.locator("body script, .app img")).to_have_count(0)
    await expect(window.page.locator(".person-name").last).to_have_text(_EVIL)


async def test_an_edit_changes_the_message_where_it_stands(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    await window.button("Старт").click()
    sent = await (await tiny.heard()).reply_text("Черновик")
    await expect(window.last).to_contain_text("Черновик")
    await sent.edit_text("Чистовик")
    await expect(window.last).to_contain_text("Чистовик")
    await expect(window.last.locator(".meta")).to_contain_text("изменено")
    await expect(window.rows).to_have_count(2)

    await sent.delete()
    await expect(window.rows).to_have_count(1)


async def test_a_silent_message_is_marked(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    await tiny.api.send_message(chat, "Громко")
    await tiny.api.send_message(chat, "Тихо", disable_notification=True)
    await expect(window.row("Тихо").get_by_title("Без звука")).to_be_visible()
    await expect(window.row("Громко").get_by_title("Без звука")).to_have_count(0)


async def test_the_menu_of_a_message_replies_edits_reacts_and_deletes(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    await window.begin(tiny)
    await window.write("Первое")
    first = await tiny.heard()

    await window.menu_of(window.row("Первое"), "Ответить")
    await window.write("Второе")
    assert ((await tiny.heard()).reply_to_message or first).message_id == first.message_id
    await expect(window.row("Второе").locator(".quote")).to_contain_text("Первое")

    await window.menu_of(window.row("Второе"), "Изменить")
    await expect(window.field).to_have_value("Второе")
    await window.write("Исправленное")
    await expect(window.row("Исправленное").locator(".meta")).to_contain_text("изменено")

    await window.rows.nth(1).locator(".bubble").click(button="right")
    await window.button("🔥").click()
    reaction = window.rows.nth(1).locator(".reaction")
    await expect(reaction).to_have_text("🔥1")
    await reaction.click()
    await expect(reaction).to_have_count(0)

    await window.menu_of(window.row("Исправленное"), "Удалить")
    await expect(window.row("Исправленное")).to_have_count(0)


async def test_the_page_lives_without_a_mouse(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    press = window.page.keyboard.press
    await window.button("Старт").focus()
    await press("Enter")
    await window.write("Опечатка")
    await expect(window.row("Опечатка")).to_be_visible()

    await press("ArrowUp")
    await expect(window.field).to_have_value("Опечатка")
    await press("Escape")
    await expect(window.field).to_have_value("")

    await window.page.locator(".history").focus()
    await press("ArrowUp")
    await press("ArrowUp")
    await expect(window.rows.first).to_be_focused()
    await press("Enter")
    await expect(window.page.get_by_role("menuitem", name="Ответить")).to_be_focused()
    await press("ArrowDown")
    await expect(window.page.get_by_role("menuitem", name="Скопировать текст")).to_be_focused()
    await press("Escape")
    await expect(window.rows.first).to_be_focused()


async def test_a_long_chat_opens_at_its_end_and_waits_while_one_reads_above(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    for number in range(25):
        await tiny.api.send_message(chat, f"Строка {number}")
    await expect(window.row("Строка 24")).to_be_in_viewport()

    history = window.page.locator(".history")
    await history.evaluate("frame => frame.scrollTo(0, 100)")
    await expect(window.page.locator("#to-bottom")).to_be_visible()
    await tiny.api.send_message(chat, "Новость")
    await expect(window.row("Новость")).to_be_attached()
    assert await history.evaluate("frame => frame.scrollTop") == 100

    await window.page.locator("#to-bottom").click()
    await expect(window.row("Новость")).to_be_in_viewport()


async def test_a_message_is_forwarded_into_another_chat_with_its_origin(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    chat_id = await window.begin(tiny)
    link = InlineKeyboardButton("Играть", url="https://t.me/pasyans_bot?start=d")
    await tiny.api.send_photo(
        chat_id, picture("#274"), caption="Сошёлся!", reply_markup=keyboard([link])
    )
    await window.menu_of(window.row("Сошёлся!"), "Переслать")
    await window.dialog.get_by_role("button", name="Дача").click()
    await expect(window.peer).to_contain_text("Дача")
    await expect(window.last).to_contain_text("Сошёлся!")
    await expect(window.last.locator(".name")).to_contain_text("переслано от")
    await expect(window.key("Играть")).to_be_visible()
