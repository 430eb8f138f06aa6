"""The keyboards of pages that are turned by tabs: leaderboards, statistics, reminder, own data."""

from collections.abc import Iterable

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.callbacks import Callback, Top
from bot.daily import KINDS
from bot.games.registry import PATIENCES
from bot.keyboards import button, markup
from bot.leaderboard import Field, View
from bot.texts import top as top_words

__all__ = ["top_keyboard"]


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


def _tab(label: str, callback: Callback, *, here: bool) -> InlineKeyboardButton:
    return button(f"· {label} ·" if here else label, callback)
