"""What the web page talks to: a snapshot, a stream of events, and actions of people.

``WebPage`` gives ``server.py`` the routes. Users, chats and messages go out as Bot API objects with
a few more fields, which ``docs/sandbox.md`` names. One page plays everybody, so each action says
who acts, and events come for all.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from aiohttp import web

from bot.sandbox.actions import Actions
from bot.sandbox.control import add_fault
from bot.sandbox.errors import ApiError
from bot.sandbox.faults import Faults
from bot.sandbox.groups import Groups
from bot.sandbox.people import Impossible, People
from bot.sandbox.store import Json
from bot.sandbox.world import QUERY_LIFETIME, World

_PAGE = Path(__file__).with_name("page")
_SHOWN_MESSAGES = 300
_REMEMBERED_EVENTS = 2000
_HEARTBEAT = 15.0
_PAUSE = 3.0
"""A bot that has not polled for so many seconds is shown as not running."""
_SLACK = 0.05
"""Extra seconds before looking, so that the tap has surely expired by then."""
_HIDDEN_EVENTS = ("call", "confirmed")


class WebPage:
    """Serves the page, tells it what changes, and carries out what people do on it."""

    def __init__(self, world: World, people: People, groups: Groups, faults: Faults) -> None:
        self._world = world
        self._faults = faults
        self._actions = Actions(world, people, groups)
        self._seq = 0
        self._events: deque[tuple[int, str]] = deque(maxlen=_REMEMBERED_EVENTS)
        self._arrived = asyncio.Event()
        self._closed = False
        self._online = False
        self._seen_at = 0.0
        self._watch: asyncio.TimerHandle | None = None
        self._expiry: asyncio.TimerHandle | None = None
        world.listeners.append(self._hear)

    def routes(self) -> list[web.RouteDef]:
        """All routes of the sandbox but those of the Bot API."""
        return [
            web.get("/", self._index),
            web.get("/page/{name:.+}", self._static),
            web.get("/api/state", self._state),
            web.get("/api/events", self._stream),
            web.get("/api/commands", self._commands),
            web.get("/api/file/{file_id}", self._file),
            web.post("/api/do/{action}", self._do),
            web.post("/api/faults", self._add_fault),
            web.delete("/api/faults", self._clear_faults),
        ]

    def close(self) -> None:
        """End the event streams and the timers."""
        self._closed = True
        for timer in (self._watch, self._expiry):
            if timer is not None:
                timer.cancel()
        if self._hear in self._world.listeners:
            self._world.listeners.remove(self._hear)
        self._arrived.set()

    # -- events

    def _hear(self, event: Json) -> None:
        if event["type"] in _HIDDEN_EVENTS:
            return
        if event["type"] == "polled":
            self._seen_at = self._world.clock()
            if self._watch is None:
                self._watch = asyncio.get_running_loop().call_later(_PAUSE, self._watch_bot)
        if event["type"] in ("polled", "bot"):
            self._look_at_bot(changed=event["type"] == "bot")
            return
        self._tell_all(event)
        if event["type"] == "query" and self._expiry is None:
            self._expiry = asyncio.get_running_loop().call_later(
                QUERY_LIFETIME + _SLACK, self._expire
            )

    def _expire(self) -> None:
        """Have expired taps dropped, which the world tells the page; come back for later ones."""
        self._expiry = None
        pending = self._world.pending_queries()
        if pending:
            left = pending[0].asked_at + QUERY_LIFETIME - self._world.clock()
            self._expiry = asyncio.get_running_loop().call_later(left + _SLACK, self._expire)

    def _look_at_bot(self, *, changed: bool = False) -> None:
        """Tell the page if the bot has come, gone or changed; a pause between polls is not gone."""
        online = self._is_online()
        if changed or online != self._online:
            self._online = online
            self._tell_all({"type": "bot", "bot": self._bot()})

    def _watch_bot(self) -> None:
        """Look again and again while the bot runs, because it does not say when it stops."""
        self._look_at_bot()
        self._watch = None
        if self._online:
            self._watch = asyncio.get_running_loop().call_later(_PAUSE, self._watch_bot)

    def _tell_all(self, event: Json) -> None:
        self._seq += 1
        self._events.append((self._seq, json.dumps(event, ensure_ascii=False)))
        # Those who wait now are woken by the old event; later ones wait for the new one.
        arrived, self._arrived = self._arrived, asyncio.Event()
        arrived.set()

    async def _stream(self, request: web.Request) -> web.StreamResponse:
        since = request.headers.get("Last-Event-ID") or request.query.get("since", "")
        seq = int(since) if since.isdigit() else self._seq
        response = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"}
        )
        await response.prepare(request)
        with suppress(ConnectionError):  # the page was closed
            await self._feed(response, seq)
        return response

    async def _feed(self, response: web.StreamResponse, seq: int) -> None:
        oldest = self._events[0][0] if self._events else self._seq + 1
        if seq > self._seq or seq + 1 < oldest:
            await _tell(response, self._seq, '{"type": "reload"}')
            seq = self._seq
        while not self._closed:
            arrived = self._arrived
            for number, text in [each for each in self._events if each[0] > seq]:
                await _tell(response, number, text)
                seq = number
            try:
                await asyncio.wait_for(arrived.wait(), _HEARTBEAT)
            except TimeoutError:
                await response.write(b": still here\n\n")

    # -- reading

    async def _index(self, _request: web.Request) -> web.StreamResponse:
        return _page_file("index.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        return _page_file(request.match_info["name"])

    async def _state(self, _request: web.Request) -> web.Response:
        world = self._world
        return web.json_response(
            {
                "seq": self._seq,
                "now": int(world.clock()),
                "bot": self._bot(),
                "people": [user for user in world.users.values() if not user["is_bot"]],
                "chats": [world.describe_chat(chat) for chat in world.chats.values()],
                "messages": {
                    str(chat_id): list(messages.values())[-_SHOWN_MESSAGES:]
                    for chat_id, messages in world.messages.items()
                },
                "queries": [world.query_json(query) for query in world.pending_queries()],
            }
        )

    async def _commands(self, request: web.Request) -> web.Response:
        try:
            user = self._world.users[int(request.query["user_id"])]
            chat = self._world.chats[int(request.query["chat_id"])]
        except (KeyError, ValueError):
            return _refusal("Нет такого человека или чата.")
        profile = self._world.profile
        language = user.get("language_code", "")
        return web.json_response({"commands": profile.commands_for(user["id"], language, chat)})

    async def _file(self, request: web.Request) -> web.Response:
        stored = self._world.files.get(request.match_info["file_id"])
        data = self._world.files.read(stored.file_id) if stored else None
        if stored is None or data is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        if "download" in request.query:
            name = quote(request.query["download"] or stored.name, safe="")
            headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{name}"
        return web.Response(body=data, content_type=stored.mime_type, headers=headers)

    def _is_online(self) -> bool:
        updates = self._world.updates
        lately = self._world.clock() - self._seen_at < _PAUSE
        return lately or updates.polled or updates.webhook is not None

    def _bot(self) -> Json:
        profile = self._world.profile
        return {
            "user": self._world.bot | self._world.bot_abilities,
            "description": profile.text("description", "ru"),
            "short_description": profile.text("short_description", "ru"),
            "online": self._is_online(),
        }

    # -- acting

    async def _do(self, request: web.Request) -> web.Response:
        if _from_elsewhere(request):
            return _refusal("Запрос с другой страницы.", status=403)
        action = self._actions.named(request.match_info["action"])
        if action is None:
            return _refusal("Нет такого действия.", status=404)
        return await _answer(action, await _body(request))

    async def _add_fault(self, request: web.Request) -> web.Response:
        if _from_elsewhere(request):
            return _refusal("Запрос с другой страницы.", status=403)
        return await _answer(
            lambda body: add_fault(self._faults, self._world, body), await _body(request)
        )

    async def _clear_faults(self, _request: web.Request) -> web.Response:
        self._faults.clear()
        return web.json_response({"ok": True, "result": True})


def _from_elsewhere(request: web.Request) -> bool:
    """True if another site sent the request: it must not act for the people here."""
    origin = request.headers.get("Origin")
    return origin is not None and origin.partition("://")[2] != request.host


async def _answer(action: Callable[[Json], Any], body: Json) -> web.Response:
    try:
        result = action(body)
        if asyncio.iscoroutine(result):
            result = await result
    except Impossible as error:
        return _refusal(str(error))
    except ApiError as error:
        return _refusal(error.description)
    except (KeyError, TypeError, ValueError) as error:
        return _refusal(f"Не хватает данных или они не те: {error}")
    return web.json_response({"ok": True, "result": result})


async def _body(request: web.Request) -> Json:
    if request.content_type == "multipart/form-data":
        return dict(await request.post())
    try:
        body = json.loads(await request.text() or "{}")
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


async def _tell(response: web.StreamResponse, number: int, text: str) -> None:
    await response.write(f"id: {number}\ndata: {text}\n\n".encode())


def _page_file(name: str) -> web.StreamResponse:
    path = (_PAGE / name).resolve()
    if not path.is_relative_to(_PAGE) or not path.is_file():
        raise web.HTTPNotFound
    return web.FileResponse(path, headers={"Cache-Control": "no-cache"})


def _refusal(reason: str, status: int = 400) -> web.Response:
    return web.json_response({"ok": False, "error": reason}, status=status)
