"""The keyboards of pages that are turned by tabs: leaderboards, statistics, reminder, own data."""

from collections.abc import Iterable

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.callbacks import Callback, Stats, Top
from bot.daily import KINDS
from bot.games.registry import PATIENCES
from bot.keyboards import button, markup
from bot.leaderboard import Field, View
from bot.stats import Figures
from bot.texts import stats as stats_words
from bot.texts import top as top_words

__all__ = ["stats_keyboard", "top_keyboard"]


def top_keyboard(view: View, fields: Iterable[Field]) -> InlineKeyboardMarkup:
    """Three rows of tabs: over what time, among whom, at which patience."""
    period, field, kind = view.period.value, view.field.value, view.kind
    return markup(
        (
            [
                _tab(label, Top(one.value, field, kind), here=one is view.period)
                for one, label in top_words.PERIODS.items()
            ],
            [
                _tab(top_words.FIELDS[one], Top(period, one.value, kind), here=one is view.field)
                for one in fields
            ],
            [
                _tab(PATIENCES[one].title, Top(period, field, one), here=one == kind)
                for one in KINDS
            ],
        )
    )


def stats_keyboard(figures: Figures, page: str) -> InlineKeyboardMarkup:
    """The months of the calendar, and a tab for every way that was played."""
    months = figures.months
    is_month = page in months
    leaves = []
    if is_month:
        at = months.index(page)
        leaves += [_leaf(f"‹ {stats_words.month_name(one)}", one) for one in months[:at][-1:]]
        leaves += [_leaf(f"{stats_words.month_name(one)} ›", one) for one in months[at + 1 :][:1]]
    kinds = [
        [_tab(PATIENCES[stat.kind].full_title, Stats(stat.kind), here=page == stat.kind)]
        for stat in figures.stats
    ]
    return markup([leaves, [_tab(stats_words.STREAK, Stats(months[-1]), here=is_month)], *kinds])


def _leaf(label: str, month: str) -> InlineKeyboardButton:
    return button(label, Stats(month))


def _tab(label: str, callback: Callback, *, here: bool) -> InlineKeyboardButton:
    return button(f"· {label} ·" if here else label, callback)
