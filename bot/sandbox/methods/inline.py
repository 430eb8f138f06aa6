"""answerInlineQuery."""

import re
from typing import Any

from bot.sandbox.errors import bad_request
from bot.sandbox.methods.addresses import wrong_address
from bot.sandbox.methods.call import Call, Handler
from bot.sandbox.methods.content import caption_content, file_content, text_content
from bot.sandbox.methods.markup import inline_keyboard
from bot.sandbox.methods.queries import query_is_too_old
from bot.sandbox.store import Json
from bot.sandbox.world import QUERY_LIFETIME

_RESULTS = 50
_ID_BYTES = 64
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")


async def _answer(call: Call) -> Any:
    query = call.world.inline_queries.get(call.params["inline_query_id"])
    if query is None or call.world.clock() - query.asked_at > QUERY_LIFETIME:
        raise query_is_too_old()
    if query.results is not None:
        raise query_is_too_old()
    results = call.params["results"]
    if len(results) > _RESULTS:
        raise bad_request("too many inline query results specified")
    if len({result["id"] for result in results}) < len(results):
        raise bad_request("RESULT_ID_DUPLICATE")
    if len((call.get("next_offset") or "").encode()) > _ID_BYTES:
        raise bad_request("NEXT_OFFSET_INVALID")
    _check_button(call.get("button"))
    query.results = [_result(call, result) for result in results]
    call.world.emit(
        "inline_results",
        query_id=query.id,
        user_id=query.user_id,
        query=query.query,
        results=results,
        button=call.get("button"),
        next_offset=call.get("next_offset") or "",
    )
    return True


def _check_button(button: Json | None) -> None:
    if not button:
        return
    if "start_parameter" not in button:
        raise bad_request(
            "can't parse inline query results button: "
            "InlineQueryResultsButton must have exactly one optional field"
        )
    if not _PAYLOAD.fullmatch(button["start_parameter"]):
        raise bad_request("START_PARAM_INVALID")


def _result(call: Call, result: Json) -> Json:
    """A result, and the ``content`` of the message that is sent when it is chosen."""
    if not 1 <= len(result["id"].encode()) <= _ID_BYTES:
        raise bad_request("RESULT_ID_INVALID")
    if result["type"] == "article" and not result["title"].strip():
        raise bad_request("ARTICLE_TITLE_EMPTY")
    if result["type"] == "article" and result.get("url") and wrong_address(result["url"]):
        raise bad_request("URL_INVALID")
    content = _content(call, result) | inline_keyboard(result.get("reply_markup"))
    return {"result": result, "content": content}


def _content(call: Call, result: Json) -> Json:
    instead = result.get("input_message_content")
    if instead is not None:
        if "message_text" not in instead:
            raise bad_request("can't parse inline query result: unsupported message content")
        return text_content(instead, key="message_text")
    for kind, field in (("photo", "photo_file_id"), ("document", "document_file_id")):
        if result["type"] == kind and field in result:
            return _cached(call, kind, result[field]) | caption_content(result)
    if result["type"] in ("photo", "gif", "document"):
        raise bad_request("failed to get HTTP URL content")  # the sandbox fetches nothing
    raise bad_request("can't parse inline query result: Input message content is not specified")


def _cached(call: Call, kind: str, file_id: str) -> Json:
    stored = call.world.files.get(file_id)
    if stored is None or stored.kind != kind:
        raise bad_request("wrong file identifier/HTTP URL specified")
    if kind == "photo":
        return {"photo": call.world.files.photo_sizes(file_id)}
    return file_content(stored)


METHODS: dict[str, Handler] = {"answerInlineQuery": _answer}
