"""``build``: the wiring. Its tables say who answers which button and which command."""

import asyncio
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from telegram import (
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    LinkPreviewOptions,
    Update,
)
from telegram.constants import ParseMode
from telegram.ext import (
    Application,
    BaseHandler,
    ChatMemberHandler,
    ChosenInlineResultHandler,
    ContextTypes,
    Defaults,
    ExtBot,
    InlineQueryHandler,
    MessageHandler,
    TypeHandler,
    filters,
)

from bot.advice.protocol import AdviceService
from bot.handlers.admission import Admission
from bot.handlers.chats import challenges, deep_links, inline, membership, moderation, sharing
from bot.handlers.dispatch import SERVICES, Context, ExchangeHandler, Taps, command, plain
from bot.handlers.errors import failed
from bot.handlers.filters import PRIVATE, WRITTEN
from bot.handlers.game import finished, hints, moves, new_game, tables, tour
from bot.handlers.pages import daily, guide, leaderboard, privacy, reminders, stats
from bot.handlers.pages import settings as chat_settings
from bot.handlers.services import Services
from bot.jobs.animator import Animator
from bot.jobs.daily_deals import DailyDealsJob, Solves
from bot.jobs.housekeeping import Housekeeping
from bot.jobs.live_challenges import LiveChallenges
from bot.jobs.outlook_notices import OutlookNotices
from bot.jobs.reminders import RemindersJob
from bot.jobs.replays import Replays
from bot.jobs.reviews import Reviews
from bot.play.calendar import Days
from bot.play.challenges import Challenges
from bot.play.daily import DailyOffer
from bot.play.loaded_game import LoadedGame
from bot.play.session import Session
from bot.screen.answers import Answers
from bot.screen.courier import Courier
from bot.screen.desk import Show
from bot.screen.movers import Movers
from bot.screen.painter import Painter
from bot.screen.table_poster import TablePoster
from bot.screen.tables import TableUpdater, show_after_move
from bot.settings import Settings
from bot.texts import chat as texts
from bot.transport.callbacks import (
    Action,
    Archive,
    Callback,
    Challengers,
    Cover,
    Day,
    Drop,
    Hear,
    Move,
    NewGame,
    Open,
    Privacy,
    Remind,
    Setting,
    Start,
    Stats,
    TakeUp,
    Top,
    TopLines,
    Tour,
)
from bot.transport.order import ChatOrder
from bot.transport.pace import Pace
from bot.transport.request import Request
from storage import Storage

Bot = Application[Any, Context, dict[Any, Any], dict[Any, Any], dict[Any, Any], Any]

ALLOWED_UPDATES = [
    "message",
    "callback_query",
    "my_chat_member",
    "inline_query",
    "chosen_inline_result",
]

CONNECTIONS = 48
POOL_SECONDS = 10.0  # that a call waits for a connection
CLOSING_SECONDS = 0.8

TAPS: Mapping[type[Callback] | Action, ExchangeHandler] = {
    # The table.
    Move: moves.move,
    Action.UNDO: moves.undo_tap,
    Action.HINT: hints.hint_tap,
    Action.COMPLETE: hints.complete,
    Action.MENU: tables.menu,
    Action.BACK: tables.menu,
    Action.BELOW: tables.below,
    Action.CARDS_LEFT: tables.cards_left,
    Action.ABOUT_REDEAL: tables.about_redeal,
    Action.FINISH: tables.finish_tap,
    Action.STAY: tables.stay,
    Action.CLOSE: tables.close,
    Drop: tables.drop,
    # A game that is over.
    Action.SHARE: sharing.share,
    Cover: sharing.cover,
    Action.AGAIN: new_game.again,
    Action.RECORD: finished.record_tap,
    Action.REPLAY: finished.replay,
    Action.REVIEW: finished.review,
    # A new one.
    NewGame: new_game.new,
    Start: new_game.start,
    Tour: tour.step,
    TakeUp: challenges.take_up_tap,
    # Pages.
    Day: daily.page,
    Archive: daily.archive,
    Top: leaderboard.page,
    TopLines: leaderboard.lines,
    Stats: stats.page,
    Open: guide.rules_page,
    Action.RULES: guide.rules,
    Setting: chat_settings.change,
    Action.SETTINGS: chat_settings.show,
    Remind: reminders.change,
    Privacy: privacy.change,
    Hear: challenges.hear,
    # A challenge, in other people's chats.
    Challengers: challenges.who_played,
}
"""Who answers a tap, by what its button means."""

COMMANDS: Mapping[str, ExchangeHandler] = {
    "start": guide.start,
    "new": new_game.new,
    "daily": daily.show,
    "top": leaderboard.show,
    "stats": stats.show,
    "table": tables.below,
    "undo": moves.undo_command,
    "hint": hints.hint_command,
    "rules": guide.rules,
    "deal": new_game.deal,
    "record": finished.record_command,
    "finish": tables.finish,
    "settings": chat_settings.show,
    "help": guide.help_,
    "privacy": privacy.show,
}
"""Who answers a command."""

OPERATORS_COMMANDS: Mapping[str, ExchangeHandler] = {
    "hide": moderation.hide,
    "unhide": moderation.unhide,
}
"""The same for those who run the bot; others are told that there is no such command."""


def handlers() -> list[BaseHandler[Any, Context, Any]]:
    """Every update goes to the first of these that fits."""
    return [
        ChatMemberHandler(plain(membership.membership), ChatMemberHandler.MY_CHAT_MEMBER),
        MessageHandler(filters.StatusUpdate.MIGRATE, plain(membership.migration)),
        Taps(TAPS, otherwise=guide.other_button),
        command("start", deep_links.follow, has_args=True),
        *(command(name, handler) for name, handler in COMMANDS.items()),
        *(command(name, handler) for name, handler in OPERATORS_COMMANDS.items()),
        # What people have shared through the bot, and what they may share.
        MessageHandler(filters.UpdateType.MESSAGE & filters.VIA_BOT, plain(sharing.shared)),
        InlineQueryHandler(plain(inline.offer)),
        ChosenInlineResultHandler(plain(challenges.sent)),
        MessageHandler(WRITTEN & filters.COMMAND & PRIVATE, plain(guide.unknown_command)),
        MessageHandler(WRITTEN & PRIVATE & ~filters.StatusUpdate.ALL, plain(guide.plain_text)),
    ]


def build(
    settings: Settings,
    storage: Storage,
    *,
    clock: Callable[[], float] = time.time,
    pace: Pace | None = None,
    solver: Solves | None = None,
    adviser: AdviceService | None = None,
    proxy: str | None = None,
    updates_request: Request | None = None,
) -> Bot:
    """The bot, ready to be run against ``settings.api_url``, through a ``proxy`` if there is one.

    ``clock`` tells Unix seconds, ``solver`` wins the deals of the day before they are offered:
    without one there are none. The ``adviser`` may be missing too. ``updates_request`` is what the
    updates are asked for with, where ``Polling`` shall use the same.
    """
    pace = pace or Pace(time.monotonic)
    admission = Admission(clock)
    application: Bot = (
        Application.builder()
        .updater(None)  # see bot/process/polling.py
        .token(settings.token)
        .base_url(f"{settings.api_url}/bot")
        .base_file_url(f"{settings.api_url}/file/bot")
        .context_types(ContextTypes(context=Context))
        .defaults(
            Defaults(
                parse_mode=ParseMode.HTML,
                disable_notification=True,
                link_preview_options=LinkPreviewOptions(is_disabled=True),
            )
        )
        .rate_limiter(pace)
        .concurrent_updates(ChatOrder())
        .request(Request(CONNECTIONS, pool_timeout=POOL_SECONDS, proxy=proxy))
        .get_updates_request(updates_request or Request(1, proxy=proxy))
        .post_init(partial(_post_init, admission))
        .post_stop(_post_stop)
        .post_shutdown(_post_shutdown)
        .build()
    )
    application.bot_data[SERVICES] = _services(
        settings, storage, application.bot, pace, clock, solver, adviser
    )
    application.add_handler(TypeHandler(Update, admission.check), group=-2)
    application.add_handler(
        MessageHandler(WRITTEN & filters.COMMAND & PRIVATE, plain(guide.commanded)), group=-1
    )
    application.add_handlers(handlers())
    application.add_error_handler(failed)
    return application


def services_of(application: Bot) -> Services:
    """The parts of a bot that was built."""
    services = application.bot_data[SERVICES]
    if not isinstance(services, Services):
        raise TypeError("the bot was not built here")
    return services


def _services(
    settings: Settings,
    storage: Storage,
    bot: ExtBot[Any],
    pace: Pace,
    clock: Callable[[], float],
    solver: Solves | None,
    adviser: AdviceService | None,
) -> Services:
    days = Days(settings.timezone, clock)
    session = Session(storage, days)
    painter = Painter(storage, int(settings.token.partition(":")[0]), clock)
    courier = Courier(bot, storage, painter, pace)
    movers = Movers(bot, storage)
    poster = TablePoster(courier, storage, days, movers)
    challenges_ = Challenges(storage, session, days)
    tables_ = TableUpdater(storage, session, poster, pace)

    def overdue(loaded: LoadedGame) -> None:
        if loaded.game.state == "playing":
            tables_.show(loaded.game.chat_id, loaded.game.id, Show.REDRAW)

    async def moved(chat_id: int) -> None:
        await show_after_move(session, tables_, chat_id)

    courier.moved = moved
    return Services(
        settings,
        storage,
        clock,
        bot,
        painter,
        courier,
        Answers(),
        movers,
        days,
        session,
        DailyOffer(storage, session, days),
        challenges_,
        tables_,
        adviser,
        DailyDealsJob(storage, session, days, solver, settings.daily_secret, overdue),
        Housekeeping(storage, tables_, painter, challenges_, clock),
        RemindersJob(courier, storage, days),
        LiveChallenges(courier, storage, session, challenges_, bot, clock),
        OutlookNotices(courier, storage, session, adviser, pace),
        Replays(courier, Animator()),
        Reviews(courier, adviser),
    )


async def _post_init(admission: Admission, application: Bot) -> None:
    bot, services = application.bot, services_of(application)
    # First what needs no network: Telegram may refuse the rest.
    admission.recall(await services.storage.handled_updates.latest(bot.id))
    await services.daily_deals.remember_releases()
    services.daily_deals.start()
    services.housekeeping.start()
    services.reminders.start()
    services.live_challenges.start()
    await bot.set_my_commands(texts.COMMANDS, scope=BotCommandScopeAllPrivateChats())
    await bot.set_my_commands(texts.COMMANDS_GROUP, scope=BotCommandScopeAllGroupChats())
    await bot.set_my_commands(texts.COMMANDS)
    await bot.set_my_description(texts.DESCRIPTION)
    await bot.set_my_short_description(texts.SHORT_DESCRIPTION)


async def _post_stop(application: Bot) -> None:
    services = services_of(application)
    await services.daily_deals.close()
    await services.housekeeping.close()
    # Side by side: all of a stop takes less than five seconds.
    await asyncio.gather(
        services.reminders.close(CLOSING_SECONDS),
        services.live_challenges.close(CLOSING_SECONDS),
        services.tables.close(CLOSING_SECONDS),
        services.replays.close(CLOSING_SECONDS),
        services.reviews.close(CLOSING_SECONDS),
    )
    await services.outlook_notices.close()


async def _post_shutdown(application: Bot) -> None:
    services = services_of(application)
    services.painter.close()
    await services.storage.close()
