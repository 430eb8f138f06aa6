"""The keyboards under what is passed on, and under challenges."""

from collections.abc import Iterable

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, SwitchInlineQueryChosenChat
from telegram.constants import KeyboardButtonStyle

from bot.screen.keyboards.table import button, markup
from bot.texts import challenge as challenge_words
from bot.texts import share as words
from bot.transport.callbacks import Challengers, Hear
from bot.transport.deep_links import share_url


def card_keyboard(
    link: str, text: str, query: str | None, *, challenge: bool
) -> InlineKeyboardMarkup:
    """The ways to pass a result on; ``query`` brings it up where the bot has inline mode, as a
    ``challenge`` if it can be one."""
    label = challenge_words.CHALLENGE if challenge else words.TO_A_CHAT
    rows = [] if query is None else [[_chosen_chat(label, query)]]
    return markup([*rows, [InlineKeyboardButton(words.SEND, url=share_url(link, text))]])


def cover_keyboard(query: str | None, links: Iterable[tuple[str, str]]) -> InlineKeyboardMarkup:
    """Under the cover of a deal; where there is no inline mode, ``links`` with their labels, which
    are forwarded with it."""
    if query is not None:
        return markup([[_chosen_chat(challenge_words.CHALLENGE, query)]])
    return markup([InlineKeyboardButton(label, url=link)] for label, link in links)


def challenge_keyboard(link: str, token: str) -> InlineKeyboardMarkup:
    """Under a challenge, in whatever chat it stands."""
    return markup(
        (
            [InlineKeyboardButton(challenge_words.PLAY, url=link)],
            [button(challenge_words.WHO_PLAYED, Challengers(token))],
        )
    )


def link_keyboard(link: str) -> InlineKeyboardMarkup:
    """The way from a message that was passed on to its deal."""
    return markup([[InlineKeyboardButton(words.PLAY_THE_SAME, url=link)]])


def hear_keyboard() -> InlineKeyboardMarkup:
    """Whether to be told of being beaten."""
    row = ((challenge_words.HEAR, "yes"), (challenge_words.NOT_HEAR, "no"))
    return markup([[button(label, Hear(wish, "asked")) for label, wish in row]])


def _chosen_chat(label: str, query: str) -> InlineKeyboardButton:
    anywhere = SwitchInlineQueryChosenChat(
        query, allow_user_chats=True, allow_group_chats=True, allow_channel_chats=True
    )
    return InlineKeyboardButton(
        label, switch_inline_query_chosen_chat=anywhere, style=KeyboardButtonStyle.PRIMARY
    )
