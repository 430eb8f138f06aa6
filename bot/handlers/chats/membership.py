"""The bot's own comings and goings, and groups that become supergroups."""

import structlog
from telegram import ChatMember
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.handlers.exchange import Exchange
from bot.screen.courier import Content, Place
from bot.screen.desk import Show
from bot.screen.keyboards.table import greeting_keyboard
from bot.screen.tables import show_after_move
from bot.texts import chat as texts
from bot.transport.refusals import is_broken_off
from storage import Chat

log = structlog.get_logger(__name__)

_ABSENT = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


async def membership(exchange: Exchange) -> None:
    """The bot was added, removed, blocked or let in again, or may now do more or less."""
    changed = exchange.update.my_chat_member
    if changed is None:
        return
    services, chat = exchange.services, await exchange.chat()
    active = _is_present(changed.new_chat_member)
    await services.storage.chats.set_active(chat.id, active=active)
    if not active:
        return
    if chat.kind in ("group", "supergroup") and not chat.greeted:
        await _greet(exchange, chat)
    loaded = await services.session.current(chat.id)
    if loaded is not None:
        message = loaded.game.message
        as_text = message is not None and message.kind == "text"
        # What was played meanwhile is shown, and a table in text may be a picture again.
        services.tables.show(chat.id, loaded.game.id, Show.BELOW if as_text else Show.TABLE)


async def _greet(exchange: Exchange, chat: Chat) -> None:
    """Once in a chat's life; later if the bot may not speak there yet."""
    chats, courier = exchange.services.storage.chats, exchange.services.courier
    await chats.change(chat.id, greeted=True)
    try:
        await courier.send(Place(chat.id), Content(texts.GREETING, greeting_keyboard()))
    except TelegramError as error:
        if is_broken_off(error):
            raise  # it may stand there
        log.warning("not greeted", chat=chat.id, error=str(error))
        await chats.change(chat.id, greeted=False)


async def migration(exchange: Exchange) -> None:
    """A group has become a supergroup: all that is kept for it goes along, its table comes anew."""
    message = exchange.update.message
    if message is None:
        return
    if message.migrate_to_chat_id is not None:
        old, new = message.chat.id, message.migrate_to_chat_id
    elif message.migrate_from_chat_id is not None:
        old, new = message.migrate_from_chat_id, message.chat.id
    else:
        return
    services = exchange.services
    await services.storage.chats.migrate(old, new)
    await show_after_move(services.session, services.tables, new)


def _is_present(member: ChatMember) -> bool:
    if member.status == ChatMemberStatus.RESTRICTED:
        return bool(getattr(member, "is_member", False))
    return member.status not in _ABSENT  # whoever is something new is there
