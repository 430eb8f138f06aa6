"""Several people in one page: switching, unread marks, groups and what can be done to them."""

import asyncio

import pytest
from playwright.async_api import Route, expect
from telegram.error import BadRequest, Forbidden

from bot.sandbox.server import Sandbox
from tests.browser.conftest import OpenWindow
from tests.browser.tiny_bot import TinyBot, keyboard, picture
from tests.browser.window import Window
from tests.staging.driver import Town

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def _info(window: Window, line: str, item: str | None = None) -> None:
    await window.peer.click()
    async with window.page.expect_response("**/api/do/*"):
        await window.dialog.get_by_role("button", name=line).click()
        if item:
            await window.page.get_by_role("menuitem", name=item).click()


async def test_a_group_looks_different_to_each_of_its_people(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    await window.open_chat("Дача")
    await expect(window.peer).to_contain_text("4\N{NO-BREAK SPACE}участника")
    await window.write("/new@pasyans_bot")
    message = await tiny.heard()
    assert (message.from_user.first_name if message.from_user else "") == "Аня"
    await expect(window.last.locator(".name")).to_be_hidden()

    await window.become("Борис")
    await expect(window.peer).to_contain_text("Дача")
    await expect(window.last.locator(".name")).to_have_text("Аня")
    await window.write("/table@pasyans_bot")
    message = await tiny.heard()
    assert (message.from_user.first_name if message.from_user else "") == "Борис"


async def test_one_may_change_who_writes_beside_the_input(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window(width=390)
    await window.open_chat("Дача")
    await window.button("Вы пишете как Аня. Сменить").click()
    await window.page.get_by_role("menuitemradio", name="Вера").click()
    await expect(window.button("Вы пишете как Вера. Сменить")).to_be_visible()
    await window.write("/start@pasyans_bot")
    message = await tiny.heard()
    assert (message.from_user.first_name if message.from_user else "") == "Вера"


async def test_unread_messages_are_counted_for_each_person(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    await window.open_chat("Дача")
    await window.write("/start@pasyans_bot")
    chat = (await tiny.heard()).chat_id
    await window.open_chat("Пасьянс")
    for text in ("Раз", "Два"):
        await tiny.api.send_message(chat, text)
    line = window.page.locator(".chat-item").filter(has_text="Дача")
    await expect(line.get_by_title("Не прочитано")).to_have_text("2")
    await expect(line).to_contain_text("Пасьянс: Два")
    await window.open_chat("Дача")
    await expect(line.get_by_title("Не прочитано")).to_have_count(0)
    await window.open_chat("Пасьянс")
    await window.page.reload()
    await expect(line).to_contain_text("Пасьянс: Два")
    await expect(line.get_by_title("Не прочитано")).to_have_count(0)


async def test_news_under_the_finger_does_not_swallow_the_click(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    await tiny.api.send_message(chat, "Стол", reply_markup=keyboard(["Открыть"]))
    await window.key("Открыть").click()
    query = await tiny.tapped()
    await window.page.locator(".chat-item").filter(has_text="Дача").hover()
    await window.page.mouse.down()
    await tiny.api.send_message(chat, "Новость")
    await query.answer("Открыто")
    await expect(window.toast).to_have_text("Открыто")  # so the news has come, too
    await window.page.mouse.up()
    await expect(window.peer).to_contain_text("Дача")
    await expect(window.chats).to_contain_text("Новость")


async def test_the_header_tells_whether_the_bot_runs(town: Town, open_window: OpenWindow) -> None:
    window = await open_window()
    await expect(window.peer).to_contain_text("бот не запущен")
    async with TinyBot(town.bot()) as tiny:
        await window.begin(tiny)
        await expect(window.peer.locator(".peer-status")).to_have_text("бот")


async def test_blocking_stops_the_bot_and_unblocking_lets_it_write_again(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    chat = await window.begin(tiny)
    await _info(window, "Заблокировать бота")
    await expect(window.button("Разблокировать")).to_be_visible()
    with pytest.raises(Forbidden):
        await tiny.api.send_message(chat, "Вы здесь?")
    await window.button("Разблокировать").click()
    await expect(window.field).to_be_visible()
    await tiny.api.send_message(chat, "С возвращением")
    await expect(window.last).to_contain_text("С возвращением")


async def test_a_new_person_and_a_new_group_with_topics(
    tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    await window.button("Меню песочницы").click()
    await window.page.get_by_role("menuitem", name="Новый человек").click()
    await window.page.get_by_label("Имя", exact=True).fill("Гоша")
    await window.button("Добавить").click()
    await expect(window.page.get_by_role("radio", name="Гоша")).to_be_checked()

    await window.button("Меню песочницы").click()
    await window.page.get_by_role("menuitem", name="Новая группа").click()
    await window.page.get_by_label("Название").fill("Клуб")
    await window.page.get_by_label("С темами").check()
    await window.button("Создать").click()
    await expect(window.peer).to_contain_text("Клуб")
    await expect(window.peer).to_contain_text("5\N{NO-BREAK SPACE}участников")

    await window.button("Новая тема").click()
    await window.page.get_by_label("Название").fill("Игры")
    await window.button("Создать").click()
    await expect(window.button("Игры")).to_have_attribute("aria-current", "true")
    await window.write("/new@pasyans_bot")
    message = await tiny.heard()
    assert message.is_topic_message
    await message.reply_text("Только здесь", message_thread_id=message.message_thread_id)
    await expect(window.row("Только здесь")).to_be_visible()
    await window.button("Общая").click()
    await expect(window.row("Только здесь")).to_have_count(0)

    await window.button("Игры").click()
    await _info(window, "Закрыть тему «Игры»")
    await window.become("Аня")
    await window.button("Игры").click()
    await expect(window.page.get_by_text("Тема закрыта").last).to_be_visible()
    await expect(window.field).to_have_count(0)


async def test_rights_and_membership_are_changed_in_the_card_of_the_group(
    sandbox: Sandbox, tiny: TinyBot, open_window: OpenWindow
) -> None:
    window = await open_window()
    await window.open_chat("Дача")
    await window.write("/start@pasyans_bot")
    chat = (await tiny.heard()).chat_id
    await _info(window, "Пасьянс", "Только текст, без фото")
    with pytest.raises(BadRequest, match="ot enough rights to send photos"):
        await tiny.api.send_photo(chat, picture("navy"))
    await tiny.api.send_message(chat, "Тогда словами")
    await _info(window, "Аня", "Писать от имени группы")
    await window.write("/start@pasyans_bot")
    assert (await tiny.heard()).sender_chat is not None
    await expect(window.last).to_have_class("row out first last")

    await _info(window, "Вера", "Убрать из группы")
    await expect(window.last).to_contain_text("Больше не в группе: Вера")
    await window.become("Вера")
    await expect(window.chats).not_to_contain_text("Дача")
    await expect(window.peer).to_contain_text("Пасьянс")


async def test_a_group_that_becomes_a_supergroup_stays_open(
    sandbox: Sandbox, tiny: TinyBot, open_window: OpenWindow
) -> None:
    anya = next(iter(sandbox.world.users))
    sandbox.groups.create(anya, "Кружок", [], supergroup=False)
    window = await open_window()
    await window.open_chat("Кружок")
    await _info(window, "Превратить в супергруппу")
    await expect(window.last).to_contain_text("Группа стала супергруппой")
    await window.page.reload()
    await expect(window.peer).to_contain_text("Кружок")
    await expect(window.page.locator(".chat-item").filter(has_text="Кружок")).to_have_count(1)
    await window.write("/start@pasyans_bot")
    assert (await tiny.heard()).chat.type == "supergroup"


async def test_a_new_person_starts_in_their_own_chat_on_a_phone(open_window: OpenWindow) -> None:
    window = await open_window(width=390)
    told = asyncio.Event()

    async def hold(route: Route) -> None:
        await told.wait()
        await route.continue_()

    await window.page.route("**/api/events*", hold)
    await window.page.reload()
    await window.button("Меню песочницы").click()
    await window.page.get_by_role("menuitem", name="Новый человек").click()
    await window.page.get_by_label("Имя", exact=True).fill("Гоша")
    await window.button("Добавить").click()
    await expect(window.page.get_by_role("radio", name="Гоша")).to_be_checked()
    told.set()  # the chat is heard of only now
    await expect(window.button("Старт")).to_be_visible()
    await expect(window.chats).to_be_hidden()
