"""Updates of every kind, some as people send them, some as nobody would: forged and mutated.

What is mutated keeps the type that the Bot API promises; anything else does not parse.
"""

import random
import string
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, get_args

from bot.transport.callbacks import Callback, GameAction, Move

Json = dict[str, Any]

OPTIONAL = frozenset(
    ("entities", "text", "data", "title", "message", "from", "sender_chat", "is_topic_message")
)
"""Fields that may be missing; `from` may in messages alone."""

PEOPLE = tuple(range(11, 19))
GROUPS = tuple(range(-1_000_000_000_104, -1_000_000_000_100))
COMMANDS = [
    *("new", "daily", "table", "undo", "hint", "top", "stats", "rules", "deal", "settings"),
    *("record", "finish", "help", "privacy", "start", "export", "nonsense"),
]
TELEGRAMS_OWN = frozenset(("id", "type", "status"))
"""Strings that nobody but Telegram writes."""
WORDS = [
    *("devils", "first-last", "first-last-hold", "day", "week", "always", "here", "people"),
    *("chats", "2026-11-30", "2027-01-15", "2027-01", "undo", "menu", "back", "down", "rules"),
    *("settings", "finish", "new", "again", "share", "record", "replay", "redeal", "stay"),
    *("who_plays", "theme", "four_colours", "new_message", "hours", "off", "set", "goal"),
    *("export", "delete", "hint", "complete", "review", *"drwl>+*^!18"),
]
NUMBERS = (-1, 0, 1, 2, 3, 7, 481516, 999_999_999, 2**31, 2**63, 36**12 - 1)
PAYLOADS = ("d", "d_2027-01-15", "n_481516_devils", "n_1_first-last", "d_2099-01-01_devils", "n_0_")


class Noise:
    """Makes updates, the same for the same ``seed``. ``games`` are (chat, game, revision, legal)
    of real ones, so that some taps are good."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._number = 1000
        self.games: list[tuple[int, int, int, str]] = []

    def updates(self, count: int) -> Iterator[Json]:
        """So many updates as Telegram would write them in JSON."""
        makers: list[Callable[[], Json]] = [
            self._command,
            self._command,
            self._text,
            self._service,
            self._good_tap,
            self._good_tap,
            self._start,
            self._start,
            self._forged_tap,
            self._forged_tap,
            self._inline,
            self._membership,
        ]
        for _ in range(count):
            self._number += 1
            update = {"update_id": self._number, **self._chance.choice(makers)()}
            if self._chance.random() < 0.3:
                self._mutate(update)
            yield update

    # -- messages

    def _message(self, **content: Any) -> Json:
        person = self._chance.choice(PEOPLE)
        chat = self._chance.choice((person, person, *GROUPS))
        message = {
            "message_id": self._number,
            "date": 1_800_000_000,
            "chat": _chat(chat),
            "from": _user(person),
            **content,
        }
        if chat < 0 and self._chance.random() < 0.1:
            message["sender_chat"] = _chat(chat)  # an anonymous admin
        if self._chance.random() < 0.1:
            message |= {"message_thread_id": 5, "is_topic_message": self._chance.random() < 0.5}
        return message

    def _command(self) -> Json:
        word = "/" + self._chance.choice(COMMANDS)
        rest = self._chance.choice(("", " 481516", " 15.01", " №7", self._junk(), self._payload()))
        if rest and not rest.startswith(" "):
            rest = f" {rest}"
        entity = {"type": "bot_command", "offset": 0, "length": len(word)}
        return {"message": self._message(text=word + rest, entities=[entity])}

    def _payload(self) -> str:
        payload = list(self._chance.choice(PAYLOADS))
        if self._chance.random() < 0.5:
            place = self._chance.randrange(len(payload))
            payload[place] = self._chance.choice(string.printable[:95])
        return "".join(payload)

    def _text(self) -> Json:
        kind = self._chance.choice(("message", "edited_message", "channel_post"))
        return {kind: self._message(text=self._junk() or "привет")}

    def _service(self) -> Json:
        content: Json = self._chance.choice(
            [
                {"new_chat_members": [_user(19)]},
                {"group_chat_created": True},
                {"migrate_to_chat_id": self._chance.choice(GROUPS)},
                {"sticker": _sticker()},
                {"via_bot": {**_user(7_000_000_002), "is_bot": True}, "text": "итог"},
                {"dice": {"emoji": "🎲", "value": 3}},
            ]
        )
        return {"message": self._message(**content)}

    # -- taps and the rest

    def _good_tap(self) -> Json:
        if not self.games:
            return self._forged_tap()
        chat, game, revision, legal = self._chance.choice(self.games)
        code = self._chance.choice(legal + ">+*^")
        return self._tap(chat, f"m:{_base36(game)}:{_base36(revision)}:{code}")

    def _start(self) -> Json:
        kind = self._chance.choice(("devils", "first-last", "first-last-hold"))
        number = _base36(self._chance.randint(1, 999))
        return self._tap(self._chance.choice((*PEOPLE, *GROUPS)), f"n:{kind}:{number}:::")

    def _forged_tap(self) -> Json:
        kind = self._chance.choice(get_args(Callback))
        parts = [kind.verb]
        for field in fields(kind):
            is_text = field.type is str
            parts.append(self._chance.choice(WORDS) if is_text else _base36(self._integer()))
        if kind in (Move, GameAction) and self.games:
            _, game, revision, _ = self._chance.choice(self.games)
            parts[1:3] = [_base36(game), _base36(revision)]
        data = ":".join(parts)
        if self._chance.random() < 0.2:
            data = self._junk()[:64] or data
        return self._tap(self._chance.choice((*PEOPLE, *GROUPS)), data)

    def _tap(self, chat: int, data: str) -> Json:
        message: Json = {
            "message_id": self._chance.randrange(1, 3000),
            "date": 1_800_000_000,
            "chat": _chat(chat),
            "from": {**_user(7_000_000_002), "is_bot": True},
            "text": "…",
        }
        if data and self._chance.random() < 0.8:
            # As people's taps: the button stands under the message. The rest are made up.
            message["reply_markup"] = {"inline_keyboard": [[{"text": "…", "callback_data": data}]]}
        if self._chance.random() < 0.1:
            message = {"message_id": message["message_id"], "date": 0, "chat": message["chat"]}
        query = {
            "id": str(self._number),
            "from": _user(chat if chat > 0 else self._chance.choice(PEOPLE)),
            "chat_instance": "1",
            "message": message,
            "data": data,
        }
        return {"callback_query": query}

    def _inline(self) -> Json:
        asked = self._chance.choice(("", "итог 1", "итог 999", "№ 481516", "7", self._junk()))
        person = _user(self._chance.choice(PEOPLE))
        return {
            "inline_query": {"id": str(self._number), "from": person, "query": asked, "offset": ""}
        }

    def _membership(self) -> Json:
        bot = {**_user(7_000_000_002), "is_bot": True}
        old, new = (
            {"user": bot, "status": s} for s in self._chance.choices(("member", "left"), k=2)
        )
        changed = {
            "chat": _chat(self._chance.choice((*PEOPLE, *GROUPS))),
            "from": _user(self._chance.choice(PEOPLE)),
            "date": 1_800_000_000,
            "old_chat_member": old,
            "new_chat_member": new,
        }
        return {"my_chat_member": changed}

    # -- junk

    def _mutate(self, update: Json) -> None:
        """Drops a field somewhere, or gives it another value of its type."""
        node: Any = update
        for _ in range(self._chance.randint(1, 4)):
            keys = list(node) if isinstance(node, dict) else list(range(len(node)))
            key = self._chance.choice(keys)
            if isinstance(node[key], dict | list) and node[key] and self._chance.random() < 0.8:
                node = node[key]
                continue
            if key in OPTIONAL and not (key == "from" and "chat" not in node):
                del node[key]
            elif isinstance(node[key], str) and key not in TELEGRAMS_OWN:
                node[key] = self._junk()
            elif type(node[key]) is int and key != "date":
                node[key] = self._integer()
            return

    def _integer(self) -> int:
        return self._chance.choice((*NUMBERS, self._chance.randrange(1, 100)))

    def _junk(self) -> str:
        alphabet = string.printable + "абвгд♠♥🎴\u200f\u200b\u202e\ud800<&:%_"
        length = self._chance.choice((0, 1, 3, 20, 64, 300))
        return "".join(self._chance.choices(alphabet, k=length))


def _user(person: int) -> Json:
    return {"id": person, "is_bot": False, "first_name": f"Игрок {person}"}


def _chat(chat: int) -> Json:
    if chat > 0:
        return {"id": chat, "type": "private", "first_name": f"Игрок {chat}"}
    return {"id": chat, "type": "supergroup", "title": f"Чат {chat}"}


def _sticker() -> Json:
    size = {"width": 1, "height": 1, "is_animated": False, "is_video": False}
    return {"file_id": "s", "file_unique_id": "s", "type": "regular", **size}


def _base36(number: int) -> str:
    digits = string.digits + string.ascii_lowercase
    if number < 0:
        return "-" + _base36(-number)
    return digits[number] if number < 36 else _base36(number // 36) + digits[number % 36]
