"""Kills and lost answers under load, then quiet: one message of each chat has move buttons."""

import asyncio
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.sandbox import Flood
from bot.transport.callbacks import Move, parse
from bot.transport.pace import Pace
from tests.process.test_crash import killed_at_the_end
from tests.staging.driver import Town
from tests.staging.seats import Seat, Shown
from tests.staging.stage import performing

KILLS = [pytest.param(2, 4), pytest.param(30, 15, marks=pytest.mark.soak)]
QUIET = 30.0
"""Seconds without a tap or a fault after which all is in order."""
SENDS = ("sendPhoto", "editMessageMedia", "editMessageReplyMarkup")


def playable(seat: Seat) -> list[Shown]:
    """The messages under which moves can be made, oldest first."""
    return [
        message
        for message in seat.from_bot
        if any(isinstance(parse(each.get("callback_data", "")), Move) for each in message.buttons)
    ]


def tap_somewhere(seat: Seat, chance: random.Random) -> None:
    """A move on any table that looks alive, or /table."""
    tables = playable(seat)
    if not tables or chance.random() < 0.1:
        seat.say("/table")
        return
    table = chance.choice(tables)
    moves = [each for each in table.buttons if each.get("callback_data", "").startswith("m:")]
    seat.press(chance.choice(moves)["callback_data"], on=table)


@asynccontextmanager
async def restless(town: Town, seats: list[Seat], chance: random.Random) -> AsyncIterator[None]:
    """Everybody taps, and the network does what it does, while the context lasts."""

    async def tap(seat: Seat) -> None:
        while True:
            tap_somewhere(seat, chance)
            await asyncio.sleep(chance.uniform(0.02, 0.2))

    async def trouble() -> None:
        while True:
            town.faults.clear()
            method = chance.choice(SENDS)
            match chance.randrange(4):
                case 0:
                    town.faults.reset(method, after=True)
                case 1:
                    town.faults.html(502, method)
                case 2:
                    town.faults.delay(chance.uniform(0.1, 0.5), method, after=True, times=3)
                case _:
                    town.faults.delay(chance.uniform(0.1, 0.5), method, times=3)
            await asyncio.sleep(chance.uniform(0.05, 0.2))

    tasks = [asyncio.create_task(tap(seat)) for seat in seats]
    tasks.append(asyncio.create_task(trouble()))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for ended in await asyncio.gather(*tasks, return_exceptions=True):
            assert isinstance(ended, asyncio.CancelledError), ended
        town.faults.clear()


@pytest.mark.parametrize(("kills", "chats"), KILLS)
async def test_after_kills_one_table_of_each_chat_has_move_buttons(
    tmp_path: Path, kills: int, chats: int
) -> None:
    database, chance = tmp_path / "bot.db", random.Random(12)
    async with Town(flood=Flood(enabled=False)) as town:
        seats = [town.private(f"Игрок {number}") for number in range(chats)]
        async with performing(town, database, pace=Pace(time.monotonic)):
            for seat in seats:
                await seat.send(f"/deal {seat.user_id}")
                await seat.tap("Чёртов")
            await town.settled()
        for _ in range(kills):
            async with killed_at_the_end(town, database), restless(town, seats, chance):
                await asyncio.sleep(chance.uniform(1.0, 2.0))
        async with performing(town, database, pace=Pace(time.monotonic)):
            await within_quiet(lambda: [seat for seat in seats if not only_one(database, seat)])
            # A table whose answer was lost with the process loses its buttons at its first tap.
            for seat in seats:
                for table in playable(seat):
                    seat.press("m:", on=table)
            await within_quiet(lambda: [seat for seat in seats if len(playable(seat)) > 1])
            await within_quiet(lambda: [seat for seat in seats if not only_one(database, seat)])


async def within_quiet(wrong: Callable[[], list[Seat]]) -> None:
    """Returns when nothing is wrong in any chat."""
    begun = time.monotonic()
    while seats := wrong():
        seen = {seat.id: [table.id for table in playable(seat)] for seat in seats}
        assert time.monotonic() - begun < QUIET, seen
        await asyncio.sleep(0.1)


def only_one(database: Path, seat: Seat) -> bool:
    """Whether exactly the table in use is alive, of all the messages that are known: and it shows
    the newest position. A finished game has none."""
    with closing(sqlite3.connect(database)) as connection:
        known = {
            number
            for (number,) in connection.execute(
                "SELECT message_id FROM messages WHERE chat_id = ?", (seat.id,)
            )
        }
        game, revision, used, state = connection.execute(
            "SELECT id, revision, message_id, state FROM games WHERE chat_id = ? "
            "ORDER BY id DESC LIMIT 1",
            (seat.id,),
        ).fetchone()
    alive = [each for each in playable(seat) if each.id in known]
    if state != "playing":
        return not alive
    moves = [parse(each.get("callback_data", "")) for table in alive for each in table.buttons]
    newest = {(move.game, move.revision) for move in moves if isinstance(move, Move)}
    return [each.id for each in alive] == [used] and newest == {(game, revision)}
