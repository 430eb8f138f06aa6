"""How long a leaderboard takes over a million results."""

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from statistics import median

from bot.games.scoring import points
from bot.play.periods import Period, periods_of
from storage import Contest, Storage
from tests.bench.report import Row

RESULTS = 1_000_000
PLAYERS = 100_000
DAYS = 365
VISITORS = 1_000
GROUP = -100
KIND = "devils"
FIRST = date(2026, 1, 1)
PERIODS = {Period.DAY: "day", Period.WEEK: "week", Period.ALL: "all time"}


def results(rng: random.Random) -> Iterator[tuple[int, int, str, int, int, int, int]]:
    """(game and result id, player, date, won, points, opened, hints); nobody plays a deal twice."""
    most = RESULTS // DAYS + 1
    number = 0
    for offset in range(DAYS):
        day = str(FIRST + timedelta(days=offset))
        for player_id in rng.sample(range(1, PLAYERS + 1), most):
            number += 1
            if number > RESULTS:
                return
            won = rng.random() < 0.5
            hints = rng.choice((0, 0, 0, 1, 2, 5))
            unused = rng.randrange(3) if won else None
            gained = points(104 if won else rng.randrange(104), unused, hints)
            yield number, player_id, day, won, gained, rng.randrange(88, 264), hints


async def build(storage: Storage) -> None:
    """Put a year of play into an empty database."""
    rng = random.Random(1)
    async with storage._db.transaction() as tx:
        await tx.row(
            "INSERT INTO chats (id, kind, title, joined_at) VALUES (?, 'group', '', 0)", GROUP
        )
        everybody = [(number, f"Игрок {number}") for number in range(1, PLAYERS + 1)]
        await tx.repeat(
            "INSERT INTO chats (id, kind, title, joined_at) VALUES (?, 'private', ?, 0)", everybody
        )
        await tx.repeat("INSERT INTO players (id, name, joined_at) VALUES (?, ?, 0)", everybody)
        await tx.repeat(
            "INSERT INTO visits VALUES (?, ?)",
            ((GROUP, player) for player in rng.sample(range(1, PLAYERS + 1), VISITORS)),
        )
        rows = list(results(rng))
        await tx.repeat(
            "INSERT INTO games (id, chat_id, kind, deal, label, audience, ranked, starter, state, "
            "created_at, finished_at) VALUES (?, ?, ?, '', ?, 'person', 1, ?, 'lost', 0, 1)",
            ((number, player, KIND, day, player) for number, player, day, *_ in rows),
        )
        await tx.repeat(
            "INSERT INTO results (id, game_id, chat_id, player_id, kind, date, audience, laid, "
            "won, finished, passes, opened, hints, points, finished_at) "
            "VALUES (?, ?, ?, ?, ?, ?, 'person', 50, ?, 1, 3, ?, ?, ?, 1)",
            (
                (number, number, player, player, KIND, day, won, opened, hints, gained)
                for number, player, day, won, gained, opened, hints in rows
            ),
        )
    await storage.leaders.rebuild_totals(periods_of)


async def measure(storage: Storage) -> dict[str, float]:
    """Median milliseconds of a page as people ask for it, for each board: the first ten lines, a
    page anywhere in the list, the lines around one's own; each with the own place and the size."""
    day = str(FIRST + timedelta(days=DAYS // 2))
    rng = random.Random(2)
    boards = {
        f"{name}, {among}": Contest(period.span(day).key, "person", KIND, chat_id)
        for among, chat_id in (("people", None), ("one chat", GROUP))
        for period, name in PERIODS.items()
    }
    figures = {}
    for name, board in boards.items():
        everybody = [line.holder for line in await storage.leaders.top(board, PLAYERS)]
        for which in ("first", "any page", "around"):
            asking = rng.choices(everybody, k=30)
            took = [await _page(storage, board, own, which, rng) for own in asking]
            figures[f"{name}, {which}"] = median(took)
        start = time.perf_counter()
        await storage.leaders.tally(board)
        if board.chat_id is None and name.startswith("day"):
            figures[f"{name}, all who have played"] = (time.perf_counter() - start) * 1000
    return figures


async def _page(
    storage: Storage, board: Contest, holder: int, which: str, rng: random.Random
) -> float:
    """How many milliseconds one page takes."""
    size = await storage.leaders.size(board) if which == "any page" else 0
    begun = time.perf_counter()
    first = {"first": 0, "any page": rng.randrange(max(1, size)), "around": None}[which]
    page = await storage.leaders.page(board, holder, 10, first)
    took = (time.perf_counter() - begun) * 1000
    assert page.own is not None
    assert which != "around" or page.own in page.lines
    return took


def run() -> list[Row]:
    """The median of each board."""
    return [
        Row(f"leaderboard, {name}", "≤ 20 ms", "≤ 5 ms", f"{milliseconds:.1f} ms")
        for name, milliseconds in asyncio.run(_measured()).items()
    ]


async def _measured() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        storage = await Storage.open(Path(folder) / "bench.db")
        try:
            await build(storage)
            return await measure(storage)
        finally:
            await storage.close()
