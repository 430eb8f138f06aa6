"""``Option``: the settings of a chat as people read them, for /settings."""

from dataclasses import dataclass
from typing import cast

from storage import Chat, ChatChanges

DONE = "Готово"
CLOSE = "Закрыть"
TITLE_HIDDEN = "Название этого чата скрыто администратором бота."


@dataclass(frozen=True, slots=True)
class Option:
    """A setting: the chat's column, its name, and its values with their names, in turn."""

    column: str
    name: str
    values: tuple[tuple[str | bool, str], ...]
    groups_only: bool = False

    def label(self, chat: Chat) -> str:
        """«Кто ходит: все»."""
        return f"{self.name}: {self.values[self._at(chat)][1]}"

    def next_value(self, chat: Chat) -> int:
        """The index of the value that a tap brings."""
        return (self._at(chat) + 1) % len(self.values)

    def changes(self, index: int) -> ChatChanges:
        """What is to be stored for the value at ``index``."""
        return cast(ChatChanges, {self.column: self.values[index][0]})

    def _at(self, chat: Chat) -> int:
        values = [value for value, _ in self.values]
        stored = getattr(chat, self.column)
        return values.index(stored) if stored in values else 0


_NO_YES = ((False, "нет"), (True, "да"))

OPTIONS = (
    Option(
        "who_plays",
        "Кто ходит",
        (("all", "все"), ("starter", "тот, кто начал"), ("turns", "по очереди")),
        groups_only=True,
    ),
    Option(
        "theme",
        "Стол",
        (("green", "зелёное сукно"), ("night", "синяя ночь"), ("contrast", "высокий контраст")),
    ),
    Option("four_colours", "Масти в четыре цвета", _NO_YES),
    Option("detailed_caption", "Подробная подпись", _NO_YES),
    Option(
        "title_allowed",
        "Название в рейтинге",
        ((False, "скрыто"), (True, "видно всем")),
        groups_only=True,
    ),
    Option("new_message", "Каждый ход новым сообщением", _NO_YES),
)


def title(kind: str) -> str:
    """The heading of the settings."""
    return "<b>Настройки</b>" if kind == "private" else "<b>Настройки чата</b>\nМеняют админы."
