"""Which messages are people's: what comes before the question which command it is."""

from telegram import Message
from telegram.ext import filters


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
