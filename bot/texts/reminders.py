"""The words of the reminder of the deal of the day, and of the question for its hour."""

from bot.play.calendar import Days
from bot.texts.daily import place
from bot.texts.words import NBSP, count

OFFER = "Напоминать о раскладе дня? Раз в день, и только если он ещё не сыгран."
BACK = "‹ Настройки"
OTHER_HOUR = "Другой час"
NO = "Не надо"
OFF = "Не напоминать"
PLAY = "К раскладу дня"
TURNED_OFF = "Напоминаний не будет. Включить: /settings"

LAST = (
    "Похоже, сейчас не до пасьянсов, поэтому это напоминание последнее. "
    "Включить снова: /settings, а сыграть можно в любой день."
)
STREAK_TOLD_FROM = 2


def clock(hour: int) -> str:
    """«9:00»."""
    return f"{hour}:00"


def hours(days: Days) -> str:
    """The question for the hour, and by whose clock it is."""
    return (
        f"<b>Напоминание о раскладе дня</b>\nВо сколько ({place(days)})? "
        "Приходит, только если он ещё не сыгран."
    )


def setting(hour: int | None) -> str:
    """The reminder among the settings."""
    return f"Напоминание: {'нет' if hour is None else clock(hour)}"


def set_to(hour: int, days: Days) -> str:
    """The hour was chosen."""
    return (
        f"Напоминание приходит в{NBSP}{clock(hour)} ({place(days)}), если расклад дня ещё "
        "не сыгран. Изменить: /settings"
    )


def reminder(*, team: bool, streak: int, last: bool) -> str:
    """The reminder itself; ``last`` when it is the last one, as so many were ignored."""
    said = "Ждёт новый расклад дня для чата." if team else "Ждёт новый расклад дня."
    if streak >= STREAK_TOLD_FROM:
        said += f" Серия: {count(streak, 'день', 'дня', 'дней')}."
    return f"{said}\n\n{LAST}" if last else said
