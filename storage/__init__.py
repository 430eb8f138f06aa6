"""`Storage`: all that the bot remembers, in one SQLite file.

Knows strings and integers, and neither games nor the clock: the callers say what time it is, and
what a deal or a move means is their business. Times are Unix seconds, dates ISO text
(`2026-11-30`).

    storage = await Storage.open(Path("data/pasyans.db"))
    try:
        game = await storage.games.current(chat_id)
    finally:
        await storage.close()
"""

from collections.abc import Callable
from pathlib import Path

from storage.backup import backup
from storage.challenges import Attempt, Challenge, Challenges, new_token
from storage.chats import Chat, ChatChanges, Chats
from storage.daily import DailyDeal, DailyDeals
from storage.database import Database
from storage.errors import (
    Busy,
    CannotOpen,
    Corrupt,
    DiskFull,
    InUse,
    NewerVersion,
    ReadOnly,
    StorageError,
)
from storage.game import Game, TableMessage, Tap
from storage.games import Games, NewGame, Placed, Replace
from storage.handled_updates import HandledUpdates, handle
from storage.leaders import Contest, Leaders, Standing, Tally
from storage.meta import Meta
from storage.notices import Notice, Notices
from storage.pictures import Pictures
from storage.players import Player, PlayerChanges, Players
from storage.reminders import MOST_IGNORED, Reminder, Reminders
from storage.results import Comparison, NewResult, Result, ResultCount, Results, Share, Stat
from storage.table_messages import TableMessages
from storage.unreadable_updates import UnreadableUpdate, UnreadableUpdates, unreadable

__all__ = [
    "MOST_IGNORED",
    "Attempt",
    "Busy",
    "CannotOpen",
    "Challenge",
    "Chat",
    "ChatChanges",
    "Comparison",
    "Contest",
    "Corrupt",
    "DailyDeal",
    "DiskFull",
    "Game",
    "InUse",
    "NewGame",
    "NewResult",
    "NewerVersion",
    "Notice",
    "Placed",
    "Player",
    "PlayerChanges",
    "ReadOnly",
    "Reminder",
    "Replace",
    "Result",
    "ResultCount",
    "Share",
    "Standing",
    "Stat",
    "Storage",
    "StorageError",
    "TableMessage",
    "Tally",
    "Tap",
    "UnreadableUpdate",
    "backup",
    "handle",
    "new_token",
    "unreadable",
]


class Storage:
    """The open database, by subject."""

    def __init__(self, db: Database) -> None:
        """Use `Storage.open`."""
        self._db = db
        self.chats = Chats(db)
        self.players = Players(db)
        self.games = Games(db)
        self.table_messages = TableMessages(db)
        self.notices = Notices(db)
        self.results = Results(db)
        self.challenges = Challenges(db)
        self.leaders = Leaders(db)
        self.daily = DailyDeals(db)
        self.reminders = Reminders(db)
        self.pictures = Pictures(db)
        self.meta = Meta(db)
        self.handled_updates = HandledUpdates(db)
        self.unreadable_updates = UnreadableUpdates(db)

    @classmethod
    async def open(cls, path: Path) -> "Storage":
        """Open the database at `path`, or make it; a `StorageError` tells the operator why not."""
        return cls(await Database.open(path))

    def is_in_place(self) -> bool:
        """Whether the database file is still at its path, neither deleted nor replaced."""
        return self._db.is_in_place()

    def on_commit(self, call: Callable[[float], None]) -> None:
        """Have `call` told of each commit, in seconds."""
        self._db.on_commit = call

    def hurry(self) -> None:
        """Stop waiting for other programs, as a stopping bot does: it gets `Busy` instead."""
        self._db.hurry()

    async def close(self) -> None:
        """Close the database, whose threads would keep the process from ending."""
        await self._db.close()
