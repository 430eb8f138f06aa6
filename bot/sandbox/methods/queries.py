"""answerCallbackQuery."""

import re
from typing import Any

from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.html import utf16_length
from bot.sandbox.methods.call import Call, Handler

_TOAST_LIMIT = 200


def query_is_too_old() -> ApiError:
    """The refusal of an answer that is late, or to a query answered already or never asked:
    Telegram does not tell these apart."""
    return bad_request("query is too old and response timeout expired or query ID is invalid")


async def _answer(call: Call) -> Any:
    text = call.get("text") or ""
    if utf16_length(text) > _TOAST_LIMIT:
        raise bad_request("MESSAGE_TOO_LONG")
    url = call.get("url") or None
    username = re.escape(call.world.bot["username"])
    if url and not re.fullmatch(rf"(?:https?://)?t\.me/{username}\?start=[\w-]{{1,64}}", url):
        raise bad_request("URL_INVALID")
    query = call.world.open_query(call.params["callback_query_id"])
    if query is None:
        raise query_is_too_old()
    call.world.answered(query)
    call.world.emit(
        "answer",
        query_id=query.id,
        user_id=query.user_id,
        chat_id=query.chat_id,
        message_id=query.message_id,
        text=text,
        show_alert=bool(call.get("show_alert")),
        url=url,
    )
    return True


METHODS: dict[str, Handler] = {"answerCallbackQuery": _answer}
