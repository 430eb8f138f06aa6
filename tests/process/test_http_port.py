"""The bot's own HTTP port, and what anybody may send it."""

import asyncio
import gzip
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import closing

import pytest

from bot.process.http_port import LARGEST_UPDATE, SECRET_HEADER, listening

SECRET = "known-to-telegram_1"
POST = f"POST /telegram HTTP/1.1\r\nHost: x\r\n{SECRET_HEADER}: {SECRET}\r\n".encode()


class Port:
    """A served port, and what came through it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.taken: list[object] = []
        self.broken = False

    async def take(self, update: object) -> bool:
        if self.broken:
            raise LookupError("a mistake of ours")
        self.taken.append(update)
        return True

    async def is_healthy(self) -> bool:
        return True

    async def send(self, request: bytes) -> int:
        """The status of the answer to bytes that need be no HTTP."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.number)
        writer.write(request)
        status = (await reader.readline()).split()[1]
        writer.close()
        await writer.wait_closed()
        return int(status)

    async def post(self, body: bytes, headers: str = "") -> int:
        """The same of a request with the secret."""
        length = f"Content-Length: {len(body)}\r\n{headers}\r\n".encode()
        return await self.send(POST + length + body)


@pytest.fixture
async def port() -> AsyncIterator[Port]:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = Port(free.getsockname()[1])
    webhook = "/telegram", SECRET, port.take
    async with listening("127.0.0.1", port.number, port.is_healthy, webhook):
        yield port


def alarming(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("secret", ["", f"{SECRET_HEADER}: {SECRET}\r\n"])
@pytest.mark.parametrize("start", ["GET /health", "POST /telegram", "POST /nope"])
@pytest.mark.parametrize(
    "rest",
    [
        b"Content-Encoding: gzip\r\nContent-Length: 8\r\n\r\nno gzip!",
        b"Transfer-Encoding: chunked\r\n\r\nZZ\r\nxx",
        b"X: " + b"a" * 20_000 + b"\r\n\r\n",
    ],
    ids=["encoding", "chunks", "header"],
)
async def test_a_malformed_request_is_no_error_of_ours(
    port: Port, caplog: pytest.LogCaptureFixture, start: str, secret: str, rest: bytes
) -> None:
    with caplog.at_level(logging.INFO):
        status = await port.send(f"{start} HTTP/1.1\r\nHost: x\r\n{secret}".encode() + rest)
        assert status in (200, 400, 403, 404)  # known before the body is read, or after it
        assert await port.send(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n") == 200
    assert alarming(caplog) == []
    assert sum("malformed request" in str(record.msg) for record in caplog.records) <= 1
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("noise", [b"garbage\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n"])
async def test_what_is_no_http_is_no_error_either(
    port: Port, caplog: pytest.LogCaptureFixture, noise: bytes
) -> None:
    assert await port.send(noise) == 400
    assert await port.send(b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n") == 400
    assert alarming(caplog) == []


async def test_a_sender_who_goes_away_is_no_error(
    port: Port, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "bot.process.http_port"):
        _, writer = await asyncio.open_connection("127.0.0.1", port.number)
        writer.write(POST + b"Content-Length: 100\r\n\r\nxx")
        await writer.drain()
        assert await port.post(b"{}") == 200  # by then the other is waited for
        writer.close()
        async with asyncio.timeout(10):
            while not caplog.records:  # noqa: ASYNC110 - a log tells of nothing
                await asyncio.sleep(0.01)
    assert alarming(caplog) == []


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"{}", "", 200),
        (gzip.compress(b"{}", mtime=0), "Content-Encoding: gzip\r\n", 200),
        (b"{}", "Content-Type: application/json; charset=nonsense\r\n", 200),
        (b"", "", 400),
        (b"{", "", 400),
        (b"\xff\xfe\x00", "", 400),
        (b'"' + b"x" * LARGEST_UPDATE + b'"', "", 413),
    ],
    ids=str.split("plain gzip charset empty half binary long"),
)
async def test_what_is_wrong_with_a_body_is_told_by_the_status(
    port: Port, caplog: pytest.LogCaptureFixture, body: bytes, headers: str, status: int
) -> None:
    assert await port.post(body, headers) == status
    assert port.taken == ([{}] if status == 200 else [])
    assert alarming(caplog) == []


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        b'{"update_id":' + b"9" * 5000 + b"}",
        *(b"[]", b"5", b'"x"', b'{"update_id": 1, "message": []}'),
    ],
    ids=str.split("lists objects digits list number text message"),
)
async def test_what_telegram_would_bring_again_and_again_is_taken(port: Port, body: bytes) -> None:
    """It is JSON, whatever its worth: whether it can be read is no matter of the port's."""
    assert await port.post(body) == 200
    assert len(port.taken) == 1


async def test_a_mistake_of_ours_is_told_and_the_update_comes_again(
    port: Port, caplog: pytest.LogCaptureFixture
) -> None:
    port.broken = True
    assert await port.post(json.dumps({"update_id": 1}).encode()) == 500
    (record,) = alarming(caplog)
    assert "request failed" in str(record.msg)
