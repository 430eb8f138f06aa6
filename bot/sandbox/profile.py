"""What the bot tells of itself: ``Profile``, its descriptions and commands."""

from collections.abc import Iterator
from typing import Any

from bot.sandbox.model import Chat
from bot.sandbox.store import Json, Store

_TEXTS = ("description", "short_description")


class Profile:
    """Descriptions by language, and commands by scope and language."""

    def __init__(self, store: Store) -> None:
        self._store = store
        kept = store.get("meta", "profile") or {}
        texts = kept.get("texts", {})
        self.texts: dict[str, dict[str, str]] = {kind: texts.get(kind, {}) for kind in _TEXTS}
        self.commands: dict[str, list[Json]] = kept.get("commands", {})

    def text(self, kind: str, language: str = "") -> str:
        """A description in this language; if there is none, the one for all languages."""
        texts = self.texts[kind]
        return texts.get(language) or texts.get("", "")

    def set_text(self, kind: str, language: str, text: str) -> None:
        """Set a description; an empty text removes it."""
        if text:
            self.texts[kind][language] = text
        else:
            self.texts[kind].pop(language, None)
        self.save()

    def commands_for(self, user_id: int, language: str, chat: Chat) -> list[Json]:
        """The commands that a person is offered in a chat.

        Narrower scopes first, each in the person's language and then for any:
        https://core.telegram.org/bots/api#determining-list-of-commands
        """
        for scope in _scopes(user_id, chat):
            for spoken in (language, ""):
                if found := self.commands.get(f"{scope}|{spoken}"):
                    return found
        return []

    def save(self) -> None:
        """Store what was changed."""
        self._store.put("meta", "profile", {"texts": self.texts, "commands": self.commands})


def scope_key(scope: dict[str, Any] | None, language: str) -> str:
    """The key in ``commands`` for a BotCommandScope and a language."""
    scope = scope or {"type": "default"}
    parts = [str(scope[key]) for key in ("type", "chat_id", "user_id") if key in scope]
    return f"{':'.join(parts)}|{language}"


def _scopes(user_id: int, chat: Chat) -> Iterator[str]:
    if chat.type == "private":
        yield f"chat:{chat.id}"
        yield "all_private_chats"
    else:
        yield f"chat_member:{chat.id}:{user_id}"
        if chat.member(user_id).is_admin:
            yield f"chat_administrators:{chat.id}"
        yield f"chat:{chat.id}"
        if chat.member(user_id).is_admin:
            yield "all_chat_administrators"
        yield "all_group_chats"
    yield "default"
