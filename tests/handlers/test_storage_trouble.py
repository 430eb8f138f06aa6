"""The database fails while people play: they are told, nothing is half done, play goes on after."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.texts import chat as texts
from storage import DiskFull, Storage
from tests.staging.driver import Town
from tests.staging.seats import Seat, Shown
from tests.staging.stage import Stage, begin, game, performing

NAMED = {"full": "is full", "busy": "held by another", "read-only": "is read-only"}


async def pragma(storage: Storage, sql: str) -> int:
    """What SQLite's answer is on the connection that writes."""
    rows = await storage._db._session.rows(f"PRAGMA {sql}")
    return int(rows[0][0]) if rows else 0


def operator_lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    lines = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    caplog.clear()
    return lines


async def fill_up(stage: Stage) -> None:
    """Lets the file grow no more, and plays on until there is no room for another tap."""
    storage, session = stage.services.storage, stage.services.session
    await pragma(storage, f"max_page_count = {await pragma(storage, 'page_count')}")
    chat = await storage.chats.get(stage.town.person("Аня")["id"])
    assert chat is not None

    async def play_on() -> None:
        for revision in range(2, 1000):
            loaded = await session.game(1)
            assert loaded is not None
            move = loaded.patience.legal(loaded.table)[0]
            await session.play(chat, 1, revision, move, chat.id)

    with pytest.raises(DiskFull):
        await play_on()
    stage.services.tables.show(chat.id, 1)


async def make_trouble(stage: Stage, trouble: str, database: Path) -> sqlite3.Connection:
    """Returns a connection whose closing may end the trouble."""
    other = sqlite3.connect(database, isolation_level=None)
    storage = stage.services.storage
    if trouble == "full":
        await fill_up(stage)
    elif trouble == "busy":
        storage.hurry()
        other.execute("BEGIN IMMEDIATE")
    else:
        await pragma(storage, "query_only = ON")
    return other


@pytest.mark.parametrize("trouble", NAMED)
async def test_a_move_that_cannot_be_stored_is_not_made(
    tmp_path: Path, trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "bot.db"
    async with Town() as town, performing(town, database) as stage:
        anya = town.private("Аня")
        await begin(anya)
        await anya.tap("Открыть")
        await anya.settled()
        with closing(await make_trouble(stage, trouble, database)):
            await anya.settled()
            caplog.clear()
            made, caption = (await game(stage)).moves, anya.last_table.caption
            answer = await anya.tap("m:")
            assert answer.show_alert
            assert answer.text == texts.NOT_SAVED
            await anya.settled()
            assert (await game(stage)).moves == made
            assert anya.last_table.caption == caption
            lines = operator_lines(caplog)
            assert lines
            assert all(NAMED[trouble] in line and "\n" not in line for line in lines)
        await pragma(stage.services.storage, "query_only = OFF")
        await pragma(stage.services.storage, "max_page_count = 1000000")
        assert not (await anya.tap("m:")).show_alert
        await anya.settled()
        assert len((await game(stage)).moves) > len(made)
        assert anya.last_table.caption != caption
    check(database)


async def test_a_table_that_cannot_be_remembered_is_not_posted_twice(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 481516")
    stage.town.faults.delay(1.0, "sendPhoto")
    await anya.tap("Чёртов")
    await pragma(stage.services.storage, "query_only = ON")
    await anya.until(lambda: any(each.has_photo for each in anya.from_bot), "the table")
    await anya.tap("Открыть")
    assert anya.toast == texts.NOT_SAVED
    await pragma(stage.services.storage, "query_only = OFF")
    await anya.tap("Открыть")
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption
    assert len(stage.town.calls("sendPhoto")) == 1


async def with_a_table_not_remembered(anya: Seat, storage: Storage) -> Shown:
    """A second table stands, which the database does not take; returns the first."""
    await begin(anya)
    former = anya.last_table
    await pragma(storage, "query_only = ON")
    anya.say("/table")
    await anya.until(lambda: anya.last_table.id > former.id, "the new table")
    return former


async def test_a_table_below_takes_over_as_soon_as_it_can_be_remembered(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.screen.desk.FIRST_PAUSE", 0.01)
    monkeypatch.setattr("bot.screen.desk.LONGEST_PAUSE", 0.01)
    anya, storage = stage.town.private("Аня"), stage.services.storage
    former = await with_a_table_not_remembered(anya, storage)
    anya.say("/table")  # whoever asks again is told, and gets no third
    await anya.until(lambda: anya.last.text == texts.NOT_SAVED, "an answer")
    assert len(stage.town.calls("sendPhoto")) == 2
    await pragma(storage, "query_only = OFF")
    await anya.settled()
    message = (await game(stage)).message
    assert message is not None
    assert message.message_id == anya.last_table.id
    assert not next(each for each in anya.from_bot if each.id == former.id).buttons
    assert len(stage.town.calls("sendPhoto")) == 2


async def test_a_tap_makes_a_table_known_that_could_not_be_remembered(stage: Stage) -> None:
    anya, storage = stage.town.private("Аня"), stage.services.storage
    former = await with_a_table_not_remembered(anya, storage)
    await pragma(storage, "query_only = OFF")
    await anya.tap("Открыть", on=anya.last_table)
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption
    assert not next(each for each in anya.from_bot if each.id == former.id).buttons


async def test_a_damaged_page_harms_only_what_stands_on_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The start finds damage in small files; a large one is not read through.
    monkeypatch.setattr("storage.database.CHECKED_BYTES", 0)
    database = tmp_path / "bot.db"
    async with Town() as town:
        anya = town.private("Аня")
        async with performing(town, database):
            await begin(anya)
        spoil(database, "taps")
        async with performing(town, database):
            caplog.clear()
            assert (await anya.tap("Открыть")).text == texts.NOT_SAVED
            assert any("is damaged" in line for line in operator_lines(caplog))
            await anya.send("/help")
            assert "/new" in anya.last.text


def spoil(database: Path, table: str) -> None:
    """Overwrites the first page of a table."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)
        ).fetchone()
    with database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\x55" * size)


def check(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
