"""The sandbox as an HTTP server: the Bot API at ``/bot<token>/<method>`` and the web page at ``/``.

``async with Sandbox(world) as sandbox`` listens; ``sandbox.base_url`` is the address of the Bot API
that the bot is told.
"""

import asyncio
import contextlib
import json
from collections import deque
from dataclasses import dataclass
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from bot.sandbox.errors import ApiError
from bot.sandbox.faults import Fault, Faults
from bot.sandbox.flood import COUNTED, Flood
from bot.sandbox.groups import Groups
from bot.sandbox.methods import HANDLERS
from bot.sandbox.methods.call import Call, Upload, find_chat
from bot.sandbox.people import People
from bot.sandbox.schema import check, method_name
from bot.sandbox.web import WebPage
from bot.sandbox.webhook import Deliverer
from bot.sandbox.world import World

_LARGEST_REQUEST = 64 * 1024 * 1024
_HTML = "<html><head><title>{0}</title></head><body><center><h1>{0}</h1></center></body></html>"


@dataclass(frozen=True)
class CallRecord:
    """A call that the bot made: its parameters as checked, and why it was refused, if it was."""

    at: float
    method: str
    params: dict[str, Any]
    error: str | None


class Sandbox:
    """A sandbox that listens while it is entered. Tests reach the world, the people and the faults
    by its attributes."""

    def __init__(
        self,
        world: World,
        host: str = "127.0.0.1",
        port: int = 0,
        *,
        flood: Flood | None = None,
    ) -> None:
        self.world = world
        self.people = People(world)
        self.groups = Groups(world)
        self.faults = Faults()
        self.flood = flood or Flood()
        self.calls: deque[CallRecord] = deque(maxlen=10_000)
        self.in_flight = 0
        self.deliverer = Deliverer(world.updates)
        self._host = host
        self._port = port
        self._app = web.Application(client_max_size=_LARGEST_REQUEST)
        self._app.router.add_route("*", "/bot{token:[^/]+}/{method}", self._bot_api)
        self._page = WebPage(self.world, self.people, self.groups, self.faults)
        self._app.add_routes(self._page.routes())
        self._runner = web.AppRunner(self._app, access_log=None, shutdown_timeout=1.0)
        self._delivering: asyncio.Task[None] | None = None

    @property
    def base_url(self) -> str:
        """``http://host:port``; methods are at ``<base_url>/bot<token>/<method>``."""
        return f"http://{self._host}:{self._port}"

    async def __aenter__(self) -> Self:
        """Listen; OSError if the port is taken. Port 0 takes a free one."""
        self.world.updates.open()
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self._delivering = asyncio.create_task(self.deliverer.run())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop listening. The world stays open, and another sandbox may go on with it."""
        self.world.updates.close()
        self._page.close()
        if self._delivering is not None:
            self._delivering.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._delivering
        await self._runner.cleanup()

    def go_down(self) -> None:
        """Take the network away: running polls break off, and nothing gets through."""
        self.faults.down = True
        self.world.updates.interrupt()

    def come_back(self) -> None:
        """Bring the network back."""
        self.faults.down = False

    # -- the Bot API

    async def _bot_api(self, request: web.Request) -> web.StreamResponse:
        if request.match_info["token"] != self.world.token:
            return _json(ApiError(401, "Unauthorized"))
        method = method_name(request.match_info["method"])
        if method is None:
            return _json(ApiError(404, "Not Found: method not found"))
        if self.faults.down:
            return _reset(request)
        try:
            given, files = await _read(request)
        except ValueError:
            return _json(ApiError(400, "Bad Request: can't parse the request"))
        counted = method != "getUpdates"
        self.in_flight += counted
        try:
            return await self._through_faults(request, method, given, files)
        finally:
            self.in_flight -= counted
            self.world.emit("call", method=method)

    async def _through_faults(
        self,
        request: web.Request,
        method: str,
        given: dict[str, Any],
        files: dict[str, Upload],
    ) -> web.StreamResponse:
        fault = self.faults.take(method, given.get("chat_id"))
        if fault is not None:
            early = await _before(request, fault)
            if early is not None:
                self._record(method, given, f"fault: {fault.kind}")
                return early
        response = await self._answer(method, given, files)
        if self.faults.down:
            return _reset(request)
        if fault is not None and fault.kind == "reset_after":
            return _reset(request)
        if fault is not None and fault.kind == "delay_after":
            await asyncio.sleep(fault.seconds)
        return response

    async def _answer(
        self, method: str, given: dict[str, Any], files: dict[str, Upload]
    ) -> web.Response:
        try:
            result = await self.call(method, given, files)
        except ApiError as error:
            self._record(method, given, error.description)
            return _json(error)
        return web.json_response({"ok": True, "result": result})

    async def call(
        self, method: str, given: dict[str, Any], files: dict[str, Upload] | None = None
    ) -> Any:
        """Do what a call asks, or raise :class:`ApiError`. Calls over HTTP end here, too."""
        params = check(method, given, files or {})
        if method in COUNTED:
            chat = None
            if params.get("chat_id"):
                chat = find_chat(self.world, params["chat_id"])
            self.flood.count(chat, self.world.clock())
        result = await HANDLERS[method](Call(self.world, method, params, files or {}))
        self._record(method, params, None)
        return result

    def _record(self, method: str, params: dict[str, Any], error: str | None) -> None:
        if method != "getUpdates":
            self.calls.append(CallRecord(self.world.clock(), method, params, error))


async def _read(request: web.Request) -> tuple[dict[str, Any], dict[str, Upload]]:
    """Parameters and files of a request, in any of the ways that Telegram takes them."""
    given: dict[str, Any] = dict(request.query)
    files: dict[str, Upload] = {}
    if request.content_type == "application/json":
        body = json.loads(await request.text() or "{}")
        if not isinstance(body, dict):
            raise ValueError("not an object")
        given |= body
    elif request.method == "POST":
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                kind = value.content_type or "application/octet-stream"
                files[name] = Upload(value.filename, kind, value.file.read())
            elif isinstance(value, str):
                given[name] = value
    return given, files


async def _before(request: web.Request, fault: Fault) -> web.StreamResponse | None:
    """What a fault answers instead of the call; None if the call still takes place."""
    if fault.kind == "reset_before":
        return _reset(request)
    if fault.kind == "html":
        reason = f"{fault.status} {HTTPStatus(fault.status).phrase}"
        return web.Response(
            status=fault.status, text=_HTML.format(reason), content_type="text/html"
        )
    if fault.kind == "error" and fault.error is not None:
        return _json(fault.error)
    if fault.kind == "delay_before":
        await asyncio.sleep(fault.seconds)
    return None


def _reset(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def _json(error: ApiError) -> web.Response:
    return web.json_response(error.body(), status=error.code)
