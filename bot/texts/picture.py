"""The words that go with pictures: the tray's titles, a won game in two lines, what went past."""

from collections.abc import Iterable

from bot.games.cards import RANKS
from bot.games.patience import DRAW, WASTE, Facts
from bot.games.play import AnyPatience, Step
from bot.texts.table import deal_name
from bot.texts.words import in_passes, in_points, opened

BENEATH = "ниже в талоне"
AHEAD = "дальше в колоде"


def won(
    patience: AnyPatience, facts: Facts, label: str, *, drawn: int, points: int | None
) -> tuple[str, ...]:
    """The lines below the cards of a won game; ``points`` where it ranks."""
    passes, of = facts.passes
    how = [f"за {in_passes(passes)}" + (f" из {of}" if passes < of else ""), opened(drawn)]
    if points is not None:
        how.insert(0, in_points(points))
    return (" · ".join(how), f"{patience.full_title} · {deal_name(label)}")


def passed(steps: Iterable[Step]) -> str:
    """All that a tap has opened, by ranks in their order: «Открыты: 7 Т Д 9». One or none: empty.

    A whole deck of it fits into a toast.
    """
    opened_ = [
        motion.card
        for step in steps
        if step.move == DRAW
        for motion in step.motions
        if motion.card is not None and motion.target == WASTE
    ]
    if len(opened_) < 2:
        return ""
    return "Открыты: " + " ".join(RANKS[card.rank] for card in opened_)
