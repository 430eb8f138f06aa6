"""The bot's own HTTP port: `/health`, and the webhook where one is set."""

import hmac
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

__all__ = ["listening"]

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - a header's name
CLOSING_SECONDS = 0.5
LARGEST_UPDATE = 1024 * 1024  # bytes; Telegram's are far smaller

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
    app = web.Application(client_max_size=LARGEST_UPDATE)
    app.router.add_get("/health", _health(is_healthy))
    if webhook is not None:
        path, secret, take = webhook
        app.router.add_post(path, _webhook(secret, take))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=CLOSING_SECONDS)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield
    finally:
        await runner.cleanup()


def _health(is_healthy: IsHealthy) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handle(_: web.Request) -> web.Response:
        healthy = await is_healthy()
        return web.json_response({"ok": healthy}, status=200 if healthy else 503)

    return handle


def _webhook(secret: str, take: Take) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def handle(request: web.Request) -> web.Response:
        sent = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(sent.encode(), secret.encode()):
            return web.Response(status=403)
        try:
            update = json.loads(await request.text())
        except ValueError:
            return web.Response(status=400)
        taken = await take(update)
        return web.Response(status=200 if taken else 503)

    return handle
