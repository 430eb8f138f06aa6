"""The words on a table: what happened, where the game stands, what may be done."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.games.cards import RANKS, Card
from bot.games.patience import (
    DRAW,
    LAY_LAST,
    LAY_WASTE,
    REDEAL,
    Facts,
    Spot,
)
from bot.games.play import AnyPatience, Step
from bot.games.scoring import HINT, UNUSED_PASS, WIN, Score
from bot.play.session import TURN_SECONDS
from bot.texts.words import (
    NBSP,
    card_words,
    count,
    day_label,
    in_cards,
    in_points,
    needed,
    number,
    opened,
    out_of,
    person,
    plural,
    rank_genitive,
    replacing,
)

DEALT = "Карты разложены"
ASIDE = "Партия отложена."
RANKED = "в зачёт"
UNRANKED = "вне зачёта"
_LEAST_WON = "меньше победа не приносит"
_LEAST_LEFT = "половина уложенных карт, меньше подсказки не оставляют"
LISTED = 4
FITS = "•"  # before a card that may be laid
LEGEND = f"{FITS} — можно положить"


def turn(patience: AnyPatience, steps: Sequence[Step], *, in_words: bool = False) -> str:
    """What a tap did, in one plain line that begins in lower case."""
    lays = [_Lay.of(step) for step in steps if step.move not in (DRAW, REDEAL)]
    drawn = [step for step in steps if step.move == DRAW]
    redealt = [step for step in steps if step.move == REDEAL]
    name = card_words if in_words else str
    parts = []
    if len(lays) == 1:
        parts.append(_one_lay(patience, lays[0], in_words=in_words))
    elif lays:
        parts.append(_lays(lays, in_words=in_words))
    closers = [lay.closer for lay in lays if lay.closer is not None]
    if closers:
        rounds = plural(len(closers), "круг закрыт", "круга закрыты", "кругов закрыто")
        many = f"{len(closers)}{NBSP}" if len(closers) > 1 else ""
        parts.append(f"{many}{rounds}")
    if len(drawn) == 1:
        parts.append(f"из колоды — {name(drawn[0].table.waste[-1])}")
    elif drawn:
        top = steps[-1].table.waste[-1:]
        parts.append(opened(len(drawn)) + (f", сверху {name(top[0])}" if top else ""))
    if redealt:
        parts.append(f"талон переложен, начат проход{NBSP}{redealt[-1].table.redeals + 1}")
    return "; ".join(parts)


@dataclass(frozen=True, slots=True)
class _Lay:
    card: Card
    source: str
    filling: Card | None
    closer: Card | None

    @classmethod
    def of(cls, step: Step) -> "_Lay":
        first, *rest = step.motions
        assert first.card is not None  # noqa: S101 - only a redeal moves no single card
        filling = next((m.card for m in rest if m.target == first.source), None)
        closer = next((m.card for m in rest if m.target == first.target), None)
        return cls(first.card, first.source, filling, closer)


def _one_lay(patience: AnyPatience, lay: _Lay, *, in_words: bool) -> str:
    name = card_words if in_words else str
    said = f"{name(lay.card)} {source(patience, lay.source)}"
    if lay.filling is not None:
        said += f", {replacing(lay.card)} — {name(lay.filling)}"
    return said


def _lays(lays: Sequence[_Lay], *, in_words: bool) -> str:
    name = card_words if in_words else str
    laid = plural(len(lays), "уложена", "уложено", "уложено")
    cards = in_cards(len(lays))
    if len(lays) <= LISTED:
        return f"{laid} {cards}: " + ", ".join(name(lay.card) for lay in lays)
    return f"{laid} {cards}, последняя — {name(lays[-1].card)}"


def source(patience: AnyPatience, key: str) -> str:
    """«из запаса», «с талона»: where a spot's card comes from."""
    return patience.sources[key.partition(":")[0]]


def facts_lines(facts: Facts) -> list[str]:
    """Two lines on where an unfinished game stands."""
    lines = []
    if facts.need is not None:
        lines.append(f"{needed(facts.need)} · {_round(facts)} · {progress(facts)}")
    lines.append(f"{panel_passes(facts).capitalize()} · в колоде{NBSP}{facts.stock}")
    return lines


def progress(facts: Facts) -> str:
    """«уложено 31 из 104»."""
    return f"уложено{NBSP}{out_of(facts.laid, facts.cards)}"


def _round(facts: Facts) -> str:
    return f"круг{NBSP}{out_of(_current_round(facts), len(facts.rounds))}"


def _current_round(facts: Facts) -> int:
    return sum(done == of for done, of in facts.rounds) + 1


def panel_lines(facts: Facts, *, short: bool) -> tuple[str, ...]:
    """The same facts, as the picture tells them; ``short`` where it shows the rest elsewhere."""
    if facts.need is None:
        return (progress(facts),)
    return (_round(facts),) if short else (_round(facts), progress(facts))


def panel_ending(facts: Facts, *, short: bool) -> tuple[str, ...]:
    """What the picture of a finished game tells; ``short`` where it shows the rest elsewhere."""
    return (panel_passes(facts),) if short else (progress(facts), panel_passes(facts))


def panel_need(facts: Facts) -> tuple[str, str]:
    """The needed rank as printed and in words; both empty when all is laid."""
    if facts.need is None:
        return "", ""
    return RANKS[facts.need], needed(facts.need).lower()


def panel_passes(facts: Facts) -> str:
    """«проход 1 из 3»."""
    return f"проход{NBSP}{out_of(*facts.passes)}"


def title_line(patience: AnyPatience, label: str, *, ranked: bool = False) -> str:
    """The patience, the way it is played, and the deal; of a dated one also whether it ranks."""
    told = f"{patience.full_title} · {deal_name(label)}"
    return told if label.isdigit() else f"{told}, {RANKED if ranked else UNRANKED}"


def deal_name(label: str) -> str:
    """«расклад № 481 516», or the date of a dated deal."""
    if label.isdigit():
        return f"расклад №{NBSP}{number(int(label))}"
    return f"расклад дня {day_label(label)}"


def ending(state: str) -> str:
    """How a game ended, in a sentence."""
    return {
        "won": "Пасьянс сошёлся!",
        "lost": "Не сошёлся: ходов больше нет.",
        "stopped": "Партия закончена.",
        "dropped": "Партия снята со стола.",
    }[state]


def headline(state: str) -> str:
    """The same, as the picture says it."""
    return {"won": "Сошёлся!", "lost": "Не сошёлся", "stopped": "Закончено", "dropped": "Снято"}[
        state
    ]


def ending_line(facts: Facts, drawn: int) -> str:
    """What came of a finished game."""
    return f"{progress(facts).capitalize()} · {panel_passes(facts)} · {opened(drawn)}"


def points_so_far_line(label: str, points: int) -> str:
    """The deal of a ranked game that goes on, and what it would bring if it ended now."""
    name = deal_name(label)
    return f"{name[0].upper()}{name[1:]}, {RANKED} {in_points(points)}"


def points_line(patience: AnyPatience, final: Score) -> str:
    """What a ranked game has brought, and what of: «189 = 104 + 50 + 50 − 15 за 3 подсказки»."""
    unused = UNUSED_PASS * (patience.passes - final.passes)
    gained = [final.laid, WIN, *([unused] if unused else [])] if final.won else [final.laid]
    spent = HINT * final.hints
    if final.points != sum(gained) - spent:
        return f"В зачёт: {in_points(final.points)} — {_LEAST_WON if final.won else _LEAST_LEFT}"
    if len(gained) == 1 and not spent:
        return f"В зачёт: {in_points(final.points)}"
    lost = count(final.hints, "подсказку", "подсказки", "подсказок")
    told = " + ".join(map(number, gained)) + (f" − {number(spent)} за {lost}" if spent else "")
    return f"В зачёт: {number(final.points)} = {told}"


def turn_line(mover: str) -> str:
    """Where people move in turn: who is to wait. No name is declined."""
    return f"{TURN_SECONDS}{NBSP}секунд ходит любой, но не {person(mover)}"


def lay_label(patience: AnyPatience, spot: Spot) -> str:
    """«8♥ из запаса»."""
    return f"{spot.cards[-1]} {source(patience, spot.key)}"


def lay_label_short(spot: Spot) -> str:
    """«8♥ ③», where there is no room for more or two are alike."""
    places = {LAY_WASTE: "талон", LAY_LAST: "вольная"}
    place = places.get(spot.lay) or chr(ord("①") + int(spot.lay) - 1)
    return f"{spot.cards[-1]} {place}"


def until_label(rank: int) -> str:
    """«⏩ До восьмёрки»."""
    return f"⏩ До {rank_genitive(rank)}"


def places_in_words(patience: AnyPatience, spots: Sequence[Spot]) -> str:
    """The open cards of the table, for those who listen to the caption."""
    lines = []
    for name, row in _rows(patience, spots):
        cards = [
            f"{place} — {card_words(spot.cards[-1])}{f' ({spot.name})' if spot.name else ''}"
            for place, spot in enumerate(row, start=1)
            if spot.cards
        ]
        lines.append(f"{name}: {', '.join(cards) or 'пусто'}")
    lines += [
        f"{spot.name.capitalize()}: {card_words(spot.cards[-1])}"
        for spot in _alone(spots)
        if spot.cards
    ]
    return "\n".join(lines)


def board(patience: AnyPatience, spots: Sequence[Spot]) -> str:
    """The open cards in rows of text, for a chat that takes no pictures."""
    lines = []
    for name, row in _rows(patience, spots):
        cards = [
            f"{place} {_top(spot)}{f' ({spot.name})' if spot.name else ''}"
            for place, spot in enumerate(row, start=1)
        ]
        lines += [f"{name}:", *("  ".join(cards[at : at + 4]) for at in range(0, len(cards), 4))]
    lines += [_spot_line(spot) for spot in _alone(spots)]
    if any(spot.lay for spot in spots):
        lines.append(LEGEND)
    return "\n".join(lines)


def _rows(patience: AnyPatience, spots: Sequence[Spot]) -> Iterator[tuple[str, Sequence[Spot]]]:
    """The rows of like places, each with its name."""
    for key, row in groupby(spots, lambda spot: spot.key.partition(":")[0]):
        if key in patience.rows:
            yield patience.rows[key].capitalize(), tuple(row)


def _alone(spots: Sequence[Spot]) -> Iterator[Spot]:
    """The piles that stand in no row, but for the one being built: the caption tells of it."""
    return (spot for spot in spots if ":" not in spot.key and spot.count is not None)


def _top(spot: Spot) -> str:
    return f"{FITS if spot.lay else ''}{spot.cards[-1]}" if spot.cards else "—"


def _spot_line(spot: Spot) -> str:
    top = f": {_top(spot)}" if spot.cards else ""
    many = f" ({spot.count})" if spot.count is not None else ""
    return f"{spot.name.capitalize()}{top}{many}"
