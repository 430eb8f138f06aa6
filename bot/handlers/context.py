"""What handlers work with: the parts of the bot, and who did what where."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

import structlog
from telegram import CallbackQuery, InlineKeyboardMarkup, Message, Update
from telegram.constants import ChatMemberStatus, ChatType
from telegram.error import TelegramError
from telegram.ext import CallbackContext, ExtBot

from bot.advice.protocol import AdviceService
from bot.jobs.daily_deals import DailyDealsJob
from bot.jobs.housekeeping import Housekeeping
from bot.jobs.outlook_notices import OutlookNotices
from bot.jobs.reminders import RemindersJob
from bot.jobs.replays import Replays
from bot.jobs.reviews import Reviews
from bot.play.calendar import Days
from bot.play.daily import DailyOffer
from bot.play.session import Session
from bot.screen.painter import Painter
from bot.screen.tables import TableUpdater
from bot.settings import Settings
from bot.transport import refusals
from bot.transport.callbacks import Callback, parse
from bot.transport.refusals import Refusal
from storage import Chat, Storage

log = structlog.get_logger(__name__)

SERVICES = "services"
TOAST_LENGTH = 200
ANSWER_SECONDS = 8.0
"""After that a second answer to a tap would come too late: Telegram waits for about ten."""
ADMINS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)

C = TypeVar("C", bound=Callback)


@dataclass(frozen=True, slots=True)
class Person:
    """Who sent an update. ``id`` is ``None`` for those who speak as a chat: nobody can tell who
    they are, so they are never a player. ``speaks_as_group``: an anonymous admin."""

    id: int | None
    speaks_as_group: bool = False


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the running bot. ``clock`` tells Unix seconds."""

    settings: Settings
    storage: Storage
    session: Session
    tables: TableUpdater
    painter: Painter
    days: Days
    daily: DailyOffer
    daily_deals: DailyDealsJob
    housekeeping: Housekeeping
    reminders: RemindersJob
    replays: Replays
    adviser: AdviceService | None
    outlook_notices: OutlookNotices
    reviews: Reviews
    bot: ExtBot[object]
    clock: Callable[[], float]

    async def chat(self, update: Update) -> Chat:
        """The stored chat of an update; whoever sent it is known from now on too."""
        chat, user = update.effective_chat, update.effective_user
        if chat is None:
            raise LookupError("an update without a chat")
        now = int(self.clock())
        if user is not None and person_of(update).id is not None:
            name = user.full_name or ""  # None where there is not even a first name
            await self.storage.players.ensure(user.id, name, user.username, now)
        title = chat.title or chat.full_name or ""
        known = await self.storage.chats.ensure(chat.id, chat.type, title, now)
        if not known.active:
            # Whoever writes or taps there can be answered again.
            await self.storage.chats.set_active(chat.id, active=True)
            known = replace(known, active=True)
        return known

    async def is_admin(self, chat: Chat, person: Person) -> bool:
        """Whether the person may decide for the chat; in a private chat everyone may."""
        if chat.kind == ChatType.PRIVATE or person.speaks_as_group:
            return True
        if person.id is None:
            return False
        try:
            member = await self.bot.get_chat_member(chat.id, person.id)
        except TelegramError:
            return False
        return member.status in ADMINS


class Context(CallbackContext[ExtBot[object], dict[Any, Any], dict[Any, Any], dict[Any, Any]]):
    """A handler's context that knows the services."""

    @property
    def services(self) -> Services:
        """The parts of the running bot."""
        return cast(Services, self.bot_data[SERVICES])


def person_of(update: Update) -> Person:
    """Who sent the update; nobody by name where the id is no person's, which is made up."""
    message = update.message
    if message is not None and message.sender_chat is not None:
        return Person(None, speaks_as_group=message.sender_chat.id == message.chat.id)
    user = update.effective_user
    return Person(user.id if user is not None and user.id > 0 else None)


def thread_of(message: Message | None) -> int | None:
    """The forum topic of a message; thread ids of replies in ordinary groups mean nothing."""
    return message.message_thread_id if message is not None and message.is_topic_message else None


def callback_of(update: Update, kind: type[C]) -> tuple[CallbackQuery, C]:
    """The tap and what its button means; the handler's pattern has seen to the kind."""
    query = update.callback_query
    callback = parse(query.data or "") if query is not None else None
    if query is None or not isinstance(callback, kind):
        raise LookupError(f"not a tap on a {kind.__name__} button")
    return query, callback


async def answer(query: CallbackQuery, text: str = "", *, alert: bool = False) -> None:
    """Answers a tap with a toast. What the tap does must not hang on it: a failure is logged.

    An answer may be given twice without harm, so one that is lost on the way is given again while
    Telegram still takes it.
    """
    begun = asyncio.get_running_loop().time()
    for last in (False, True):
        try:
            await query.answer(text[:TOAST_LENGTH] or None, show_alert=alert)
            return
        except TelegramError as error:
            if refusals.refusal_of(error) is Refusal.TOO_LATE:
                return
            in_time = asyncio.get_running_loop().time() - begun < ANSWER_SECONDS
            if last or not in_time or not refusals.is_broken_off(error):
                log.warning("tap not answered", error=str(error))
                return


async def say(
    update: Update, context: Context, text: str, keyboard: InlineKeyboardMarkup | None = None
) -> Message:
    """Says something in the chat and topic of the update."""
    chat = update.effective_chat
    if chat is None:
        raise LookupError("an update without a chat")
    return await context.bot.send_message(
        chat.id,
        text,
        reply_markup=keyboard,
        message_thread_id=thread_of(update.effective_message),
    )
