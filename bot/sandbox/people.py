"""What a person does: writes, taps, follows links, asks inline, blocks the bot.

``People`` does it for the web page's actions and for the tests.
"""

import re
import secrets
from typing import Any

from bot.sandbox.entities import find_entities, is_blank
from bot.sandbox.html import utf16_length
from bot.sandbox.model import (
    ANONYMOUS_ADMIN,
    CHANNEL_BOT,
    CallbackQuery,
    Chat,
    InlineQuery,
    Member,
    member_json,
)
from bot.sandbox.privacy import bot_hears
from bot.sandbox.store import Json
from bot.sandbox.world import World

_TEXT_LIMIT = 4096
_FORWARDED = (
    *("text", "entities", "caption", "caption_entities", "show_caption_above_media"),
    *("photo", "animation", "document", "sticker", "voice", "via_bot"),
)
_CAPTION_LIMIT = 1024
_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Impossible(Exception):
    """A person cannot do this here. The reason is in Russian because the web page shows it."""


class People:
    """Acts for any person; each method takes the id of the one who acts."""

    def __init__(self, world: World) -> None:
        self._world = world

    def send(
        self,
        user_id: int,
        chat_id: int,
        text: str,
        *,
        reply_to: int | None = None,
        thread_id: int | None = None,
        as_channel: int | None = None,
    ) -> Json:
        """Write a message; commands, links and mentions in it get their entities."""
        _check_text(text)
        content: Json = {"text": text}
        if entities := find_entities(text):
            content["entities"] = entities
        return self.post(
            user_id,
            chat_id,
            content,
            reply_to=reply_to,
            thread_id=thread_id,
            as_channel=as_channel,
        )

    def post(
        self,
        user_id: int,
        chat_id: int,
        content: Json,
        *,
        reply_to: int | None = None,
        thread_id: int | None = None,
        as_channel: int | None = None,
    ) -> Json:
        """Send a message of any kind; ``content`` holds the fields of the Bot API Message that make
        it a photo, a sticker and so on."""
        chat = self._chat(chat_id, user_id)
        if chat.blocked:
            raise Impossible("Бот заблокирован: сначала разблокируйте его.")
        if chat.type == "private" and not chat.started:
            chat.started = True
            self._world.save_chat(chat)
        content = dict(content)
        if reply_to is not None:
            replied = self._message(chat_id, reply_to)
            content["reply_to_message"] = {
                key: value for key, value in replied.items() if key != "reply_to_message"
            }
            if thread_id is None:
                thread_id = replied.get("message_thread_id")
        if thread_id is not None:
            if thread_id not in chat.topics:
                raise Impossible("Такой темы здесь нет.")
            content |= {"message_thread_id": thread_id, "is_topic_message": True}
        author = self._author(user_id, chat, as_channel)
        if author["from"]["id"] != user_id:
            content["sandbox"] = {**content.get("sandbox", {}), "sent_by": user_id}
        message = self._world.post(chat, author, content)
        if bot_hears(self._world, chat, message):
            self._world.deliver("message", message)
        return message

    def send_photo(self, user_id: int, chat_id: int, sizes: list[Json], **content: Any) -> Json:
        """Send a photo of which ``Files.add_photo`` has made these ``sizes``."""
        return self.post(user_id, chat_id, {"photo": sizes, **content})

    def forward(self, user_id: int, chat_id: int, message_id: int, to_chat_id: int) -> Json:
        """Forward a message into another chat of this person.

        It says whence it comes, and keeps buttons that open addresses; a tap on any other would
        lead back to a chat that the reader may not see.
        """
        self._chat(chat_id, user_id)
        message = self._message(chat_id, message_id)
        content = {key: message[key] for key in _FORWARDED if key in message}
        if not content:
            raise Impossible("Такое сообщение не переслать.")
        content["forward_origin"] = message.get("forward_origin") or _origin(message)
        rows = keyboard(message)
        if rows and all("url" in button for row in rows for button in row):
            content["reply_markup"] = {"inline_keyboard": rows}
        return self.post(user_id, to_chat_id, content)

    def edit(self, user_id: int, chat_id: int, message_id: int, text: str) -> Json:
        """Edit one's own message."""
        message = self._own(user_id, chat_id, message_id)
        key = "text" if "text" in message else "caption"
        entities = "entities" if key == "text" else "caption_entities"
        _check_text(text, key)
        changed = {k: v for k, v in message.items() if k != entities}
        changed |= {key: text, "edit_date": int(self._world.clock())}
        if found := find_entities(text):
            changed[entities] = found
        self._world.change(changed)
        if bot_hears(self._world, self._world.chats[chat_id], changed):
            self._world.deliver("edited_message", changed)
        return changed

    def delete(self, user_id: int, chat_id: int, message_id: int) -> None:
        """Delete a message for everybody: one's own, or any in private or as an administrator."""
        chat = self._chat(chat_id, user_id)
        message = self._message(chat_id, message_id)
        own = message.get("from", {}).get("id") == user_id
        if chat.is_group and not own and not chat.member(user_id).is_admin:
            raise Impossible("Удалить чужое сообщение может только администратор.")
        self._world.remove(chat_id, [message_id])

    def tap(self, user_id: int, chat_id: int, message_id: int, data: str) -> CallbackQuery:
        """Tap the button with this ``callback_data``."""
        self._chat(chat_id, user_id)
        message = self._message(chat_id, message_id)
        buttons = [b for row in keyboard(message) for b in row]
        if not any(button.get("callback_data") == data for button in buttons):
            raise Impossible("Такой кнопки под сообщением уже нет.")
        return self.tap_forged(user_id, chat_id, message_id, data)

    def tap_forged(self, user_id: int, chat_id: int, message_id: int, data: str) -> CallbackQuery:
        """Tap a button that is gone or never was there, as a forged client can."""
        message = self._message(chat_id, message_id)
        query = self._world.ask(user_id, message, data)
        update: Json = {
            "id": query.id,
            "from": self._world.user(user_id),
            "chat_instance": str(abs(chat_id) * 7919),
            "data": data,
        }
        if inline_id := message.get("sandbox", {}).get("inline_message_id"):
            update["inline_message_id"] = inline_id
        else:
            update["message"] = message
        self._world.deliver("callback_query", update)
        return query

    def open_link(self, user_id: int, payload: str = "") -> Json | None:
        """Follow ``https://t.me/<bot>?start=<payload>`` and press Start."""
        chat = self._world.chats[user_id]
        if payload and not _PAYLOAD.fullmatch(payload):
            payload = ""  # clients drop what Telegram would not accept
        if chat.started and not payload and not chat.blocked:
            return None
        if chat.blocked:
            self.unblock(user_id)
        return self.send(user_id, user_id, f"/start {payload}".strip())

    def inline(self, user_id: int, chat_id: int, query: str, offset: str = "") -> InlineQuery:
        """Type ``@bot query`` in any chat."""
        chat = self._chat(chat_id, user_id)
        if not self._world.bot_abilities["supports_inline_queries"]:
            raise Impossible("У этого бота нет инлайн-режима.")
        asked = InlineQuery(
            id=str(secrets.randbelow(10**18) + 10**18),
            user_id=user_id,
            chat_id=chat_id,
            query=query[:256],
            offset=offset,
            asked_at=self._world.clock(),
        )
        self._world.ask_inline(asked)
        kind = "sender" if chat.type == "private" else chat.type
        self._world.deliver(
            "inline_query",
            {
                "id": asked.id,
                "from": self._world.user(user_id),
                "query": asked.query,
                "offset": offset,
                "chat_type": kind,
            },
        )
        return asked

    def choose_inline(self, user_id: int, chat_id: int, query_id: str, result_id: str) -> Json:
        """Send one of the results that the bot offered, into any chat of this person."""
        query = self._world.inline_queries.get(query_id)
        results = (query.results if query else None) or []
        chosen = next((each for each in results if each["result"]["id"] == result_id), None)
        if query is None or chosen is None:
            raise Impossible("Такого варианта бот не предлагал.")
        content = {**chosen["content"], "via_bot": self._world.bot}
        update: Json = {
            "result_id": result_id,
            "from": self._world.user(user_id),
            "query": query.query,
        }
        if "reply_markup" in content:
            # Without buttons Telegram tells no id, and the bot cannot edit the message.
            update["inline_message_id"] = secrets.token_urlsafe(20)
            content["sandbox"] = {"inline_message_id": update["inline_message_id"]}
        message = self.post(user_id, chat_id, content)
        if self._world.inline_feedback:
            self._world.deliver("chosen_inline_result", update)
        return message

    def react(self, user_id: int, chat_id: int, message_id: int, emoji: str | None) -> None:
        """Put a reaction on a message in place of one's earlier one; None only takes that off."""
        message = dict(self._message(chat_id, message_id))
        known = message.get("sandbox", {})
        others = [each for each in known.get("reactions", []) if each["user_id"] != user_id]
        if emoji:
            others.append({"user_id": user_id, "emoji": emoji})
        message["sandbox"] = {**known, "reactions": others}
        self._world.change(message)

    def block(self, user_id: int) -> None:
        """Block the bot in the private chat."""
        self._set_blocked(user_id, blocked=True)

    def unblock(self, user_id: int) -> None:
        """Let the bot write again."""
        self._set_blocked(user_id, blocked=False)

    def _set_blocked(self, user_id: int, *, blocked: bool) -> None:
        chat = self._world.chats[user_id]
        if chat.blocked == blocked:
            return
        chat.blocked = blocked
        self._world.save_chat(chat)
        statuses = ["member", "kicked"] if blocked else ["kicked", "member"]
        old, new = (member_json(self._world.bot, Member(status)) for status in statuses)
        self._world.deliver(
            "my_chat_member",
            {
                "chat": self._world.chat_json(chat),
                "from": self._world.user(user_id),
                "date": int(self._world.clock()),
                "old_chat_member": old,
                "new_chat_member": new,
            },
        )

    def _author(self, user_id: int, chat: Chat, as_channel: int | None) -> Json:
        if as_channel is not None:
            channel = self._world.chats[as_channel]
            return {"from": CHANNEL_BOT, "sender_chat": self._world.chat_json(channel)}
        if chat.member(user_id).is_anonymous:
            return {"from": ANONYMOUS_ADMIN, "sender_chat": self._world.chat_json(chat)}
        return {"from": self._world.user(user_id)}

    def _chat(self, chat_id: int, user_id: int) -> Chat:
        chat = self._world.chats.get(chat_id)
        if chat is None or chat.migrated_to is not None:
            raise Impossible("Такого чата нет.")
        inside = chat.member(user_id).present if chat.is_group else chat_id == user_id
        if chat.type != "channel" and not inside:
            raise Impossible("Этого человека в чате нет.")
        return chat

    def _message(self, chat_id: int, message_id: int) -> Json:
        message = self._world.message(chat_id, message_id)
        if message is None:
            raise Impossible("Такого сообщения уже нет.")
        return message

    def _own(self, user_id: int, chat_id: int, message_id: int) -> Json:
        message = self._message(chat_id, message_id)
        if message.get("from", {}).get("id") != user_id or "via_bot" in message:
            raise Impossible("Править можно только своё сообщение.")
        return message


def _origin(message: Json) -> Json:
    """Whence a forwarded message comes: https://core.telegram.org/bots/api#messageorigin"""
    if "sender_chat" in message:
        chat = message["sender_chat"]
        kind = ("channel", "chat") if chat["type"] == "channel" else ("chat", "sender_chat")
        origin: Json = {"type": kind[0], "date": message["date"], kind[1]: chat}
        if kind[0] == "channel":
            origin["message_id"] = message["message_id"]
        return origin
    return {"type": "user", "date": message["date"], "sender_user": message["from"]}


def _check_text(text: str, key: str = "text") -> None:
    """Refuse a text that is blank or too long for one message."""
    if key == "text" and is_blank(text):
        raise Impossible("Пустое сообщение не отправить.")
    limit = _TEXT_LIMIT if key == "text" else _CAPTION_LIMIT
    if utf16_length(text) > limit:
        raise Impossible(f"Слишком длинно: помещается не больше {limit} знаков.")


def keyboard(message: Json) -> list[list[Json]]:
    """Rows of a message's inline keyboard."""
    return list(message.get("reply_markup", {}).get("inline_keyboard", []))
