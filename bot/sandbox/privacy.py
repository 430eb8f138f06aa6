"""Which messages a bot gets: https://core.telegram.org/bots/features#privacy-mode"""

import re

from bot.sandbox.model import Chat
from bot.sandbox.store import Json
from bot.sandbox.world import World


def bot_hears(world: World, chat: Chat, message: Json) -> bool:
    """Whether the bot gets a message. It never gets those of other bots."""
    if chat.type == "private":
        return True
    member = chat.member(world.bot["id"])
    if not member.present or _is_another_bot(message):
        return False
    if member.is_admin or world.bot_abilities["can_read_all_group_messages"]:
        return True
    replied = message.get("reply_to_message", {})
    if replied.get("from", {}).get("id") == world.bot["id"] or "via_bot" in message:
        return True
    return _addresses(message.get("text", ""), world.bot["username"])


def _is_another_bot(message: Json) -> bool:
    # Those who write as a group or a channel have a bot as their stand-in author.
    return bool(message["from"]["is_bot"]) and "sender_chat" not in message


def _addresses(text: str, username: str) -> bool:
    """Whether a text starts with a command that is not meant for another bot."""
    match = re.match(r"/[A-Za-z0-9_]{1,64}(?:@(\w+))?(?!\S)", text)
    return bool(match and (match[1] or username).lower() == username.lower())
