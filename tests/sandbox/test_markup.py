"""Keyboards: what a button may be and say."""

from typing import Any

import pytest
from telegram import (
    Bot,
    CopyTextButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    SwitchInlineQueryChosenChat,
)

from tests.sandbox.refusals import refused
from tests.staging.seats import Seat

_CANNOT = "can't parse inline keyboard button: "


def _raw(**button: Any) -> dict[str, Any]:
    return {"reply_markup": {"inline_keyboard": [[button]]}}


@pytest.mark.parametrize(
    "action",
    [
        {"callback_data": "ж" * 32},
        {"url": "https://t.me/share/url?url=x"},
        {"url": "tg://resolve?domain=x"},
        {"url": "t.me/x"},
        {"url": "http://127.0.0.1:8081/x"},
        {"url": "HTTP://[::1]/"},
        {"copy_text": CopyTextButton("x" * 256)},
        {"switch_inline_query": ""},
        {"switch_inline_query_current_chat": "итог"},
        {"switch_inline_query_chosen_chat": SwitchInlineQueryChosenChat(allow_group_chats=True)},
        {"callback_data": "x", "style": "primary"},
        {"callback_data": "x", "style": "danger"},
    ],
)
async def test_buttons_that_telegram_takes(bot: Bot, anya: Seat, action: dict[str, Any]) -> None:
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("Да", **action)]])
    message = await bot.send_message(anya.id, "?", reply_markup=markup)
    assert message.reply_markup == markup
    assert anya.last.rows == [["Да"]]


@pytest.mark.parametrize(
    ("button", "reason"),
    [
        ({"text": "Да", "callback_data": "ж" * 33}, "BUTTON_DATA_INVALID"),
        ({"text": "Да", "callback_data": "x" * 65}, "BUTTON_DATA_INVALID"),
        ({"text": "Да"}, _CANNOT + "Text buttons are unallowed in the inline keyboard"),
        (
            {"text": "Да", "callback_data": ""},
            _CANNOT + "Text buttons are unallowed in the inline keyboard",
        ),
        (
            {"text": "Да", "callback_data": "x", "url": "https://t.me"},
            _CANNOT + "Exactly one action must be specified",
        ),
        ({"text": " ", "callback_data": "x"}, "inline keyboard button text must be non-empty"),
        ({"callback_data": "x"}, _CANNOT + 'Can\'t find field "text"'),
        ({"text": 5, "callback_data": "x"}, _CANNOT + 'field "text" must be of type String'),
        (
            {"text": "Да", "callback_data": 5},
            _CANNOT + 'field "callback_data" must be of type String',
        ),
        ({"text": "Да", "callback": "x"}, _CANNOT + 'unknown field "callback"'),
        *(
            ({"text": "Да", "url": url}, f"inline keyboard button URL '{url}' is invalid: {why}")
            for url, why in (
                ("просто слова", "Unsupported URL protocol"),
                ("ftp://x.ru", "Unsupported URL protocol"),
                ("http://localhost/", "Wrong HTTP URL"),
                ("https://", "Wrong HTTP URL"),
                ("http://[x", "Wrong HTTP URL"),
                ("слово", "Wrong HTTP URL"),
            )
        ),
        ({"text": "Да", "copy_text": {"text": ""}}, "BUTTON_COPY_TEXT_INVALID"),
        ({"text": "Да", "copy_text": {"text": "x" * 257}}, "BUTTON_COPY_TEXT_INVALID"),
        ({"text": "Да", "copy_text": "x"}, _CANNOT + "CopyTextButton must be an Object"),
        (
            {"text": "Да", "callback_data": "x", "style": "blue"},
            _CANNOT + "invalid button style specified",
        ),
        ({"text": "Да", "pay": True}, "BUTTON_TYPE_INVALID"),
        ({"text": "Да", "switch_inline_query": "x" * 257}, "SWITCH_INLINE_QUERY_INVALID"),
    ],
)
async def test_buttons_that_telegram_refuses(
    bot: Bot, anya: Seat, button: dict[str, Any], reason: str
) -> None:
    with refused(reason):
        await bot.send_message(anya.id, "?", api_kwargs=_raw(**button))
    assert anya.messages == []


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        ("{", "can't parse reply keyboard markup JSON object"),
        ("[]", "object expected as reply markup"),
        ({"inline_keyboard": "x"}, 'field "inline_keyboard" must be of type Array'),
        ({"inline_keyboard": ["x"]}, 'field "inline_keyboard" must be of type Array'),
        ({"inline_keyboard": [["x"]]}, "inline keyboard button must be an Object"),
    ],
)
async def test_markup_that_is_none(bot: Bot, anya: Seat, markup: Any, reason: str) -> None:
    with refused(reason):
        await bot.send_message(anya.id, "?", api_kwargs={"reply_markup": markup})


async def test_size_of_a_keyboard(bot: Bot, anya: Seat) -> None:
    button = InlineKeyboardButton("x", callback_data="x")
    await bot.send_message(
        anya.id, "?", reply_markup=InlineKeyboardMarkup([[button] * 8] * 12 + [[button] * 4])
    )
    assert len(anya.last.buttons) == 100
    for rows in ([[button] * 9], [[button] * 8] * 13):
        with refused("reply markup is too long"):
            await bot.send_message(anya.id, "?", reply_markup=InlineKeyboardMarkup(rows))


async def test_an_empty_keyboard_is_none(bot: Bot, anya: Seat) -> None:
    message = await bot.send_message(anya.id, "?", reply_markup=InlineKeyboardMarkup([]))
    assert message.reply_markup is None
