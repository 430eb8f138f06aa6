"""What is counted and timed while the bot runs, for `/metrics` and ``python -m bot status``.

Each room counts what is its own, at the place where it happens. No label holds a name, a chat or
anything else that people could make up.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Counter, Gauge, Histogram

_FAST = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_SLOW = (0.05, 0.25, 1, 2.5, 5, 10, 20, 40, 60, 120, 300)

UPDATES = Histogram(
    "pasyans_update_seconds",
    "Updates: from their arrival to the end of their handler, by kind and by what became of them",
    ["kind", "outcome"],
    buckets=_FAST,
)
CALLS = Histogram(
    "pasyans_telegram_seconds",
    "Calls to Telegram, by method and by what came of them (429 is too_many)",
    ["method", "outcome"],
    buckets=_FAST,
)
PACE = Gauge(
    "pasyans_pace_per_second", "Messages and edits a second that the bot allows itself, over all"
)
TABLES_SHOWN = Histogram(
    "pasyans_table_seconds", "From the wish to see a table to its being shown", buckets=_SLOW
)
TABLES_WAITING = Gauge("pasyans_chats_waiting", "Chats that wait to see a table")
LONGEST_WAIT = Gauge("pasyans_table_oldest_seconds", "How long the oldest waiting table has waited")
DRAWINGS = Histogram(
    "pasyans_drawing_seconds", "Pictures drawn and encoded, by what they show", ["what"]
)
PICTURE_BYTES = Counter("pasyans_picture_bytes", "Bytes of the pictures drawn")
SOLVER = Histogram(
    "pasyans_solver_seconds",
    "Questions to the solver, waiting included, by what was asked and what came of it",
    ["asked", "outcome"],
    buckets=_SLOW,
)
SOLVER_WAITING = Gauge("pasyans_solver_waiting", "Questions that wait for the solver", ["asked"])
COMMITS = Histogram("pasyans_commit_seconds", "Transactions written to the disk", buckets=_FAST)
GAMES_TODAY = Gauge("pasyans_games_today", "Games played in since midnight or the bot's start")
PLAYERS_TODAY = Gauge("pasyans_players_today", "People heard since midnight or the bot's start")
DISK_FREE = Gauge("pasyans_disk_free_bytes", "Room on the disk of the database")


class Today:
    """Who was heard of today, and which games were played in; ``day`` is its date."""

    def __init__(self) -> None:
        self._day = ""
        self._people = set[int]()
        self._games = set[int]()

    def note(self, day: str, *, person: int | None = None, game: int | None = None) -> None:
        """Counts a person and a game once a day."""
        self._begin(day)
        if person is not None:
            self._people.add(person)
        if game is not None:
            self._games.add(game)

    def people(self, day: str) -> int:
        """How many people, if it is still that day."""
        self._begin(day)
        return len(self._people)

    def games(self, day: str) -> int:
        """How many games, if it is still that day."""
        self._begin(day)
        return len(self._games)

    def _begin(self, day: str) -> None:
        if day != self._day:
            self._day = day
            self._people.clear()
            self._games.clear()


TODAY = Today()


class Watch:
    """A stopwatch, and what came of what it times."""

    def __init__(self) -> None:
        self.begun = time.perf_counter()
        self.outcome = "failed"

    @property
    def seconds(self) -> float:
        """Since it was begun."""
        return time.perf_counter() - self.begun


@contextmanager
def timed(histogram: Histogram, *labels: str) -> Iterator[Watch]:
    """Times what goes on in the context. The ``outcome`` that it sets is the last label; ``failed``
    if it sets none, as where an error ends it."""
    watch = Watch()
    try:
        yield watch
    finally:
        histogram.labels(*labels, watch.outcome).observe(watch.seconds)
