"""The bot before a crowd: many chats in a game, and a Telegram that says yes to everything."""

import multiprocessing
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from telegram import CallbackQuery, Chat, Message, Update, User

from bot.app import Bot, build, services_of
from bot.process.logs import configure
from bot.settings import Settings
from bot.transport.callbacks import Callback, Move, pack
from bot.transport.order import ChatOrder
from bot.transport.pace import Pace
from storage import Storage
from tests.bench.telegram import TOKEN, agreeable

KIND = "devils"

R = TypeVar("R")


def apart(measure: Callable[[], R]) -> R:
    """The figure, measured in a fresh process."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context, configure, ("ERROR",)) as apart:
        return apart.submit(measure).result()


async def with_bot(chats: int, measure: Callable[[Bot], Awaitable[R]]) -> R:
    """What is measured of a bot that has ``chats`` with a game on the table each."""
    with tempfile.TemporaryDirectory() as folder, agreeable() as url:
        storage = await Storage.open(Path(folder) / "bench.db")
        bot = build(Settings(token=TOKEN, api_url=url), storage, pace=Pace(time.monotonic))
        services = services_of(bot)
        await bot.initialize()
        await lay_out(bot, chats)
        await bot.start()
        try:
            return await measure(bot)
        finally:
            await services.tables.close(1)
            await bot.stop()
            await bot.shutdown()
            services.painter.close()
            await storage.close()


async def lay_out(bot: Bot, chats: int) -> None:
    """A table in each of so many chats; chat, player, game and message share a number."""
    services = services_of(bot)
    storage = services.storage
    for chat in range(1, chats + 1):
        await storage.chats.ensure(chat, "private", "Bench", 0)
        await storage.players.ensure(chat, "Bench", None, 0)
        started = await services.session.start(chat, KIND, chat, number=chat)
        await storage.table_messages.posted(
            started.loaded.game.id, 1, message_id=chat, kind="photo"
        )


async def rest(bot: Bot) -> None:
    """Returns when every tap is answered."""
    order = bot.update_processor
    if not isinstance(order, ChatOrder):
        raise TypeError("another order of updates")
    await bot.update_queue.join()
    await order.settled()


def tap(bot: Bot, chat_id: int, revision: int) -> Update:
    """A tap on «Открыть», as the bot receives it."""
    update = pressed(chat_id, revision, Move(chat_id, revision, "d"))
    assert update.callback_query is not None
    update.callback_query.set_bot(bot.bot)
    return update


def pressed(chat_id: int, number: int, button: Callback) -> Update:
    """A tap in one of the chats that were laid out; their numbers tell it from others there."""
    chat = Chat(chat_id, Chat.PRIVATE, first_name="Bench")
    query = CallbackQuery(
        str(chat_id * 10 + number),
        User(chat_id, "Bench", is_bot=False),
        str(chat_id),
        message=Message(chat_id, datetime.now(UTC), chat),
        data=pack(button),
    )
    return Update(chat_id * 10 + number, callback_query=query)
