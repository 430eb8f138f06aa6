"""💡: what is advised, and why."""

from collections.abc import Callable

from bot.games.patience import DRAW, REDEAL
from bot.games.solver import Advice, Reason, Why
from bot.texts.words import count, needed, rank_genitive, rank_word

__all__ = ["advice"]


def advice(given: Advice) -> str:
    """The advice in a sentence: «Пятёрка нужна только через 8 карт — лучше открыть ещё.»"""
    return _SENTENCES[given.reason.why](given.reason, given.move)


def _nothing_fits(reason: Reason, _move: str) -> str:
    if reason.need is None:
        return "Класть нечего — откройте карту."
    genitive = rank_genitive(reason.need)
    return f"{genitive.capitalize()} на столе пока не взять — откройте карту."


def _stock_empty(_reason: Reason, _move: str) -> str:
    return "Здесь больше ничего не выиграть — переложите талон."


def _no_turn(_reason: Reason, _move: str) -> str:
    return "Открывать больше нечего — кладите."


def _on_top(_reason: Reason, _move: str) -> str:
    return "Кладите: следующая карта закрыла бы талон."


def _blind(_reason: Reason, _move: str) -> str:
    return "Ждать нечего — кладите."


def _fills_well(reason: Reason, _move: str) -> str:
    other, wait = _other(reason)
    if wait == 0:
        return f"Кладите: место займёт {rank_word(other)} и сразу пойдёт в дело."
    whose = "её" if _is_feminine(other) else "его"
    card = rank_word(other)
    return f"Кладите: место займёт {card}, {whose} очередь уже через {_cards(wait)}."


def _fills_badly(reason: Reason, _move: str) -> str:
    other, _ = _other(reason)
    if reason.wait is None:
        return f"Место заняла бы лишняя карта, {rank_word(other)}, — лучше открыть ещё."
    card = rank_word(other).capitalize()
    return f"{card} {_needed(other)} только через {_cards(reason.wait)} — лучше открыть ещё."


def _better_ahead(reason: Reason, _move: str) -> str:
    other, _ = _other(reason)
    whom = "ей" if _is_feminine(other) else "ему"
    return f"Следом выйдет {rank_word(other)}, место лучше оставить {whom}. Откройте ещё."


def _balance(_reason: Reason, move: str) -> str:
    if move == DRAW:
        return "Надёжнее подождать — откройте ещё."
    if move == REDEAL:
        return "Надёжнее подождать — переложите талон."
    return "Надёжнее положить сейчас."


def _other(reason: Reason) -> tuple[int, int]:
    return reason.other or 0, reason.wait or 0


def _needed(rank: int) -> str:
    """«нужна» or «нужен», as goes with the rank."""
    return needed(rank).split(maxsplit=1)[0].lower()


def _is_feminine(rank: int) -> bool:
    return _needed(rank) == "нужна"


def _cards(n: int) -> str:
    """«8 карт», after «через»; one is not counted."""
    return "карту" if n == 1 else count(n, "карту", "карты", "карт")


_SENTENCES: dict[Why, Callable[[Reason, str], str]] = {
    Why.NOTHING_FITS: _nothing_fits,
    Why.STOCK_EMPTY: _stock_empty,
    Why.NO_TURN: _no_turn,
    Why.ON_TOP: _on_top,
    Why.BLIND: _blind,
    Why.FILLS_WELL: _fills_well,
    Why.FILLS_BADLY: _fills_badly,
    Why.BETTER_AHEAD: _better_ahead,
    Why.BALANCE: _balance,
}
