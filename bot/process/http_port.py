"""``listening``: the bot's own HTTP port: `/health`, `/metrics`, perhaps the webhook."""

import hmac
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import structlog
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.transport.parsing import decoded

log = structlog.get_logger(__name__)

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a header's name
CLOSING_SECONDS = 0.5
LARGEST_UPDATE = 1024 * 1024  # bytes; Telegram's are far smaller
_MALFORMED = (HttpProcessingError, web.RequestPayloadError, ConnectionError)

Take = Callable[[object], Awaitable[bool]]
"""Takes an update; False if it cannot be taken now and is to be sent again."""

IsHealthy = Callable[[], Awaitable[bool]]


@asynccontextmanager
async def listening(
    host: str, port: int, is_healthy: IsHealthy, webhook: tuple[str, str, Take] | None
) -> AsyncIterator[None]:
    """Serves while the context lasts; ``OSError`` if the port cannot be had.

    ``webhook`` is its path, the secret that Telegram sends along, and who takes the updates.
    """
    app = web.Application(client_max_size=LARGEST_UPDATE, middlewares=[_guarded])
    app.router.add_get("/health", _health(is_healthy))
    app.router.add_get("/metrics", _metrics)
    if webhook is not None:
        path, secret, take = webhook
        app.router.add_post(path, _webhook(secret, take))
    runner = web.AppRunner(
        app,
        access_log=None,
        logger=_Noise(logging.getLogger(__name__)),
        shutdown_timeout=CLOSING_SECONDS,
    )
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield
    finally:
        await runner.cleanup()


class _Noise(logging.LoggerAdapter[logging.Logger]):
    """The library's log, in which what it cannot read is no error: anybody may send it that."""

    def exception(self, msg: object, *args: object, exc_info: Any = True, **kwargs: Any) -> None:
        """One line without a traceback for what is malformed."""
        if isinstance(exc_info, _MALFORMED):
            log.info("malformed request", error=type(exc_info).__name__)
        else:
            super().exception(msg, *args, exc_info=exc_info, **kwargs)


@web.middleware
async def _guarded(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """The one place where it is told what is the sender's fault and what is ours."""
    try:
        return await handler(request)
    except web.HTTPException:
        raise
    except _MALFORMED as error:
        log.debug("request not read", error=type(error).__name__)
        answer = web.Response(status=400)
    except Exception:
        log.exception("request failed")
        answer = web.Response(status=500)
    answer.force_close()  # the rest of it may be of the same kind
    return answer


def _health(is_healthy: IsHealthy) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handle(_: web.Request) -> web.Response:
        healthy = await is_healthy()
        return web.json_response({"ok": healthy}, status=200 if healthy else 503)

    return handle


async def _metrics(_: web.Request) -> web.Response:
    return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _webhook(secret: str, take: Take) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handle(request: web.Request) -> web.Response:
        sent = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(sent.encode(), secret.encode()):
            return web.Response(status=403)
        body = await request.read()
        try:
            update = decoded(body)
        except ValueError:  # which Telegram never wrote: it may have been broken on the way
            return web.Response(status=400)
        taken = await take(update)
        return web.Response(status=200 if taken else 503)

    return handle
