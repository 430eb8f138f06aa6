"""``tap_summary``: what a tap did, in words, for captions and toasts; ``passed``: what it opened.

It is told from what the moves carried, spot by spot, and knows no move by its code.
"""

from collections.abc import Callable, Iterable, Sequence

from bot.games.cards import RANKS, Card
from bot.games.patience import STOCK, WASTE, Motion
from bot.games.play import AnyPatience, Step
from bot.texts.words import NBSP, card_words, in_cards, opened, plural, replacing, turned_up

LISTED = 4
"""Cards that are named one by one; of more only the last is."""
_SOURCES = {STOCK: "из колоды", WASTE: "с талона"}
"""Where cards come from in every patience that says nothing else."""

Name = Callable[[Card], str]


def tap_summary(patience: AnyPatience, steps: Sequence[Step], *, in_words: bool = False) -> str:
    """What a tap did, in one plain line that begins in lower case."""
    name: Name = card_words if in_words else str
    parts = (
        _lays(patience, [step.motions for step in steps if step.lays], name),
        _rounds(patience, steps),
        _opened(patience, steps, name),
        _redealt(patience, steps),
    )
    return "; ".join(filter(None, parts))


def source(patience: AnyPatience, key: str) -> str:
    """«из запаса», «с талона»: from where a spot's card comes; empty where there is no word."""
    part = key.partition(":")[0]
    return patience.sources.get(key) or patience.sources.get(part) or _SOURCES.get(part, "")


def _lays(patience: AnyPatience, lays: Sequence[tuple[Motion, ...]], name: Name) -> str:
    if len(lays) == 1:
        return _one_lay(patience, lays[0], name)
    cards = [card for first, *_ in lays if (card := first.card) is not None]
    if not cards:
        return ""
    laid = f"{plural(len(cards), 'уложена', 'уложено', 'уложено')} {in_cards(len(cards))}"
    if len(cards) <= LISTED:
        return f"{laid}: {', '.join(map(name, cards))}"
    return f"{laid}, последняя — {name(cards[-1])}"


def _one_lay(patience: AnyPatience, carried: tuple[Motion, ...], name: Name) -> str:
    first, *rest = carried
    if first.card is None:
        return ""
    said = f"{name(first.card)} {source(patience, first.source)}".rstrip()
    for card in (motion.card for motion in rest if motion.target == first.source):
        if card is not None:
            said += f", {replacing(first.card)} — {name(card)}"
    for card in (motion.card for motion in rest if motion.turned):
        if card is not None:
            said += f", {turned_up(card)} {name(card)}"
    return said


def _rounds(patience: AnyPatience, steps: Sequence[Step]) -> str:
    before, after = (
        patience.facts(table).rounds_closed for table in (steps[0].before, steps[-1].table)
    )
    closed = after - before
    if closed < 1:
        return ""
    rounds = plural(closed, "круг закрыт", "круга закрыты", "кругов закрыто")
    return rounds if closed == 1 else f"{closed}{NBSP}{rounds}"


def _opened(patience: AnyPatience, steps: Sequence[Step], name: Name) -> str:
    cards = [step.motions[0] for step in steps if step.opens]
    if not cards:
        return ""
    last = cards[-1]
    if len(cards) == 1 and last.card is not None:
        return f"{source(patience, last.source)} — {name(last.card)}"
    top = _top(patience, steps[-1], last.target)
    return opened(len(cards)) + ("" if top is None else f", сверху {name(top)}")


def _top(patience: AnyPatience, step: Step, key: str) -> Card | None:
    """The open card on top of a spot after a move."""
    spots = patience.spots(step.table)
    return next((spot.cards[-1] for spot in spots if spot.key == key and spot.cards), None)


def _redealt(patience: AnyPatience, steps: Sequence[Step]) -> str:
    redealt = [step for step in steps if step.redeals]
    if not redealt:
        return ""
    return f"талон переложен, начат проход{NBSP}{patience.facts(redealt[-1].table).present_pass}"


def passed(steps: Iterable[Step]) -> str:
    """All that a tap has opened, by ranks in their order: «Открыты: 7 Т Д 9». One or none: empty.

    A whole deck of it fits into a toast.
    """
    cards = [step.motions[0].card for step in steps if step.opens]
    if len(cards) < 2:
        return ""
    return "Открыты: " + " ".join(RANKS[card.rank] for card in cards if card is not None)
