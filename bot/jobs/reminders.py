"""``RemindersJob``: reminds each chat of the deal of the day, once a day at its hour.

Each is noted in the database before it is sent, so that no restart repeats it; one that was missed
while the bot was off comes late on the same day. They go out evenly, below Telegram's limits,
so that play is not held up however many chats have chosen the same hour.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog
from telegram.error import TelegramError

from bot.jobs.repeating import Repeating
from bot.play.calendar import Days
from bot.play.daily import audience_of
from bot.play.stats import Statistics
from bot.screen.courier import Content, Courier, Place
from bot.screen.keyboards.pages import reminder_keyboard
from bot.texts import reminders as texts
from bot.transport.refusals import is_out_of_reach, surely_without_effect
from storage import MOST_IGNORED, Chat, Reminder, Storage, StorageError

log = structlog.get_logger(__name__)

PAUSE = 30.0
"""Seconds between two looks at the clock."""
INTERVAL = 1 / 15
"""Seconds between two reminders: half of what Telegram lets through."""
AT_ONCE = 8
BATCH = 1000


class RemindersJob:
    """Sends what is due, in the background, until it is closed."""

    def __init__(
        self,
        courier: Courier,
        storage: Storage,
        days: Days,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._courier = courier
        self._storage = storage
        self._days = days
        self._statistics = Statistics(storage, days)
        self._sleep = sleep
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._job = Repeating("reminders", self.send_due, PAUSE)
        self.start = self._job.start
        self.close = self._job.close

    async def send_due(self) -> bool:
        """Sends the reminders that are due now; whether there may be more of them."""
        day = self._days.today()
        prepared = {deal.audience for deal in await self._storage.daily.of_day(day)}
        due = await self._storage.reminders.due(day, self._days.hour(), BATCH) if prepared else []
        async with asyncio.TaskGroup() as sending:
            for chat_id in due:
                await self._slots.acquire()
                if self._job.is_closing:
                    self._slots.release()
                    return False
                sending.create_task(self._remind(chat_id, day, prepared))
                await self._sleep(INTERVAL)
        return len(due) == BATCH

    async def _remind(self, chat_id: int, day: str, prepared: set[str]) -> None:
        try:
            chat = await self._storage.chats.get(chat_id)
            reminder = await self._storage.reminders.get(chat_id)
            if chat is None or reminder is None or audience_of(chat) not in prepared:
                return
            if day == self._days.today() and await self._storage.reminders.claim(chat_id, day):
                await self._send_claimed(chat, reminder, day)
        except (StorageError, TelegramError) as error:
            log.warning("not reminded", chat=chat_id, error=str(error))
        except Exception:
            log.exception("not reminded", chat=chat_id)
        finally:
            self._slots.release()

    async def _send_claimed(self, chat: Chat, before: Reminder, day: str) -> None:
        figures = await self._statistics.figures(chat)
        text = texts.reminder(
            team=chat.kind != "private",
            streak=figures.streak.current,
            last=before.ignored + 1 >= MOST_IGNORED,
        )
        try:
            await self._send(Place.of_table(chat), text)
        except TelegramError as error:
            if is_out_of_reach(error):
                return
            if surely_without_effect(error):
                await self._storage.reminders.release(chat.id, day, before.last_sent)
            raise

    async def _send(self, place: Place, text: str) -> None:
        """The only message of ours that makes a sound."""
        await self._courier.send(place, Content(text, reminder_keyboard()), sound=True)
