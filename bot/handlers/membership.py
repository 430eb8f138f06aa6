"""The bot's own comings and goings, and groups that become supergroups."""

from telegram import ChatMember, Update
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.board import Show
from bot.keyboards import greeting_keyboard
from bot.services import Context
from bot.texts import chat as texts

__all__ = ["membership", "migration"]

_PRESENT = (ChatMemberStatus.MEMBER, ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)


async def membership(update: Update, context: Context) -> None:
    """The bot was added, removed, blocked or let in again."""
    changed = update.my_chat_member
    if changed is None:
        return
    services = context.services
    chat = await services.chat(update)
    active = _is_present(changed.new_chat_member)
    await services.storage.chats.set_active(chat.id, active=active)
    if active and chat.kind in ("group", "supergroup") and not chat.greeted:
        await services.storage.chats.change(chat.id, greeted=True)
        try:
            await context.bot.send_message(
                chat.id, texts.GREETING, reply_markup=greeting_keyboard()
            )
        except TelegramError:
            # No right to speak here yet; /new will answer once there is.
            return


async def migration(update: Update, context: Context) -> None:
    """A group has become a supergroup: all that is kept for it goes along, its table comes anew."""
    message = update.message
    if message is None:
        return
    if message.migrate_to_chat_id is not None:
        old, new = message.chat.id, message.migrate_to_chat_id
    elif message.migrate_from_chat_id is not None:
        old, new = message.migrate_from_chat_id, message.chat.id
    else:
        return
    services = context.services
    await services.storage.chats.migrate(old, new)
    position = await services.session.current(new)
    if position is not None and position.game.message is None:
        services.board.show(new, position.game.id, Show.TABLE)


def _is_present(member: ChatMember) -> bool:
    if member.status == ChatMemberStatus.RESTRICTED:
        return bool(getattr(member, "is_member", False))
    return member.status in _PRESENT
