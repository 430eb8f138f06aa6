"""``Services``: the parts of the running bot. ``app`` puts them together for the handlers."""

from collections.abc import Callable
from dataclasses import dataclass

from telegram.ext import ExtBot

from bot.advice.protocol import AdviceService
from bot.jobs.daily_deals import DailyDealsJob
from bot.jobs.housekeeping import Housekeeping
from bot.jobs.live_challenges import LiveChallenges
from bot.jobs.outlook_notices import OutlookNotices
from bot.jobs.reminders import RemindersJob
from bot.jobs.replays import Replays
from bot.jobs.reviews import Reviews
from bot.play.calendar import Days
from bot.play.challenges import Challenges
from bot.play.daily import DailyOffer
from bot.play.session import Session
from bot.screen.answers import Answers
from bot.screen.courier import Courier
from bot.screen.movers import Movers
from bot.screen.painter import Painter
from bot.screen.tables import TableUpdater
from bot.settings import Settings
from storage import Storage


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the running bot. ``clock`` tells Unix seconds."""

    settings: Settings
    storage: Storage
    clock: Callable[[], float]
    bot: ExtBot[object]
    painter: Painter
    courier: Courier
    answers: Answers
    movers: Movers
    days: Days
    session: Session
    daily: DailyOffer
    challenges: Challenges
    tables: TableUpdater
    adviser: AdviceService | None
    daily_deals: DailyDealsJob
    housekeeping: Housekeeping
    reminders: RemindersJob
    live_challenges: LiveChallenges
    outlook_notices: OutlookNotices
    replays: Replays
    reviews: Reviews
