"""The keyboards under the deals of the day, and under what is passed on."""

from collections.abc import Sequence

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, SwitchInlineQueryChosenChat

from bot.play.daily import Entry
from bot.screen.keyboards.table import button, markup, pairs
from bot.texts import buttons as words
from bot.texts import share as share_words
from bot.transport.callbacks import Archive, Day, Start
from bot.transport.deep_links import share_url


def day_keyboard(day: str, entries: Sequence[Entry], *, complete: bool) -> InlineKeyboardMarkup:
    """The deals of a day, each to be begun, gone on with or played once more."""
    deals = [[button(_deal_label(entry), _start(entry))] for entry in entries]
    again = [] if complete else [button(words.REFRESH, Day(day))]
    return markup([*deals, again, [button(words.PAST_DAYS, Archive())]])


def archive_keyboard(
    days: Sequence[tuple[str, str]], today: str, earlier: str | None
) -> InlineKeyboardMarkup:
    """Past days, each with its label; ``earlier`` than which there are more."""
    past = [button(label, Day(day)) for day, label in days]
    foot = [button(words.TODAY, Day(today))]
    if earlier is not None:
        foot.insert(0, button(words.EARLIER, Archive(earlier)))
    return markup([*pairs(past), foot])


def share_keyboard(link: str, text: str, inline_query: str | None) -> InlineKeyboardMarkup:
    """The ways to pass a result on; ``inline_query`` brings it up where the bot has inline mode."""
    rows = [[InlineKeyboardButton(share_words.SEND, url=share_url(link, text))]]
    if inline_query is not None:
        anywhere = SwitchInlineQueryChosenChat(
            inline_query, allow_user_chats=True, allow_group_chats=True, allow_channel_chats=True
        )
        rows.append(
            [InlineKeyboardButton(share_words.TO_A_CHAT, switch_inline_query_chosen_chat=anywhere)]
        )
    return markup(rows)


def link_keyboard(link: str) -> InlineKeyboardMarkup:
    """The way from a message that was passed on to its deal."""
    return markup([[InlineKeyboardButton(share_words.PLAY_THE_SAME, url=link)]])


def _deal_label(entry: Entry) -> str:
    if entry.going:
        return f"{words.GO_ON}: {entry.patience.title}"
    return f"{words.ONCE_MORE if entry.tried else words.BEGIN}: {entry.patience.title}"


def _start(entry: Entry) -> Start:
    return Start(entry.deal.kind, date=entry.deal.date)
