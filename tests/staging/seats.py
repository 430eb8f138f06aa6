"""People, the places where they sit, and what they see there; ``driver.py`` makes them."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PIL import Image

from bot.sandbox.model import Chat
from bot.sandbox.people import keyboard

if TYPE_CHECKING:
    from tests.staging.driver import Town

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
        """The newest message of the bot with a photo and buttons, those of a game if there are."""
        tables = [each for each in self.from_bot if each.has_photo and each.buttons]
        assert tables, f"there is no table here\n{self.town.report()}"
        played = [each for each in tables if each.button("m:") or each.button("g:")]
        return (played or tables)[-1]

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
