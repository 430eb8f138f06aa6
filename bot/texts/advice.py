"""``advice``: 💡 in a sentence, for the hint's handler: what to do, and why.

The reasons are the solver's, so this speaks of the two patiences of the book alone.
"""

from collections.abc import Callable

from bot.games.patience import DRAW, REDEAL
from bot.games.solver import Advice, Reason, Why
from bot.texts.words import count, in_cards, needed, rank_genitive, rank_word

_SOON = 6


def advice(given: Advice) -> str:
    """The advice in a sentence: «Пятёрка нужна только через 8 карт — лучше открыть ещё.»"""
    return _SENTENCES[given.reason.why](given.reason, given.move)


def _nothing_fits(reason: Reason, _move: str) -> str:
    return (
        f"{rank_genitive(reason.need or 0).capitalize()} на столе пока не взять — откройте карту."
    )


def _stock_empty(reason: Reason, _move: str) -> str:
    card = rank_genitive(reason.need or 0)
    return f"Колода кончилась, а {card} на столе не взять — переложите талон."


def _no_turn(_reason: Reason, _move: str) -> str:
    return "Открывать больше нечего — кладите."


def _balance(_reason: Reason, move: str) -> str:
    if move == DRAW:
        return "Надёжнее подождать — откройте ещё."
    if move == REDEAL:
        return "Надёжнее подождать — переложите талон."
    return "Надёжнее положить сейчас."


# Why to lay.


def _on_top(_reason: Reason, _move: str) -> str:
    return "Кладите: следующая карта закрыла бы талон."


def _goes_back(reason: Reason, _move: str) -> str:
    return f"Кладите: при перекладке {rank_word(reason.need or 0)} уйдёт обратно в колоду."


def _fills_well(reason: Reason, _move: str) -> str:
    wait = reason.wait or 0
    if wait == 0:
        return f"Кладите: место займёт {_filling(reason)}, {_she(reason)} сможет пойти сразу."
    already = "уже " if wait <= _SOON else ""
    turn = f"{_form(reason, 'его', 'её')} очередь {already}через {_cards(wait)}"
    return f"Кладите: место займёт {_filling(reason)}, {turn}."


def _closes(_reason: Reason, _move: str) -> str:
    return "Кладите: это двенадцатая карта, за ней сама ляжет замыкающая."


def _shows_closer(_reason: Reason, _move: str) -> str:
    return "Кладите: круг закроется, и в кучке откроется новая карта."


def _followed(reason: Reason, _move: str) -> str:
    if reason.count == 1:
        return f"Кладите: следом сможет пойти {_card(reason)}."
    return f"Кладите: следом смогут пойти ещё {in_cards(reason.count)}."


def _comes(reason: Reason, _move: str) -> str:
    come = f"через {_cards(reason.count)}" if reason.count else "следом"
    return f"Кладите: {come} выйдет {_card(reason)}, {_she(reason)} и {_needed(reason)} дальше."


def _comes_back(reason: Reason, _move: str) -> str:
    come = _after_redeal(reason)
    return f"Кладите: {come} выйдет {_card(reason)}, {_she(reason)} и {_needed(reason)} дальше."


def _blind(_reason: Reason, _move: str) -> str:
    return "Кладите: талон пуст, место займёт следующая карта колоды."


def _hidden(reason: Reason, _move: str) -> str:
    left = f"есть ещё {_one(reason)}" if reason.count == 1 else f"их ещё {reason.count}"
    return f"Кладите: дальше {_needed(reason)} {_card(reason)}, среди закрытых карт {left}."


# Why to wait.


def _same_filling(_reason: Reason, _move: str) -> str:
    return "Талон пуст, место всё равно займёт следующая карта — сначала откройте её."


def _leaves_spare(reason: Reason, move: str) -> str:
    spare = f"ещё {_one(reason)} {_card(reason)}"
    return f"Если положить сейчас, в запасе останется {spare} — {_rather(move)}."


def _closer_hidden(_reason: Reason, move: str) -> str:
    return f"Этот ход закроет круг, а с чего начнётся следующий, ещё не видно — {_rather(move)}."


def _better_ahead(reason: Reason, move: str) -> str:
    if move == REDEAL:
        come = _after_redeal(reason).capitalize()
    else:
        come = f"Через {_cards(reason.count)}" if reason.count else "Следом"
    place = f"место лучше оставить {_form(reason, 'ему', 'ей')}"
    return f"{come} выйдет {_card(reason)}, {place}. {_do(move)}"


def _fills_badly(reason: Reason, move: str) -> str:
    return f"{_filling(reason).capitalize()} {_only_after(reason)} — {_rather(move)}."


def _next_fills_badly(reason: Reason, move: str) -> str:
    then = f"{_she(reason)} {_only_after(reason)}"
    return f"Следом место {_would_take(reason)}, а {then} — {_rather(move)}."


def _not_this_round(reason: Reason, move: str) -> str:
    no_more = "не" if reason.count else "уже не"
    then = f"в этом круге {_she(reason)} {no_more} {_needed(reason)}"
    return f"Место {_would_take(reason)}, а {then} — {_rather(move)}."


def _last_pile(reason: Reason, move: str) -> str:
    then = f"{_she(reason)} понадобится только в восьмой стопке"
    return f"Место {_would_take(reason)}, а {then} — {_rather(move)}."


def _comes_again(reason: Reason, move: str) -> str:
    then = f"после перекладки {_she(reason)} выйдет снова"
    return f"{_card(reason).capitalize()} на талоне не пропадёт: {then}. {_do(move)}"


def _no_hurry(reason: Reason, move: str) -> str:
    then = f"{_needed(reason)} {_card(reason)}, а {_form(reason, 'его', 'её')} пока не взять"
    return f"Спешить некуда: дальше {then}. {_do(move)}"


# Words about the other card.


def _card(reason: Reason) -> str:
    """«пятёрка»."""
    return rank_word(reason.other or 0)


def _needed(reason: Reason) -> str:
    """«нужна» or «нужен»."""
    return needed(reason.other or 0).split(maxsplit=1)[0].lower()


def _form(reason: Reason, masculine: str, feminine: str) -> str:
    return feminine if _needed(reason) == "нужна" else masculine


def _she(reason: Reason) -> str:
    return _form(reason, "он", "она")


def _one(reason: Reason) -> str:
    return _form(reason, "один", "одна")


def _filling(reason: Reason) -> str:
    """«пятёрка», or «ещё одна пятёрка» where another goes before it."""
    return f"ещё {_one(reason)} {_card(reason)}" if reason.count else _card(reason)


def _would_take(reason: Reason) -> str:
    """«заняла бы пятёрка»."""
    return f"{_form(reason, 'занял', 'заняла')} бы {_filling(reason)}"


def _only_after(reason: Reason) -> str:
    """«нужна только через 8 карт»."""
    return f"{_needed(reason)} только через {_cards(reason.wait or 0)}"


def _after_redeal(reason: Reason) -> str:
    """«после перекладки первой», «через 2 карты после перекладки»."""
    if reason.count:
        return f"через {_cards(reason.count)} после перекладки"
    return f"после перекладки {_form(reason, 'первым', 'первой')}"


def _rather(move: str) -> str:
    return "лучше переложить талон" if move == REDEAL else "лучше открыть ещё"


def _do(move: str) -> str:
    return "Переложите талон." if move == REDEAL else "Откройте ещё."


def _cards(n: int) -> str:
    """«8 карт», after «через»; one is not counted."""
    return "карту" if n == 1 else count(n, "карту", "карты", "карт")


_SENTENCES: dict[Why, Callable[[Reason, str], str]] = {
    Why.NOTHING_FITS: _nothing_fits,
    Why.STOCK_EMPTY: _stock_empty,
    Why.NO_TURN: _no_turn,
    Why.BALANCE: _balance,
    Why.ON_TOP: _on_top,
    Why.GOES_BACK: _goes_back,
    Why.FILLS_WELL: _fills_well,
    Why.CLOSES: _closes,
    Why.SHOWS_CLOSER: _shows_closer,
    Why.FOLLOWED: _followed,
    Why.COMES: _comes,
    Why.COMES_BACK: _comes_back,
    Why.BLIND: _blind,
    Why.HIDDEN: _hidden,
    Why.SAME_FILLING: _same_filling,
    Why.LEAVES_SPARE: _leaves_spare,
    Why.CLOSER_HIDDEN: _closer_hidden,
    Why.BETTER_AHEAD: _better_ahead,
    Why.FILLS_BADLY: _fills_badly,
    Why.NEXT_FILLS_BADLY: _next_fills_badly,
    Why.NOT_THIS_ROUND: _not_this_round,
    Why.LAST_PILE: _last_pile,
    Why.COMES_AGAIN: _comes_again,
    Why.NO_HURRY: _no_hurry,
}
