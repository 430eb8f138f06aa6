"""The words on a table: where the game stands, how it ended, what its buttons say.

Captions, pictures and keyboards take them from here. What a patience lacks they do not mention.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bot.games.cards import RANKS
from bot.games.patience import Facts, Spot
from bot.games.play import AnyPatience
from bot.games.scoring import HINT, UNUSED_PASS, WIN, Score
from bot.play.session import TURN_SECONDS
from bot.texts.moves import source
from bot.texts.words import (
    NBSP,
    card_words,
    circled,
    count,
    day_label,
    in_passes,
    in_points,
    needed,
    number,
    opened,
    out_of,
    person,
    rank_genitive,
)

DEALT = "Карты разложены"
ASIDE = "Партия отложена."
RANKED = "в зачёт"
UNRANKED = "вне зачёта"
CHALLENGED = "вызов"
IN_RANKING, IN_CHALLENGE = "В зачёт", "В вызове"
_LEAST_WON = "меньше победа не приносит"
_LEAST_LEFT = "половина уложенных карт, меньше подсказки не оставляют"
CHIPS_BENEATH = "ниже в талоне"
CHIPS_AHEAD = "дальше в колоде"
FITS = "•"  # before a card that may be laid
LEGEND = f"{FITS} — можно положить"


def facts_lines(facts: Facts) -> list[str]:
    """Where an unfinished game stands: two lines, as far as there is something to tell."""
    need = "" if facts.need is None else needed(facts.need)
    stock = "" if facts.stock is None else f"в колоде{NBSP}{facts.stock}"
    lines = (need, _round(facts), progress(facts)), (panel_passes(facts), stock)
    return [line[0].upper() + line[1:] for line in map(_in_a_line, lines) if line]


def _in_a_line(told: Iterable[str]) -> str:
    return " · ".join(filter(None, told))


def progress(facts: Facts) -> str:
    """«уложено 31 из 104»."""
    return f"уложено{NBSP}{out_of(facts.laid, facts.cards)}"


def _round(facts: Facts) -> str:
    """«круг 3 из 8»; empty where there are no rounds, or none is left to play."""
    present = facts.rounds_closed + 1
    if present > len(facts.rounds):
        return ""
    return f"круг{NBSP}{out_of(present, len(facts.rounds))}"


def panel_lines(facts: Facts, *, short: bool) -> tuple[str, ...]:
    """The same facts, as the picture tells them; ``short`` where it shows the rest elsewhere."""
    round_ = _round(facts)
    if not round_:
        return (progress(facts),)
    return (round_,) if short else (round_, progress(facts))


def panel_ending(facts: Facts, *, short: bool) -> tuple[str, ...]:
    """What the picture of a finished game tells; ``short`` where it shows the rest elsewhere."""
    passes = panel_passes(facts)
    if not passes:
        return (progress(facts),)
    return (passes,) if short else (progress(facts), passes)


def won_lines(patience: AnyPatience, label: str, final: Score, *, ranked: bool) -> tuple[str, ...]:
    """What stands below the cards in the picture of a won game."""
    passes = f"за {in_passes(final.passes)}"
    if final.passes < patience.passes:
        passes += f" из{NBSP}{patience.passes}"
    told = (
        in_points(final.points) if ranked else "",
        passes if patience.passes > 1 else "",
        opened(final.opened) if patience.draws else "",
    )
    how = " · ".join(filter(None, told))
    return (*([how] if how else []), f"{patience.full_title} · {deal_name(label)}")


def panel_need(facts: Facts) -> tuple[str, str]:
    """The needed rank as printed and in words; both empty when all is laid."""
    if facts.need is None:
        return "", ""
    return RANKS[facts.need], needed(facts.need).lower()


def panel_passes(facts: Facts) -> str:
    """«проход 1 из 3»; empty where there is only one."""
    if facts.passes is None or facts.passes[1] == 1:
        return ""
    return f"проход{NBSP}{out_of(*facts.passes)}"


def title_line(
    patience: AnyPatience, label: str, *, ranked: bool = False, challenged: bool = False
) -> str:
    """The patience, the way it is played, and the deal; of a dated one also whether it ranks, and
    whether it stands in a challenge."""
    told = f"{patience.full_title} · {deal_name(label)}"
    if challenged:
        return f"{told}, {CHALLENGED}"
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
    """What came of a finished game, in which ``drawn`` cards were opened from the stock."""
    cards = "" if facts.stock is None else opened(drawn)
    return _in_a_line((progress(facts).capitalize(), panel_passes(facts), cards))


def points_so_far_line(label: str, points: int, *, challenged: bool = False) -> str:
    """The deal of a ranked game that goes on, and what it would bring if it ended now; or of one
    that stands in a challenge."""
    name = deal_name(label)
    where = f"{CHALLENGED}:" if challenged else RANKED
    return f"{name[0].upper()}{name[1:]}, {where} {in_points(points)}"


def points_line(patience: AnyPatience, final: Score, where: str = IN_RANKING) -> str:
    """What a ranked game has brought, and what of: «189 = 104 + 50 + 50 − 15 за 3 подсказки»; or
    one that counts elsewhere."""
    unused = UNUSED_PASS * (patience.passes - final.passes)
    gained = [final.laid, WIN, *([unused] if unused else [])] if final.won else [final.laid]
    spent = HINT * final.hints
    if final.points != sum(gained) - spent:
        return f"{where}: {in_points(final.points)} — {_LEAST_WON if final.won else _LEAST_LEFT}"
    if len(gained) == 1 and not spent:
        return f"{where}: {in_points(final.points)}"
    lost = count(final.hints, "подсказку", "подсказки", "подсказок")
    told = " + ".join(map(number, gained)) + (f" − {number(spent)} за {lost}" if spent else "")
    return f"{where}: {number(final.points)} = {told}"


def turn_line(mover: str) -> str:
    """Where people move in turn: who is to wait. No name is declined."""
    return f"{TURN_SECONDS}{NBSP}секунд ходит любой, но не {person(mover)}"


def lay_label(patience: AnyPatience, spot: Spot) -> str:
    """«8♥ из запаса»."""
    return f"{spot.cards[-1]} {source(patience, spot.key)}".rstrip()


def lay_label_short(spot: Spot) -> str:
    """«8♥ ③», «8♥ талон»: where there is no room for more, or two are alike."""
    place = circled(int(spot.tally)) if spot.tally.isdecimal() else spot.tally or spot.name
    return f"{spot.cards[-1]} {place}".rstrip()


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
