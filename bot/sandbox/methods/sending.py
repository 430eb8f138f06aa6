"""sendMessage, sendPhoto, sendAnimation, sendDocument."""

from typing import Any

from bot.sandbox.errors import bad_request
from bot.sandbox.methods.call import (
    Call,
    Handler,
    check_may_send,
    find_chat,
    thread_of,
    writable_chat,
)
from bot.sandbox.methods.content import caption_content, media_content, text_content
from bot.sandbox.methods.markup import inline_keyboard
from bot.sandbox.model import Chat
from bot.sandbox.store import Json
from bot.sandbox.world import seen_by_bot

_EFFECTS_IDS = """
    5104841245755180586 5107584321108051014 5104858069142078462
    5159385139981059251 5046509860389126442 5046589136895476101
"""
_EFFECTS = frozenset(_EFFECTS_IDS.split())
"""The effects that are free for everybody: 🔥 👍 👎 ❤️ 🎉 💩"""


async def _send_message(call: Call) -> Any:
    chat = _chat_to_send(call, "can_send_messages", "text messages")
    return _post(call, chat, text_content(call.params))


async def _send_photo(call: Call) -> Any:
    return await _send_media(call, "photo", "can_send_photos", "photos")


async def _send_animation(call: Call) -> Any:
    return await _send_media(call, "animation", "can_send_other_messages", "animations")


async def _send_document(call: Call) -> Any:
    return await _send_media(call, "document", "can_send_documents", "documents")


async def _send_media(call: Call, kind: str, right: str, what: str) -> Any:
    chat = _chat_to_send(call, right, what)
    caption = caption_content(call.params)
    inline_keyboard(call.get("reply_markup"))  # refused before the file is taken
    media = await media_content(call, kind, call.get(kind), call.params)
    return _post(call, chat, media | caption)


def _chat_to_send(call: Call, right: str, what: str) -> Chat:
    chat = writable_chat(call)
    check_may_send(call.world, chat, right, what)
    effect = call.get("message_effect_id")
    if effect and (chat.type != "private" or effect not in _EFFECTS):
        raise bad_request("EFFECT_ID_INVALID")
    return chat


def _post(call: Call, chat: Chat, content: Json) -> Json:
    thread = thread_of(call, chat)
    reply = _reply(call, chat)
    markup = inline_keyboard(call.get("reply_markup"))
    extra: Json = {"has_protected_content": True} if call.get("protect_content") else {}
    if call.get("message_effect_id"):
        extra["effect_id"] = call.params["message_effect_id"]
    if call.get("disable_notification"):
        extra["sandbox"] = {"silent": True}
    author = {"from": call.world.bot}
    message = call.world.post(chat, author, thread | reply | content | extra | markup)
    return dict(seen_by_bot(message))


def _reply(call: Call, chat: Chat) -> Json:
    """``reply_to_message`` for the new message; without the message to which that one replied."""
    wanted = call.get("reply_parameters")
    if not wanted:
        return {}
    source = find_chat(call.world, wanted["chat_id"]) if "chat_id" in wanted else chat
    replied = call.world.message(source.id, wanted["message_id"])
    if replied is None:
        if wanted.get("allow_sending_without_reply"):
            return {}
        raise bad_request("message to be replied not found")
    return {"reply_to_message": {k: v for k, v in replied.items() if k != "reply_to_message"}}


METHODS: dict[str, Handler] = {
    "sendMessage": _send_message,
    "sendPhoto": _send_photo,
    "sendAnimation": _send_animation,
    "sendDocument": _send_document,
}
