"""What people send each other of a game: a result that spoils nothing, and the way to its deal."""

from collections.abc import Sequence

from bot.games.play import AnyPatience
from bot.games.scoring import Score
from bot.texts.daily import came_to
from bot.texts.daily import outcome as ranked_outcome
from bot.texts.table import UNRANKED, deal_name
from bot.texts.words import day_label, opened

SEND = "Отправить"
TO_A_CHAT = "Выбрать чат"
PLAY_THE_SAME = "Сыграть тот же расклад"
NOT_OVER = "Поделиться можно, когда партия закончится."
OWN_RESULT = "Итог"

_SECOND = 2  # «во 2-м», but «в 1-м»
_CLOSED_IN = "🟩🟨🟧🟥🟪🟦🟫"
"""One colour a pass; the last one also for all later passes."""
_OPEN = "⬛"


def squares(closed: Sequence[int | None]) -> str:
    """A square for each round."""
    return "".join(_OPEN if pass_ is None else _CLOSED_IN[_colour(pass_) - 1] for pass_ in closed)


def legend(closed: Sequence[int | None], passes: int) -> str:
    """What the squares that occur mean, in words, in a game of so many ``passes``."""
    colours = sorted({_colour(pass_) for pass_ in closed if pass_ is not None})
    said = [f"{_CLOSED_IN[colour - 1]} закрыт{_when(colour, passes)}" for colour in colours]
    return "Круги: " + ", ".join([*said, *([f"{_OPEN} не закрыт"] if None in closed else [])])


def card_legend(passes: int) -> str:
    """What the tiles of a card mean, in a game of so many ``passes``."""
    if passes == 1:
        return "Плитки — круги по порядку, закрытые — с галочкой."
    return "Плитки — круги по порядку, число — проход, в котором круг закрыт."


def _colour(pass_: int) -> int:
    return min(pass_, len(_CLOSED_IN))


def _when(colour: int, passes: int) -> str:
    """« во 2-м проходе»; empty where there is only one."""
    if passes == 1:
        return ""
    later = " или позже" if colour == len(_CLOSED_IN) < passes else ""
    return f" {'во' if colour == _SECOND else 'в'} {colour}-м проходе{later}"


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


def result_text(
    patience: AnyPatience, label: str, told: str, closed: Sequence[int | None], bot: str
) -> str:
    """A result as people pass it on; the link goes after it."""
    return "\n".join(
        [
            f"{patience.full_title} · {deal_name(label)}",
            told[0].upper() + told[1:],
            *([squares(closed), legend(closed, patience.passes)] if closed else []),
            f"Сыграть то же: {command(label)} в @{bot}",
        ]
    )


def invitation(patience: AnyPatience, label: str, bot: str) -> str:
    """A deal as people pass it on."""
    return (
        f"{patience.full_title} · {deal_name(label)}\n{patience.pledge}\n"
        f"Сыграть: {command(label)} в @{bot}"
    )
