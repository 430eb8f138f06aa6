"""What is said around the solver: why there is no hint, how a game will end, its review."""

from bot.games.patience import DRAW, REDEAL, Table
from bot.games.play import AnyPatience
from bot.games.scoring import Score
from bot.games.solver import Fall, Solution
from bot.texts.moves import source
from bot.texts.words import NBSP, in_passes, opened

NO_CHOICE = "По книге выбирать не из чего: подходящая карта ложится сразу."
NOT_READY = "Подсказка ещё не готова. Попробуйте чуть позже."
GAME_OVER = "Партия закончена, подсказывать нечего."
OVERTAKEN = "Пока подсказка готовилась, стол изменился. Спросите ещё раз."
NO_ADVICE = "Для этого пасьянса подсказок нет."

HOPELESS = "Больше не сойдётся: это уже ясно из открытых карт. Можно закончить или поиграть ещё."
CERTAIN = "Дальше сойдётся само, осталось только разложить. Доложить всё разом?"
COMPLETED = "Доложено"
COMPLETE_LATER = "Сейчас не получается. Попробуйте чуть позже или доиграйте вручную."
NOT_CERTAIN = "Стол изменился: само уже не сойдётся."

LOOKING = "Разбираем партию. Это займёт до минуты."
BUSY = "Одна партия уже разбирается. Подождите немного."
HELD_BACK = "Разбор откроется, когда кончится день расклада."
FAILED = "Разобрать партию не получилось. Попробуйте ещё раз."
NO_FALLS = "Промахов не видно: ни один ход не стоил заметной доли шансов."
FALLS = "Ходы, после которых шансы упали сильнее всего:"


def fall(patience: AnyPatience, before: Table, costly: Fall) -> str:
    """A move that cost chances, and what would have been better."""
    return (
        f"Ход {costly.number}: {_move(patience, before, costly.move)}. "
        f"Лучше было: {_move(patience, before, costly.better)}. "
        f"Шансы сойтись: {_percent(costly.before)} → {_percent(costly.after)}."
    )


def solution(found: Solution, played: Score) -> str:
    """The best that the solver has found for a deal, unless the game itself went better."""
    own = (played.passes, played.opened)
    if played.won and (not found.won or own < (found.passes, found.opened)):
        result = f"{in_passes(played.passes)}, {opened(played.opened)}"
        return f"Лучше, чем в этой партии, решатель ничего не нашёл: {result}."
    if not found.won:
        if found.proved:
            return "Доказано: этот расклад не сходится."
        return "Решатель не нашёл, как сойтись, но и не доказал, что нельзя."
    best = f"Лучшее из найденного: {in_passes(found.passes)}, {opened(found.opened)}."
    return f"{best} Меньше проходов не бывает, это доказано." if found.proved else best


def _move(patience: AnyPatience, table: Table, move: str) -> str:
    if move == DRAW:
        return "открыть карту"
    if move == REDEAL:
        return "переложить талон"
    spot = next(spot for spot in patience.spots(table) if spot.lay == move)
    return f"положить {spot.cards[-1]} {source(patience, spot.key)}".rstrip()


def _percent(share: float) -> str:
    return f"{round(share * 100)}{NBSP}%"
