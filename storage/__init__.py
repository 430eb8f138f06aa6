"""All that the bot remembers, in one SQLite file.

Knows strings and integers, and neither games nor clock: what a deal or a move means, and what time
it is, is told by the callers. Times are Unix seconds, dates ISO text (`2026-11-30`).

    storage = await Storage.open(Path("data/pasyans.db"))
    try:
        game = await storage.games.current(chat_id)
    finally:
        await storage.close()
"""

from collections.abc import Callable
from pathlib import Path

from storage.backup import backup
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
from storage.leaders import Contest, Leaders, Standing
from storage.meta import Meta
from storage.notices import Notice, Notices
from storage.pictures import Pictures
from storage.players import Player, PlayerChanges, Players
from storage.reminders import MOST_IGNORED, Reminder, Reminders
from storage.results import NewResult, Result, ResultCount, Results, Share, Stat
from storage.table_messages import TableMessages

__all__ = [
    "MOST_IGNORED",
    "Busy",
    "CannotOpen",
    "Chat",
    "ChatChanges",
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
    "Tap",
    "backup",
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
        self.leaders = Leaders(db)
        self.daily = DailyDeals(db)
        self.reminders = Reminders(db)
        self.pictures = Pictures(db)
        self.meta = Meta(db)

    @classmethod
    async def open(cls, path: Path) -> "Storage":
        """Open the database at `path`, or make it; a `StorageError` tells the operator why not."""
        return cls(await Database.open(path))

    def on_commit(self, call: Callable[[float], None]) -> None:
        """Have `call` told of each commit, in seconds."""
        self._db.on_commit = call

    def hurry(self) -> None:
        """Wait for no other program from now on, as before a stop: writing raises `Busy` then."""
        self._db.hurry()

    async def close(self) -> None:
        """Close the database; without it the process would not end."""
        await self._db.close()
