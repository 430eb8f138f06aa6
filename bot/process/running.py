"""``run``: the life of the bot: start, take updates, stop within five seconds."""

import asyncio
import errno
import secrets
import shutil
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import structlog
from telegram.error import (
    BadRequest,
    Conflict,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot import metrics
from bot.advice.client import AdviceClient
from bot.advice.protocol import NoAnswer
from bot.app import ALLOWED_UPDATES, Bot, build, services_of
from bot.process.alarm import Alarm, alarm
from bot.process.conflicts import Conflicts
from bot.process.http_port import listening
from bot.process.intake import Intake, intake_of
from bot.process.polling import Polling
from bot.process.stopping import CannotRun, Stop
from bot.settings import Settings
from bot.transport.order import ChatOrder
from bot.transport.request import Request, proxy_for, trust
from storage import Storage, StorageError

log = structlog.get_logger(__name__)

LONGEST_PAUSE = 30.0
WATCH_SECONDS = 20.0
"""Seconds between two looks whether the database file is still there."""

# A stop takes less than five seconds in all, however slow the network is and whoever holds the
# database. First no more updates are taken: by webhook they are refused, by polling not asked for,
# and come again. Those that were taken are handled for so long; who is not answered by then, as
# after a kill, sees that nothing has happened. What was answered is in the database.
HANDLERS_SECONDS = 3.2
GIVING_UP_SECONDS = 0.2
SAYING_SECONDS = 0.2  # that operators are told why, beside what the above take
CONNECTIONS = 40  # how many updates Telegram may send at once by webhook

BAD_TOKEN = "Telegram does not know this BOT_TOKEN; copy it anew from @BotFather into .env"  # noqa: S105
TWO_BOTS = (
    "another copy of this bot is taking updates with the same BOT_TOKEN; stop it, or use another"
)


async def run(settings: Settings, *, http: bool = True) -> None:
    """Runs the bot until SIGINT or SIGTERM; raises ``CannotRun`` or ``StorageError``.

    ``http``: serve `/health` (and the webhook) on the settings' port.
    """
    stop = Stop()
    for signum in (signal.SIGINT, signal.SIGTERM):
        _on_signal(signum, stop.ask)
    proxy = _way_out(settings.api_url)
    storage = await Storage.open(settings.database)
    stop.at_once(storage.hurry)  # who waits for another program is told while there is time
    adviser, request = AdviceClient(), Request(1, proxy=proxy)
    bot = build(
        *(settings, storage),
        solver=adviser,
        adviser=adviser,
        proxy=proxy,
        updates_request=request,
    )
    intake = intake_of(bot)
    _measure(settings, storage, bot)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(_hook, bot.post_shutdown, bot)
        stack.push_async_callback(adviser.close)
        secret = settings.webhook_secret or secrets.token_urlsafe()
        if http:
            await _listen(stack, settings, bot, storage, stop, intake, secret)
        stack.push_async_callback(bot.bot.shutdown)  # closes what a failed start has opened
        if await stop.unless(_connected(bot)) is None:
            await stop.wait()
            return
        stack.push_async_callback(bot.shutdown)
        told = stack.enter_context(alarm(bot.bot, settings.admins))
        stack.push_async_callback(_said, told)
        if await stop.unless(_prepared(bot)) is None:
            await stop.wait()
            return
        stack.push_async_callback(_hook, bot.post_stop, bot)
        await bot.start()
        polling = None if settings.webhook_url else _polling(bot, request, intake, stop)
        stack.push_async_callback(_wind_up, bot, stop, polling)
        stack.callback(stop.ask)  # whatever the reason is
        await stop.unless(polling.start() if polling else _hooked(settings, bot, secret))
        for beside in (_warm_up(adviser), _watch(storage, settings.database, stop)):
            stack.callback(asyncio.create_task(beside).cancel)
        log.info("running", bot=bot.bot.username, webhook=bool(settings.webhook_url))
        await stop.wait()
        log.info("stopping")


def _measure(settings: Settings, storage: Storage, bot: Bot) -> None:
    """Has the metrics tell what is only known when they are asked for."""
    tables, days = services_of(bot).tables, services_of(bot).days
    storage.on_commit(metrics.COMMITS.observe)
    metrics.TABLES_WAITING.set_function(lambda: tables.waiting)
    metrics.LONGEST_WAIT.set_function(lambda: tables.longest_wait)
    metrics.PLAYERS_TODAY.set_function(lambda: metrics.TODAY.people(days.today()))
    metrics.GAMES_TODAY.set_function(lambda: metrics.TODAY.games(days.today()))
    folder = settings.database.absolute().parent
    metrics.DISK_FREE.set_function(lambda: shutil.disk_usage(folder).free)


def _way_out(url: str) -> str | None:
    """The proxy to Telegram, if there is one; refuses settings by which it is never reached."""
    try:
        trust()
        return proxy_for(url)
    except ValueError as error:
        raise CannotRun(str(error)) from error


async def _listen(
    stack: AsyncExitStack,
    settings: Settings,
    bot: Bot,
    storage: Storage,
    stop: Stop,
    intake: Intake,
    secret: str,
) -> None:
    async def is_healthy() -> bool:
        try:
            await storage.meta.get("health")
        except StorageError:
            return False
        return bot.running and not stop.asked

    async def take(update: object) -> bool:
        if stop.asked or not bot.running:
            return False
        await intake.take(update)
        return True

    webhook = None
    if settings.webhook_url:
        webhook = (urlsplit(settings.webhook_url).path or "/", secret, take)
    host, port = settings.http_listen, settings.http_port
    try:
        await stack.enter_async_context(listening(host, port, is_healthy, webhook))
    except OSError as error:
        name = "HTTP_PORT" if error.errno in (errno.EADDRINUSE, errno.EACCES) else "HTTP_LISTEN"
        raise CannotRun(
            f"cannot listen on {host}:{port} ({error.strerror}); set another {name} in .env"
        ) from error


async def _connected(bot: Bot) -> bool:
    """Asks Telegram who we are, for as long as it takes."""
    pause = 1.0
    while True:
        try:
            await bot.initialize()
        except InvalidToken as error:
            raise CannotRun(BAD_TOKEN) from error
        except (NetworkError, RetryAfter) as error:
            log.warning("Telegram cannot be reached, trying again", error=str(error), pause=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        else:
            return True


async def _prepared(bot: Bot) -> bool:
    """Commands, descriptions, lagging tables; a hitch here must not keep the bot from playing."""
    try:
        await _hook(bot.post_init, bot)
    except (NetworkError, RetryAfter) as error:
        log.warning("commands and descriptions not set", error=str(error))
    return True


async def _warm_up(adviser: AdviceClient) -> None:
    """Makes the solver ready before anybody asks it; whoever asks meanwhile is told to wait."""
    try:
        await adviser.warm_up()
    except NoAnswer as error:
        log.warning("the solver is not ready", error=str(error))
    except Exception:
        log.exception("the solver is out of order")


async def _watch(storage: Storage, database: Path, stop: Stop) -> None:
    """Ends a bot whose database is gone: what it stores from then on would be nowhere."""
    while storage.is_in_place():  # noqa: ASYNC110 - the system tells nobody
        await asyncio.sleep(WATCH_SECONDS)
    fault = CannotRun(
        f"the database {database} was deleted or replaced while the bot ran: "
        "put it back, or restore a backup, and start the bot"
    )
    log.error("the database is gone", error=str(fault))
    stop.ask(fault)


def _polling(bot: Bot, request: Request, intake: Intake, stop: Stop) -> Polling:
    conflicts = Conflicts()

    def failed(error: TelegramError) -> None:
        if isinstance(error, Conflict):
            if conflicts.is_too_long():
                stop.ask(CannotRun(TWO_BOTS))
            else:
                log.warning("another copy takes updates with this BOT_TOKEN, trying again")
        elif isinstance(error, InvalidToken):
            stop.ask(CannotRun(BAD_TOKEN))
        elif not isinstance(error, TimedOut):
            log.warning("updates not received", error=str(error))

    return Polling(bot.bot, request, ALLOWED_UPDATES, intake.take, failed)


async def _hooked(settings: Settings, bot: Bot, secret: str) -> None:
    """Tells Telegram the webhook's address, for as long as it takes."""
    pause = 1.0
    while True:
        try:
            await bot.bot.set_webhook(
                settings.webhook_url,
                secret_token=secret,
                allowed_updates=ALLOWED_UPDATES,
                max_connections=CONNECTIONS,
            )
        except BadRequest as error:
            raise CannotRun(f"Telegram refuses WEBHOOK_URL ({error})") from error
        except (NetworkError, RetryAfter) as error:
            log.warning("webhook not set, trying again", error=str(error), pause=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        else:
            return


async def _wind_up(bot: Bot, stop: Stop, polling: Polling | None) -> None:
    """Takes no more updates, and handles those that were taken while there is time."""
    if polling is not None:
        await polling.stop()
    if polling is None or stop.fault is not None:
        # After a fault others may hold our place at Telegram: they are not to be disturbed.
        await _handled(bot)
    else:
        await asyncio.gather(polling.confirm(), _handled(bot))


async def _handled(bot: Bot) -> None:
    """Returns when all updates are handled, or given up because the time is over."""
    handling = asyncio.create_task(bot.stop())
    await asyncio.wait({handling}, timeout=HANDLERS_SECONDS)
    if handling.done():
        await handling
        return
    order = bot.update_processor
    if isinstance(order, ChatOrder):
        log.warning("not waited for any longer", updates=order.give_up())
    await asyncio.wait({handling}, timeout=GIVING_UP_SECONDS)
    handling.cancel()  # and with it what the library does beside the updates
    await asyncio.gather(handling, return_exceptions=True)


def _on_signal(signum: signal.Signals, ask: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    try:
        loop.add_signal_handler(signum, ask)
    except NotImplementedError:  # on Windows
        signal.signal(signum, lambda *_: loop.call_soon_threadsafe(ask))


async def _said(told: Alarm) -> None:
    """What was the last to go wrong may be what ends the bot."""
    with suppress(TimeoutError):
        await asyncio.wait_for(told.settled(), SAYING_SECONDS)


async def _hook(hook: Any, bot: Bot) -> None:
    if hook is not None:
        await hook(bot)
