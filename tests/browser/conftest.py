"""Chromium once a session, and for each test a sandbox of its own, a bot and windows."""

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    async_playwright,
    expect,
)

from bot.sandbox.server import Sandbox
from tests.browser.tiny_bot import TinyBot
from tests.browser.window import Window
from tests.staging.driver import Town

_PATIENCE_MS = 20_000
_DESKTOP = 760
expect.set_options(timeout=_PATIENCE_MS)

_CHROMIUM = Path("/usr/bin/chromium")
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

OpenWindow = Callable[..., Awaitable[Window]]
"""``await open_window(width=390, dark=False, place="", calm=False)``"""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """A running browser. Without one the tests are skipped, in CI they fail."""
    found = shutil.which("chromium") or (str(_CHROMIUM) if _CHROMIUM.exists() else None)
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is missing: apt-get install chromium")
        pytest.skip("Chromium is not installed; `apt-get install chromium` to run these tests")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=_ARGUMENTS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def town() -> AsyncIterator[Town]:
    """A fresh town with its three people, listening."""
    async with Town() as town:
        yield town


@pytest.fixture
def sandbox(town: Town) -> Sandbox:
    """The sandbox of the town."""
    return town.sandbox


@pytest_asyncio.fixture(loop_scope="session")
async def tiny(town: Town) -> AsyncIterator[TinyBot]:
    """A bot that says what the test tells it to."""
    async with TinyBot(town.bot()) as bot:
        yield bot


class Desk:
    """A page and what its scripts complained of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(f"script: {error}"))
        page.on("console", self._said)

    def _said(self, message: ConsoleMessage) -> None:
        # A sandbox that is being restarted cannot be reached, which the page is to get over; a
        # bare picture (see ``put_back``) has no icon of its own.
        expected = "net::ERR_" in message.text or "favicon.ico" in message.location["url"]
        if message.type in ("error", "warning") and not expected:
            self.complaints.append(message.text)


class Desks:
    """Pages to work at, used again and again: making one costs more than the rest of a test."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: dict[int, BrowserContext] = {}
        self._idle: dict[int, list[Desk]] = {1: [], 2: []}

    async def take(self, width: int, *, dark: bool, calm: bool) -> Desk:
        """A page in a window of this width, theme and liveliness; narrow screens are fine ones."""
        density = 2 if width < _DESKTOP else 1
        idle = self._idle[density]
        desk = idle.pop() if idle else Desk(await (await self._context(density)).new_page())
        await desk.page.set_viewport_size({"width": width, "height": 844})
        await desk.page.emulate_media(
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
        )
        return desk

    async def put_back(self, desk: Desk, origin: str) -> list[str]:
        """Clear the desk; returns what it complained of."""
        page = desk.page
        await page.unroute_all()
        # The next sandbox may get the same port, and with it what this page remembers.
        await page.evaluate("localStorage.clear()")
        density = await page.evaluate("devicePixelRatio")
        complaints, desk.complaints = desk.complaints, []
        try:
            # Away from the chat, yet on the same site: so the browser keeps the process.
            await page.goto(f"{origin}/page/icon.svg")
        except Error:  # that sandbox is gone
            await page.close()
        else:
            self._idle[density].append(desk)
        return complaints

    async def _context(self, density: int) -> BrowserContext:
        if density not in self._contexts:
            context = await self._browser.new_context(
                device_scale_factor=density,
                locale="ru-RU",
                timezone_id="Europe/Moscow",
                permissions=["clipboard-read", "clipboard-write"],
            )
            context.set_default_timeout(_PATIENCE_MS)
            self._contexts[density] = context
        return self._contexts[density]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def desks(chromium: Browser) -> Desks:
    """The pages of this session."""
    return Desks(chromium)


@pytest_asyncio.fixture(loop_scope="session")
async def open_window(desks: Desks, sandbox: Sandbox) -> AsyncIterator[OpenWindow]:
    """Opens windows. Fails the test if a script broke or the page's security policy was hurt."""
    taken: list[Desk] = []

    async def opened(
        width: int = 1200, *, dark: bool = False, place: str = "", calm: bool = False
    ) -> Window:
        desk = await desks.take(width, dark=dark, calm=calm)
        taken.append(desk)
        await desk.page.goto(f"{sandbox.base_url}/{place}")
        await desk.page.locator(".person").first.wait_for(state="attached")
        return Window(desk.page)

    yield opened
    complaints = [await desks.put_back(desk, sandbox.base_url) for desk in taken]
    assert [each for each in complaints if each] == []
