"""Challenges on the stage: somebody sends one, others take it up."""

from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from bot.jobs.live_challenges import EDIT_PAUSE
from tests.staging.calendar_stage import table_of
from tests.staging.seats import Seat, Shown
from tests.staging.stage import Stage

DEAL = "481516"


@dataclass(frozen=True, slots=True)
class Sent:
    """A challenge that stands in a chat."""

    stage: Stage
    seat: Seat
    message_id: int

    @property
    def message(self) -> Shown:
        """The message as it is now."""
        return next(each for each in self.seat.messages if each.id == self.message_id)

    @property
    def lines(self) -> list[str]:
        """Who has played it, without the marks that keep names apart."""
        _, _, told = self.message.text.partition("\n\n")
        return told.replace("\u2068", "").replace("\u2069", "").splitlines()

    @property
    def payload(self) -> str:
        """What its link opens."""
        url: str = next(button["url"] for button in self.message.buttons if "url" in button)
        return parse_qs(urlsplit(url).query)["start"][0]

    @property
    def token(self) -> str:
        """The token in it."""
        return self.payload.rpartition("_")[2]

    async def in_step(self, seconds: float = EDIT_PAUSE + 1) -> list[str]:
        """Its lines, once it was brought up to date after so many seconds."""
        await self.seat.settled()
        self.stage.clock.now += seconds
        await self.stage.services.live_challenges.catch_up()
        await self.seat.settled()
        return self.lines


async def send(stage: Stage, seat: Seat, query: str, number: int = -1) -> Sent:
    """Sends into the seat's chat what inline mode offers there, by default the last of it."""
    query_id, results = await seat.ask_inline(query)
    sent = await seat.choose_inline(query_id, results[number]["id"])
    return Sent(stage, seat, sent.id)


async def play(stage: Stage, seat: Seat, moves: str) -> None:
    """Plays on, past the buttons but by the rules; whatever it ends is stored."""
    game, chat = await table_of(stage, seat), await stage.services.storage.chats.get(seat.id)
    assert chat is not None
    session = stage.services.session
    await session.play_line(chat, game.id, game.revision, moves, seat.user_id)
