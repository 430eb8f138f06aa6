"""``Movers``: by which name a group is told who has made a move."""

import time

import structlog
from cachetools import TTLCache
from telegram import ChatMemberAdministrator, ChatMemberOwner
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.screen.scenes import mover_name
from bot.texts.words import ADMIN
from storage import Chat, Storage

log = structlog.get_logger(__name__)

CHATS_REMEMBERED, SECONDS = 4096, 600.0


class Movers:
    """Names people, and remembers each group's anonymous admins for a while: their taps come from
    the real person, whom the group does not see."""

    def __init__(self, bot: ExtBot[object], storage: Storage) -> None:
        self._bot = bot
        self._storage = storage
        self._known: TTLCache[int, frozenset[int]] = TTLCache(
            CHATS_REMEMBERED, SECONDS, timer=time.monotonic
        )

    async def name(self, chat: Chat, person: int | None) -> str:
        """The name under which a person is shown there."""
        if person is None:
            return mover_name(None)
        if person in await self._anonymous(chat.id):
            return ADMIN
        return mover_name(await self._storage.players.get(person))

    async def _anonymous(self, chat_id: int) -> frozenset[int]:
        if chat_id > 0:
            return frozenset()
        known = self._known.get(chat_id)
        if known is None:
            known = self._known[chat_id] = await self._asked(chat_id)
        return known

    async def _asked(self, chat_id: int) -> frozenset[int]:
        try:
            admins = await self._bot.get_chat_administrators(chat_id)
        except TelegramError as error:
            log.warning("admins not told", chat=chat_id, error=str(error))
            return frozenset()
        return frozenset(
            admin.user.id
            for admin in admins
            if isinstance(admin, ChatMemberOwner | ChatMemberAdministrator) and admin.is_anonymous
        )
