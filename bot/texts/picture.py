"""The words that stand in pictures alone: the tray's titles, a won game in two lines."""

from bot.games.patience import Facts
from bot.games.play import AnyPatience
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
