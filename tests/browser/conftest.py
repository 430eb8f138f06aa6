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
    Page,
    Request,
    async_playwright,
    expect,
)

from bot.sandbox.server import Sandbox
from tests.browser.tiny_bot import TinyBot
from tests.browser.window import Window
from tests.driver import Town

_PATIENCE_MS = 20_000
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
async def tiny(sandbox: Sandbox) -> AsyncIterator[TinyBot]:
    """A bot that says what the test tells it to."""
    async with TinyBot(sandbox.base_url, sandbox.world.token) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="session")
async def open_window(chromium: Browser, sandbox: Sandbox) -> AsyncIterator[OpenWindow]:
    """Opens windows. Fails the test if a script broke or something outside was asked for."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    async def opened(
        width: int = 1200, *, dark: bool = False, place: str = "", calm: bool = False
    ) -> Window:
        context = await chromium.new_context(
            viewport={"width": width, "height": 844},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
            device_scale_factor=2 if width < 500 else 1,
            locale="ru-RU",
            timezone_id="Europe/Moscow",
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        context.set_default_timeout(_PATIENCE_MS)
        page = await context.new_page()
        _listen(page, sandbox.base_url, complaints)
        await page.goto(f"{sandbox.base_url}/{place}")
        await page.locator(".person").first.wait_for(state="attached")
        return Window(page)

    yield opened
    for context in contexts:
        await context.close()
    assert complaints == []


def _listen(page: Page, origin: str, complaints: list[str]) -> None:
    def asked(request: Request) -> None:
        if not request.url.startswith((origin, "data:", "blob:")):
            complaints.append(f"asked outside: {request.url}")

    page.on("request", asked)
    page.on("pageerror", lambda error: complaints.append(f"script: {error}"))

    def said(message: ConsoleMessage) -> None:
        # A sandbox that is being restarted cannot be reached; the page is to get over that.
        if message.type in ("error", "warning") and "net::ERR_" not in message.text:
            complaints.append(message.text)

    page.on("console", said)
