"""What is told of a ranked game that is over: its day, the streak, how it compares with others."""

from bot.play.endings import Ending
from bot.texts.words import NBSP, count, in_points, number, plural

COMPARED_FROM = 10
"""Earlier results of one's own without which a percentage says nothing."""
WORTH_TELLING = 50
"""Nobody needs to be told that most of one's games were better."""
STREAK_FROM = 2
NOT_LISTED = "Место среди чатов — когда карты уложат хотя бы двое"


def ending_lines(ending: Ending) -> list[str]:
    """The day, and what it means for whoever has played: at most two lines."""
    return [line for line in (_day(ending), _own(ending)) if line]


def _day(ending: Ending) -> str:
    if not ending.is_listed:
        return NOT_LISTED
    if ending.day.holders == 1:
        return "Пока это единственный результат дня"
    line = f"{_played(ending)}, {_came_out(ending.day.won)}"
    if ending.place is None:
        return line
    place = f"{number(ending.place)}-я строка"
    return f"{line}, {f'ваш — {place}' if ending.of_team else f'вы {place}'}"


def _played(ending: Ending) -> str:
    played = ending.day.holders
    if ending.of_team:
        verb = plural(played, "Сыграл", "Сыграли", "Сыграли")
        return f"{verb} {count(played, 'чат', 'чата', 'чатов')}"
    return f"Сыграли {number(played)}"


def _came_out(won: int) -> str:
    return f"сошлось у{NBSP}{number(won)}" if won else "не сошлось ни у кого"


def _own(ending: Ending) -> str:
    told = []
    if ending.streak is not None and ending.streak >= STREAK_FROM:
        whose = "серия чата" if ending.of_team else "серия"
        told.append(f"{whose}: {count(ending.streak, 'день', 'дня', 'дней')}")
    told += _compared(ending)
    line = " · ".join(told)
    return line[:1].upper() + line[1:]


def _compared(ending: Ending) -> list[str]:
    """A record, or the record and what part of one's own results is beaten."""
    own, points = ending.own, ending.result.points
    if not own.others or not points:
        return []
    if points > own.best:
        return ["новый рекорд чата" if ending.of_team else "новый личный рекорд"]
    told = [f"рекорд {in_points(own.best)}"]
    better = 100 * own.worse // own.others
    if own.others >= COMPARED_FROM and better >= WORTH_TELLING:
        whose = "партий чата" if ending.of_team else "ваших партий"
        told.append(f"лучше, чем {better}{NBSP}% {whose} в зачёт")
    return told
