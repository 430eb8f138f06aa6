"""The page as a person uses it: what can be seen and done in one browser window."""

from pathlib import Path

from playwright.async_api import Locator, Page, expect

from tests.browser.tiny_bot import TinyBot

ARTIFACTS = Path(__file__).parents[2] / "artifacts" / "page"
"""Where screenshots are kept, to be looked at."""


class Window:
    """One browser window on the sandbox. Everything is found as a person would: by its words."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.field = page.get_by_role("combobox", name="Сообщение")
        self.rows = page.locator(".row")
        self.toast = page.locator(".toast")
        self.dialog = page.get_by_role("dialog")
        self.suggestions = page.get_by_role("option")
        self.peer = page.locator("#peer")
        self.chats = page.get_by_role("navigation", name="Список чатов")

    @property
    def last(self) -> Locator:
        """The newest message."""
        return self.rows.last

    def row(self, text: str) -> Locator:
        """The newest message that has this text."""
        return self.rows.filter(has_text=text).last

    def key(self, label: str) -> Locator:
        """The newest inline button with this label."""
        return self.page.locator(".key").filter(has_text=label).last

    def button(self, name: str) -> Locator:
        """A control of the page by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    async def begin(self, bot: TinyBot) -> int:
        """Press «Старт»; returns the chat as the bot knows it."""
        await self.button("Старт").click()
        return (await bot.heard()).chat_id

    async def write(self, text: str) -> None:
        """Type a message and send it."""
        await self.field.fill(text)
        await self.field.press("Enter")

    async def open_chat(self, title: str) -> None:
        """Choose a chat in the list."""
        named = self.page.locator(".chat-title").get_by_text(title, exact=True)
        await self.page.locator(".chat-item").filter(has=named).click()
        await expect(self.peer).to_contain_text(title)

    async def become(self, name: str) -> None:
        """Play as somebody else."""
        await self.page.get_by_role("radio", name=name).click()

    async def menu_of(self, row: Locator, item: str) -> None:
        """Choose from the menu of a message."""
        await row.locator(".bubble").click(button="right", position={"x": 6, "y": 6})
        await self.page.get_by_role("menuitem", name=item).click()

    async def height(self, element: Locator) -> float:
        """Height on the screen, in CSS pixels."""
        box = await element.bounding_box()
        assert box is not None
        return box["height"]

    async def shot(self, name: str) -> None:
        """Keep a picture of the window as it stands."""
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        await self.page.screenshot(path=ARTIFACTS / f"{name}.png")
