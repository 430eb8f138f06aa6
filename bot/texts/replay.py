"""What is said while «Повтор» is made, and under it."""

from bot.games.play import AnyPatience
from bot.texts.table import deal_name
from bot.texts.words import NBSP

NOT_OVER = "Повтор будет, когда партия закончится."
BUSY = "Один повтор уже готовится. Как только он придёт, можно попросить следующий."
HELD_BACK = (
    "Повтор показывает карты, поэтому у расклада дня он откроется, когда день закончится: "
    "в три часа следующей ночи."
)
FAILED = "Повтор не получился. Попробуйте ещё раз чуть позже."
NOT_ALLOWED = "Здесь боту нельзя присылать анимации, поэтому показать повтор не получится."


def progress(percent: int) -> str:
    """How far a replay is."""
    return f"Готовится повтор: {percent}{NBSP}%"


def caption(patience: AnyPatience, label: str) -> str:
    """What stands under a replay."""
    return f"Повтор. {patience.full_title} · {deal_name(label)}"
