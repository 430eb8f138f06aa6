"""Themes, widths and connections; pictures of the page are kept to be looked at."""

import pytest
from playwright.async_api import expect
from telegram import BotCommand, InlineKeyboardButton

from bot.sandbox.flood import Flood
from bot.sandbox.server import Sandbox
from tests.browser.conftest import OpenWindow
from tests.browser.tiny_bot import TinyBot, keyboard, picture
from tests.staging.driver import Town

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def _conversation(tiny: TinyBot, chat: int) -> None:
    buttons = [
        InlineKeyboardButton("8♥ из запаса", callback_data="1", style="primary"),
        InlineKeyboardButton("8♠ с талона", callback_data="w", style="primary"),
    ]
    await tiny.api.send_message(
        chat, "Три способа играть, <b>оба</b> пасьянса и <i>расклад дня</i>.", parse_mode="HTML"
    )
    await tiny.api.send_document(chat, b"x" * 4300, filename="Протокол партии.txt")
    await tiny.api.send_photo(
        chat,
        picture("#1d6b47"),
        caption="Нужна восьмёрка · круг 3 из 8\nПроход 1 из 3 · в колоде 42",
        reply_markup=keyboard(buttons, ["Открыть", "+5", "Выложить и дальше"], ["↩️", "💡", "☰"]),
        disable_notification=True,
    )


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1200])
async def test_the_page_in_both_themes_and_widths(
    tiny: TinyBot, open_window: OpenWindow, width: int, dark: bool
) -> None:
    await tiny.api.set_my_commands([BotCommand("new", "Новая игра"), BotCommand("daily", "День")])
    window = await open_window(width=width, dark=dark)
    name = f"{width}-{'dark' if dark else 'light'}"
    if width == 390:
        await expect(window.peer).to_be_hidden()
        await window.shot(f"list-{name}")
        await window.open_chat("Пасьянс")
        await expect(window.chats).to_be_hidden()
    else:
        await expect(window.chats).to_be_visible()
        await expect(window.peer).to_be_visible()
    await _conversation(tiny, await window.begin(tiny))
    await expect(window.key("☰")).to_be_in_viewport()
    overflow = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not await window.page.evaluate(overflow)
    background = await window.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, background[4:-1].split(","))) < 200) is dark
    await window.shot(f"chat-{name}")

    if width == 390:
        await window.button("К списку чатов").click()
        await expect(window.chats).to_be_visible()
        await window.page.go_back()
        await expect(window.peer).to_be_visible()


@pytest.mark.parametrize("width", [320, 390])
async def test_a_group_stands_in_line(
    sandbox: Sandbox, tiny: TinyBot, open_window: OpenWindow, width: int
) -> None:
    anya = next(iter(sandbox.world.users))
    club = sandbox.groups.create(anya, "Клуб", [], with_bot=False)
    window = await open_window(width=width)
    await window.open_chat("Клуб")
    sandbox.groups.add(anya, club.id, tiny.api.id)
    pill = window.row("Теперь в группе: Пасьянс").locator(".bubble")
    box = await pill.bounding_box()
    assert box
    assert abs(box["x"] + box["width"] / 2 - width / 2) <= 1
    day = window.page.locator(".date")
    colour = "element => getComputedStyle(element).backgroundColor"
    assert await pill.evaluate(colour) == await day.evaluate(colour)

    await _conversation(tiny, club.id)
    await expect(window.key("☰")).to_be_in_viewport()
    columns = window.page.locator(".row.in .column")
    edges = [box for column in await columns.all() if (box := await column.bounding_box())]
    assert len(edges) == 3
    assert len({edge["x"] for edge in edges}) == 1
    assert all(edge["x"] + edge["width"] < width for edge in edges)
    label = window.key("Выложить и дальше").locator(".label")
    assert await label.evaluate("label => label.scrollHeight <= label.clientHeight")
    await window.shot(f"group-{width}")


async def test_the_theme_can_be_chosen_and_is_remembered(open_window: OpenWindow) -> None:
    window = await open_window()
    root = window.page.locator("html")
    await expect(root).to_have_attribute("data-theme", "light")
    await window.button("Тёмная тема").click()
    await expect(root).to_have_attribute("data-theme", "dark")
    await window.page.reload()
    await expect(root).to_have_attribute("data-theme", "dark")
    await window.button("Светлая тема").click()
    await window.page.emulate_media(color_scheme="dark")
    await expect(root).to_have_attribute("data-theme", "dark")


async def test_the_address_leads_back_to_person_and_chat(
    sandbox: Sandbox, tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    await window.become("Борис")
    await window.open_chat("Дача")
    await window.write("Привет")
    await window.field.fill("Недописано")
    await window.open_chat("Соседи")
    await expect(window.field).to_have_value("")
    await window.page.go_back()
    await expect(window.peer).to_contain_text("Дача")
    await expect(window.field).to_have_value("Недописано")

    other = await open_window(place="#" + window.page.url.partition("#")[2])
    await expect(other.peer).to_contain_text("Дача")
    await expect(other.row("Привет")).to_have_class("row out first last")


async def test_the_page_gets_over_a_restart_of_the_sandbox(
    town: Town, open_window: OpenWindow
) -> None:
    port = int(town.url.rpartition(":")[2])
    window = await open_window()
    async with TinyBot(town.bot()) as tiny:
        chat = await window.begin(tiny)
        await tiny.api.send_message(chat, "До")
        await expect(window.last).to_contain_text("До")
    await town.sandbox.__aexit__(None, None, None)
    await expect(window.peer).to_contain_text("соединение…")
    async with (
        Sandbox(town.world, port=port, flood=Flood(enabled=False)),
        TinyBot(town.bot()) as tiny,
    ):
        await tiny.api.send_message(chat, "После")
        await expect(window.last).to_contain_text("После")
        await expect(window.rows).to_have_count(3)
        await expect(window.peer.locator(".peer-status")).to_have_text("бот")
        await window.write("Я здесь")
        assert (await tiny.heard()).text == "Я здесь"


async def test_an_effect_flies_over_the_chat(tiny: TinyBot, open_window: OpenWindow) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    await tiny.api.send_message(chat, "Сошлось!", message_effect_id="5046509860389126442")
    await expect(window.page.locator(".effect-piece").first).to_have_text("🎉")
    await expect(window.page.locator(".effect")).to_have_count(0)
