"""The driver itself: a small bot is driven by it as the real one is."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    CommandHandler,
    ContextTypes,
)

from tests.sandbox.pictures import jpeg
from tests.staging.driver import Town, running

_KEYBOARD = InlineKeyboardMarkup([[InlineKeyboardButton("Открыть", callback_data="m:1:d")]])


async def _new(update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.effective_chat
    await update.effective_chat.send_photo(jpeg(), caption="Стол", reply_markup=_KEYBOARD)


async def _tap(update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
    query = update.callback_query
    assert query
    await query.answer(f"Тук: {query.data}")
    await query.edit_message_caption("Открыто", reply_markup=_KEYBOARD)


@pytest.fixture
async def town() -> AsyncIterator[Town]:
    async with Town() as town:
        builder = Application.builder().token(town.world.token).base_url(f"{town.url}/bot")
        application: Application[Any, Any, Any, Any, Any, Any] = builder.build()
        application.add_handler(CommandHandler("new", _new))
        application.add_handler(CallbackQueryHandler(_tap))
        async with running(town, application):
            yield town


async def test_a_person_writes_and_taps(town: Town) -> None:
    anya = town.private("Аня")
    await anya.send("/new")
    assert anya.last_table.caption == "Стол"
    assert anya.last_table.rows == [["Открыть"]]
    assert anya.last_table.photo.size == (640, 440)
    await anya.tap("Открыть")
    assert anya.toast == "Тук: m:1:d"
    await anya.settled()
    assert anya.last_table.caption == "Открыто"


async def test_people_share_a_group(town: Town) -> None:
    group = town.group("Дача")
    await group.seat("Борис").send("/new@pasyans_bot")
    answer = await group.seat("Вера").tap("m:1")
    assert answer.text == "Тук: m:1:d"
    await group.settled()
    assert group.last_table.caption == "Открыто"


async def test_a_button_that_is_not_there_fails_the_test(town: Town) -> None:
    anya = town.private("Аня")
    await anya.send("/new")
    with pytest.raises(AssertionError, match=r"no button 'Закрыть'; .*Открыть"):
        await anya.tap("Закрыть")


async def test_a_made_up_client_forges_data(town: Town) -> None:
    anya = town.private("Аня")
    await anya.send("/new")
    answer = await anya.forge(anya.last_table, "m:zz:zz:9")
    assert answer.text == "Тук: m:zz:zz:9"
