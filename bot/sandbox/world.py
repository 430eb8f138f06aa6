"""The sandbox's world: who is there, what was said, what the bot has yet to hear.

``World`` is plain state with a clock of its own and no network. ``people.py`` has what a person
does in it, ``groups.py`` what happens to a group, ``methods/`` what the bot does. Each change is
told to ``listeners``, which is how the web page and the tests hear of it.
"""

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.sandbox.files import Files
from bot.sandbox.model import CallbackQuery, Chat, InlineQuery
from bot.sandbox.profile import Profile
from bot.sandbox.store import Json, Store
from bot.sandbox.updates import Updates

TOKEN = "7000000001:AAHsandbox-token-of-the-local-Telegram"  # noqa: S105 - opens nothing
"""The bot's token unless another is given."""

QUERY_LIFETIME = 15.0
"""Seconds within which a callback or inline query can be answered."""

_REMEMBERED_INLINE_QUERIES = 1000
_FIRST_PERSON = 100_001
_FIRST_SUPERGROUP = -1_001_000_000_001
_FIRST_GROUP = -4_000_001


class World:
    """Users, chats, messages and open queries. Whoever changes one saves it by a method below,
    which stores it and tells the listeners."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        token: str = TOKEN,
        username: str = "pasyans_bot",
        name: str = "Пасьянс",
        supports_inline: bool = True,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.clock = clock
        self.token = token
        self.store = Store(path)
        self.files = Files(self.store)
        self.updates = Updates(self.store, clock)
        self.profile = Profile(self.store)
        self.listeners: list[Callable[[Json], None]] = []
        self.bot: Json = {
            "id": int(token.partition(":")[0]),
            "is_bot": True,
            "first_name": name,
            "username": username,
        }
        self.bot_abilities: Json = {
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": supports_inline,
            "can_connect_to_business": False,
            "has_main_web_app": False,
        }
        self.inline_feedback = True
        self.users: dict[int, Json] = {}
        self.chats: dict[int, Chat] = {}
        self.messages: dict[int, dict[int, Json]] = {}
        self.inline: dict[str, tuple[int, int]] = {}
        self.queries: dict[str, CallbackQuery] = {}
        self.inline_queries: dict[str, InlineQuery] = {}
        self.updates.on_confirmed = lambda: self.emit("confirmed")
        self._load()

    # -- people and chats

    def add_user(
        self,
        first_name: str,
        *,
        last_name: str = "",
        username: str = "",
        language: str = "ru",
        is_bot: bool = False,
    ) -> Json:
        """Add a person, with a private chat that they have not opened yet, or another bot."""
        user: Json = {"id": self._next_id("person", _FIRST_PERSON, 1), "is_bot": is_bot}
        user["first_name"] = first_name
        optional = {"last_name": last_name, "username": username, "language_code": language}
        user |= {key: value for key, value in optional.items() if value}
        self.save_user(user)
        if not is_bot:
            self.add_chat(Chat(user["id"], "private"))
        return user

    def save_user(self, user: Json) -> None:
        """Store a person who is new or has changed."""
        self.users[user["id"]] = user
        self.store.put("user", user["id"], user)
        self.emit("person", user=user)

    def new_group_id(self, kind: str) -> int:
        """A free id for a group; those of supergroups start with -100."""
        first = _FIRST_SUPERGROUP if kind == "supergroup" else _FIRST_GROUP
        return self._next_id(kind, first, -1)

    def add_chat(self, chat: Chat) -> Chat:
        """Add a chat of any kind."""
        self.messages[chat.id] = {}
        self.save_chat(chat)
        return chat

    def save_chat(self, chat: Chat) -> None:
        """Store a chat that is new or has changed."""
        self.chats[chat.id] = chat
        self.store.put("chat", chat.id, chat.to_json())
        self.emit("chat", chat=self.describe_chat(chat))

    def user(self, user_id: int) -> Json:
        """A person or the bot, as a Bot API User."""
        return self.bot if user_id == self.bot["id"] else self.users[user_id]

    def chat_json(self, chat: Chat) -> Json:
        """The Bot API Chat."""
        if chat.type == "private":
            user = self.users[chat.id]
            names = ("first_name", "last_name", "username")
            return {"id": chat.id, "type": "private"} | {k: user[k] for k in names if k in user}
        optional = {"username": chat.username, "is_forum": chat.is_forum}
        return {"id": chat.id, "type": chat.type, "title": chat.title} | {
            key: value for key, value in optional.items() if value
        }

    def describe_chat(self, chat: Chat) -> Json:
        """The Bot API Chat, and what the web page needs to know besides."""
        return self.chat_json(chat) | {
            "members": [
                {"user_id": key, "status": each.status, "is_anonymous": each.is_anonymous}
                for key, each in chat.members.items()
            ],
            "topics": [vars(topic) for topic in chat.topics.values()],
            "permissions": chat.permissions,
            "blocked": chat.blocked,
            "started": chat.started,
            "migrated_to": chat.migrated_to,
        }

    # -- messages

    def post(self, chat: Chat, author: Json, content: Json) -> Json:
        """Add a message; ``author`` is its ``from`` and, if it has one, its ``sender_chat``."""
        chat.last_message_id += 1
        self.store.put("chat", chat.id, chat.to_json())
        message: Json = {
            "message_id": chat.last_message_id,
            **author,
            "chat": self.chat_json(chat),
            "date": int(self.clock()),
            **content,
        }
        self._keep(message)
        self.emit("message", chat_id=chat.id, message=message)
        return message

    def change(self, message: Json) -> None:
        """Put ``message`` in place of the one with the same id."""
        self._keep(message)
        self.emit("edited", chat_id=message["chat"]["id"], message=message)

    def remove(self, chat_id: int, message_ids: list[int]) -> None:
        """Delete messages for everybody; those that are gone already are passed over."""
        gone = [each for each in message_ids if self.messages[chat_id].pop(each, None)]
        for message_id in gone:
            self.store.drop("message", f"{chat_id}:{message_id}")
        if gone:
            self.emit("deleted", chat_id=chat_id, message_ids=gone)

    def message(self, chat_id: int, message_id: int) -> Json | None:
        """A message, or None if there is none or it was deleted."""
        return self.messages.get(chat_id, {}).get(message_id)

    # -- queries

    def ask(self, user_id: int, message: Json, data: str) -> CallbackQuery:
        """Open a callback query: a person tapped a button with ``callback_data``."""
        query = CallbackQuery(
            id=str(secrets.randbelow(10**18) + 10**18),
            user_id=user_id,
            chat_id=message["chat"]["id"],
            message_id=message["message_id"],
            data=data,
            asked_at=self.clock(),
        )
        self._expire_queries()
        self.queries[query.id] = query
        self.emit("query", query=self.query_json(query))
        return query

    def ask_inline(self, query: InlineQuery) -> None:
        """Open an inline query: a person typed something after the bot's name. Only the last
        thousand are remembered."""
        self.inline_queries[query.id] = query
        while len(self.inline_queries) > _REMEMBERED_INLINE_QUERIES:
            del self.inline_queries[next(iter(self.inline_queries))]

    def open_query(self, query_id: str) -> CallbackQuery | None:
        """A callback query that can still be answered, or None."""
        self._expire_queries()
        return self.queries.get(query_id)

    def answered(self, query: CallbackQuery) -> None:
        """Close a callback query: the bot has answered it."""
        del self.queries[query.id]

    def pending_queries(self) -> list[CallbackQuery]:
        """Callback queries that can still be answered, oldest first."""
        self._expire_queries()
        return list(self.queries.values())

    @staticmethod
    def query_json(query: CallbackQuery) -> Json:
        """A callback query as the web page sees it."""
        names = ("id", "user_id", "chat_id", "message_id", "data")
        return {name: getattr(query, name) for name in names}

    def _expire_queries(self) -> None:
        oldest = self.clock() - QUERY_LIFETIME
        while self.queries:
            query = next(iter(self.queries.values()))
            if query.asked_at >= oldest:
                return
            del self.queries[query.id]
            described = self.query_json(query)
            described["query_id"] = described.pop("id")
            self.emit("query_expired", **described)

    # -- telling and storing

    def emit(self, kind: str, **fields: Any) -> None:
        """Tell the listeners of a change."""
        event = {"type": kind, **fields}
        for listener in list(self.listeners):
            listener(event)

    def deliver(self, kind: str, payload: Json) -> None:
        """Queue an update for the bot."""
        self.updates.push(kind, seen_by_bot(payload))

    def close(self) -> None:
        """Close the file."""
        self.store.close()

    def _keep(self, message: Json) -> None:
        chat_id, message_id = message["chat"]["id"], message["message_id"]
        self.messages[chat_id][message_id] = message
        self.store.put("message", f"{chat_id}:{message_id}", message)
        if inline_id := message.get("sandbox", {}).get("inline_message_id"):
            self.inline[inline_id] = (chat_id, message_id)

    def _next_id(self, kind: str, first: int, step: int) -> int:
        last = self.store.get("meta", f"last_{kind}")
        value = first if last is None else last["id"] + step
        self.store.put("meta", f"last_{kind}", {"id": value})
        return value

    def _load(self) -> None:
        for user in self.store.all("user"):
            self.users[user["id"]] = user
        for data in self.store.all("chat"):
            chat = Chat.from_json(data)
            self.chats[chat.id] = chat
            self.messages[chat.id] = {}
        stored = sorted(self.store.all("message"), key=lambda each: each["message_id"])
        for message in stored:
            chat_id, message_id = message["chat"]["id"], message["message_id"]
            self.messages[chat_id][message_id] = message
            if inline_id := message.get("sandbox", {}).get("inline_message_id"):
                self.inline[inline_id] = (chat_id, message_id)


def seen_by_bot(value: Any) -> Any:
    """A copy of a message or update without the ``sandbox`` fields, unknown to Telegram."""
    if isinstance(value, dict):
        return {key: seen_by_bot(item) for key, item in value.items() if key != "sandbox"}
    if isinstance(value, list):
        return [seen_by_bot(item) for item in value]
    return value
