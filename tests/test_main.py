"""``python -m bot``: exit status, the one line for the operator, and what is in no output."""

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.__main__ import CANNOT, main
from bot.process.logs import configure
from bot.settings import read_environment
from bot.transport.request import trust
from storage import Storage
from tests.staging.driver import Town

ROOT = Path(__file__).parent.parent
START = 60.0  # seconds, on a machine that does much else
STOP = 10.0  # after which Docker kills
TOKEN = "123456789:AAE-abcdefghijklmnopqrstuvwxyz_0123"


@dataclass(frozen=True)
class Said:
    """How a command ended and what it printed."""

    status: int
    out: str
    err: str


Command = Callable[..., Said]


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Runs a command in an empty folder, with nothing but these settings."""
    for name in read_environment(ROOT / "nowhere"):
        if name.isupper() and name.startswith(("BOT_", "DATABASE_", "HTTP_", "TELEGRAM_")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, **settings: str) -> Said:
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        status = main(list(arguments))
        configure("WARNING")
        out, err = capsys.readouterr()
        return Said(status, out, err)

    return run


def refused(said: Said) -> str:
    """The one line of a command that could not be run."""
    assert (said.status, said.out) == (CANNOT, "")
    (line,) = said.err.splitlines()
    assert line.startswith("pasyans: ")
    assert TOKEN not in line
    return line.removeprefix("pasyans: ")


@pytest.mark.parametrize("arguments", [(), ("run",)])
def test_without_a_token_it_says_where_to_get_one(
    command: Command, arguments: tuple[str, ...]
) -> None:
    line = refused(command(*arguments))
    assert "BOT_TOKEN is not set; get one from @BotFather" in line
    assert "python -m bot sandbox" in line


def test_updates_that_nobody_could_read_are_shown(command: Command, tmp_path: Path) -> None:
    async def keep() -> None:
        storage = await Storage.open(tmp_path / "bot.db")
        await storage.unreadable_updates.keep('{"update_id": 1, "text": "ё"}', "no text", 86_400)
        await storage.close()

    asyncio.run(keep())
    said = command("updates", DATABASE_PATH="bot.db")
    assert said.status == 0
    assert json.loads(said.out) == {
        "at": "1970-01-02T00:00:00+00:00",
        "why": "no text",
        "content": '{"update_id": 1, "text": "ё"}',
    }
    assert "ё" in said.out
    assert said.err == "pasyans: 1 so far, 1 kept\n"


def test_without_a_database_there_are_no_updates_to_show(command: Command) -> None:
    assert "there is no database" in refused(command("updates", DATABASE_PATH="none.db"))


@pytest.mark.parametrize(
    ("setting", "value", "told"),
    [
        ("BOT_TOKEN", "my-token", "not a bot token; copy it from @BotFather"),
        ("BOT_TOKEN", TOKEN.replace(":", " "), "not a bot token"),
        ("TELEGRAM_API_URL", "api.telegram.org", "not an address"),
        ("TELEGRAM_API_URL", "https://127.0.0.1:99999", "the host or the port is impossible"),
        ("TELEGRAM_API_URL", "https://127.0.0.1:0", "the host or the port is impossible"),
        ("TELEGRAM_API_URL", "https://api..telegram.org", "the host or the port is impossible"),
        ("TELEGRAM_API_URL", "https://api telegram", "the host or the port is impossible"),
        ("WEBHOOK_URL", "https://bot.example.org:99999/x", "the host or the port is impossible"),
        ("DAILY_TIMEZONE", "Europe/Moskau", "no time zone such as Europe/Moscow"),
        ("WEBHOOK_URL", "http://example.org/x", "https:// addresses only"),
        ("WEBHOOK_SECRET", "тайна", "A–Z"),
        ("HTTP_PORT", "80 80", "no port number"),
        ("HTTP_PORT", "65536", "no port number"),
        ("SANDBOX_PORT", "0", "no port number"),
        ("ADMIN_IDS", "@anya_k", "numeric ids"),
        ("LOG_LEVEL", "LOUD", "one of DEBUG, INFO"),
        ("LOG_FORMAT", "xml", "one of key=value, json"),
    ],
)
def test_a_wrong_setting_is_named(command: Command, setting: str, value: str, told: str) -> None:
    line = refused(command("run", **{"BOT_TOKEN": TOKEN, setting: value}))
    assert line.startswith(f"{setting}: ")
    assert told in line


@pytest.mark.parametrize(
    ("setting", "value", "told"),
    [
        ("HTTPS_PROXY", "http://host:99999", "the host or the port is impossible"),
        ("https_proxy", "garbage::::", "the host or the port is impossible"),
        ("ALL_PROXY", "http://", "the host or the port is impossible"),
        ("HTTPS_PROXY", "socks5://me:secret@host:1080", "not an http:// or https:// address"),
        ("SSL_CERT_FILE", "/nope", "no certificates can be read from /nope"),
        ("SSL_CERT_FILE", __file__, "no certificates can be read"),
        ("SSL_CERT_DIR", "/nope:/nor/this", "no folder that can be read"),
    ],
)
def test_a_way_to_telegram_that_leads_nowhere_is_named(
    command: Command, monkeypatch: pytest.MonkeyPatch, setting: str, value: str, told: str
) -> None:
    for name in ("HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    trust.cache_clear()
    line = refused(command("run", **{"BOT_TOKEN": TOKEN, setting: value}))
    trust.cache_clear()
    assert line.startswith(f"{setting}: ")
    assert told in line
    assert "secret" not in line


def test_an_env_file_that_is_no_text_is_named(command: Command, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"BOT_TOKEN=\xff\xfe")
    assert refused(command("run")).startswith(".env cannot be read")


def test_the_environment_stands_over_the_file(tmp_path: Path, monkeypatch: object) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=DEBUG\nPATH=/nowhere\nexport BOT_TOKEN='1:a$b'\n")
    environment = read_environment(tmp_path)
    assert environment["LOG_LEVEL"] == "DEBUG"
    assert environment["BOT_TOKEN"] == "1:a$b"
    assert environment["PATH"] == os.environ["PATH"]


def no_folder(folder: Path) -> Path:
    return folder / "a" / "b" / "pasyans.db"


def a_folder(folder: Path) -> Path:
    return folder


def not_a_folder(folder: Path) -> Path:
    (folder / "file").touch()
    return folder / "file" / "pasyans.db"


def no_database(folder: Path) -> Path:
    (folder / "pasyans.db").write_text("Первые и последние\n" * 99)
    return folder / "pasyans.db"


def another_program(folder: Path) -> Path:
    with closing(sqlite3.connect(folder / "pasyans.db")) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")
    return folder / "pasyans.db"


def newer(folder: Path) -> Path:
    path = folder / "pasyans.db"
    asyncio.run(_made(path))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 999")
    return path


def damaged(folder: Path) -> Path:
    path = folder / "pasyans.db"
    asyncio.run(_made(path))
    data = path.read_bytes()
    path.write_bytes(data[:200] + b"\xff" * 4000 + data[4200:])
    return path


async def _made(path: Path) -> None:
    await (await Storage.open(path)).close()


@pytest.mark.parametrize(
    ("database", "told"),
    [
        (no_folder, "cannot make the folder"),
        (a_folder, "it is a folder"),
        (not_a_folder, "cannot make the folder"),
        (no_database, "is no database"),
        (another_program, "is a database of another program"),
        (newer, "was written by a later version of the bot"),
        (damaged, "is damaged"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_and_left_alone(
    command: Command, tmp_path: Path, database: Callable[[Path], Path], told: str
) -> None:
    path = database(tmp_path)
    before = path.read_bytes() if path.is_file() else None
    line = refused(command("run", BOT_TOKEN=TOKEN, DATABASE_PATH=str(path)))
    assert told in line
    assert str(path.parent) in line
    assert (path.read_bytes() if path.is_file() else None) == before


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder closed to root too")
def test_a_folder_that_cannot_be_written_is_told(command: Command) -> None:
    line = refused(command("run", BOT_TOKEN=TOKEN, DATABASE_PATH="/proc/pasyans.db"))
    assert line.startswith("cannot open the database /proc/pasyans.db")


def test_a_busy_port_is_told(command: Command) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = str(taken.getsockname()[1])
        assert f"cannot listen on 127.0.0.1:{port}" in refused(
            command("run", BOT_TOKEN=TOKEN, HTTP_PORT=port)
        )
        assert "SANDBOX_PORT" in refused(command("sandbox", SANDBOX_PORT=port))


def test_without_the_sandbox_installed_it_says_so(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.__main__.find_spec", lambda _: None)
    assert "the sandbox is not part of this installation" in refused(command("sandbox"))


def test_a_backup_is_a_database_of_its_own(command: Command, tmp_path: Path) -> None:
    asyncio.run(_made(tmp_path / "pasyans.db"))
    said = command("backup", "copy.db", DATABASE_PATH="pasyans.db")
    assert (said.status, said.err) == (0, "")
    assert said.out == "pasyans.db copied to copy.db\n"
    asyncio.run(_made(tmp_path / "copy.db"))


def test_a_backup_that_cannot_be_made_is_told(command: Command, tmp_path: Path) -> None:
    assert "there is no database nothing.db" in refused(
        command("backup", "copy.db", DATABASE_PATH="nothing.db")
    )
    asyncio.run(_made(tmp_path / "pasyans.db"))
    assert "missing/copy.db" in refused(
        command("backup", "missing/copy.db", DATABASE_PATH="pasyans.db")
    )
    assert "itself" in refused(command("backup", "pasyans.db", DATABASE_PATH="pasyans.db"))


async def test_a_process_plays_tells_no_token_and_stops_on_sigterm(tmp_path: Path) -> None:
    """The command itself, from the outside, while its database is copied."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = str(free.getsockname()[1])
    async with Town() as town:
        (tmp_path / ".env").write_text(
            f"BOT_TOKEN={town.world.token}\nTELEGRAM_API_URL={town.url}\n"
            f"HTTP_PORT={port}\nLOG_LEVEL=DEBUG\n"
        )
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            anya = town.private("Аня")
            town.faults.html(502, "sendMessage")
            anya.say("/new")  # comes to nothing
            anya.say("/help")
            async with asyncio.timeout(START):
                while not anya.from_bot:
                    await town._changed.wait()
            command_line = Path(f"/proc/{process.pid}/cmdline")
            if command_line.exists():
                assert town.world.token not in command_line.read_text()
            copying = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", "backup", "copy.db"),
                cwd=tmp_path,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=subprocess.DEVNULL,
            )
            assert await copying.wait() == 0
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(STOP):
                out, err = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
    assert (process.returncode, out) == (0, b"")
    lines = err.decode().splitlines()
    assert all(line.startswith("timestamp=") for line in lines)
    assert town.world.token not in err.decode()
    assert sum("event=update " in line for line in lines) == 2
    assert any("event=stopping" in line for line in lines)
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT count(*) FROM players").fetchone() == (1,)
