"""What people send each other of a game: a result that spoils nothing, and the way to its deal."""

from collections.abc import Sequence
from datetime import date

from babel.dates import format_date

from bot.games.play import AnyPatience
from bot.games.scoring import Score
from bot.texts.daily import came_to
from bot.texts.daily import outcome as ranked_outcome
from bot.texts.table import UNRANKED, deal_name
from bot.texts.words import NBSP, day_label, number, opened

SEND = "Отправить"
TO_A_CHAT = "Выбрать чат"
PLAY_THE_SAME = "Сыграть этот расклад"
NOT_OVER = "Поделиться можно, когда партия закончится."
OWN_RESULT = "Итог"
COVER_DATED = "Расклад дня"
COVER_NUMBERED = "Расклад"
COVER_LINE = "У всех один и тот же. Кто разложит лучше?"

_CLOSED_IN = "🟩🟨🟧🟥🟪🟦🟫"
"""One colour a pass; the last one also for all later passes."""
_OPEN = "⬛"


def squares(closed: Sequence[int | None]) -> str:
    """A square for each round."""
    return "".join(_OPEN if pass_ is None else _CLOSED_IN[_colour(pass_) - 1] for pass_ in closed)


def figures(closed: Sequence[int | None], passes: int) -> str:
    """The same for those who do not see colours, or hear them: the pass that closed each round, in
    a game of so many ``passes``."""
    told = ("–" if pass_ is None else "✓" if passes == 1 else str(pass_) for pass_ in closed)
    return " ".join(told)


def card_legend(passes: int) -> str:
    """What the tiles of a card mean, in a game of so many ``passes``."""
    if passes == 1:
        return "Плитки — круги по порядку, закрытые — с галочкой."
    return "Плитки — круги по порядку, число — проход, в котором круг закрыт."


def _colour(pass_: int) -> int:
    return min(pass_, len(_CLOSED_IN))


def outcome(patience: AnyPatience, score: Score, *, dated: bool, ranked: bool) -> str:
    """The result in a line."""
    if ranked:
        return ranked_outcome(patience, score)
    told = came_to(patience, score)
    if patience.draws:
        told += f", {opened(score.opened)}"
    return f"{told}, {UNRANKED}" if dated else told


def command(label: str) -> str:
    """The command that leads to the same deal."""
    return f"/deal {label if label.isdigit() else day_label(label)}"


def deal_told(label: str) -> str:
    """«расклад дня 1 декабря», or «расклад № 481 516»."""
    if label.isdigit():
        return deal_name(label)
    day = format_date(date.fromisoformat(label), f"d{NBSP}MMMM", locale="ru")
    return f"расклад дня {day}"


def numbered(label: str) -> str:
    """«№ 481 516»."""
    return f"№{NBSP}{number(int(label))}"


def title(patience: AnyPatience, label: str) -> str:
    """«Чёртов пасьянс, расклад дня 1 декабря»."""
    return f"{patience.full_title}, {deal_told(label)}"


def way(label: str, bot: str) -> str:
    """The way to the same deal for those whose link does not open it."""
    return f"Тот же расклад: {command(label)} в @{bot}"


def result_text(
    patience: AnyPatience, label: str, told: str, closed: Sequence[int | None], bot: str
) -> str:
    """A result as people pass it on; the link goes after it, or under it."""
    return "\n".join(
        [
            title(patience, label),
            told[0].upper() + told[1:],
            *([squares(closed), figures(closed, patience.passes)] if closed else []),
            way(label, bot),
        ]
    )
