"""SIGKILL at random moments while people tap: what was answered is stored, once, and is shown."""

import asyncio
import os
import random
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.games.deals import Deal
from bot.games.play import expand, replay
from bot.games.registry import PATIENCES
from bot.sandbox import Flood
from bot.texts import chat as texts
from bot.transport.callbacks import Move, pack, parse
from bot.transport.pace import Pace
from tests.staging.driver import Town
from tests.staging.seats import Answer, Seat, Shown
from tests.staging.stage import begin, performing
from tests.storage.samples import on_disk

KILLS = [pytest.param(2, 4), pytest.param(200, 30, marks=pytest.mark.soak)]
REFUSED = (
    "Уже",
    texts.OLD_TABLE,
    texts.OLD_BUTTON,
    texts.OTHER_TABLE,
    texts.GAME_OVER,
    texts.NO_SUCH_MOVE,
    texts.NOT_SAVED,
    texts.BROKEN,
    "Слишком",
)


@dataclass
class Tapped:
    """What was tapped, and the toast that came back, if one did."""

    move: Move
    person: int
    query: str


@dataclass
class Evening:
    """People who tap on whatever table stands before them."""

    town: Town
    seats: list[Seat]
    chance: random.Random
    taps: list[Tapped] = field(default_factory=list)
    made: int = 0

    async def moves(self, count: int) -> None:
        """Returns when so many more moves were made, as far as people know."""
        enough = self.made + count
        await self.town.until(lambda: self.made >= enough, "moves")

    @asynccontextmanager
    async def tapping(self) -> AsyncIterator[None]:
        """Everybody taps as fast as answers come, while the context lasts."""
        tasks = [asyncio.create_task(self._tap_on(seat)) for seat in self.seats]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                assert isinstance(ended, asyncio.CancelledError), ended

    async def _tap_on(self, seat: Seat) -> None:
        while True:
            table = seat.last_table
            moves = [tap for tap in buttons(table) if isinstance(tap, Move)]
            if moves:
                move = self.chance.choice(moves)
                query = seat.press(pack(move), on=table)
                self.taps.append(Tapped(move, seat.user_id, query))
            else:
                query = seat.press("Тот же расклад", on=table)  # answered without a word
            for _ in range(40):  # a dead bot answers nothing: people tap again
                await asyncio.sleep(0.02)
                if query in self.town.answers:
                    self.made += is_made(self.town.answers[query])
                    break

    def accepted(self) -> list[Tapped]:
        """The taps whose answer says that the move was made."""
        answers = self.town.answers
        return [tap for tap in self.taps if tap.query in answers and is_made(answers[tap.query])]


def is_made(answer: Answer) -> bool:
    """Whether the answer to a tap says that the move was made."""
    return bool(answer.text) and not answer.text.startswith(REFUSED)


def buttons(table: Shown) -> Iterator[object]:
    for button in table.buttons:
        yield parse(button.get("callback_data", ""))


@asynccontextmanager
async def killed_at_the_end(town: Town, database: Path) -> AsyncIterator[None]:
    environment = {**os.environ, "BOT_TOKEN": town.world.token, "TELEGRAM_API_URL": town.url}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.staging.child", str(database)), env=environment
    )
    try:
        await town.until(lambda: town.world.updates.polled or not len(town.world.updates), "a bot")
        yield
    finally:
        assert process.returncode is None, "the bot has died by itself"
        process.kill()
        await process.wait()


@pytest.mark.parametrize(("kills", "chats"), KILLS)
async def test_whatever_was_answered_survives_a_kill(
    tmp_path: Path, kills: int, chats: int
) -> None:
    database, chance = tmp_path / "bot.db", random.Random(1)
    async with Town(flood=Flood()) as town:
        seats = [town.private(f"Игрок {number}") for number in range(chats)]
        async with performing(town, database, pace=Pace(time.monotonic)):
            for seat in seats:
                await seat.send(f"/deal {seat.user_id}")
                await seat.tap("Чёртов")
            await town.settled()
        evening = Evening(town, seats, chance)
        for _ in range(kills):
            async with evening.tapping(), killed_at_the_end(town, database):
                await evening.moves(chats)
                await asyncio.sleep(chance.uniform(0.0, 0.5))
            check(database, evening)
        async with performing(town, database, pace=Pace(time.monotonic)):
            await town.settled()
            check(database, evening)
            for seat in seats:
                assert not lags(database, seat), seat.last_table.caption
    assert len(evening.accepted()) >= kills * chats


async def test_what_was_done_before_a_kill_is_not_done_again(tmp_path: Path) -> None:
    database = tmp_path / "bot.db"
    async with Town() as town:
        anya = town.private("Аня")
        async with performing(town, database):
            await begin(anya)
            for _ in range(3):
                await anya.tap("Открыть")
                await anya.settled()
        before = games(database)
        async with killed_at_the_end(town, database):
            anya.say("/undo")
            await changed(database, before)
        after = games(database)
        async with killed_at_the_end(town, database):
            await answered(anya)
            town.world.updates.redeliver(2)  # the last but one is what it did not hear of
            await answered(anya)
        assert games(database) == after


async def answered(seat: Seat) -> None:
    """Returns when all that came before is handled, and this too."""
    said = len(seat.from_bot)
    seat.say("/help")
    await seat.until(lambda: len(seat.from_bot) > said, "an answer")


def games(database: Path) -> list[tuple[object, ...]]:
    return on_disk(database, "SELECT id, revision, state FROM games")


async def changed(database: Path, before: list[tuple[object, ...]]) -> None:
    """Returns when the games are others on the disk, of which nobody tells."""
    async with asyncio.timeout(60):
        while games(database) == before:  # noqa: ASYNC110
            await asyncio.sleep(0.005)


def check(database: Path, evening: Evening) -> None:
    """All that was answered is in the database, nothing is there twice, and all of it replays."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        taps: dict[int, list[tuple[int, str]]] = {}
        for game, person, moves in connection.execute(
            "SELECT game_id, player_id, moves FROM taps ORDER BY game_id, number"
        ):
            taps.setdefault(game, []).append((person, moves))
        games = connection.execute("SELECT id, kind, deal, revision FROM games").fetchall()
    before = {}
    for game, kind, deal, revision in games:
        made = taps.get(game, [])
        assert revision == len(made) + 1
        patience = PATIENCES[kind]
        before[game] = patience, Deal.named(deal, patience.pack)
        replay(*before[game], "".join(moves for _, moves in made))
    for tap in evening.accepted():
        made = taps[tap.move.game]
        person, moves = made[tap.move.revision - 1]
        patience, dealt = before[tap.move.game]
        table = replay(patience, dealt, "".join(m for _, m in made[: tap.move.revision - 1]))
        assert (person, moves) == (tap.person, expand(patience, table, tap.move.code))


def lags(database: Path, seat: Seat) -> bool:
    """Whether the newest table's buttons are those of an older position."""
    with closing(sqlite3.connect(database)) as connection:
        ((game, revision),) = connection.execute(
            "SELECT id, revision FROM games WHERE chat_id = ? ORDER BY id DESC LIMIT 1",
            (seat.id,),
        ).fetchall()
    moves = [tap for tap in buttons(seat.last_table) if isinstance(tap, Move)]
    return any((move.game, move.revision) != (game, revision) for move in moves)
