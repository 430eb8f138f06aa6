"""The words of the deals of the day, today's and past ones, for /daily, tables and results."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from babel.dates import format_date, get_timezone_location

from bot.games.cards import tokens
from bot.games.deals import Deal
from bot.games.play import AnyPatience
from bot.play.calendar import Days
from bot.play.daily import Entry
from bot.play.endings import Ending
from bot.texts.table import progress
from bot.texts.words import (
    NBSP,
    count,
    day_label,
    in_hints,
    in_passes,
    in_points,
    number,
    out_of,
    person,
    plural,
)
from storage import DailyDeal

PREPARING = (
    "Расклады дня ещё готовятся: каждый сначала проверяют, можно ли его выиграть. "
    "Обычно хватает пары минут."
)
FUTURE = "Этот день ещё не наступил. Сегодняшние расклады: /daily"
OVER = "Этот день закончился. Сегодняшние расклады: /daily"
NO_DAY = "За этот день раскладов нет. Какие есть, видно в /daily, «Прошлые дни»."
NO_PAST = "Прошлых дней пока нет: первые расклады дня выложены недавно. Сегодняшние: /daily"
PAST = "<b>Прошлые дни</b>\nЛюбой старый расклад можно сыграть, вне зачёта."
ONCE_MORE = "Ещё раз — вне зачёта."
YESTERDAY = "Вчерашний"
OUT_OF_RANKING = "Эта партия — вне зачёта."
SOME_CHAT = "Чат"
COMPARED_FROM = 10
"""Earlier results of one's own without which a percentage says nothing."""
WORTH_TELLING = 50
"""Nobody needs to be told that most of one's games were better."""
STREAK_FROM = 2
NOT_LISTED = "Место среди чатов — когда карты уложат хотя бы двое"


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


def duration(seconds: int) -> str:
    """«5 ч 12 мин»; minutes are rounded up."""
    hours, minutes = divmod(-(-seconds // 60), 60)
    parts = [f"{hours}{NBSP}ч"] if hours else []
    return " ".join([*parts, f"{minutes}{NBSP}мин"] if minutes or not parts else parts)


def came_to(patience: AnyPatience, result: HasScore) -> str:
    """«сошёлся за 2 прохода» or «уложено 31 из 104»."""
    if result.won:
        return f"сошёлся за {in_passes(result.passes)}" if patience.passes > 1 else "сошёлся"
    return f"уложено{NBSP}{out_of(result.laid, patience.cards)}"


def outcome(patience: AnyPatience, result: HasScore) -> str:
    """«сошёлся за 2 прохода, 179 очков»."""
    hints = f", {in_hints(result.hints)}" if result.hints else ""
    return f"{came_to(patience, result)}, {in_points(result.points)}{hints}"


def today_page(
    day: str, entries: Sequence[Entry], unfinished: Sequence[Entry], days: Days, *, team: bool
) -> str:
    """Today's deals and what the chat has made of them; before them what is ``unfinished`` of
    yesterday's."""
    sections = [_section(entry, days, team=team, of_yesterday=True) for entry in unfinished]
    sections += [_section(entry, days, team=team) for entry in entries]
    over = any(entry.over for entry in entries)
    return "\n\n".join([_heading(day, team=team), *sections, _next(days, over=over)])


def past_page(
    day: str,
    entries: Sequence[Entry],
    bests: Sequence[str | None],
    days: Days,
    *,
    team: bool,
) -> str:
    """The deals of a day that is over, with decks and the best results reached (``bests``) if they
    are released."""
    released = days.is_released(day)
    parts = [_heading(day, team=team)]
    if not released:
        parts.append(still_open(days))
    for entry, best in zip(entries, bests, strict=True):
        told = [_section(entry, days, team=team)]
        if released:
            deck = tokens(Deal.named(entry.deal.deal, entry.patience.pack).deck)
            told += [*([best] if best else []), f"<blockquote expandable>{deck}</blockquote>"]
        parts.append("\n".join(told))
    return "\n\n".join(parts)


def archive_page(any_days: bool) -> str:
    """The list of past days, whose days are buttons."""
    return PAST if any_days else NO_PAST


def still_open(days: Days) -> str:
    """Why a day that is over is not to be had yet."""
    when = f"{days.deadline_told(days.oldest_open()):%H:%M}"
    return f"Этот день ещё доигрывают: для всех он откроется в {when} ({place(days)})."


def not_begun_in_time(day: str, days: Days) -> str:
    """Why a deal cannot be laid out now."""
    return FUTURE if day > days.today() else still_open(days)


def place(days: Days) -> str:
    """«Москва»: by whose clock the days go."""
    return get_timezone_location(days.zone, locale="ru", return_city=True)


def solver_best(deal: DailyDeal, days: Days) -> str:
    """What the solver came to, which people may beat; until the deal is released, when that is."""
    if not days.is_released(deal.date):
        when = _deadline(deal.date, days)
        return f"Лучшее у решателя откроется в{NBSP}{when}: /deal{NBSP}{day_label(deal.date)}"
    cards = count(deal.solver_opened, "открытую карту", "открытые карты", "открытых карт")
    return f"Лучшее у решателя: за {in_passes(deal.solver_passes)} и {cards}"


def best_reached(patience: AnyPatience, name: str, result: HasScore) -> str:
    """The best result that anybody has reached."""
    return f"Лучший результат: {person(name)} — {outcome(patience, result)}"


def _heading(day: str, *, team: bool) -> str:
    return f"<b>{'Расклады дня для чата' if team else 'Расклады дня'} · {day_name(day)}</b>"


def _section(entry: Entry, days: Days, *, team: bool, of_yesterday: bool = False) -> str:
    title = (
        f"{YESTERDAY}: {entry.patience.full_title}" if of_yesterday else entry.patience.full_title
    )
    lines = [f"<b>{title}</b>", _standing(entry, days, team=team)]
    if entry.over or days.is_released(entry.deal.date):
        lines.append(solver_best(entry.deal, days))
    if entry.over:
        lines.append(ONCE_MORE)
    return "\n".join(lines)


def _standing(entry: Entry, days: Days, *, team: bool) -> str:
    """What the chat has made of a deal."""
    if entry.result is not None:
        told = f"В зачёт: {outcome(entry.patience, entry.result)}."
        return f"{told} Время вышло, доиграть можно вне зачёта." if entry.going else told
    if entry.attempt is not None and entry.going:
        facts = entry.patience.facts(entry.attempt.table)
        return f"В игре: {progress(facts)}, в зачёт до {_deadline(entry.deal.date, days)}."
    if entry.tried:
        return "Попытка уже была."
    if entry.deal.date != days.today() or days.is_released(entry.deal.date):
        return "Не сыгран. Теперь — вне зачёта."
    return f"Ещё не начат. {'Первая партия чата' if team else 'Первая попытка'} идёт в зачёт."


def _deadline(day: str, days: Days) -> str:
    """«03:00 следующей ночи», or «03:00» in that very night."""
    return f"{days.deadline_told(day):%H:%M}{'' if day < days.today() else ' следующей ночи'}"


def _next(days: Days, *, over: bool) -> str:
    if over:
        return f"Следующие расклады — через {duration(days.until_next())}."
    return f"Новые расклады — каждый день в 00:00 ({place(days)})."


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
