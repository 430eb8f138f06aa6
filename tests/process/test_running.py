"""The life of the bot: what it needs to start, its HTTP port, how it stops."""

import asyncio
import signal
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import ClientSession

from bot.app import CLOSING_SECONDS as BOARD_SECONDS
from bot.process.http_port import CLOSING_SECONDS as HTTP_SECONDS
from bot.process.http_port import SECRET_HEADER
from bot.process.running import (
    GIVING_UP_SECONDS,
    HANDLERS_SECONDS,
    SAYING_SECONDS,
    WATCH_SECONDS,
    run,
)
from bot.process.stopping import CannotRun
from bot.settings import Settings
from bot.texts import chat as texts
from storage import InUse, Storage
from tests.staging.driver import Town

SECRET = "known-to-telegram_1"


@asynccontextmanager
async def running(town: Town, settings: Settings) -> AsyncIterator[None]:
    """``run`` from the moment it asks for updates until SIGTERM."""
    task = asyncio.create_task(run(settings))
    last = "setWebhook" if settings.webhook_url else "deleteWebhook"
    before = len(town.calls(last))
    await town.until(
        lambda: task.done() or len(town.calls(last)) > before,
        "the bot to run",
    )
    if task.done():
        await task
    try:
        yield
    finally:
        if not task.done():
            signal.raise_signal(signal.SIGTERM)
        await asyncio.wait_for(task, 10)


async def health(port: int) -> tuple[int, str]:
    async with ClientSession() as session, session.get(f"http://127.0.0.1:{port}/health") as got:
        return got.status, await got.text()


async def metrics(port: int) -> str:
    async with ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as got:
        assert got.status == 200
        assert got.content_type == "text/plain"
        return await got.text()


def numbers(told: str, name: str) -> float:
    (line,) = (line for line in told.splitlines() if line.startswith(f"{name} "))
    return float(line.split()[1])


async def test_the_bot_plays_and_tells_that_it_is_well(
    town: Town, settings: Settings, port: int
) -> None:
    anya = town.private("Аня")
    async with running(town, settings):
        anya.say("/new")
        await anya.until(lambda: anya.from_bot, "an answer")
        assert await health(port) == (200, '{"ok": true}')
        told = await metrics(port)
        assert numbers(told, "pasyans_commit_seconds_count") > 0
        assert numbers(told, "pasyans_players_today") == 1
        assert numbers(told, "pasyans_disk_free_bytes") > 0
        assert numbers(told, "pasyans_chats_waiting") == 0


async def test_before_telegram_answers_the_bot_is_not_well(
    town: Town, settings: Settings, port: int
) -> None:
    town.sandbox.go_down()
    task = asyncio.create_task(run(settings))
    while True:
        await asyncio.sleep(0.02)
        with suppress(OSError):
            assert await health(port) == (503, '{"ok": false}')
            break
    signal.raise_signal(signal.SIGTERM)
    await asyncio.wait_for(task, 10)


async def test_updates_come_by_webhook_with_the_secret(
    town: Town, settings: Settings, port: int
) -> None:
    url = f"http://127.0.0.1:{port}/telegram"
    anya = town.private("Аня")
    async with running(town, replace(settings, webhook_url=url, webhook_secret=SECRET)):
        anya.say("/new")
        await anya.until(lambda: anya.from_bot, "an answer")
        assert (await health(port))[0] == 200
    (call,) = town.calls("setWebhook")
    assert call["secret_token"] == SECRET


async def test_only_telegram_is_heard_at_the_webhook(
    town: Town, settings: Settings, port: int
) -> None:
    url = f"http://127.0.0.1:{port}/telegram"
    update = '{"update_id": 7, "unknown": {}}'
    async with (
        running(town, replace(settings, webhook_url=url, webhook_secret=SECRET)),
        ClientSession() as session,
    ):

        async def post(data: str, secret: str | None) -> int:
            headers = {} if secret is None else {SECRET_HEADER: secret}
            async with session.post(url, data=data.encode(), headers=headers) as answer:
                return answer.status

        assert await post(update, None) == 403
        assert await post(update, "guessed") == 403
        assert await post(update, SECRET) == 200
        assert await post("{", SECRET) == 400
        assert await post("[]", SECRET) == 200  # taken, so that it does not come for ever
        assert await post('{"update_id": "x", "message": {}}', SECRET) == 200
        assert (await health(port))[0] == 200


async def test_an_update_that_comes_too_early_comes_again(
    town: Town, settings: Settings, port: int
) -> None:
    url = f"http://127.0.0.1:{port}/telegram"
    hooked = replace(settings, webhook_url=url, webhook_secret=SECRET)
    anya = town.private("Аня")
    async with running(town, hooked):
        pass
    anya.say("/new")  # while the bot is down
    async with running(town, hooked):
        await anya.until(lambda: anya.from_bot, "an answer")


async def test_a_webhook_that_telegram_refuses_is_told(town: Town, settings: Settings) -> None:
    town.faults.refuse(400, "Bad Request: bad webhook: Failed to resolve host", "setWebhook")
    with pytest.raises(CannotRun, match=r"WEBHOOK_URL.*failed to resolve host"):
        await run(replace(settings, webhook_url="http://127.0.0.1:9/x"))


async def test_an_unknown_token_is_told(town: Town, settings: Settings) -> None:
    unknown = "123456789:AAE-abcdefghijklmnopqrstuvwxyz_0123"
    with pytest.raises(CannotRun, match="Telegram does not know this BOT_TOKEN") as told:
        await run(replace(settings, token=unknown))
    assert unknown not in str(told.value)


async def test_a_busy_port_is_told(town: Town, settings: Settings, port: int) -> None:
    with (
        closing(socket.create_server(("127.0.0.1", port))),
        pytest.raises(CannotRun, match=rf"cannot listen on 127.0.0.1:{port}.*HTTP_PORT"),
    ):
        await run(settings)


async def test_an_address_that_is_none_is_told(settings: Settings) -> None:
    with pytest.raises(CannotRun, match=r"cannot listen on 999\.1\.1\.1:.*HTTP_LISTEN"):
        await run(replace(settings, http_listen="999.1.1.1"))


async def test_a_proxy_of_another_kind_is_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "socks5://127.0.0.1:1080")
    monkeypatch.setenv("NO_PROXY", "")
    with pytest.raises(CannotRun, match=r"^HTTP_PROXY: .*unset it"):
        await run(settings)


async def test_two_bots_on_one_database_are_told(town: Town, settings: Settings) -> None:
    first = await Storage.open(settings.database)
    try:
        with pytest.raises(InUse, match="another bot runs on the database"):
            await run(settings)
    finally:
        await first.close()


async def test_two_bots_on_one_token_are_told(
    town: Town, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.process.conflicts.NEWCOMER_LEAVES_SECONDS", 0.0)
    town.faults.refuse(409, "Conflict: terminated by other getUpdates request", "getUpdates")
    with pytest.raises(CannotRun, match="another copy of this bot"):
        await asyncio.wait_for(run(settings), 10)


async def test_of_two_bots_on_one_token_one_goes_on(
    town: Town, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.process.conflicts.NEWCOMER_LEAVES_SECONDS", 0.0)
    other = replace(settings, database=tmp_path / "other.db", http_port=0)
    anya = town.private("Аня")
    first = asyncio.create_task(run(other))
    anya.say("/help")
    await anya.until(lambda: anya.from_bot and town.world.updates.polled, "the first to run")
    async with running(town, settings):
        with pytest.raises(CannotRun, match="another copy of this bot"):
            await asyncio.wait_for(first, 10)
        anya.say("/help")  # the one that has left does not disturb the other
        await anya.until(lambda: len(anya.from_bot) == 2, "an answer")


async def test_a_start_outlasts_a_failing_telegram(town: Town, settings: Settings) -> None:
    town.faults.html(502, "getMe")
    town.faults.too_many_requests(1, "setMyCommands")
    anya = town.private("Аня")
    async with running(town, settings):
        anya.say("/new")
        await anya.until(lambda: anya.from_bot, "an answer")


async def busy(town: Town) -> None:
    """Returns when a call of the bot is under way: only those that are over are told of."""
    async with asyncio.timeout(10):
        while not town.sandbox.in_flight:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_a_stop_waits_for_no_slow_telegram(
    town: Town, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    anya, boris = town.private("Аня"), town.private("Борис")
    async with running(town, settings):
        town.faults.delay(60, times=None)
        anya.say("/new")
        anya.say("/help")  # whose turn does not come
        boris.say("/new")
        await busy(town)
        town.faults.delay(60, "getUpdates", times=None)
    told = [str(record.msg) for record in caplog.records]
    assert sum("not waited for" in line for line in told) == 1
    assert sum("not confirmed" in line for line in told) == 1
    assert not any("not initialized" in line for line in told)  # nobody outlives the connections
    parts = (HANDLERS_SECONDS, GIVING_UP_SECONDS, BOARD_SECONDS, HTTP_SECONDS, SAYING_SECONDS)
    assert sum(parts) < 5


async def test_a_stop_waits_for_what_was_taken(town: Town, settings: Settings) -> None:
    anya = town.private("Аня")
    async with running(town, settings):
        town.faults.delay(2, "sendMessage")
        anya.say("/help")
        await busy(town)
    assert anya.from_bot
    assert not town.world.updates  # and tells Telegram so


async def test_while_it_stops_telegram_is_told_to_come_again(
    town: Town, settings: Settings, port: int
) -> None:
    url = f"http://127.0.0.1:{port}/telegram"
    anya, boris = town.private("Аня"), town.private("Борис")
    async with running(town, replace(settings, webhook_url=url, webhook_secret=SECRET)):
        town.faults.delay(2, "sendMessage")
        anya.say("/help")
        await busy(town)
        signal.raise_signal(signal.SIGTERM)
        boris.say("/help")
        async with asyncio.timeout(10):
            while (await health(port))[0] != 503:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    assert anya.from_bot
    assert not boris.from_bot
    assert len(town.world.updates) == 1


async def test_an_update_that_comes_by_webhook_again_is_taken_and_counts_once(
    town: Town, settings: Settings, port: int
) -> None:
    url = f"http://127.0.0.1:{port}/telegram"
    anya = town.private("Аня")
    async with (
        running(town, replace(settings, webhook_url=url, webhook_secret=SECRET)),
        ClientSession(headers={SECRET_HEADER: SECRET}) as session,
    ):
        anya.say("/help")
        await anya.until(lambda: anya.from_bot, "an answer")
        update = {k: v for k, v in town.world.updates.history[-1].items() if k != "_at"}
        async with session.post(url, json=update) as answer:
            assert answer.status == 200
    assert len(anya.from_bot) == 1


async def test_a_stop_waits_for_no_other_program(
    town: Town, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database.BUSY_SECONDS", 1000.0)
    people = [town.private(name) for name in ("Аня", "Борис", "Вера")]
    async with running(town, settings):
        for seat in people:
            seat.say("/deal 1")
            await seat.until(lambda seat=seat: seat.from_bot, "a choice")  # type: ignore[misc]
        with closing(sqlite3.connect(settings.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            queries = [seat.press("Чёртов") for seat in people]
            await town.until(lambda: not town.world.updates, "the taps to be taken")
            signal.raise_signal(signal.SIGTERM)
            for seat, query in zip(people, queries, strict=True):
                assert (await seat.answered(query)).text == texts.NOT_SAVED


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_database_that_is_gone_ends_the_bot_and_is_told(
    town: Town, settings: Settings, monkeypatch: pytest.MonkeyPatch, replaced: bool
) -> None:
    monkeypatch.setattr("bot.process.running.WATCH_SECONDS", 0.05)
    anya, file = town.private("Аня"), settings.database

    async def lose_it() -> None:
        async with running(town, replace(settings, admins=frozenset({anya.id}))):
            anya.say("/help")
            await anya.until(lambda: anya.from_bot, "an answer")
            if replaced:
                file.rename(file.with_name("elsewhere.db"))
                file.touch()
            else:
                file.unlink()
            await anya.until(lambda: len(anya.from_bot) == 2, "an alarm")

    with pytest.raises(CannotRun, match="was deleted or replaced while the bot ran"):
        await lose_it()
    assert "the database is gone" in anya.last.text


def test_a_look_at_the_database_comes_within_a_minute() -> None:
    assert WATCH_SECONDS < 60
