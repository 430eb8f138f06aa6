"""Two people, two chats: a challenge is sent from one, played by both, and lists both."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.jobs.live_challenges import EDIT_PAUSE
from bot.texts import challenge as texts
from tests.browser.conftest import OpenWindow
from tests.browser.window import Window
from tests.staging.driver import Town
from tests.staging.stage import Stage, performing

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ANYA, BORIS = "\u2068Аня\u2069", "\u2068Борис Орлов\u2069"


@pytest_asyncio.fixture(loop_scope="session")
async def stage(town: Town, tmp_path: Path) -> AsyncIterator[Stage]:
    """The bot, running in the town."""
    async with performing(town, tmp_path / "bot.db") as stage:
        yield stage


async def lay_one(window: Window) -> None:
    """The second card opened fits in this deal."""
    await window.key("⏩").click()
    await expect(window.last).to_contain_text("сверху")
    await window.key("с талона").click()
    await expect(window.last).to_contain_text("с талона")


async def end(window: Window) -> None:
    """Ends the game on the table as it stands."""
    await window.write("/finish")
    await window.key("Закончить партию").click()
    await expect(window.key("Поделиться")).to_be_visible()


async def in_step(stage: Stage) -> None:
    """Time for the next edit."""
    await stage.town.settled()
    stage.clock.now += EDIT_PAUSE + 1
    await stage.services.live_challenges.catch_up()


async def go_to(window: Window, chat: str) -> None:
    """Back to the list of chats, and into one of them."""
    await window.button("К списку чатов").click()
    await window.open_chat(chat)


async def send(window: Window, chat: str, number: int) -> None:
    """«Бросить вызов» under the newest card or cover, into a chat, with one of the results."""
    await window.key(texts.CHALLENGE).click()
    await window.dialog.get_by_role("button", name=chat).click()
    await window.suggestions.nth(number).click()
    await expect(window.key(texts.WHO_PLAYED)).to_be_visible()


async def test_two_people_see_each_others_lines(stage: Stage, open_window: OpenWindow) -> None:
    anya, boris = await open_window(width=390), await open_window(width=390, dark=True)
    await boris.become("Борис")
    for window in (anya, boris):
        await window.open_chat("Пасьянс")
        await window.button("Старт").click()

    # Аня plays a deal, and sends its card to «Соседи», where the bot is no member.
    await anya.write("/deal 481516")
    await anya.shot("challenge-deal")
    await anya.key("Чёртов пасьянс").click()
    await expect(anya.last).to_contain_text("Карты разложены")
    await end(anya)
    await anya.key("Поделиться").click()
    await expect(anya.key(texts.CHALLENGE)).to_be_visible()
    await anya.shot("challenge-card")
    await send(anya, "Соседи", 0)
    await expect(anya.last).to_contain_text(f"{ANYA}: уложено 0 из 104, побьёте?")
    await expect(anya.last.locator(".photo img")).to_be_visible()

    # Борис takes it up from there.
    await go_to(boris, "Соседи")
    await boris.key(texts.PLAY).click()
    await expect(boris.peer).to_contain_text("Пасьянс")
    await expect(boris.row(texts.TAKEN_UP[:20])).to_be_visible()
    await expect(boris.last).to_contain_text("Карты разложены")
    await in_step(stage)
    await expect(anya.last).to_contain_text(f"{BORIS} — играет")
    await lay_one(boris)
    await end(boris)
    await in_step(stage)
    await expect(anya.last).to_contain_text(f"1. {BORIS} — 1 из 104, 1")
    await expect(anya.last).to_contain_text(f"2. {ANYA} — 0 из 104, 0, раньше")
    await anya.shot("challenge-lines")

    # He answers with another deal under its cover, and Аня stands in it.
    await go_to(boris, "Пасьянс")
    await boris.write("/deal 7")
    await boris.key(texts.CHALLENGE).click()
    await expect(boris.last.locator(".photo img")).to_be_visible()
    await boris.shot("challenge-cover")
    await send(boris, "Дача", 2)
    await go_to(anya, "Дача")
    await expect(anya.last).to_contain_text(f"{BORIS} зовёт сыграть")
    await anya.key(texts.PLAY).click()
    await expect(anya.last).to_contain_text("Карты разложены")
    await end(anya)
    await in_step(stage)
    await expect(boris.last).to_contain_text(f"1. {ANYA} — 0 из 104, 0")
    await boris.key(texts.WHO_PLAYED).click()
    await expect(boris.dialog).to_contain_text("Игроков: 1")
    await boris.shot("challenge-who")
