"""The command menu: registered commands by scope, found while typing."""

import pytest
from playwright.async_api import expect
from telegram import BotCommand, BotCommandScopeAllGroupChats

from tests.browser.conftest import OpenWindow
from tests.browser.tiny_bot import TinyBot

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

_PRIVATE = [
    BotCommand("new", "Новая игра"),
    BotCommand("deal", "Расклад по номеру"),
    BotCommand("daily", "Расклад дня"),
    BotCommand("d", "Открыть карту"),
]


async def test_the_menu_button_lists_the_commands_and_a_click_sends_one(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    await tiny.api.set_my_commands(_PRIVATE)
    window = await open_window(width=390)
    await window.open_chat("Пасьянс")
    await window.begin(tiny)
    await window.button("Команды бота").click()
    await expect(window.suggestions).to_have_text(
        ["/newНовая игра", "/dealРасклад по номеру", "/dailyРасклад дня", "/dОткрыть карту"]
    )
    await window.suggestions.filter(has_text="Расклад дня").click()
    assert (await tiny.heard()).text == "/daily"
    await expect(window.suggestions).to_have_count(0)


async def test_typing_a_slash_completes_commands_from_the_keyboard(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    await tiny.api.set_my_commands(_PRIVATE)
    window = await open_window()
    await window.begin(tiny)
    await window.field.fill("/d")
    await expect(window.suggestions).to_have_text(
        ["/dОткрыть карту", "/dealРасклад по номеру", "/dailyРасклад дня"]
    )
    await expect(window.suggestions.first).to_have_attribute("aria-selected", "true")

    press = window.field.press
    await press("ArrowDown")
    await expect(window.suggestions.nth(1)).to_have_attribute("aria-selected", "true")
    await press("Tab")
    await expect(window.field).to_have_value("/deal ")
    await expect(window.suggestions).to_have_count(0)
    await window.field.press_sequentially("481516")
    await press("Enter")
    assert (await tiny.heard()).text == "/deal 481516"

    await window.field.fill("/")
    await press("ArrowUp")
    await press("Enter")
    assert (await tiny.heard()).text == "/d"

    await window.field.fill("/ne")
    await press("Escape")
    await expect(window.suggestions).to_have_count(0)
    await expect(window.field).to_have_value("/ne")


async def test_a_group_has_its_own_commands_and_names_the_bot(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    await tiny.api.set_my_commands(_PRIVATE)
    await tiny.api.set_my_commands(
        [BotCommand("table", "Общий стол")], scope=BotCommandScopeAllGroupChats()
    )
    window = await open_window()
    await window.open_chat("Дача")
    await window.button("Команды бота").click()
    await expect(window.suggestions).to_have_text(["/tableОбщий стол"])
    await window.field.press("Enter")
    assert (await tiny.heard()).text == "/table@pasyans_bot"


async def test_commands_registered_later_appear_at_once(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    await window.begin(tiny)
    await expect(window.button("Команды бота")).to_be_hidden()
    await tiny.api.set_my_commands(_PRIVATE)
    await expect(window.button("Команды бота")).to_be_visible()


async def test_a_command_in_a_message_is_sent_by_a_click(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    await tiny.api.send_message(chat, "Попробуйте /rules")
    await window.last.get_by_role("button", name="/rules").click()
    assert (await tiny.heard()).text == "/rules"


async def test_a_command_for_another_bot_is_sent_as_typed(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    await tiny.api.set_my_commands([BotCommand("new", "Новая игра")])
    window = await open_window()
    await window.open_chat("Дача")
    await window.field.fill("/new@PAS")
    await expect(window.suggestions).to_have_count(1)
    await window.write("/new@other_bot")
    await expect(window.last.locator(".text")).to_contain_text("/new@other_bot")
    await window.field.fill("/new@PAS")
    await expect(window.suggestions).to_have_count(1)
    await window.field.press("Enter")
    assert (await tiny.heard()).text == "/new@pasyans_bot"
