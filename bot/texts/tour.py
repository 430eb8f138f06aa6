"""What stands around the steps of the tour; the steps are in the patience's own words."""

from bot.games.patience import RuleSection
from bot.texts.words import out_of

NEXT = "Дальше ›"
SKIP = "Сразу к столу"
TO_TABLE = "К столу"


def page(step: RuleSection, number: int, of: int) -> str:
    """A step of the tour, counted from 1."""
    return f"<b>Перед первой партией, {out_of(number, of)}. {step.title}</b>\n\n{step.text}"
