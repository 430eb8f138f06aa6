"""The bot's HTTP, against servers that behave and servers that do not."""

import asyncio
import io
import logging
import socket
import struct
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from aiohttp import web
from telegram import InputFile
from telegram.error import BadRequest, NetworkError, TimedOut
from telegram.request import RequestData
from telegram.request._requestparameter import RequestParameter

from bot.transport.refusals import surely_without_effect
from bot.transport.request import Request, proxy_for, trust

TOKEN = "123456789:AAE-abcdefghijklmnopqrstuvwxyz_0123"
PATH = f"/bot{TOKEN}/sendMessage"
WAIT_SECONDS = 4.0  # seconds; less than the limits that are not shortened here

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture
async def request_() -> AsyncIterator[Request]:
    async with Request(4) as request:
        yield request


@asynccontextmanager
async def wire(handle: Handler) -> AsyncIterator[str]:
    """A server that is nothing but ``handle``: its host and port."""
    tasks = set[asyncio.Task[None]]()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        with closing(writer):
            await handle(reader, writer)

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    try:
        yield "{}:{}".format(*server.sockets[0].getsockname())
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def answering(handle: Callable[[web.Request], Awaitable[web.Response]]) -> AsyncIterator[str]:
    """A server that keeps the rules of HTTP: its address."""
    app = web.Application(client_max_size=10**7)
    app.router.add_route("*", "/{path:.*}", handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield "http://{}:{}".format(*runner.addresses[0])
    finally:
        await runner.cleanup()


@pytest.fixture
def nobody() -> str:
    """An address where nobody listens."""
    with closing(socket.create_server(("127.0.0.1", 0))) as gone:
        return f"127.0.0.1:{gone.getsockname()[1]}"


async def heard(reader: asyncio.StreamReader) -> bytes:
    """The head of the request that comes next."""
    return await reader.readuntil(b"\r\n\r\n")


async def silent(_: asyncio.StreamReader, __: asyncio.StreamWriter) -> None:
    await asyncio.Event().wait()


async def fails(
    request: Request, url: str, data: RequestData | None = None, **timeouts: float
) -> NetworkError:
    """How a request fails: soon, and with an error that tells the token in no way."""
    with pytest.raises(NetworkError) as caught:
        async with asyncio.timeout(WAIT_SECONDS):
            await request.post(url, data, **timeouts)
    error = caught.value
    told = "".join(traceback.format_exception(error))
    link: BaseException | None = error
    while link is not None:
        told += f"{link} {link!r} {vars(link)}"
        link = link.__cause__ or link.__context__
    assert TOKEN.partition(":")[2] not in told
    return error


# What is accepted.


async def test_parameters_arrive_as_a_form(request_: Request) -> None:
    async def handle(request: web.Request) -> web.Response:
        assert request.path == f"/bot{TOKEN}/sendMessage"
        given = await request.post()
        assert dict(given) == {"chat_id": "-7", "text": "«a» & ё = 1", "list": '["x", 2]'}
        assert request.content_type == "application/x-www-form-urlencoded"
        assert request.headers["User-Agent"] == Request.USER_AGENT
        return web.json_response({"ok": True, "result": 5})

    async with answering(handle) as address:
        data = _data(chat_id=-7, text="«a» & ё = 1", list=["x", 2], nothing=None)
        assert await request_.post(address + PATH, data) == 5


@pytest.mark.parametrize("size", [3, 2_000_000])
async def test_files_arrive_whole_and_under_their_names(request_: Request, size: int) -> None:
    content = bytes(range(256)) * (size // 256 + 1)

    async def handle(request: web.Request) -> web.Response:
        given = await request.post()
        file = given["document"]
        assert isinstance(file, web.FileField)
        assert (file.filename, file.content_type) == ('протокол "7".txt', "text/plain")
        assert file.file.read() == content
        assert given["caption"] == "ёлочка"
        return web.json_response({"ok": True, "result": True})

    async with answering(handle) as address:
        for document in (content, io.BytesIO(content)):
            file = InputFile(document, filename='протокол "7".txt', read_file_handle=False)
            assert await request_.post(address + PATH, _data(document=file, caption="ёлочка"))


async def test_a_refusal_is_an_answer(request_: Request) -> None:
    async def handle(_: web.Request) -> web.Response:
        refusal = {"ok": False, "description": "Bad Request: chat not found"}
        return web.json_response(refusal, status=400)

    async with answering(handle) as address:
        with pytest.raises(BadRequest, match="Chat not found"):
            await request_.post(address + PATH)


async def test_a_redirection_is_not_followed(request_: Request) -> None:
    asked = []

    async def handle(request: web.Request) -> web.Response:
        asked.append(request.path)
        return web.Response(status=302, headers={"Location": "/elsewhere"})

    async with answering(handle) as address:
        error = await fails(request_, address + PATH)
    assert asked == [PATH]
    assert "302" in str(error)


async def test_connections_are_used_again_and_never_more_than_allowed() -> None:
    connections, at_once, most = set[object](), 0, 0

    async def handle(request: web.Request) -> web.Response:
        nonlocal at_once, most
        connections.add(request.transport)
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0.01)
        at_once -= 1
        return web.json_response({"ok": True, "result": True})

    async with answering(handle) as address, Request(2) as request:
        for _ in range(2):
            await asyncio.gather(*(request.post(address + PATH) for _ in range(6)))
    assert most == 2
    assert len(connections) == 2


async def test_who_is_cancelled_leaves_the_connection_to_others() -> None:
    async def handle(request: web.Request) -> web.Response:
        if request.path == "/slow":
            await asyncio.Event().wait()
        return web.json_response({"ok": True, "result": True})

    async with answering(handle) as address, Request(1) as request:
        for _ in range(3):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.05):
                    await request.post(f"{address}/slow")
        assert await request.post(f"{address}/quick")


async def test_it_works_between_its_start_and_its_end_as_often_as_wanted() -> None:
    async def handle(_: web.Request) -> web.Response:
        return web.json_response({"ok": True, "result": True})

    request = Request(1)
    async with answering(handle) as address:
        for _ in range(2):
            with pytest.raises(NetworkError, match="not initialized"):
                await request.post(address)
            await request.initialize()
            await request.initialize()
            assert await request.post(address)
            await request.shutdown()
            await request.shutdown()


# What surely never reached Telegram: it may be sent again.


async def test_nobody_there(request_: Request, nobody: str) -> None:
    error = await fails(request_, f"http://{nobody}{PATH}")
    assert nobody in str(error)
    assert surely_without_effect(error)
    assert not isinstance(error, TimedOut)  # after which the library asks again at once


async def test_a_name_that_nobody_knows(request_: Request, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    error = await fails(request_, f"https://api.telegram.invalid{PATH}")
    assert "api.telegram.invalid" in str(error)
    assert surely_without_effect(error)


async def test_no_certificate(request_: Request) -> None:
    async def in_clear(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    async with wire(in_clear) as host:
        assert surely_without_effect(await fails(request_, f"https://{host}{PATH}"))


async def test_no_connection_in_time(request_: Request) -> None:
    async with wire(silent) as host:
        error = await fails(request_, f"https://{host}{PATH}", connect_timeout=0.05)
    assert isinstance(error, TimedOut)
    assert surely_without_effect(error)


async def test_no_free_connection_in_time() -> None:
    async with wire(silent) as host, Request(1, pool_timeout=0.05) as request:
        url = f"http://{host}{PATH}"
        first = asyncio.create_task(fails(request, url, read_timeout=0.3))
        await asyncio.sleep(0)
        error = await fails(request, url)
        assert not surely_without_effect(await first)
    assert isinstance(error, TimedOut)
    assert surely_without_effect(error)


async def test_a_proxy_that_lets_nobody_through(nobody: str) -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert (await heard(reader)).startswith(b"CONNECT api.telegram.org:443 ")
        writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")

    async with wire(refuse) as host:
        for proxy, told in ((f"http://me:secret@{host}", "407"), (f"http://{nobody}", nobody)):
            async with Request(1, proxy=proxy) as request:
                error = await fails(request, f"https://api.telegram.org{PATH}")
            assert told in str(error)
            assert "secret" not in repr(error)
            assert surely_without_effect(error)


# What may have reached Telegram: it must not be sent again.


async def closing_at_once(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    await heard(reader)


async def resetting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await heard(reader)
    # With nothing left to linger for, closing is a reset.
    linger = struct.pack("ii", 1, 0)
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)


async def stopping_halfway(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await heard(reader)
    writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"ok": tr')


async def talking_nonsense(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await heard(reader)
    writer.write(b"220 smtp.example.org ESMTP\r\n\r\n")


@pytest.mark.parametrize("handle", [closing_at_once, resetting, stopping_halfway, talking_nonsense])
async def test_an_answer_that_breaks_off(request_: Request, handle: Handler) -> None:
    asked = 0

    async def counted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        asked += 1
        await handle(reader, writer)

    async with wire(counted) as host:
        error = await fails(request_, f"http://{host}{PATH}")
    assert not surely_without_effect(error)
    assert not isinstance(error, TimedOut)
    assert asked == 1  # nothing is repeated behind our back


async def test_a_kept_connection_that_is_closed_instead_of_an_answer(request_: Request) -> None:
    asked = 0

    async def once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal asked
        await heard(reader)
        asked += 1
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        await heard(reader)
        asked += 1

    async with wire(once) as host:
        url = f"http://{host}{PATH}"
        status, _ = await request_.do_request(url, "POST")
        assert status == 200
        assert not surely_without_effect(await fails(request_, url))
    assert asked == 2


async def test_no_answer_in_time(request_: Request) -> None:
    async with wire(silent) as host:
        error = await fails(request_, f"http://{host}{PATH}", read_timeout=0.05)
    assert isinstance(error, TimedOut)
    assert not surely_without_effect(error)


async def test_an_upload_that_nobody_reads(request_: Request) -> None:
    async def deaf(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        await asyncio.Event().wait()

    film = _data(animation=InputFile(bytes(30_000_000), filename="replay.gif"))
    soon = {"connect_timeout": 0.1, "write_timeout": 0.1, "read_timeout": 0.1}
    async with wire(deaf) as host:
        error = await fails(request_, f"http://{host}{PATH}", film, **soon)
    assert isinstance(error, TimedOut)
    assert not surely_without_effect(error)


# Around it.


async def test_a_proxy_is_asked_instead(request_: Request) -> None:
    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await heard(reader)
        assert head.startswith(f"POST http://telegram.example{PATH} ".encode())
        assert b"Proxy-Authorization: Basic bWU6c2VjcmV0" in head
        writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\n{"ok": true, "result": 42}')
        await writer.drain()

    async with wire(handle) as host, Request(1, proxy=f"http://me:secret@{host}") as request:
        answer = await request.post(f"http://telegram.example{PATH}")
    assert answer == 42


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    return monkeypatch


@pytest.mark.parametrize(
    ("given", "proxy"),
    [
        ({}, None),
        ({"HTTPS_PROXY": "http://proxy:3128"}, "http://proxy:3128"),
        ({"https_proxy": "proxy:3128"}, "http://proxy:3128"),
        ({"ALL_PROXY": "http://me:it@proxy:1"}, "http://me:it@proxy:1"),
        ({"HTTP_PROXY": "http://proxy:3128"}, None),
        ({"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "localhost,.telegram.org"}, None),
        ({"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "example.org"}, "http://proxy:1"),
        ({"HTTPS_PROXY": "http://proxy:1", "NO_PROXY": "*"}, None),
    ],
)
def test_the_environment_names_the_proxy(
    environment: pytest.MonkeyPatch, given: dict[str, str], proxy: str | None
) -> None:
    for name, value in given.items():
        environment.setenv(name, value)
    assert proxy_for("https://api.telegram.org") == proxy


def test_a_proxy_of_another_kind_is_told(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("ALL_PROXY", "socks5://proxy:1080")
    with pytest.raises(ValueError, match=r"^ALL_PROXY: .*name an http:// or https:// proxy"):
        proxy_for("https://api.telegram.org")


def test_of_several_proxies_the_one_that_is_asked_is_named(environment: pytest.MonkeyPatch) -> None:
    environment.setenv("http_proxy", "socks5://proxy:1080")
    environment.setenv("HTTPS_PROXY", "http://proxy:99999")
    environment.setenv("ALL_PROXY", "http://proxy:3128")
    with pytest.raises(ValueError, match=r"^http_proxy: "):
        proxy_for("http://127.0.0.1:8081")
    with pytest.raises(ValueError, match=r"^HTTPS_PROXY: "):
        proxy_for("https://api.telegram.org")


def test_folders_of_certificates_may_be_several(
    environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    environment.delenv("SSL_CERT_FILE", raising=False)
    environment.setenv("SSL_CERT_DIR", f"/nope:{tmp_path}")
    trust.cache_clear()
    assert trust().get_ca_certs() == []  # read only when they are asked for
    trust.cache_clear()


async def test_no_log_line_holds_the_address(
    request_: Request, nobody: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def handle(request: web.Request) -> web.Response:
        return web.json_response({"ok": True, "result": True})

    with caplog.at_level(logging.DEBUG):
        async with answering(handle) as address:
            await request_.post(address + PATH)
        await fails(request_, f"http://{nobody}{PATH}")
    assert TOKEN.partition(":")[2] not in caplog.text


def _data(**parameters: object) -> RequestData:
    return RequestData(
        [RequestParameter.from_input(name, value) for name, value in parameters.items()]
    )
