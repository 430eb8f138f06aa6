"""`Leaderboard`: who leads over what period and among whom. Knows nothing of Telegram.

People and chats compete apart, as they play different decks. «Этот чат» lists the personal results
of those who tapped or shared something in the chat.
"""

from dataclasses import dataclass
from enum import Enum

from bot.play.audiences import PERSON, TEAM
from bot.play.calendar import Days
from bot.play.periods import Period, Span
from storage import Chat, Contest, Share, Standing, Storage

LINES = 10
"""Lines on a page."""


class Field(Enum):
    """Who competes."""

    HERE = "here"
    PEOPLE = "people"
    CHATS = "chats"


@dataclass(frozen=True, slots=True)
class View:
    """Which leaderboard is looked at."""

    period: Period
    field: Field
    kind: str


@dataclass(frozen=True, slots=True)
class Page:
    """A leaderboard as somebody in a chat sees it.

    ``first`` tells how many lines stand before it. ``own`` is the line of the viewer, or among
    chats of the chat, ``own_at`` how many stand before that (``None`` without a point); ``None``
    without a result, and where the others of a group could tell by it who the nameless viewer is.
    ``shares`` tell who laid how many cards at the chat's own common table.
    """

    view: View
    span: Span
    first: int
    lines: list[Standing]
    own: Standing | None
    own_at: int | None
    size: int
    shares: list[Share]

    @property
    def shows_own(self) -> bool:
        """Whether the viewer's own line is one of its lines."""
        if self.own_at is None:
            return False
        return self.first <= self.own_at < self.first + len(self.lines)


class Leaderboard:
    """Every leaderboard, by the calendar of ``days``."""

    def __init__(self, storage: Storage, days: Days) -> None:
        self._storage = storage
        self._days = days

    async def page(self, view: View, chat: Chat, player: int | None, first: int | None = 0) -> Page:
        """The lines of a leaderboard from the one before which ``first`` others stand, and where
        ``player`` or ``chat`` stands on it; without ``first`` the lines around that."""
        span = view.period.span(self._days.today())
        board = _board(view, span, chat.id)
        holder = player if board.audience == PERSON else _team(chat)
        found = await self._storage.leaders.page(board, holder, LINES, first)
        own = found.own
        if own is not None and _gives_away(own, board, chat):
            return await self.page(view, chat, None, first or 0)
        shares = await self._shares(view, span, chat)
        return Page(
            *(view, span, found.first, found.lines),
            own=own,
            own_at=found.own_at,
            size=found.size,
            shares=shares,
        )

    async def _shares(self, view: View, span: Span, chat: Chat) -> list[Share]:
        team = _team(chat)
        if team is None or view.field is Field.PEOPLE:
            return []
        return await self._storage.results.team_shares(team, view.kind, span.first, span.last)


def _board(view: View, span: Span, chat_id: int) -> Contest:
    audience = TEAM if view.field is Field.CHATS else PERSON
    here = chat_id if view.field is Field.HERE else None
    return Contest(span.key, audience, view.kind, here)


def _gives_away(own: Standing, board: Contest, chat: Chat) -> bool:
    return board.audience == PERSON and chat.kind != "private" and not own.visible


def _team(chat: Chat) -> int | None:
    return None if chat.kind == "private" else chat.id
