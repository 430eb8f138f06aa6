"""editMessage… and deleteMessage."""

from typing import Any

from bot.sandbox.errors import bad_request
from bot.sandbox.methods.call import Call, Handler, writable_chat
from bot.sandbox.methods.content import caption_content, media_content, text_content
from bot.sandbox.methods.markup import inline_keyboard
from bot.sandbox.store import Json
from bot.sandbox.world import seen_by_bot

_MEDIA = ("photo", "animation", "document", "sticker", "voice", "video", "audio")
_TEXT_KEYS = ("text", "entities", "link_preview_options")
_CAPTION_KEYS = ("caption", "caption_entities", "show_caption_above_media")
_CONTENT_KEYS = (*_TEXT_KEYS, *_CAPTION_KEYS, *_MEDIA, "has_media_spoiler", "reply_markup")
_TWO_DAYS = 48 * 3600


async def _edit_text(call: Call) -> Any:
    message = _target(call)
    if "text" not in message:
        raise bad_request("there is no text in the message to edit")
    return _apply(call, message, text_content(call.params, edited=True), _TEXT_KEYS)


async def _edit_caption(call: Call) -> Any:
    message = _target(call)
    if not any(kind in message for kind in _MEDIA):
        raise bad_request("there is no caption in the message to edit")
    caption = caption_content(call.params, edited=True)
    caption.pop("has_media_spoiler", None)
    return _apply(call, message, caption, _CAPTION_KEYS)


async def _edit_media(call: Call) -> Any:
    _target(call)
    media = call.params["media"]
    kind = media["type"]
    if kind not in ("photo", "animation", "document"):
        raise bad_request("message can't be edited to the specified message type")
    if call.get("inline_message_id") and media["media"].startswith("attach://"):
        raise bad_request("can't upload a new file to an inline message")
    caption = caption_content(media, edited=True)
    inline_keyboard(call.get("reply_markup"))  # refused before the file is taken
    content = await media_content(call, kind, media["media"], media)
    # While the file was being read, somebody may have deleted the message.
    return _apply(call, _target(call), content | caption, _CONTENT_KEYS)


async def _edit_markup(call: Call) -> Any:
    return _apply(call, _target(call), {}, ())


def _target(call: Call) -> Json:
    if inline_id := call.get("inline_message_id"):
        place = call.world.inline.get(inline_id)
        inline_message = call.world.message(*place) if place else None
        if inline_message is None:
            raise bad_request("MESSAGE_ID_INVALID")
        return inline_message
    if not call.get("chat_id"):
        raise bad_request("chat_id is empty")
    if not call.get("message_id"):
        raise bad_request("message identifier is not specified")
    chat = writable_chat(call)
    message = call.world.message(chat.id, call.params["message_id"])
    if message is None:
        raise bad_request("message to edit not found")
    if message["from"]["id"] != call.world.bot["id"] or not _content(message):
        raise bad_request("message can't be edited")
    return message


def _apply(call: Call, message: Json, content: Json, replaced: tuple[str, ...]) -> Any:
    """Put ``content`` in place of the keys ``replaced``; the keyboard is always replaced."""
    gone = {*replaced, "reply_markup"}
    kept = {key: value for key, value in message.items() if key not in gone}
    changed = kept | content | inline_keyboard(call.get("reply_markup"))
    if _content(changed) == _content(message):
        raise bad_request(
            "message is not modified: specified new message content and reply markup are exactly "
            "the same as a current content and reply markup of the message"
        )
    changed["edit_date"] = int(call.world.clock())
    call.world.change(changed)
    return True if call.get("inline_message_id") else seen_by_bot(changed)


def _content(message: Json) -> Json:
    return {key: message[key] for key in _CONTENT_KEYS if key in message}


async def _delete_message(call: Call) -> Any:
    chat = writable_chat(call)
    message = call.world.message(chat.id, call.params["message_id"])
    if message is None:
        raise bad_request("message to delete not found")
    _check_deletable(call, message)
    call.world.remove(chat.id, [message["message_id"]])
    return True


def _check_deletable(call: Call, message: Json) -> None:
    """Source: https://core.telegram.org/bots/api#deletemessage"""
    chat = call.world.chats[message["chat"]["id"]]
    bot_id = call.world.bot["id"]
    if chat.member(bot_id).is_admin:
        return
    if message["from"]["id"] != bot_id and chat.type != "private":
        raise bad_request("message can't be deleted")
    if call.world.clock() - message["date"] > _TWO_DAYS:
        raise bad_request("message can't be deleted for everyone")


METHODS: dict[str, Handler] = {
    "editMessageText": _edit_text,
    "editMessageCaption": _edit_caption,
    "editMessageMedia": _edit_media,
    "editMessageReplyMarkup": _edit_markup,
    "deleteMessage": _delete_message,
}
