"""Which updates are people's: what comes before the question which command or button it is."""

from typing import Any

from telegram import Message, Update
from telegram.ext import BaseHandler, filters

from bot.handlers.context import Context
from bot.transport.callbacks import GameAction, Move, parse


class _OtherBot(filters.MessageFilter):
    """Written by a bot. Anonymous admins and channels speak through bots of Telegram's own, and
    are people all the same."""

    def filter(self, message: Message) -> bool:
        author = message.from_user
        return author is not None and author.is_bot and message.sender_chat is None


PRIVATE = filters.ChatType.PRIVATE

WRITTEN = (
    filters.UpdateType.MESSAGE
    & ~filters.VIA_BOT
    & ~filters.IS_AUTOMATIC_FORWARD
    & ~_OtherBot(name="other bot")
)
"""New messages that somebody has written: no edits, no other bots, no channel's own posts."""


def data_under(message: object) -> list[str]:
    """The data of the buttons that stand under the message."""
    keyboard = message.reply_markup if isinstance(message, Message) else None
    rows = keyboard.inline_keyboard if keyboard is not None else ()
    return [str(button.callback_data) for row in rows for button in row if button.callback_data]


def carries(message: object, data: str) -> bool:
    """Whether a button with ``data`` stands under the message."""
    return data in data_under(message)


class MadeUp(BaseHandler[Update, Context, Any]):
    """Takes taps on buttons that do not stand under their message: a made-up client sends any data.

    Taps on a game are let through, as their table may just have been redrawn: they carry its
    revision, by which the session tells what they are worth.
    """

    def check_update(self, update: object) -> bool:
        """Whether the update is such a tap."""
        if not isinstance(update, Update) or update.callback_query is None:
            return False
        query = update.callback_query
        data = query.data or ""
        if isinstance(parse(data), (Move, GameAction)):
            return False
        return not carries(query.message, data)


class NowhereTapped(BaseHandler[Update, Context, Any]):
    """Takes taps without data, and those on messages that stand in no chat that we know of, as
    messages sent through the bot do. No other handler need think of them."""

    def check_update(self, update: object) -> bool:
        """Whether the update is such a tap."""
        if not isinstance(update, Update) or update.callback_query is None:
            return False
        return not update.callback_query.data or update.callback_query.message is None
