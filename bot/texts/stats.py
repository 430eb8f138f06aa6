"""The words of /stats: its pages, and what their pictures say."""

from collections.abc import Sequence
from datetime import date

from babel.dates import format_date

from bot.games.play import AnyPatience
from bot.games.registry import PATIENCES
from bot.play.stats import MOST_SPARES, Column, Figures, Streak, fields_of
from bot.texts.words import NBSP, count, in_passes, in_points, number, opened, out_of
from render import Bar, Calendar, Day, DayState, Distribution, Theme
from storage import Stat

EMPTY = "Законченных партий ещё нет. Начать: /new, расклад дня: /daily"
STREAK = "Серия"
SPARE_DAYS = "Семь дней подряд дают запасной день: он сам покроет пропуск. Храним два."
SPARE_TOLD_FROM = 4

_WEEKDAYS = ("пн", "вт", "ср", "чт", "пт", "сб", "вс")


def overview(figures: Figures, *, team: bool) -> str:
    """The first page: all games, the streak, a line for each way to play."""
    games = sum(stat.games for stat in figures.stats)
    won = sum(stat.won for stat in figures.stats)
    lines = [f"<b>{_title(team=team)}</b>", _games(games, won), _streak_line(figures.streak)]
    if figures.streak.current >= SPARE_TOLD_FROM and figures.streak.spares < MOST_SPARES:
        lines.append(SPARE_DAYS)
    kinds = [
        f"{PATIENCES[stat.kind].full_title}: {_games(stat.games, stat.won).lower()}"
        for stat in figures.stats
    ]
    return "\n".join([*lines, "", *kinds])


def kind_page(stat: Stat) -> str:
    """The page of one way to play."""
    patience = PATIENCES[stat.kind]
    laid = f"В среднем уложено{NBSP}{out_of(round(stat.laid / stat.games), patience.cards)}"
    lines = [f"<b>{patience.full_title}</b>", _games(stat.games, stat.won), laid]
    lines += _best(patience, stat)
    if stat.best_points is not None:
        lines.append(f"Лучшее в зачёт: {in_points(stat.best_points)}")
    return "\n".join(lines)


def calendar(figures: Figures, month: str, theme: Theme) -> Calendar:
    """The picture of a month."""
    return Calendar(
        title=STREAK,
        under=month_name(month),
        weekdays=_WEEKDAYS,
        days=tuple(_day(figures, day) for day in fields_of(month)),
        lines=(
            *_streak_facts(figures.streak),
            f"за месяц: {_days(sum(day.startswith(month) for day in figures.days))}",
            "галочка: сошёлся",
            *(["ромб: запасной"] if _spared(figures, month) else []),
        ),
        theme=theme,
    )


def distribution(
    patience: AnyPatience, stat: Stat, columns: Sequence[Column], theme: Theme
) -> Distribution:
    """The picture of how games have come out."""
    legend = _legend(patience, latest=any(column.latest for column in columns))
    return Distribution(
        title=patience.title,
        under=", ".join(filter(None, (patience.way, "сколько карт уложено"))),
        bars=tuple(
            Bar(_column(patience, column), column.count, column.latest) for column in columns
        ),
        lines=tuple(filter(None, (_games(stat.games, stat.won), legend))),
        theme=theme,
    )


def month_name(month: str) -> str:
    """«ноябрь 2026»."""
    return format_date(date.fromisoformat(f"{month}-01"), f"LLLL{NBSP}y", locale="ru")


def _title(*, team: bool) -> str:
    return "Статистика чата" if team else "Статистика"


def _games(games: int, won: int) -> str:
    rate = f" ({round(100 * won / games)}{NBSP}%)" if games else ""
    return f"Партий {number(games)}, сошлось {number(won)}{rate}"


def _streak_line(streak: Streak) -> str:
    if not streak.best:
        return "Серии ещё нет: она растёт с каждым днём, когда сыгран расклад дня"
    current = f"Серия: {_days(streak.current)}" if streak.current else "Серия прервалась"
    kept = f"; {_spares(streak.spares)}" if streak.current and streak.spares else ""
    return f"{current}, лучшая — {_days(streak.best)}{kept}"


def _streak_facts(streak: Streak) -> tuple[str, ...]:
    facts = (f"сейчас: {_days(streak.current)}", f"лучшая: {_days(streak.best)}")
    return (*facts, f"запас: {_days(streak.spares)}") if streak.spares else facts


def _spares(spares: int) -> str:
    """«в запасе 2 дня»: so many missed days would not end the streak."""
    return f"в{NBSP}запасе {_days(spares)}"


def _spared(figures: Figures, month: str) -> bool:
    return any(day.startswith(month) for day in figures.streak.spared)


def _day(figures: Figures, day: str | None) -> Day | None:
    if day is None:
        return None
    state = DayState.SPARE if day in figures.streak.spared else DayState.NONE
    if day in figures.days:
        state = DayState.WON if figures.days[day] else DayState.PLAYED
    return Day(str(int(day[-2:])), state, today=day == figures.today)


def _best(patience: AnyPatience, stat: Stat) -> list[str]:
    """The best win, where one win can be better than another."""
    if stat.best_passes is None or stat.best_opened is None:
        return []
    passes = f"за {in_passes(stat.best_passes)}" if patience.passes > 1 else ""
    told = ", ".join(filter(None, (passes, opened(stat.best_opened) if patience.draws else "")))
    return [f"Лучшая победа: {told}"] if told else []


def _legend(patience: AnyPatience, *, latest: bool) -> str:
    """What the labels and the frame of a chart mean."""
    if patience.passes == 1:
        return "в рамке — последняя партия" if latest else ""
    if latest:
        return f"«за{NBSP}2» — за два прохода · в рамке — последняя партия"
    return f"«за{NBSP}2» — сошёлся за два прохода"


def _column(patience: AnyPatience, column: Column) -> str:
    if column.passes is not None:
        return f"за {column.passes}" if patience.passes > 1 else "сошёлся"
    return f"{column.laid[0]}–{column.laid[1]}"


def _days(days: int) -> str:
    return count(days, "день", "дня", "дней")
