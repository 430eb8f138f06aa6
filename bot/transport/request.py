"""``Request``: the library's requests to Telegram, carried by aiohttp.

The library's own carrier takes ten times the processor time: 1.5 ms a call with 24 connections
against 0.15. The address of every call holds the bot's token, so the errors of the HTTP library are
never passed on: they are told anew, by their kind, and with their text only where it names no more
than a host.
"""

import asyncio
import io
import os
import ssl
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import certifi
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.metrics import CALLS, timed
from bot.settings import web_address

# Seconds, as the library has them.
CONNECT = 5.0
READ = 5.0
WRITE = 5.0
UPLOAD = 20.0

FORM = "application/x-www-form-urlencoded"


class NotSent(Exception):
    """The cause of an error before which nothing has been sent: Telegram has not heard of it."""


class Request(BaseRequest):
    """Makes requests over at most so many ``connections``, which are kept and used again.

    A request waits ``pool_timeout`` seconds for one of them; ``proxy`` is an address or ``None``.
    The other limits are those of the library: for a connection, for a reading that stands still,
    and for writing. A writing that stands still ends when writing and reading would be over.
    """

    __slots__ = ("_free", "_pool_timeout", "_proxy", "_session")

    def __init__(
        self, connections: int, *, pool_timeout: float = 1.0, proxy: str | None = None
    ) -> None:
        self._free = asyncio.Semaphore(connections)
        self._pool_timeout = pool_timeout
        self._proxy = proxy
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float | None:
        """Seconds without a byte of the answer after which a call is given up."""
        return READ

    async def initialize(self) -> None:
        """Makes ready for requests; again and again without harm."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                # The limit is the semaphore's, which has a timeout of its own.
                connector=aiohttp.TCPConnector(limit=0, ssl=trust()),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
                proxy=self._proxy,
            )

    async def shutdown(self) -> None:
        """Closes all connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        # The library's type of these is private: seconds, ``None``, or the mark of what is default.
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """The status and the body of the answer; see ``BaseRequest.do_request``.

        Raises ``TimedOut`` or ``NetworkError``, whose cause is a ``NotSent`` if nothing was sent.
        """
        if self._session is None:
            raise RuntimeError("not initialized, or shut down")
        uploads = request_data is not None and request_data.contains_files
        timeout = _timeout(
            _given(connect_timeout, CONNECT),
            _given(write_timeout, UPLOAD if uploads else WRITE),
            _given(read_timeout, READ),
        )
        try:
            async with asyncio.timeout(_given(pool_timeout, self._pool_timeout)):
                await self._free.acquire()
        except TimeoutError:
            raise TimedOut("all connections are in use") from NotSent()
        with timed(CALLS, _called(url)) as watch:
            try:
                async with self._session.request(
                    method, url, timeout=timeout, allow_redirects=False, **_body(request_data)
                ) as response:
                    answer = response.status, await response.read()
                    watch.outcome = _outcome(response.status)
                    return answer
            except (aiohttp.ClientError, TimeoutError) as error:
                failure = _failure(error)
                watch.outcome = "timed_out" if isinstance(failure, TimedOut) else "unreachable"
            finally:
                self._free.release()
        raise failure  # here, where the error that knows the address is no longer at hand


def proxy_for(url: str) -> str | None:
    """The proxy for an address, by the environment: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY.

    ``ValueError`` if it is none that can be used; it names the variable and not what is in it, as
    that may hold a password.
    """
    address = urlsplit(url)
    proxies = getproxies()
    kind = address.scheme if proxies.get(address.scheme) else "all"
    given = proxies.get(kind)
    if not given or proxy_bypass(address.hostname or ""):
        return None
    proxy = given if "://" in given else f"http://{given}"
    try:
        web_address(proxy)
    except ValueError as error:
        name = _variable(f"{kind}_proxy", given)
        raise ValueError(
            f"{name}: {error}; unset it, or name an http:// or https:// proxy"
        ) from error
    return proxy


def _variable(name: str, value: str) -> str:
    """As the operator has written the name of a variable, in capitals or not."""
    written = (key for key, held in os.environ.items() if key.lower() == name and held == value)
    return next(written, "the proxy of the system")


@cache
def trust() -> ssl.SSLContext:
    """Whose certificates are believed: the operator's choice, or else those that browsers trust,
    as not every system has them at hand.

    ``ValueError`` names the variable SSL_CERT_FILE or SSL_CERT_DIR that cannot be followed.
    """
    file, folder = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
    # Of a folder that cannot be read OpenSSL would say nothing. It takes several, too.
    if folder and not any(os.access(Path(part), os.R_OK) for part in folder.split(os.pathsep)):
        raise ValueError(f"SSL_CERT_DIR: no folder that can be read: {folder}")
    if not file and not folder:
        return ssl.create_default_context(cafile=certifi.where())
    try:
        return ssl.create_default_context(cafile=file or None, capath=folder or None)
    except OSError as error:  # as errors of the format are too
        raise ValueError(f"SSL_CERT_FILE: no certificates can be read from {file}") from error


def _called(url: str) -> str:
    """The method of the API, for the metrics; the rest of the address holds the token."""
    name = url.rpartition("/")[2]
    return name if name.isascii() and name.isalpha() else "file"


def _outcome(status: int) -> str:
    if status < 400:
        return "ok"
    if status == 429:
        return "too_many"
    return "refused" if status < 500 else "broken"


def _given(seconds: Any, default: float) -> float | None:
    if seconds is BaseRequest.DEFAULT_NONE:
        return default
    return None if seconds is None else float(seconds)


def _timeout(
    connect: float | None, write: float | None, read: float | None
) -> aiohttp.ClientTimeout:
    unlimited = connect is None or write is None or read is None
    total = None if unlimited else sum((connect or 0, write or 0, read or 0))
    return aiohttp.ClientTimeout(total=total, connect=connect, sock_read=read)


def _body(data: RequestData | None) -> dict[str, Any]:
    """The arguments that make a request carry the parameters and files."""
    if data is None:
        return {}
    if not data.contains_files:
        return {"data": data.url_encoded_parameters().encode(), "headers": {"Content-Type": FORM}}
    form = aiohttp.FormData(quote_fields=False, default_to_multipart=True)
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, kind) in data.multipart_data.items():
        file = io.BytesIO(content) if isinstance(content, bytes) else content
        form.add_field(name, file, filename=filename, content_type=kind)
    return {"data": form}


def _failure(error: aiohttp.ClientError | TimeoutError) -> NetworkError:
    """The library's error for one of the HTTP library."""
    name = type(error).__name__
    failure: NetworkError
    match error:
        case aiohttp.ConnectionTimeoutError():
            failure = TimedOut("no connection in time")
            failure.__cause__ = NotSent()
        case aiohttp.ClientConnectorError():
            # Its text tells the host and the reason. Of a proxy it may be the way beyond it.
            failure = NetworkError(f"{name}: {error}")
            failure.__cause__ = NotSent()
        case aiohttp.ClientHttpProxyError():
            failure = NetworkError(f"{name}: the proxy answers {error.status}")
            failure.__cause__ = NotSent()
        case TimeoutError():
            failure = TimedOut("no answer in time")
        case OSError(errno=int(number)):
            failure = NetworkError(f"{name}: {os.strerror(number)}")
        case _:
            failure = NetworkError(name)
    return failure
