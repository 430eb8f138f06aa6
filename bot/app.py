"""The wiring: the parts of the bot, and one ordered list of handlers."""

import asyncio
import time
from collections.abc import Callable, Coroutine
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
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    ContextTypes,
    Defaults,
    ExtBot,
    InlineQueryHandler,
    MessageHandler,
    TypeHandler,
    filters,
)

from bot.advice.protocol import AdviceService
from bot.handlers.admission import Once
from bot.handlers.chats import deep_links, membership, moderation, sharing
from bot.handlers.context import SERVICES, Context, Services
from bot.handlers.errors import failed
from bot.handlers.filters import PRIVATE, WRITTEN, MadeUp, NowhereTapped
from bot.handlers.game import cards_left, finished, hints, moves, replays, tables, tour
from bot.handlers.pages import daily, guide, leaderboard, privacy, reminders, stats
from bot.handlers.pages import settings as chat_settings
from bot.handlers.rationing import Rationing
from bot.jobs.animator import Animator
from bot.jobs.daily_deals import DailyDealsJob, Solves
from bot.jobs.housekeeping import Housekeeping
from bot.jobs.outlook_notices import OutlookNotices
from bot.jobs.reminders import RemindersJob
from bot.jobs.replays import Replays
from bot.jobs.reviews import Reviews
from bot.play.calendar import Days
from bot.play.daily import DailyOffer
from bot.play.loaded_game import LoadedGame
from bot.play.session import Session
from bot.screen.painter import Painter
from bot.screen.table_poster import TablePoster
from bot.screen.tables import Show, TableUpdater
from bot.settings import Settings
from bot.texts import chat as texts
from bot.transport.callbacks import (
    Archive,
    Callback,
    Choose,
    Day,
    Drop,
    GameAction,
    Move,
    Open,
    Privacy,
    Remind,
    Setting,
    Start,
    Stats,
    Top,
    Tour,
    parse,
)
from bot.transport.order import ChatOrder
from bot.transport.pace import Pace
from bot.transport.request import Request
from storage import Storage

Bot = Application[Any, Context, dict[Any, Any], dict[Any, Any], dict[Any, Any], Any]

Handle = Callable[[Update, Context], Coroutine[Any, Any, None]]

ALLOWED_UPDATES = ["message", "callback_query", "my_chat_member", "inline_query"]

CONNECTIONS = 48
POOL_SECONDS = 10.0  # that a call waits for a connection
CLOSING_SECONDS = 0.8


def handlers() -> list[BaseHandler[Any, Context, Any]]:
    """Every update goes to the first of these that fits."""
    return [
        ChatMemberHandler(membership.membership, ChatMemberHandler.MY_CHAT_MEMBER),
        MessageHandler(filters.StatusUpdate.MIGRATE, membership.migration),
        # Taps, by what their buttons mean.
        NowhereTapped(guide.other_button),
        MadeUp(guide.other_button),
        _tap(Move, moves.move),
        _action("undo", moves.undo_tap),
        _action("hint", hints.hint_tap, block=False),
        _action("complete", hints.complete, block=False),
        _action("review", hints.review),
        _action("menu", tables.menu),
        _action("back", tables.menu),
        _action("down", tables.below),
        _action("rules", guide.rules),
        _action("settings", chat_settings.show),
        _action("finish", tables.finish_tap),
        _action("new", tables.new),
        _action("again", tables.again),
        _action("left", cards_left.show_left),
        _action("close", tables.close),
        _action("share", sharing.share),
        _action("record", finished.record_tap),
        _action("replay", replays.replay),
        _action("redeal", tables.about_redeal),
        _action("stay", tables.stay),
        _tap(Choose, tables.choose),
        _tap(Start, tables.start),
        _tap(Tour, tour.step),
        _tap(Drop, tables.drop),
        _tap(Day, daily.page),
        _tap(Archive, daily.archive),
        _tap(Top, leaderboard.page),
        _tap(Stats, stats.page),
        _tap(Remind, reminders.change),
        _tap(Privacy, privacy.change),
        _tap(Open, guide.rules_page),
        _tap(Setting, chat_settings.change),
        CallbackQueryHandler(guide.other_button),
        # Commands.
        CommandHandler("start", deep_links.follow, filters=WRITTEN, has_args=True),
        _command("start", guide.start),
        _command("new", tables.new),
        _command("daily", daily.show),
        _command("top", leaderboard.show),
        _command("stats", stats.show),
        _command("table", tables.below),
        _command("undo", moves.undo_command),
        _command("hint", hints.hint_command, block=False),
        _command("rules", guide.rules),
        _command("deal", tables.deal),
        _command("record", finished.record_command),
        _command("finish", tables.finish),
        _command("settings", chat_settings.show),
        _command("help", guide.help_),
        _command("privacy", privacy.show),
        _command("hide", moderation.hide),
        _command("unhide", moderation.unhide),
        # What people have shared through the bot, and what they may share.
        MessageHandler(filters.UpdateType.MESSAGE & filters.VIA_BOT, sharing.shared),
        InlineQueryHandler(sharing.offer),
        MessageHandler(WRITTEN & filters.COMMAND & PRIVATE, guide.unknown_command),
        MessageHandler(WRITTEN & PRIVATE & ~filters.StatusUpdate.ALL, guide.plain_text),
    ]


def build(
    settings: Settings,
    storage: Storage,
    *,
    clock: Callable[[], float] = time.time,
    pace: Pace | None = None,
    solver: Solves | None = None,
    adviser: AdviceService | None = None,
    reviewer: AdviceService | None = None,
    proxy: str | None = None,
) -> Bot:
    """The bot, ready to be run against ``settings.api_url``, through a ``proxy`` if there is one.

    ``clock`` tells Unix seconds, ``solver`` wins the deals of the day before they are offered:
    without one there are none. The ``adviser`` answers while people wait, the ``reviewer`` takes
    its time; either may be missing.
    """
    pace = pace or Pace(time.monotonic)
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
        .get_updates_request(Request(1, proxy=proxy))
        .post_init(_post_init)
        .post_stop(_post_stop)
        .post_shutdown(_post_shutdown)
        .build()
    )
    application.bot_data[SERVICES] = _services(
        settings, storage, application.bot, pace, clock, solver, adviser, reviewer
    )
    application.add_handler(TypeHandler(Update, Once().check), group=-3)
    application.add_handler(TypeHandler(Update, Rationing(clock).check), group=-2)
    application.add_handler(
        MessageHandler(WRITTEN & filters.COMMAND & PRIVATE, guide.commanded), group=-1
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
    reviewer: AdviceService | None,
) -> Services:
    days = Days(settings.timezone, clock)
    session = Session(storage, days)
    painter = Painter(storage, int(settings.token.partition(":")[0]), clock)
    messages = TablePoster(bot, storage, painter, days)
    board = TableUpdater(storage, session, messages, pace)
    housekeeping = Housekeeping(storage, board, messages, painter)

    def overdue(loaded: LoadedGame) -> None:
        if loaded.game.state == "playing":
            board.show(loaded.game.chat_id, loaded.game.id, Show.REDRAW)

    upkeep = DailyDealsJob(storage, session, days, solver, settings.daily_secret, overdue)
    daily_ = DailyOffer(storage, session, days)
    replays = Replays(bot, painter, Animator())
    return Services(
        settings,
        storage,
        session,
        board,
        painter,
        days,
        daily_,
        upkeep,
        housekeeping,
        RemindersJob(bot, storage, days),
        replays,
        adviser,
        OutlookNotices(bot, storage, session, adviser, pace),
        Reviews(bot, painter, reviewer),
        bot,
        clock,
    )


async def _post_init(application: Bot) -> None:
    bot, services = application.bot, services_of(application)
    # First what needs no network: Telegram may refuse the rest.
    await services.daily_deals.remember_releases()
    services.daily_deals.start()
    services.housekeeping.start()
    services.reminders.start()
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
        services.tables.close(CLOSING_SECONDS),
        services.replays.close(CLOSING_SECONDS),
        services.reviews.close(CLOSING_SECONDS),
    )
    await services.outlook_notices.close()


async def _post_shutdown(application: Bot) -> None:
    services = services_of(application)
    services.painter.close()
    await services.storage.close()


def _tap(kind: type[Callback], callback: Handle) -> BaseHandler[Any, Context, Any]:
    def is_kind(data: object) -> bool:
        return isinstance(data, str) and isinstance(parse(data), kind)

    return CallbackQueryHandler(callback, pattern=is_kind)


def _action(name: str, callback: Handle, *, block: bool = True) -> BaseHandler[Any, Context, Any]:
    """``block``: later updates of the chat wait until it is done."""

    def is_action(data: object) -> bool:
        tap = parse(data) if isinstance(data, str) else None
        return isinstance(tap, GameAction) and tap.action == name

    return CallbackQueryHandler(callback, pattern=is_action, block=block)


def _command(name: str, callback: Handle, *, block: bool = True) -> BaseHandler[Any, Context, Any]:
    return CommandHandler(name, callback, filters=WRITTEN, block=block)
