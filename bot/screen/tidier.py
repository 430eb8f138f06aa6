"""``Tidier``: takes the buttons off messages that were tables once. ``TableUpdater`` calls it.

Of all that is done to a chat's tables this is the least urgent: it waits for its share of the slots
that tables leave over.
"""

import asyncio

import structlog
from telegram.error import RetryAfter, TelegramError

from bot.screen.desk import Lines, Patience
from bot.screen.table_poster import TablePoster
from bot.transport.pace import Pace
from bot.transport.refusals import is_broken_off
from storage import Chat, Storage, StorageError

log = structlog.get_logger(__name__)


class Tidier:
    """Works through what the database knows to be untidy, chat by chat, in the background."""

    def __init__(self, storage: Storage, poster: TablePoster, pace: Pace, lines: Lines) -> None:
        self._storage = storage
        self._poster = poster
        self._pace = pace
        self._lines = lines
        self._untidy: dict[int, dict[int, None]] = {}
        """Chats, and their games that may have buttons under messages out of use, in order."""
        self.tasks: set[asyncio.Task[None]] = set()

    def tidy(self, chat_id: int, game_id: int) -> None:
        """Takes the buttons off the messages that were the game's table once, soon."""
        if chat_id in self._untidy:
            self._untidy[chat_id][game_id] = None
            return
        self._untidy[chat_id] = {game_id: None}
        task = asyncio.create_task(self._serve(chat_id), name=f"tidying {chat_id}")
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def tidy_one(self, game_id: int, chat: Chat) -> None:
        """Takes the buttons off one message of a game, if there is one; the caller holds the line.

        Raises what is worth another try.
        """
        old = await self._storage.table_messages.old_keyboard(game_id)
        if old is not None:
            await self._poster.retire(old, delete=chat.new_message)

    def close(self) -> None:
        """Gives up: the next start finds what is left."""
        for task in self.tasks:
            task.cancel()

    async def _serve(self, chat_id: int) -> None:
        untidy, patience = self._untidy[chat_id], Patience()
        try:
            while untidy:
                game_id = next(iter(untidy))
                try:
                    if not await self._has_tidied(chat_id, game_id):
                        del untidy[game_id]
                    patience.failures = 0
                except RetryAfter:
                    continue  # the pace knows how long to wait
                except (TelegramError, StorageError) as error:
                    log.warning("old keyboard not taken off", chat=chat_id, error=str(error))
                    if isinstance(error, TelegramError) and not is_broken_off(error):
                        del untidy[game_id]  # nothing can be done in the chat
                    else:
                        await patience.pause()
        except Exception:
            log.exception("old keyboards not taken off", chat=chat_id)
        finally:
            del self._untidy[chat_id]

    async def _has_tidied(self, chat_id: int, game_id: int) -> bool:
        """Whether there was something to do."""
        chat = await self._storage.chats.get(chat_id)
        old = await self._storage.table_messages.old_keyboard(game_id)
        if old is None or chat is None or not chat.active:
            return False
        await self._pace.slot(chat_id)
        async with self._lines.of(chat_id):
            await self.tidy_one(game_id, chat)
        return True
