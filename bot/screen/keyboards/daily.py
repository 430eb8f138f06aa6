"""The keyboards under the deals of the day."""

from collections.abc import Sequence

from telegram import InlineKeyboardMarkup

from bot.play.audiences import PERSON
from bot.play.daily import Entry
from bot.screen.keyboards.table import button, markup, pairs
from bot.texts import buttons as words
from bot.texts import challenge as challenge_words
from bot.transport.callbacks import Archive, Cover, Day, Start


def day_keyboard(day: str, entries: Sequence[Entry], *, complete: bool) -> InlineKeyboardMarkup:
    """The deals of a day, each to be begun, gone on with or played once more; people may call
    others to play them."""
    deals = [[button(_deal_label(entry), _start(entry))] for entry in entries]
    again = [] if complete else [button(words.REFRESH, Day(day))]
    of_people = any(e.deal.date == day and e.deal.audience == PERSON for e in entries)
    call = [button(challenge_words.CHALLENGE, Cover(day))] if of_people else []
    return markup([*deals, again, call, [button(words.PAST_DAYS, Archive())]])


def archive_keyboard(
    days: Sequence[tuple[str, str]], today: str, earlier: str | None
) -> InlineKeyboardMarkup:
    """Past days, each with its label; ``earlier`` than which there are more."""
    past = [button(label, Day(day)) for day, label in days]
    foot = [button(words.TODAY, Day(today))]
    if earlier is not None:
        foot.insert(0, button(words.EARLIER, Archive(earlier)))
    return markup([*pairs(past), foot])


def _deal_label(entry: Entry) -> str:
    if entry.going:
        return f"{words.GO_ON}: {entry.patience.title}"
    return f"{words.ONCE_MORE if entry.tried else words.BEGIN}: {entry.patience.title}"


def _start(entry: Entry) -> Start:
    return Start(entry.deal.kind, date=entry.deal.date)
