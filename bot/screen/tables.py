"""``TableUpdater``: brings each game's table up to date, with never two edits at once in a chat.

A tap is committed before anything here happens, so a table may lag but never lies: each round of
work reads the newest position, waits for the chat's turn, reads again, draws and shows it. Tables
that were overtaken while they waited are never drawn. All that is done to a chat's tables, taking
old buttons off included, goes through the chat's one ``Desk``: no edit can bring back a keyboard
that was taken off.
"""

import asyncio
import time
from contextlib import suppress

import structlog
from cachetools import TTLCache
from telegram.error import ChatMigrated, RetryAfter, TelegramError

from bot.play.loaded_game import LoadedGame
from bot.play.session import Session
from bot.screen.apologies import apology
from bot.screen.desk import Desk, Errand, Show
from bot.screen.table_poster import NotRemembered, PerhapsPosted, TablePoster
from bot.texts import chat as texts
from bot.transport.pace import Pace
from bot.transport.refusals import (
    Refusal,
    is_broken_off,
    is_out_of_reach,
    is_weather,
    refusal_of,
)
from bot.transport.turns import Rank
from storage import Chat, Game, Storage, StorageError, TableMessage

log = structlog.get_logger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 20.0
LONG_WAIT = 5.0
"""Seconds of `TableUpdater.wait` from which on people are told of it."""
TAPS_REMEMBERED, TAP_SECONDS = 4096, 60.0
"""A tap on an old table brings the newest down; for so long further taps on it do not."""


class TableUpdater:
    """Shows tables. ``show`` returns at once; the work is done chat by chat in the background."""

    def __init__(
        self,
        storage: Storage,
        session: Session,
        messages: TablePoster,
        pace: Pace,
    ) -> None:
        self._storage = storage
        self._session = session
        self._poster = messages
        self._pace = pace
        self._desks: dict[int, Desk] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._old_tapped: TTLCache[tuple[int, int], None] = TTLCache(
            TAPS_REMEMBERED, TAP_SECONDS, timer=time.monotonic
        )
        self._closing = False

    def show(self, chat_id: int, game_id: int, how: Show = Show.TABLE) -> None:
        """Brings the game's table message up to date, soon."""
        self._desk(chat_id).wish(game_id, how)

    async def shown(self, chat_id: int, game_id: int, how: Show) -> str:
        """The same for somebody who waits to see it: what must be told where it cannot be shown,
        mostly nothing."""
        desk = self._desk(chat_id)
        desk.wish(game_id, how)
        return await desk.outcome(game_id)

    def tidy(self, chat_id: int, game_id: int) -> None:
        """Takes the buttons off the messages that were the game's table once, soon."""
        self._desk(chat_id).tidy(game_id)

    async def old_tapped(self, game: Game, message_id: int, table: TableMessage | None) -> None:
        """Somebody has tapped a message that is the game's table no more: the newest comes below
        and the old buttons go, once, however many taps follow. ``table``: what was tapped, if it
        has buttons."""
        key = game.chat_id, message_id
        if key in self._old_tapped:
            return
        if table is not None:
            await self._storage.table_messages.found(table)
            self.tidy(game.chat_id, game.id)
        self._old_tapped[key] = None
        self.show(game.chat_id, game.id, Show.BELOW)

    def wait(self, chat_id: int) -> float:
        """Seconds until the chat's next table can be shown."""
        return self._pace.wait(chat_id, Rank.TABLE)

    async def quiet(self, chats: int) -> None:
        """Returns when fewer than ``chats`` wait to see something."""
        while len(self._tasks) >= chats:
            await asyncio.wait(set(self._tasks), return_when=asyncio.FIRST_COMPLETED)

    async def settled(self) -> None:
        """Returns when nothing is left to show."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self, seconds: float) -> None:
        """Ends the work within ``seconds``; what is not shown is left to the next start."""
        self._closing = True
        for desk in self._desks.values():
            desk.woken.set()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)
        for task in set(self._tasks):
            task.cancel()

    def _desk(self, chat_id: int) -> Desk:
        """The chat's line, which is served from now on."""
        desk = self._desks.get(chat_id)
        if desk is None:
            desk = self._desks[chat_id] = Desk()
            task = asyncio.create_task(self._serve(chat_id, desk), name=f"board {chat_id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return desk

    async def _serve(self, chat_id: int, desk: Desk) -> None:
        try:
            while desk and not self._closing:
                await self._serve_one(chat_id, desk)
        finally:
            self._desks.pop(chat_id, None)
            desk.clear()

    async def _serve_one(self, chat_id: int, desk: Desk) -> None:
        errand = desk.first()
        desk.woken.clear()
        try:
            if not await self._is_due(chat_id, errand, desk):
                desk.begin(errand)
                desk.done(errand)
                return
            await self._pace.slot(chat_id, desk.rank)
            if self._closing:
                return
            errand = desk.first()  # a table may be wanted by now
            desk.begin(errand)
            await self._do(chat_id, errand, desk)
            desk.failures = 0
        except RetryAfter:
            desk.again(errand)
        except PerhapsPosted as error:
            log.warning("table perhaps not posted", chat=chat_id, error=str(error))
            if error.former is not None:  # which goes on, whatever became of the new one
                desk.wish(errand.game_id, Show.TABLE)
            await self._say(chat_id, texts.PERHAPS_POSTED)
            desk.done(errand)
        except NotRemembered as error:
            log.error("table posted, not yet stored", chat=chat_id, error=str(error))
            await self._later(Errand(errand.game_id, Show.TABLE), desk)
        except (TelegramError, StorageError) as error:
            tell = log.warning if is_weather(error) else log.error
            tell("table not shown", chat=chat_id, game=errand.game_id, error=str(error))
            await self._failed(chat_id, errand, desk, error)
        except Exception:
            desk.begin(errand)
            desk.done(errand, texts.BROKEN)
            log.exception("table not shown", chat=chat_id, game=errand.game_id)

    async def _is_due(self, chat_id: int, errand: Errand, desk: Desk) -> bool:
        if await self._poster.write_down(errand.game_id):
            desk.tidy(errand.game_id)
        if errand.how is None:
            chat = await self._storage.chats.get(chat_id)
            old = await self._storage.table_messages.old_keyboard(errand.game_id)
            return old is not None and chat is not None and chat.active
        loaded = await self._session.game(errand.game_id)
        return loaded is not None and not (errand.how is Show.TABLE and _is_up_to_date(loaded))

    async def _do(self, chat_id: int, errand: Errand, desk: Desk) -> None:
        loaded = await self._session.game(errand.game_id)
        chat = await self._storage.chats.get(chat_id)
        if loaded is None or chat is None or not chat.active:
            desk.done(errand)
        elif errand.how is None:
            await self._tidy(errand.game_id, chat)
        elif errand.how is Show.TABLE and _was_never_shown(loaded):
            desk.done(errand)
        elif _is_posted(loaded, errand.how, new_message=chat.new_message):
            await self._poster.post(loaded, chat)
            desk.tidy(errand.game_id)
            desk.done(errand)
            if chat.new_message:
                with suppress(TelegramError, StorageError):  # the desk comes back to it
                    await self._tidy(errand.game_id, chat)  # deleting needs no slot
        elif await self._is_edited(loaded, chat, errand.how):
            desk.done(errand)
        else:
            # Somebody has deleted the message, or it is refused for a reason that nobody knows.
            desk.tidy(errand.game_id)
            desk.again(Errand(errand.game_id, Show.TABLE))

    async def _tidy(self, game_id: int, chat: Chat) -> None:
        """Takes the buttons off one message that was the game's table once."""
        old = await self._storage.table_messages.old_keyboard(game_id)
        if old is not None:
            await self._poster.retire(old, delete=chat.new_message)

    async def _is_edited(self, loaded: LoadedGame, chat: Chat, how: Show) -> bool:
        """Whether the game's message shows the table now; if not, it is out of use."""
        message, messages = loaded.game.message, self._storage.table_messages
        assert message is not None  # noqa: S101 - else it would be posted
        menu = how is Show.MENU
        try:
            if how in (Show.MENU, Show.AGAIN) and _is_up_to_date(loaded):
                edited = await self._poster.edit_keyboard(loaded, menu=menu)
            else:
                edited = await self._poster.edit(loaded, chat, menu=menu)
        except TelegramError as error:
            if refusal_of(error) is not Refusal.OTHER:
                raise
            log.error("table cannot be edited", chat=chat.id, error=str(error))
            await messages.out_of_use(message)
            return False
        if not edited:
            await messages.lost(message.chat_id, message.message_id)
        return edited

    async def _failed(
        self, chat_id: int, errand: Errand, desk: Desk, error: TelegramError | StorageError
    ) -> None:
        """Decides whether the errand is done later, elsewhere or not at all."""
        refusal = refusal_of(error) if isinstance(error, TelegramError) else None
        if isinstance(error, ChatMigrated):
            self.show(error.new_chat_id, errand.game_id)  # where it has no message yet
            desk.clear()
        elif is_out_of_reach(error):
            desk.clear()
        elif isinstance(error, TelegramError) and not is_broken_off(error):
            desk.done(errand, apology(error))
            if refusal is Refusal.OTHER and errand.how is not None:
                await self._say(chat_id, texts.NO_TABLE)
        elif isinstance(error, StorageError) and errand.how is Show.BELOW:
            # Whoever asked for it may ask again; the table where it is will be shown in any case.
            desk.begin(errand)
            desk.done(errand)
            await self._say(chat_id, texts.NOT_SAVED)
            await self._later(Errand(errand.game_id, Show.TABLE), desk)
        else:
            await self._later(errand, desk)

    async def _later(self, errand: Errand, desk: Desk) -> None:
        """Returns when it is time to try again."""
        desk.failures += 1
        desk.again(errand)
        # A tap that comes through tells that things may be better.
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (desk.failures - 1))
        with suppress(TimeoutError):
            await asyncio.wait_for(desk.woken.wait(), pause)

    async def _say(self, chat_id: int, text: str) -> None:
        try:
            chat = await self._storage.chats.get(chat_id)
        except StorageError as error:
            log.error("chat not told", chat=chat_id, error=str(error))
        else:
            if chat is not None and chat.active:
                await self._poster.say(chat, text)


def _is_posted(loaded: LoadedGame, how: Show, *, new_message: bool) -> bool:
    """Whether a message is sent, and none edited."""
    if loaded.game.message is None or how is Show.BELOW:
        return True
    return new_message and not _is_up_to_date(loaded)


def _was_never_shown(loaded: LoadedGame) -> bool:
    """Whether the game left the table before it came into the chat."""
    return loaded.game.message is None and loaded.game.state in ("aside", "dropped")


def _is_up_to_date(loaded: LoadedGame) -> bool:
    game = loaded.game
    return game.message is not None and game.shown == game.revision
