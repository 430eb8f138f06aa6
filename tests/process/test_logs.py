"""Log lines: one an event, whatever happened, and without secrets."""

import asyncio
import io
import json
import logging
import subprocess
import sys
from collections.abc import Iterator

import pytest
import structlog

from bot.process.logs import MASK, configure, mask

TOKEN = "123456789:AAE-abcdefghijklmnopqrstuvwxyz_0123"
SECRET = "webhook-secret"


class Lines:
    """What stands on stderr."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    def only(self) -> str:
        """The one line that was printed."""
        (line,) = self.stream.getvalue().splitlines()
        return line


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lines]:
    lines = Lines()
    monkeypatch.setattr(sys, "stderr", lines.stream)
    configure("INFO", (TOKEN, SECRET, ""))
    yield lines
    monkeypatch.undo()
    configure("WARNING")


@pytest.mark.parametrize(
    "text",
    [
        TOKEN,
        f"https://api.telegram.org/bot{TOKEN}/getMe",
        f"https://api.telegram.org/file/bot{TOKEN.replace(':', '%3A')}/photos/1.jpg",
        f"https://api.telegram.org/bot{TOKEN.replace(':', '%3a')}/x",
        f"The token `{TOKEN}` was rejected by the server.",
        f"('{TOKEN}',)",
    ],
)
def test_a_token_is_masked_wherever_it_stands(text: str) -> None:
    masked = mask(text)
    assert MASK in masked
    assert TOKEN.partition(":")[2] not in masked


def test_what_only_resembles_a_token_stays() -> None:
    text = "at 12:30:45 game 481516:3, 2026-11-30T02:03:42"
    assert mask(text) == text


def test_an_event_is_one_line_of_fields(lines: Lines) -> None:
    structlog.get_logger("bot.transport.order").info("update", chat=-100, text="«a»\nb = c")
    line = lines.only()
    assert 'event=update logger=bot.transport.order chat=-100 text="«a»\\nb = c"' in line
    assert line.startswith("timestamp=2")


def test_a_traceback_is_a_field_of_its_line(lines: Lines) -> None:
    try:
        raise ValueError(f"no way to /bot{TOKEN}/getMe with {SECRET}")
    except ValueError:
        structlog.get_logger("bot").exception("handler failed", game=7)
    line = lines.only()
    assert 'event="handler failed" logger=bot game=7' in line
    assert "error_type=ValueError" in line
    assert "test_logs.py" in line
    assert TOKEN not in line
    assert SECRET not in line


def test_a_librarys_record_is_printed_alike(lines: Lines) -> None:
    try:
        raise OSError("line one\nline two")
    except OSError:
        logging.getLogger("telegram.ext").exception("Failed to do %s", "it")
    line = lines.only()
    assert 'event="Failed to do it" logger=telegram.ext' in line
    assert "error_type=OSError" in line


async def test_a_task_that_nobody_awaited_is_one_line(lines: Lines) -> None:
    asyncio.get_running_loop().call_exception_handler(
        {"message": "Task exception was never retrieved", "exception": OSError(f"bot{TOKEN}")}
    )
    line = lines.only()
    assert "never retrieved" in line
    assert TOKEN not in line


def test_as_json_an_event_is_one_object_without_secrets(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = 'a "quoted" word, ю'
    monkeypatch.setattr(sys, "stderr", lines.stream)
    configure("INFO", (TOKEN, told), "json")
    try:
        raise ValueError(f"no way to /bot{TOKEN}/getMe with {told}")
    except ValueError:
        logging.getLogger("telegram.ext").exception("«Это» failed")
    line = lines.only()
    event = json.loads(line)
    assert event["event"] == "«Это» failed"
    assert "«Это»" in line
    assert (event["level"], event["logger"]) == ("error", "telegram.ext")
    assert event["error_type"] == "ValueError"
    assert "test_logs.py" in event["exception"]
    assert TOKEN not in line
    assert "quoted" not in line


def test_a_crash_is_one_line_without_the_token() -> None:
    code = (
        "from bot.process.logs import configure\n"
        "configure('INFO')\n"
        f"raise RuntimeError('https://api.telegram.org/bot{TOKEN}/getMe failed')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "level=critical event=crashed" in line
    assert TOKEN not in line


def test_what_the_last_call_of_a_stop_meets_is_no_line(lines: Lines) -> None:
    logging.getLogger("telegram.ext.Updater").error("Error while calling `get_updates` once more")
    assert lines.stream.getvalue() == ""
