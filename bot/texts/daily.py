"""The words of the deals of the day: today's, and those of past days."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from babel.dates import format_date, get_timezone_location

from bot.daily import Entry
from bot.days import DEADLINE, Days
from bot.games.cards import tokens
from bot.games.deals import Deal
from bot.games.play import AnyPatience
from bot.texts.table import progress
from bot.texts.words import NBSP, count, person
from storage import DailyDeal

__all__ = [
    "FUTURE",
    "NO_DAY",
    "PREPARING",
    "REFRESHED",
    "archive_page",
    "day_label",
    "day_name",
    "day_page",
    "duration",
    "not_begun_in_time",
    "outcome",
    "still_open",
]

PREPARING = (
    "Расклады дня ещё готовятся: каждый сначала проверяют, можно ли его выиграть. "
    "Обычно хватает минуты."
)
REFRESHED = "Ещё готовятся"
FUTURE = "Этот день ещё не наступил. Сегодняшние расклады: /daily"
NO_DAY = "За этот день раскладов нет. Какие есть, видно в /daily, «Прошлые дни»."
NO_PAST = "Прошлых дней пока нет: первые расклады дня выложены недавно. Сегодняшние: /daily"
PAST = "<b>Прошлые дни</b>\nЛюбой старый расклад можно сыграть, вне зачёта."
ALWAYS = "Ещё раз — вне зачёта."
SOME_CHAT = "чат"


class HasScore(Protocol):
    """A stored result, or a score."""

    @property
    def won(self) -> bool: ...
    @property
    def laid(self) -> int: ...
    @property
    def passes(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def hints(self) -> int: ...


def day_name(day: str) -> str:
    """«30 ноября 2026»."""
    return format_date(date.fromisoformat(day), f"d{NBSP}MMMM{NBSP}y", locale="ru")


def day_label(day: str) -> str:
    """«30.11.2026», as `/deal` takes it."""
    year, month, day_ = day.split("-")
    return f"{day_}.{month}.{year}"


def duration(seconds: int) -> str:
    """«5 ч 12 мин»; minutes are rounded up."""
    hours, minutes = divmod(-(-seconds // 60), 60)
    parts = [f"{hours}{NBSP}ч"] if hours else []
    return " ".join([*parts, f"{minutes}{NBSP}мин"] if minutes or not parts else parts)


def outcome(patience: AnyPatience, result: HasScore) -> str:
    """«сошёлся за 2 прохода, 179 очков»."""
    if result.won:
        said = f"сошёлся за {count(result.passes, 'проход', 'прохода', 'проходов')}"
    else:
        said = f"уложено {result.laid} из {patience.cards}"
    hints = f", подсказок: {result.hints}" if result.hints else ""
    return f"{said}, {count(result.points, 'очко', 'очка', 'очков')}{hints}"


def day_page(
    day: str,
    entries: Sequence[Entry],
    days: Days,
    *,
    team: bool,
    bests: Sequence[str | None] = (),
) -> str:
    """The deals of a day and what the chat has made of them.

    ``bests`` are the best results reached by anybody, of a released day.
    """
    released, today = days.is_released(day), day == days.today()
    heading = "Расклады дня для чата" if team else "Расклады дня"
    parts = [f"<b>{heading} · {day_name(day)}</b>"]
    if not today and not released:
        parts.append(still_open(day, days))
    for number, entry in enumerate(entries):
        lines = [f"<b>{entry.patience.full_title}</b>", *_standing(entry, days, team=team)]
        if entry.over or released:
            lines.append(solver_best(entry.deal))
        if released:
            lines += _released(entry, bests[number] if bests else None)
        parts.append("\n".join(lines))
    if today:
        parts.append(_next(days, waiting=any(entry.over for entry in entries)))
    return "\n\n".join(parts)


def archive_page(any_days: bool) -> str:
    """The list of past days, whose days are buttons."""
    return PAST if any_days else NO_PAST


def still_open(day: str, days: Days) -> str:
    """Why a day that is over is not to be had yet."""
    return (
        f"Расклады за {day_name(day)} кое-где ещё доигрывают. Для всех они откроются "
        f"в {DEADLINE:%H:%M} ({place(days)})."
    )


def not_begun_in_time(day: str, days: Days) -> str:
    """Why a deal cannot be laid out now."""
    return FUTURE if day > days.today() else still_open(day, days)


def place(days: Days) -> str:
    """«Москва»: by whose clock the days go."""
    return get_timezone_location(days.zone, locale="ru", return_city=True)


def solver_best(deal: DailyDeal) -> str:
    """What the solver came to, which people may beat."""
    passes = count(deal.solver_passes, "проход", "прохода", "проходов")
    opened = count(deal.solver_opened, "открытую карту", "открытые карты", "открытых карт")
    return f"Лучшее у решателя: за {passes} и {opened}"


def best_reached(patience: AnyPatience, name: str, result: HasScore) -> str:
    """The best result that anybody has reached."""
    return f"Лучший результат: {person(name)} — {outcome(patience, result)}"


def _standing(entry: Entry, days: Days, *, team: bool) -> list[str]:
    day = entry.deal.date
    if entry.attempt is None or (entry.result is None and not entry.going):
        if entry.tried:
            return ["Попытка уже была. " + ALWAYS]
        if day != days.today():
            return ["Не сыгран. Теперь — вне зачёта."]
        first = "Первая партия чата" if team else "Первая попытка"
        return [f"Ещё не начат. {first} идёт в зачёт."]
    facts = entry.attempt.patience.facts(entry.attempt.table)
    if entry.result is None:
        return [f"В игре: {progress(facts)}, в зачёт до {DEADLINE:%H:%M} следующего дня."]
    told = f"В зачёт: {outcome(entry.patience, entry.result)}."
    if entry.going:
        return [told, "Время вышло, партию можно доиграть вне зачёта."]
    return [told, ALWAYS]


def _released(entry: Entry, best: str | None) -> list[str]:
    deck = tokens(Deal.named(entry.deal.deal, entry.patience.pack).deck)
    return [*([best] if best else []), f"<blockquote expandable>{deck}</blockquote>"]


def _next(days: Days, *, waiting: bool) -> str:
    if waiting:
        return f"Следующие расклады — через {duration(days.until_next())}."
    return f"Новые расклады — каждый день в 00:00 ({place(days)})."
