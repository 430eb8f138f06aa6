"""``DailyOffer``: the deals of a day as a chat finds them: untried, going on, or over.

People have deals of their own, groups (teams) others. Knows nothing of Telegram.
"""

from dataclasses import dataclass

from bot.games.play import AnyPatience
from bot.games.registry import PATIENCES
from bot.play.audiences import PERSON, TEAM
from bot.play.calendar import Days
from bot.play.deal_names import parse_day, parse_day_of_this_year
from bot.play.loaded_game import LoadedGame
from bot.play.session import Session
from storage import Chat, DailyDeal, Result, Storage

KINDS = tuple(kind for kind, patience in PATIENCES.items() if patience.daily)
"""The patiences that have deals of the day, in the order in which they are offered."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A deal of the day and what a chat has made of it.

    ``attempt`` is the chat's first, the one that ranks; it may have been forgotten at the player's
    wish, yet stay ``tried``. ``result`` is the attempt's, once there is one.
    """

    deal: DailyDeal
    attempt: LoadedGame | None
    result: Result | None
    tried: bool

    @property
    def patience(self) -> AnyPatience:
        """The patience that it is."""
        return PATIENCES[self.deal.kind]

    @property
    def going(self) -> bool:
        """Whether the attempt can be gone on with."""
        return self.attempt is not None and not self.attempt.game.over

    @property
    def over(self) -> bool:
        """Whether the attempt has ended."""
        return self.tried and not self.going


def audience_of(chat: Chat) -> str:
    """Whose deals a chat plays."""
    return PERSON if chat.kind == "private" else TEAM


class DailyOffer:
    """All deals of the day."""

    def __init__(self, storage: Storage, session: Session, days: Days) -> None:
        self._storage = storage
        self._session = session
        self._days = days

    async def entries(self, chat: Chat, day: str) -> list[Entry]:
        """The deals of a date for the chat; fewer than ``KINDS`` while they are being prepared."""
        audience = audience_of(chat)
        deals = {
            deal.kind: deal
            for deal in await self._storage.daily.of_day(day)
            if deal.audience == audience
        }
        tried = await self._storage.games.attempted(chat.id, day)
        return [
            await self._entry(chat.id, deals[kind], kind in tried)
            for kind in PATIENCES
            if kind in deals
        ]

    async def unfinished(self, chat: Chat) -> list[Entry]:
        """What the chat has begun on a day that is over, and may still finish in ranking."""
        day = self._days.oldest_open()
        if day >= self._days.today():
            return []
        return [entry for entry in await self.entries(chat, day) if entry.going]

    async def playable(self, chat: Chat, day: str, kind: str) -> DailyDeal | None:
        """The deal, if the chat may lay it out now.

        A day may be begun while it lasts, and is open to all when it is released; between midnight
        and the deadline only who has begun it plays it.
        """
        open_to_all = day == self._days.today() or self._days.is_released(day)
        if not open_to_all and kind not in await self._storage.games.attempted(chat.id, day):
            return None
        return await self._storage.daily.get(day, kind, audience_of(chat))

    async def for_all(self, day: str) -> list[str]:
        """The kinds whose deals of a date any person may begin now."""
        if day != self._days.today() and not self._days.is_released(day):
            return []
        prepared = await self._storage.daily.of_day(day)
        of_people = {deal.kind for deal in prepared if deal.audience == PERSON}
        return [kind for kind in KINDS if kind in of_people]

    async def meant(self, text: str) -> str | None:
        """The date that ``text`` means, as by ``parse_day``; but one without a year is yet to come
        where last year's had no deals."""
        today = self._days.today()
        day = parse_day(text, today)
        if day is None or await self._storage.daily.of_day(day):
            return day
        return parse_day_of_this_year(text, today) or day

    async def best(self, deal: DailyDeal) -> Result | None:
        """The best ranked result that anybody has reached in it."""
        return await self._storage.results.best(deal.date, deal.kind, deal.audience)

    async def past(self, before: str, limit: int) -> list[str]:
        """The last released dates before ``before`` (or at all), newest first."""
        oldest_open = self._days.oldest_open()
        return await self._storage.daily.days(min(before or oldest_open, oldest_open), limit)

    async def _entry(self, chat_id: int, deal: DailyDeal, tried: bool) -> Entry:
        first = await self._storage.games.attempt(chat_id, deal.date, deal.kind) if tried else None
        attempt = None if first is None else await self._session.game(first.id)
        result = None if attempt is None else await self._storage.results.of_game(attempt.game.id)
        return Entry(deal, attempt, result, tried)
