"""`Game`: a game as it is kept, with its taps and table message. `Games` reads it by `load`."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from storage.database import Connection
from storage.rows import build


@dataclass(frozen=True, slots=True)
class TableMessage:
    """A message that shows, or once showed, the table of a game."""

    chat_id: int
    message_id: int
    game_id: int
    kind: str
    """`photo` or `text`: they are edited by different calls."""


@dataclass(frozen=True, slots=True)
class Tap:
    """What one tap of one person moved; the first of a game has number 1."""

    number: int
    player_id: int | None
    """None when the person's data was deleted."""
    at: int
    moves: str


@dataclass(frozen=True, slots=True)
class Game:
    """A game with all its taps, as it stood at one moment."""

    id: int
    chat_id: int
    kind: str
    deal: str
    """The deal's name, from which its deck follows."""
    label: str
    """What people call the deal: its number, its date, or nothing."""
    audience: str
    """Whose deal of the day it is: `person`, `team`; empty for any other."""
    ranked: bool
    """Whether its end will count, or has counted, among others'."""
    challenged: bool
    """Whether it is a person's first of a challenge, which goes by the rules of ranking."""
    starter: int | None
    state: str
    """`playing`, `aside`, `won`, `lost`, `stopped` (its end counts) or `dropped` (it does not)."""
    revision: int
    """1 at first; rises with each tap, undo and change of state."""
    hints: int
    created_at: int
    finished_at: int | None
    shown: int
    """The revision that its table message shows; 0: none."""
    message: TableMessage | None
    """The table message in use."""
    taps: tuple[Tap, ...]

    @property
    def strict(self) -> bool:
        """Whether the rules of ranking hold: what was seen cannot be taken back."""
        return self.ranked or self.challenged

    @property
    def moves(self) -> str:
        """All moves made."""
        return "".join(tap.moves for tap in self.taps)

    @property
    def last_tap(self) -> Tap | None:
        """The tap that an undo would take back."""
        return self.taps[-1] if self.taps else None

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.state not in ("playing", "aside")


# One statement, so that a game and its taps are of the same moment.
_GAMES = """
SELECT g.id, g.chat_id, g.kind, g.deal, g.label, g.audience, g.ranked, g.challenged, g.starter,
    g.state, g.revision, g.hints, g.created_at, g.finished_at, g.shown,
    m.message_id, m.kind AS message_kind,
    t.number, t.player_id, t.at, t.moves
FROM games g
LEFT JOIN messages m ON m.chat_id = g.chat_id AND m.message_id = g.message_id
LEFT JOIN taps t ON t.game_id = g.id
WHERE {where} ORDER BY g.id, t.number
"""


async def load(session: Connection, where: str, *values: str | int) -> list[Game]:
    """The games that fulfil the SQL condition `where` on `g` (a row of games), oldest first."""
    rows = await session.rows(_GAMES.format(where=where), *values)
    return [_game(list(of_game)) for _, of_game in groupby(rows, key=lambda row: row["id"])]


async def load_one(session: Connection, where: str, *values: str | int) -> Game | None:
    """The one game that fulfils `where`, or none."""
    games = await load(session, where, *values)
    return games[0] if games else None


def _game(rows: list[sqlite3.Row]) -> Game:
    row = rows[0]
    return build(Game, row, message=_message(row), taps=tuple(_taps(rows)))


def _message(row: sqlite3.Row) -> TableMessage | None:
    if row["message_id"] is None:
        return None
    return TableMessage(row["chat_id"], row["message_id"], row["id"], row["message_kind"])


def _taps(rows: list[sqlite3.Row]) -> Iterable[Tap]:
    for row in rows:
        if row["number"] is not None:
            yield Tap(row["number"], row["player_id"], row["at"], row["moves"])
