"""Faults asked for over HTTP, for tests whose bot or sandbox is another process.

``POST /api/faults`` takes the fields of :class:`Fault` (``error`` as ``{"code", "description",
"retry_after"?}``), or ``{"down": true|false}``, ``{"redeliver": n}``, ``{"reverse_batches": n}``.
"""

from typing import Any

from bot.sandbox.errors import ApiError, too_many_requests
from bot.sandbox.faults import Fault, Faults
from bot.sandbox.store import Json
from bot.sandbox.world import World


def add_fault(faults: Faults, world: World, body: Json) -> Any:
    """Arrange what ``body`` asks for; raises TypeError or KeyError if it makes no sense."""
    if "down" in body:
        faults.down = bool(body["down"])
        world.updates.interrupt()
    elif "redeliver" in body:
        world.updates.redeliver(int(body["redeliver"]))
    elif "reverse_batches" in body:
        world.updates.reverse_batches += int(body["reverse_batches"])
    else:
        fields = dict(body)
        if "error" in fields:
            fields["error"] = _error(fields["error"])
        faults.add(Fault(**fields))
    return True


def _error(described: Json) -> ApiError:
    if "retry_after" in described:
        return too_many_requests(int(described["retry_after"]))
    return ApiError(int(described["code"]), str(described["description"]))
