"""What people do on the web page, by name: ``web.py`` looks an action up in ``Actions``.

Each takes the JSON body of its request, which names the person in ``user_id``.
"""

import asyncio
import re
from collections.abc import Callable
from typing import Any

from aiohttp import web

from bot.sandbox.files import decode_photo, media_json
from bot.sandbox.groups import Groups
from bot.sandbox.links import read_link
from bot.sandbox.people import Impossible, People, keyboard
from bot.sandbox.store import Json
from bot.sandbox.world import World

_NAME_LIMIT = 64
_TITLE_LIMIT = 128
_USERNAME = re.compile(r"(?:[A-Za-z]\w{3,31})?", re.ASCII)
_TEXTS_NAMES = """
    text emoji url query offset result_id title name first_name last_name username language_code
"""
_TEXTS = frozenset(_TEXTS_NAMES.split())
_MIME = {"voice": "audio/ogg", "sticker": "image/webp", "animation": "image/gif"}


class Actions:
    """Every public method but ``named`` is an action, some of them coroutines."""

    def __init__(self, world: World, people: People, groups: Groups) -> None:
        self._world = world
        self._people = people
        self._groups = groups
        self._actions: dict[str, Callable[[Json], Any]] = {
            name: getattr(self, name)
            for name in vars(type(self))
            if not name.startswith("_") and name != "named"
        }

    def named(self, name: str) -> Callable[[Json], Any] | None:
        """An action by its name, or None. It refuses a body that has something else for a text."""
        action = self._actions.get(name)
        if action is None:
            return None

        def checked(body: Json) -> Any:
            for field in _TEXTS & body.keys():
                if not isinstance(body[field], str | None):
                    raise Impossible(f"В поле «{field}» должен быть текст.")
            return action(body)

        return checked

    # -- talking

    def send(self, body: Json) -> Json:
        """Write a message."""
        return self._people.send(
            body["user_id"],
            body["chat_id"],
            body["text"],
            reply_to=body.get("reply_to"),
            thread_id=body.get("message_thread_id"),
            as_channel=body.get("as_channel"),
        )

    async def send_media(self, body: Json) -> Json:
        """Send an uploaded photo, sticker, voice message, animation or document."""
        field = body["file"]
        if not isinstance(field, web.FileField):
            raise Impossible("Файла нет.")
        data, kind = field.file.read(), str(body["kind"])
        content: Json = {"caption": body["caption"]} if body.get("caption") else {}
        if kind == "photo":
            size = await asyncio.to_thread(decode_photo, data)
            content["photo"] = self._world.files.add_photo(data, *size)
        elif kind in ("sticker", "voice", "document", "animation"):
            mime_type = field.content_type or _MIME.get(kind, "application/octet-stream")
            stored = self._world.files.add(kind, field.filename, mime_type, data)
            content[kind] = media_json(stored)
        else:
            raise Impossible("Такого вида сообщений здесь нет.")
        thread = body.get("message_thread_id")
        return self._people.post(
            int(body["user_id"]),
            int(body["chat_id"]),
            content,
            thread_id=int(thread) if thread else None,
        )

    def edit(self, body: Json) -> Json:
        """Edit one's own message."""
        return self._people.edit(body["user_id"], body["chat_id"], body["message_id"], body["text"])

    def forward(self, body: Json) -> Json:
        """Forward a message into another chat."""
        return self._people.forward(
            body["user_id"], body["chat_id"], body["message_id"], body["to_chat_id"]
        )

    def delete(self, body: Json) -> bool:
        """Delete a message."""
        self._people.delete(body["user_id"], body["chat_id"], body["message_id"])
        return True

    def tap(self, body: Json) -> Json:
        """Tap a button by its data, or by row and column."""
        data = body.get("data")
        if data is None:
            message = self._world.message(body["chat_id"], body["message_id"]) or {}
            try:
                data = keyboard(message)[body["row"]][body["column"]]["callback_data"]
            except (IndexError, KeyError):
                raise Impossible("Такой кнопки под сообщением уже нет.") from None
        query = self._people.tap(body["user_id"], body["chat_id"], body["message_id"], data)
        return self._world.query_json(query)

    def react(self, body: Json) -> bool:
        """Put a reaction on a message."""
        self._people.react(body["user_id"], body["chat_id"], body["message_id"], body.get("emoji"))
        return True

    # -- links and inline mode

    def open_link(self, body: Json) -> Json:
        """Follow a link. The result tells the page what to open, or between which chats to ask."""
        place, values = read_link(body["url"])
        if place in ("share", "share/url"):
            text = "\n".join(filter(None, [values.get("url"), values.get("text")]))
            return {"kind": "share", "text": text, "chats": self._chats_of(body["user_id"])}
        if place.lower() == self._world.bot["username"].lower():
            return self._open_bot(body["user_id"], values)
        return {"kind": "external", "url": body["url"]}

    def _open_bot(self, user_id: int, values: dict[str, str]) -> Json:
        if "startgroup" in values:
            groups = [
                chat.id
                for chat in self._world.chats.values()
                if chat.is_group and chat.member(user_id).present and chat.migrated_to is None
            ]
            return {"kind": "startgroup", "payload": values["startgroup"], "groups": groups}
        self._people.open_link(user_id, values.get("start", ""))
        return {"kind": "private", "chat_id": user_id}

    def _chats_of(self, user_id: int) -> list[int]:
        return [
            chat.id
            for chat in self._world.chats.values()
            if chat.migrated_to is None
            and (chat.id == user_id or (chat.is_group and chat.member(user_id).present))
        ]

    def inline_query(self, body: Json) -> Json:
        """Type ``@bot query``."""
        query = self._people.inline(
            body["user_id"], body["chat_id"], body["query"], body.get("offset", "")
        )
        return {"query_id": query.id}

    def choose_inline(self, body: Json) -> Json:
        """Send one of the results."""
        return self._people.choose_inline(
            body["user_id"], body["chat_id"], body["query_id"], body["result_id"]
        )

    # -- people and groups

    def block(self, body: Json) -> bool:
        """Block the bot."""
        self._people.block(body["user_id"])
        return True

    def unblock(self, body: Json) -> bool:
        """Unblock the bot."""
        self._people.unblock(body["user_id"])
        return True

    def new_person(self, body: Json) -> Json:
        """Add a person to play as."""
        username = body.get("username") or ""
        if not _USERNAME.fullmatch(username):
            raise Impossible("Имя пользователя: от 4 до 32 латинских букв, цифр и подчёркиваний.")
        return self._world.add_user(
            _named(body["first_name"], _NAME_LIMIT),
            last_name=_short(body.get("last_name") or "", _NAME_LIMIT),
            username=username,
            language=body.get("language_code", "ru"),
        )

    def new_group(self, body: Json) -> Json:
        """Make a group."""
        chat = self._groups.create(
            body["user_id"],
            _named(body["title"], _TITLE_LIMIT),
            body.get("members", []),
            supergroup=body.get("supergroup", True),
            forum=body.get("forum", False),
            with_bot=body.get("with_bot", True),
        )
        return self._world.describe_chat(chat)

    def add_member(self, body: Json) -> bool:
        """Bring somebody into a group."""
        self._groups.add(body["user_id"], body["chat_id"], body["member_id"])
        return True

    def remove_member(self, body: Json) -> bool:
        """Put somebody out of a group, or leave it."""
        self._groups.remove(body["user_id"], body["chat_id"], body["member_id"])
        return True

    def add_bot(self, body: Json) -> bool:
        """Bring the bot into a group; by a ``startgroup`` link with its payload."""
        bot = self._world.bot
        if not self._world.chats[body["chat_id"]].member(bot["id"]).present:
            self._groups.add(body["user_id"], body["chat_id"], bot["id"])
        if body.get("payload"):
            text = f"/start@{bot['username']} {body['payload']}"
            self._people.send(body["user_id"], body["chat_id"], text)
        return True

    def promote(self, body: Json) -> bool:
        """Make an administrator."""
        anonymous = body.get("is_anonymous", False)
        self._groups.promote(
            body["user_id"], body["chat_id"], body["member_id"], is_anonymous=anonymous
        )
        return True

    def demote(self, body: Json) -> bool:
        """Make an ordinary member."""
        self._groups.demote(body["user_id"], body["chat_id"], body["member_id"])
        return True

    def set_permissions(self, body: Json) -> bool:
        """Change what ordinary members may do."""
        self._groups.set_permissions(body["chat_id"], body["permissions"])
        return True

    def restrict_bot(self, body: Json) -> bool:
        """Change what the bot may do."""
        bot_id = self._world.bot["id"]
        self._groups.restrict(body["user_id"], body["chat_id"], bot_id, body["permissions"])
        return True

    def new_topic(self, body: Json) -> Json:
        """Open a topic in a forum."""
        name = _named(body["name"], _TITLE_LIMIT)
        thread_id = self._groups.new_topic(body["user_id"], body["chat_id"], name)
        return {"message_thread_id": thread_id}

    def close_topic(self, body: Json) -> bool:
        """Close a topic."""
        self._groups.close_topic(body["user_id"], body["chat_id"], body["message_thread_id"])
        return True

    def reopen_topic(self, body: Json) -> bool:
        """Open a closed topic again."""
        self._groups.close_topic(
            body["user_id"], body["chat_id"], body["message_thread_id"], closed=False
        )
        return True

    def migrate(self, body: Json) -> Json:
        """Upgrade a basic group to a supergroup."""
        return {"chat_id": self._groups.migrate(body["user_id"], body["chat_id"]).id}

    def clear(self, body: Json) -> bool:
        """Delete all that was said in a chat."""
        said = list(self._world.messages[body["chat_id"]])
        self._world.remove(body["chat_id"], said)
        return True


def _named(name: str, limit: int) -> str:
    """The name without surrounding spaces; refuses an empty or overlong one."""
    if not name.strip():
        raise Impossible("Имя не может быть пустым.")
    return _short(name, limit)


def _short(name: str, limit: int) -> str:
    if len(name.strip()) > limit:
        raise Impossible(f"Слишком длинно: помещается не больше {limit} знаков.")
    return name.strip()
