"""A town in which tests live: people who write and tap, and a Telegram to do it in.

    async with Town() as town, running(town, application):
        anya = town.private("Аня")
        await anya.send("/new")
        await anya.tap("Открыть")
        assert anya.toast == "…"
        await anya.settled()
        assert "Нужна" in anya.last_table.caption

Nothing here sleeps: every wait ends with the change of the world that it waits for, or fails after
``PATIENCE`` seconds and says what it waited for and what the bot did last.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import telegram
from PIL import Image
from telegram.ext import Application
from telegram.request import HTTPXRequest

from bot.sandbox import Flood, Sandbox, World
from bot.sandbox.model import Chat
from bot.sandbox.people import keyboard
from bot.sandbox.town import populate

__all__ = ["PATIENCE", "Answer", "Clock", "Group", "Place", "Seat", "Shown", "Town", "running"]

PATIENCE = 10.0
"""Seconds after which a wait has failed."""

Json = dict[str, Any]


class Clock:
    """A clock that goes only when told to; the world's, where a test gives it one."""

    def __init__(self, now: float = 1_790_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        """Seconds since 1970."""
        return self.now

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


@dataclass(frozen=True)
class Answer:
    """What the bot answered to a tap."""

    text: str
    show_alert: bool
    url: str | None


@dataclass(frozen=True)
class Shown:
    """A message as the chat shows it now; ``raw`` is the Bot API Message."""

    raw: Json
    town: "Town"

    @property
    def id(self) -> int:
        """Its message_id."""
        return int(self.raw["message_id"])

    @property
    def text(self) -> str:
        """Its text or caption."""
        return str(self.raw.get("text") or self.raw.get("caption") or "")

    @property
    def caption(self) -> str:
        """The caption under its photo."""
        return str(self.raw.get("caption") or "")

    @property
    def rows(self) -> list[list[str]]:
        """Labels of its buttons, row by row."""
        return [[button["text"] for button in row] for row in keyboard(self.raw)]

    @property
    def buttons(self) -> list[Json]:
        """Its buttons, all rows in one."""
        return [button for row in keyboard(self.raw) for button in row]

    @property
    def has_photo(self) -> bool:
        """Whether it shows a photo."""
        return "photo" in self.raw

    @property
    def photo(self) -> Image.Image:
        """The photo in its largest size."""
        data = self.town.world.files.read(self.raw["photo"][-1]["file_id"])
        assert data is not None
        return Image.open(io.BytesIO(data))

    @property
    def document(self) -> bytes:
        """The bytes of its document."""
        data = self.town.world.files.read(self.raw["document"]["file_id"])
        assert data is not None
        return data

    def button(self, label: str) -> Json | None:
        """The button with this label, or whose label or callback data begins so."""
        tests: list[Callable[[Json], bool]] = [
            lambda each: each["text"] == label,
            lambda each: each["text"].startswith(label),
            lambda each: each.get("callback_data", "").startswith(label),
        ]
        for fits in tests:
            for button in self.buttons:
                if fits(button):
                    return button
        return None


class Place:
    """A chat as everybody in it sees it."""

    def __init__(self, town: "Town", chat_id: int) -> None:
        self.town = town
        self._chat_id = chat_id

    @property
    def id(self) -> int:
        """The chat's id; after an upgrade the supergroup's."""
        return self.town.world.chats[self._chat_id].migrated_to or self._chat_id

    @property
    def chat(self) -> Chat:
        """The chat in the world."""
        return self.town.world.chats[self.id]

    @property
    def messages(self) -> list[Shown]:
        """All messages that exist, oldest first."""
        return [Shown(raw, self.town) for raw in self.town.world.messages[self.id].values()]

    @property
    def from_bot(self) -> list[Shown]:
        """The bot's messages, oldest first."""
        bot_id = self.town.world.bot["id"]
        return [each for each in self.messages if each.raw["from"]["id"] == bot_id]

    @property
    def last(self) -> Shown:
        """The newest message of the bot."""
        assert self.from_bot, f"the bot has said nothing here\n{self.town.report()}"
        return self.from_bot[-1]

    @property
    def last_table(self) -> Shown:
        """The newest message of the bot with a photo and buttons."""
        tables = [each for each in self.from_bot if each.has_photo and each.buttons]
        assert tables, f"there is no table here\n{self.town.report()}"
        return tables[-1]

    async def settled(self) -> None:
        """Wait until the bot has done all that it was asked."""
        await self.town.settled()

    async def until(self, holds: Callable[[], object], what: str = "") -> None:
        """Wait until a condition holds; it is looked at after every change of the world."""
        await self.town.until(holds, what)


class Seat(Place):
    """A person in a chat."""

    def __init__(self, town: "Town", user_id: int, chat_id: int) -> None:
        super().__init__(town, chat_id)
        self.user_id = user_id
        self.answer: Answer | None = None

    @property
    def toast(self) -> str:
        """The text of the answer to this person's last tap here; empty if it had none."""
        assert self.answer is not None, "no tap was answered yet"
        return self.answer.text

    async def send(self, text: str, **options: Any) -> Shown:
        """Write a message and wait until the bot is done with it; options as ``People.send``."""
        sent = self.say(text, **options)
        await self.settled()
        return sent

    def say(self, text: str, **options: Any) -> Shown:
        """Write a message and wait for nothing."""
        return self._shown(self.town.sandbox.people.send(self.user_id, self.id, text, **options))

    async def start(self, payload: str = "") -> None:
        """Follow a deep link to the bot, in the private chat, and wait."""
        self.town.sandbox.people.open_link(self.user_id, payload)
        await self.settled()

    async def post(self, content: Json, **options: Any) -> Shown:
        """Send anything else, such as ``{"sticker": {…}}``, and wait."""
        people = self.town.sandbox.people
        sent = people.post(self.user_id, self.id, content, **options)
        await self.settled()
        return self._shown(sent)

    async def edit(self, message: Shown, text: str) -> None:
        """Rewrite one's message and wait."""
        self.town.sandbox.people.edit(self.user_id, self.id, message.id, text)
        await self.settled()

    def delete(self, message: Shown) -> None:
        """Delete a message."""
        self.town.sandbox.people.delete(self.user_id, self.id, message.id)

    async def tap(self, label: str, on: Shown | None = None) -> Answer:
        """Tap a button and wait for the answer; see :meth:`Shown.button` for ``label``.

        Without ``on`` it is the newest message that has such a button.
        """
        message, data = self._find(label, on)
        return await self.answered(
            self.town.sandbox.people.tap(self.user_id, self.id, message.id, data).id
        )

    def press(self, label: str, on: Shown | None = None) -> str:
        """Tap a button and wait for nothing; the id of the query, for :meth:`answered`."""
        message, data = self._find(label, on)
        return self.town.sandbox.people.tap(self.user_id, self.id, message.id, data).id

    async def forge(self, message: Shown, data: str) -> Answer:
        """Send callback data that no button has, as a made-up client can, and wait."""
        people = self.town.sandbox.people
        query = people.tap_forged(self.user_id, self.id, message.id, data)
        return await self.answered(query.id)

    async def answered(self, query_id: str) -> Answer:
        """Wait for the answer to a tap."""
        answers = self.town.answers
        await self.town.until(lambda: query_id in answers, "the tap's answer")
        self.answer = answers[query_id]
        return self.answer

    async def ask_inline(self, query: str, offset: str = "") -> tuple[str, list[Json]]:
        """Type ``@bot query`` here; the query's id and the results offered."""
        asked = self.town.sandbox.people.inline(self.user_id, self.id, query, offset)
        await self.town.until(lambda: asked.results is not None, "inline results")
        return asked.id, [each["result"] for each in asked.results or []]

    async def choose_inline(self, query_id: str, result_id: str) -> Shown:
        """Send one of the results here and wait."""
        people = self.town.sandbox.people
        sent = people.choose_inline(self.user_id, self.id, query_id, result_id)
        await self.settled()
        return self._shown(sent)

    def _find(self, label: str, on: Shown | None) -> tuple[Shown, str]:
        for message in [on] if on else reversed(self.messages):
            button = message.button(label)
            if button is not None:
                assert "callback_data" in button, f"{label!r} is no button to tap: {button}"
                return message, str(button["callback_data"])
        shown = [message.rows for message in self.messages if message.rows][-1:]
        raise AssertionError(f"no button {label!r}; the last keyboard is {shown}")

    def _shown(self, raw: Json) -> Shown:
        return Shown(raw, self.town)


class Group(Place):
    """A group; ``group.seat("Аня")`` is Аня in it."""

    def __init__(self, town: "Town", chat_id: int) -> None:
        super().__init__(town, chat_id)
        self._seats: dict[str, Seat] = {}

    def seat(self, name: str) -> Seat:
        """A person in this group, who joins if need be."""
        if name not in self._seats:
            user_id = self.town.person(name)["id"]
            if not self.chat.member(user_id).present:
                self.town.sandbox.groups.add(user_id, self.id, user_id)
            self._seats[name] = Seat(self.town, user_id, self._chat_id)
        return self._seats[name]


class Town:
    """A sandbox with its people; no flood control unless a test gives it one."""

    def __init__(
        self,
        path: Path | None = None,
        *,
        clock: Clock | None = None,
        flood: Flood | None = None,
        supports_inline: bool = True,
    ) -> None:
        options: Json = {"clock": clock} if clock else {}
        self.world = World(path, supports_inline=supports_inline, **options)
        populate(self.world)
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
            request=HTTPXRequest(connection_pool_size=8),
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
            async with asyncio.timeout(PATIENCE):
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
                await asyncio.wait_for(idle(), PATIENCE)
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
        return not (updates.pending or updates.again or self.sandbox.in_flight)

    def _hear(self, event: Json) -> None:
        if event["type"] == "answer":
            answer = Answer(event["text"], event["show_alert"], event["url"])
            self.answers[event["query_id"]] = answer
        # Whoever waits holds the old event; later waiters get the new one.
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


@asynccontextmanager
async def running(
    town: Town, application: Application[Any, Any, Any, Any, Any, Any]
) -> AsyncIterator[None]:
    """Run an application by polling in this very loop, with its ``post_init`` and the rest."""
    town.idle.append(application.update_queue.join)
    async with application:
        if application.post_init:
            await application.post_init(application)
        assert application.updater is not None
        await application.updater.start_polling(allowed_updates=telegram.Update.ALL_TYPES)
        await application.start()
        try:
            yield
        finally:
            await application.updater.stop()
            await application.stop()
            if application.post_stop:
                await application.post_stop(application)
            town.idle.remove(application.update_queue.join)
    if application.post_shutdown:
        await application.post_shutdown(application)
