"""A town in which tests live: people who write and tap, and a Telegram to do it in.

    async with Town() as town, running(town, application):
        anya = town.private("Аня")
        await anya.send("/new")
        await anya.tap("Открыть")
        assert anya.toast == "…"
        await anya.settled()
        assert "Нужна" in anya.last_table.caption

Nothing here sleeps: every wait ends with the change of the world that it waits for, or fails after
``WAIT_SECONDS`` seconds and says what it waited for and what the bot did last.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import telegram
from telegram.ext import Application
from telegram.request import HTTPXRequest

from bot.process.polling import Polling
from bot.sandbox import Flood, Sandbox, World
from bot.sandbox.town import populate
from bot.transport.parsing import understood
from tests.staging.seats import Answer, Group, Seat

WAIT_SECONDS = 10.0
"""Seconds after which a wait has failed."""

Json = dict[str, Any]


class Town:
    """A sandbox with its people; no flood control unless a test gives it one."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        clock: Callable[[], float] | None = None,
        flood: Flood | None = None,
        supports_inline: bool = True,
    ) -> None:
        options: Json = {"clock": clock} if clock else {}
        self.world = World(path, supports_inline=supports_inline, **options)
        if not self.world.users:
            populate(self.world)
            self.world.updates.clear()  # that the bot once came to «Дача» is old news
        self.sandbox = Sandbox(self.world, flood=flood or Flood(enabled=False))
        self.faults = self.sandbox.faults
        self.answers: dict[str, Answer] = {}
        self.idle: list[Callable[[], Awaitable[object]]] = []
        self._changed = asyncio.Event()
        self._seats: dict[str, Seat] = {}
        self.world.listeners.append(self._hear)

    async def __aenter__(self) -> Self:
        """Open the sandbox."""
        await self.sandbox.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        await self.sandbox.__aexit__(kind, error, trace)
        self.world.close()

    @property
    def url(self) -> str:
        """The address of this Telegram, as in ``TELEGRAM_API_URL``."""
        return self.sandbox.base_url

    def bot(self) -> telegram.Bot:
        """A bot of this town to make calls with; use it as a context manager."""
        return telegram.Bot(
            self.world.token,
            base_url=f"{self.url}/bot",
            base_file_url=f"{self.url}/file/bot",
            request=_request(),
            get_updates_request=_request(),
        )

    # -- people and places

    def person(self, name: str) -> Json:
        """The User of this first name, born if need be."""
        for user in self.world.users.values():
            if user["first_name"] == name:
                return user
        return self.world.add_user(name)

    def private(self, name: str, *, started: bool = True) -> Seat:
        """A person in the private chat; ``started`` says that they have pressed Start before."""
        if name not in self._seats:
            user_id = self.person(name)["id"]
            self._seats[name] = Seat(self, user_id, user_id)
            chat = self.world.chats[user_id]
            if started and not chat.started:
                chat.started = True
                self.world.save_chat(chat)
        return self._seats[name]

    def group(self, title: str = "Дача") -> Group:
        """A group that is there already, such as «Дача» with everybody and the bot."""
        for chat in self.world.chats.values():
            if chat.title == title:
                return Group(self, chat.id)
        raise AssertionError(f"there is no group {title!r}")

    def new_group(self, title: str, creator: str = "Аня", **options: Any) -> Group:
        """A new group; options as ``Groups.create``: supergroup, forum, with_bot."""
        user_id = self.person(creator)["id"]
        members: list[int] = options.pop("members", [])
        chat = self.sandbox.groups.create(user_id, title, members, **options)
        return Group(self, chat.id)

    # -- waiting

    async def until(self, holds: Callable[[], object], what: str = "") -> None:
        """Wait until a condition holds; it is looked at after every change of the world."""
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                while not holds():
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"waited in vain for {what}\n{self.report()}") from None

    async def settled(self) -> None:
        """Wait until every update is taken and handled and no call is under way.

        ``idle`` holds what else must have come to rest, such as the application's own queue.
        """
        while True:
            await self.until(self._quiet, "the bot to take its updates")
            for idle in self.idle:
                await asyncio.wait_for(idle(), WAIT_SECONDS)
            if self._quiet():
                return

    def calls(self, method: str) -> list[Json]:
        """Parameters of the calls of a method so far, refused ones too."""
        return [call.params for call in self.sandbox.calls if call.method == method]

    def report(self) -> str:
        """What the bot did last, for a failing test."""
        lines = [f"  {call.method}: {call.error or 'ok'}" for call in self.sandbox.calls]
        return "last calls:\n" + "\n".join(lines[-10:])

    def _quiet(self) -> bool:
        updates = self.world.updates
        return not (updates or updates.again or self.sandbox.in_flight)

    def _hear(self, event: Json) -> None:
        if event["type"] == "answer":
            answer = Answer(event["text"], event["show_alert"], event["url"])
            self.answers[event["query_id"]] = answer
        # Whoever waits holds the old event; later waiters get the new one.
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


def _request() -> HTTPXRequest:
    # No certificates are read: it takes longer than most tests, and there are none here.
    return HTTPXRequest(connection_pool_size=16, httpx_kwargs={"verify": False})


def _understood_by(
    application: Application[Any, Any, Any, Any, Any, Any],
) -> Callable[[object], Awaitable[None]]:
    async def take(sent: object) -> None:
        await application.update_queue.put(understood(sent, application.bot))

    return take


@asynccontextmanager
async def running(
    town: Town,
    application: Application[Any, Any, Any, Any, Any, Any],
    take: Callable[[object], Awaitable[None]] | None = None,
) -> AsyncIterator[None]:
    """Run an application by polling in this very loop, with its ``post_init`` and the rest.

    ``take`` is who takes the updates, if not the application's own queue.
    """
    town.idle.append(application.update_queue.join)
    async with application, _request() as request:
        if application.post_init:
            await application.post_init(application)
        polling = Polling(
            *(application.bot, request, telegram.Update.ALL_TYPES),
            take or _understood_by(application),
            lambda _: None,
        )
        await polling.start()
        await application.start()
        try:
            yield
        finally:
            await polling.stop()
            await polling.confirm()
            await application.stop()
            if application.post_stop:
                await application.post_stop(application)
            town.idle.remove(application.update_queue.join)
    if application.post_shutdown:
        await application.post_shutdown(application)
