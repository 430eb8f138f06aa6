"""The life of the bot: start, take updates by polling or webhook, stop within five seconds."""

import asyncio
import errno
import secrets
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, TypeVar
from urllib.parse import urlsplit

import structlog
from telegram.error import (
    BadRequest,
    Conflict,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.adviser import Adviser, NoAnswer
from bot.alarm import alarm
from bot.app import ALLOWED_UPDATES, Bot, build
from bot.conflicts import Conflicts
from bot.http import listening
from bot.request import proxy_for, trust
from bot.settings import Settings
from bot.updates import NotUnderstood, understood
from storage import Storage, StorageError

__all__ = ["CannotRun", "run"]

log = structlog.get_logger(__name__)

LONGEST_PAUSE = 30.0
# A stop takes less than five seconds in all, however slow the network is: what is not through by
# then was not acknowledged, and comes again at the next start.
UPDATER_SECONDS = 1.0
HANDLERS_SECONDS = 1.5
CONNECTIONS = 40  # how many updates Telegram may send at once by webhook

BAD_TOKEN = "Telegram does not know this BOT_TOKEN; copy it anew from @BotFather into .env"  # noqa: S105
TWO_BOTS = (
    "another copy of this bot is taking updates with the same BOT_TOKEN; stop it, or use another"
)

R = TypeVar("R")


class CannotRun(Exception):
    """Why the bot does not run, and what to do, in one line for the operator."""


class _Stop:
    """The wish to stop, and the fault behind it if there is one."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._fault: CannotRun | None = None

    def ask(self, fault: CannotRun | None = None) -> None:
        self._fault = self._fault or fault
        self._event.set()

    async def wait(self) -> None:
        await self._event.wait()
        if self._fault is not None:
            raise self._fault

    async def unless(self, work: Awaitable[R]) -> R | None:
        """The result of ``work``; given up, with ``None``, when the wish to stop comes first."""
        task = asyncio.ensure_future(work)
        stopping = asyncio.ensure_future(self._event.wait())
        await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if not task.done():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            return None
        return await task


async def run(settings: Settings, *, http: bool = True) -> None:
    """Runs the bot until SIGINT or SIGTERM; raises ``CannotRun`` or ``StorageError``.

    ``http``: serve `/health` (and the webhook) on the settings' port.
    """
    stop = _Stop()
    for signum in (signal.SIGINT, signal.SIGTERM):
        _on_signal(signum, stop.ask)
    proxy = _way_out(settings.api_url)
    storage = await Storage.open(settings.database)
    # One answers while people wait, the other takes its time over deals of the day and reviews.
    adviser, solver = Adviser(), Adviser()
    bot = build(settings, storage, solver=solver, adviser=adviser, reviewer=solver, proxy=proxy)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(_hook, bot.post_shutdown, bot)
        stack.push_async_callback(adviser.close)
        stack.push_async_callback(solver.close)
        secret = settings.webhook_secret or secrets.token_urlsafe()
        if http:
            await _listen(stack, settings, bot, storage, secret)
        stack.push_async_callback(bot.bot.shutdown)  # closes what a failed start has opened
        if await stop.unless(_connected(bot)) is None:
            await stop.wait()
            return
        stack.push_async_callback(bot.shutdown)
        stack.enter_context(alarm(bot.bot, settings.admins))
        if await stop.unless(_prepared(bot)) is None:
            await stop.wait()
            return
        stack.push_async_callback(_hook, bot.post_stop, bot)
        await bot.start()
        stack.push_async_callback(_within, HANDLERS_SECONDS, bot.stop)
        await _take_updates(stack, settings, bot, stop, secret)
        warming = asyncio.create_task(_warm_up(adviser))
        stack.callback(warming.cancel)
        log.info("running", bot=bot.bot.username, webhook=bool(settings.webhook_url))
        await stop.wait()
        log.info("stopping")


def _way_out(url: str) -> str | None:
    """The proxy to Telegram, if there is one; refuses settings by which it is never reached."""
    try:
        trust()
        return proxy_for(url)
    except ValueError as error:
        raise CannotRun(str(error)) from error


async def _listen(
    stack: AsyncExitStack, settings: Settings, bot: Bot, storage: Storage, secret: str
) -> None:
    async def is_healthy() -> bool:
        try:
            await storage.meta.get("health")
        except StorageError:
            return False
        return bot.running

    async def take(update: object) -> bool:
        if not bot.running:
            return False
        try:
            parsed = understood(update, bot.bot)
        except NotUnderstood as error:
            # Telegram would send it again for a day, and nothing else meanwhile.
            log.warning("update not understood", error=str(error))
        else:
            await bot.update_queue.put(parsed)
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


async def _warm_up(adviser: Adviser) -> None:
    """Makes the solver ready before anybody asks it; whoever asks meanwhile is told to wait."""
    try:
        await adviser.warm_up()
    except NoAnswer as error:
        log.warning("the solver is not ready", error=str(error))
    except Exception:
        log.exception("the solver is out of order")


async def _take_updates(
    stack: AsyncExitStack, settings: Settings, bot: Bot, stop: _Stop, secret: str
) -> None:
    if settings.webhook_url:
        await stop.unless(_hooked(settings, bot, secret))
        return

    conflicts = Conflicts()

    def failed(error: TelegramError) -> None:
        if isinstance(error, Conflict):
            if conflicts.is_too_many():
                stop.ask(CannotRun(TWO_BOTS))
            else:
                log.warning("another copy takes updates with this BOT_TOKEN, trying again")
        elif isinstance(error, InvalidToken):
            stop.ask(CannotRun(BAD_TOKEN))
        else:
            log.warning("updates not received", error=str(error))

    updater = bot.updater
    if updater is None:
        raise RuntimeError("the bot was built without an updater")
    await stop.unless(
        updater.start_polling(
            allowed_updates=ALLOWED_UPDATES, bootstrap_retries=-1, error_callback=failed
        )
    )
    if updater.running:
        stack.push_async_callback(_within, UPDATER_SECONDS, updater.stop)


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


async def _within(seconds: float, stop: Callable[[], Awaitable[None]]) -> None:
    """Stops a part of the bot, or leaves it as it is when its time is up."""
    try:
        async with asyncio.timeout(seconds):
            await stop()
    except TimeoutError:
        log.warning("not waited for any longer", part=getattr(stop, "__qualname__", str(stop)))


def _on_signal(signum: signal.Signals, ask: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    try:
        loop.add_signal_handler(signum, ask)
    except NotImplementedError:  # on Windows
        signal.signal(signum, lambda *_: loop.call_soon_threadsafe(ask))


async def _hook(hook: Any, bot: Bot) -> None:
    if hook is not None:
        await hook(bot)
