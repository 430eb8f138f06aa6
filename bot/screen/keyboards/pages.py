"""The keyboards of pages with tabs: leaderboards, statistics, reminder, one's own data."""

from collections.abc import Sequence

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import KeyboardButtonStyle

from bot.games.registry import PATIENCES
from bot.play.daily import KINDS
from bot.play.leaderboard import LINES, Field, Page
from bot.play.stats import Figures
from bot.screen.keyboards.table import button, markup
from bot.texts import leaderboard as top_words
from bot.texts import privacy as privacy_words
from bot.texts import reminders as reminder_words
from bot.texts import stats as stats_words
from bot.transport.callbacks import Callback, Privacy, Remind, Setting, Stats, Top, TopLines
from storage import Player

BACK_TO_SETTINGS = "back"
HOURS_A_ROW = 4
HOURS_OFFERED = (9, 13, 20)


def top_keyboard(shown: Page, fields: Sequence[Field], link: str | None) -> InlineKeyboardMarkup:
    """Further lines, and three rows of tabs: over what time, among whom, at which patience.

    ``link`` leads to where personal results are made, if that is somewhere else.
    """
    view = shown.view
    period, field, kind = view.period.value, view.field.value, view.kind
    elsewhere = [] if link is None else [InlineKeyboardButton(top_words.IN_PRIVATE, url=link)]
    return markup(
        (
            elsewhere,
            _further_lines(shown),
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


def _further_lines(shown: Page) -> list[InlineKeyboardButton]:
    """«‹ 1–10», «Вокруг меня», «21–30 ›», as far as there are such lines."""
    view = shown.view

    def leaf(label: str, first: int | None) -> InlineKeyboardButton:
        return button(label, TopLines(view.period.value, view.field.value, view.kind, first))

    before, after = max(0, shown.first - LINES), shown.first + LINES
    row = []
    if shown.first:
        row.append(leaf(f"‹ {top_words.numbers(before, shown.size)}", before))
    if shown.size > LINES and not shown.shows_own:
        row.append(leaf(top_words.AROUND[view.field], None))
    if after < shown.size:
        row.append(leaf(f"{top_words.numbers(after, shown.size)} ›", after))
    return row


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


def offer_keyboard() -> InlineKeyboardMarkup:
    """Whether to be reminded, and when."""
    return markup(
        (
            [_hour(hour) for hour in HOURS_OFFERED],
            [
                button(reminder_words.OTHER_HOUR, Remind("hours")),
                button(reminder_words.NO, Remind("off")),
            ],
        )
    )


def hours_keyboard(chosen: int | None) -> InlineKeyboardMarkup:
    """All hours of the day, and none."""
    hours = [_hour(hour, here=hour == chosen) for hour in range(24)]
    rows = [hours[at : at + HOURS_A_ROW] for at in range(0, len(hours), HOURS_A_ROW)]
    off = [_tab(reminder_words.OFF, Remind("off"), here=chosen is None)]
    return markup([*rows, off, [button(reminder_words.BACK, Setting(BACK_TO_SETTINGS))]])


def reminder_keyboard() -> InlineKeyboardMarkup:
    """Under a reminder: to the deal, or no more of this."""
    return markup(
        (
            [button(reminder_words.PLAY, Remind("play"), KeyboardButtonStyle.PRIMARY)],
            [button(reminder_words.OFF, Remind("off"))],
        )
    )


def privacy_keyboard(player: Player) -> InlineKeyboardMarkup:
    """What can be done about one's own data."""
    name = (privacy_words.SHOW, "show") if player.anonymous else (privacy_words.HIDE, "hide")
    rows = (name, (privacy_words.EXPORT, "export"), (privacy_words.DELETE, "delete"))
    return markup([button(label, Privacy(action))] for label, action in rows)


def confirm_deletion_keyboard() -> InlineKeyboardMarkup:
    """Shall all be forgotten?"""
    return markup(
        (
            [button(privacy_words.EXPORT, Privacy("export"))],
            [button(privacy_words.DELETE_NOW, Privacy("delete-now"), KeyboardButtonStyle.DANGER)],
            [button(privacy_words.BACK, Privacy("back"))],
        )
    )


def _hour(hour: int, *, here: bool = False) -> InlineKeyboardButton:
    return _tab(reminder_words.clock(hour), Remind("set", hour), here=here)


def _leaf(label: str, month: str) -> InlineKeyboardButton:
    return button(label, Stats(month))


def _tab(label: str, callback: Callback, *, here: bool) -> InlineKeyboardButton:
    return button(f"· {label} ·" if here else label, callback)
