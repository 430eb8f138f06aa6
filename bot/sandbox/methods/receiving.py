"""getUpdates, setWebhook, deleteWebhook."""

import re
from typing import Any
from urllib.parse import urlsplit

from bot.sandbox.errors import bad_request
from bot.sandbox.methods.call import Call, Handler
from bot.sandbox.updates import Webhook

_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_PORTS = (443, 80, 88, 8443)
_LOCAL = ("127.0.0.1", "localhost", "::1")
_MAX_TIMEOUT = 50


async def _get_updates(call: Call) -> Any:
    limit = call.get("limit") or 100
    timeout = min(max(call.get("timeout") or 0, 0), _MAX_TIMEOUT)
    updates = call.world.updates
    updates.allow(call.get("allowed_updates"))
    call.world.emit("polled")
    try:
        return await updates.poll(call.get("offset") or 0, min(max(limit, 1), 100), timeout)
    finally:
        call.world.emit("polled")


async def _set_webhook(call: Call) -> Any:
    url = call.params["url"]
    if not url:
        return await _delete_webhook(call)
    parts = urlsplit(url)
    local = parts.hostname in _LOCAL
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if not local and (parts.port or 443) not in _PORTS:
        raise bad_request("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443")
    secret = call.get("secret_token") or ""
    if secret and not _SECRET.fullmatch(secret):
        raise bad_request(
            "secret token contains unallowed characters"
            if len(secret) <= 256
            else "secret token is too long"
        )
    updates = call.world.updates
    updates.allow(call.get("allowed_updates"))
    if call.get("drop_pending_updates"):
        updates.clear()
    connections = call.get("max_connections") or 40
    updates.webhook = Webhook(url, secret, min(max(connections, 1), 100))
    updates.interrupt()
    call.world.emit("bot")
    return True


async def _delete_webhook(call: Call) -> Any:
    updates = call.world.updates
    if call.get("drop_pending_updates"):
        updates.clear()
    updates.webhook = None
    call.world.emit("bot")
    return True


METHODS: dict[str, Handler] = {
    "getUpdates": _get_updates,
    "setWebhook": _set_webhook,
    "deleteWebhook": _delete_webhook,
}
