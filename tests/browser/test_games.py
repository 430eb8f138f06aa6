"""The real bot, played in the page by tapping."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.games.record import check_record, parse_record
from bot.games.registry import PATIENCES
from tests.browser.conftest import OpenWindow
from tests.browser.window import Window
from tests.staging.driver import Town
from tests.staging.stage import Stage, performing

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

_ONWARD = ("До конца прохода", "Выложить и дальше", "Дальше", "Выложить всё", "Переложить", "⏩")
_LONGEST_GAME = 150
_NUMBER = "№ 481 516"


@pytest_asyncio.fixture(loop_scope="session")
async def stage(town: Town, tmp_path: Path) -> AsyncIterator[Stage]:
    """The bot, running in the town."""
    async with performing(town, tmp_path / "bot.db") as stage:
        yield stage


async def _deal(window: Window, kind: str) -> None:
    await window.write("/deal 481516")
    await expect(window.last).to_contain_text(f"Расклад {_NUMBER}")
    await window.key(PATIENCES[kind].full_title).click()
    await expect(window.last).to_contain_text("Карты разложены")


async def _onward(window: Window) -> bool:
    """Taps the button that leads furthest; False when the game is over."""
    caption = window.last.locator(".text")
    before = await caption.text_content() or ""
    labels = await window.last.locator(".key").all_inner_texts()
    onward = next((label for start in _ONWARD for label in labels if label.startswith(start)), None)
    if onward is None:
        return False
    await window.last.get_by_role("button", name=onward, exact=True).click()
    await expect(caption).not_to_have_text(before)
    return True


async def _play(window: Window) -> None:
    for _ in range(_LONGEST_GAME):
        if not await _onward(window):
            return
    raise AssertionError(f"no end after {_LONGEST_GAME} taps")


@pytest.mark.parametrize("kind", PATIENCES)
async def test_a_whole_game_is_played_by_tapping(
    stage: Stage, open_window: OpenWindow, kind: str
) -> None:
    window = await open_window(width=390)
    await window.open_chat("Пасьянс")
    await window.button("Старт").click()
    await expect(window.key("Чёртов пасьянс")).to_be_visible()
    await _deal(window, kind)
    shown = 773 if kind == "devils" else 800  # its table is drawn narrower than Telegram's size
    await expect(window.last.locator(".photo img")).to_have_js_property("naturalWidth", shown)
    await window.shot(f"game-{kind}-opening")

    await _play(window)
    await window.shot(f"game-{kind}-over")
    await window.key("Протокол").click()
    link = window.last.locator("a.document")
    async with window.page.expect_download() as download:
        await link.click()
    record = parse_record(Path(await (await download.value).path()).read_bytes().decode())
    assert (record.kind, record.label) == (kind, "481516")
    check_record(record)


async def test_of_two_people_tapping_at_once_one_moves(
    stage: Stage, open_window: OpenWindow
) -> None:
    anya, boris = await open_window(width=390), await open_window(width=390, dark=True)
    await boris.become("Борис")
    for window in (anya, boris):
        await window.open_chat("Дача")
    await anya.write("/new@pasyans_bot")
    await anya.key("Чёртов пасьянс").click()
    for window in (anya, boris):
        await expect(window.last).to_contain_text("в колоде 88")

    # Neither shall see the other's move before tapping, however slow a window is.
    stage.town.faults.delay(5.0, "editMessageMedia")
    await asyncio.gather(*(window.key("Открыть").click() for window in (anya, boris)))
    # Both at once: a toast does not wait.
    toasts = await asyncio.gather(*(window.toast.inner_text() for window in (anya, boris)))
    assert len(set(toasts)) == 2
    for window in (anya, boris):
        await expect(window.key("Открыть")).to_have_attribute("aria-busy", "false")
    await stage.town.settled()
    for window, name in ((anya, "anya"), (boris, "boris")):
        await expect(window.last).to_contain_text("в колоде 87")
        await window.shot(f"group-{name}")


async def test_a_shared_result_opens_the_same_deal(stage: Stage, open_window: OpenWindow) -> None:
    window = await open_window()
    await window.button("Старт").click()
    await expect(window.key("Чёртов пасьянс")).to_be_visible()
    await _deal(window, "first-last")
    await _play(window)
    await window.key("Поделиться").click()
    share = window.last.locator(".key", has=window.page.locator(".icon-link")).first
    await expect(share).to_be_visible()
    await window.shot("shared-card")
    await share.click()
    await window.dialog.get_by_role("button", name="Соседи").click()
    await expect(window.field).to_have_value(re.compile("t.me/pasyans_bot"))
    await window.field.press("Enter")

    await window.become("Борис")
    await window.last.get_by_role("link", name="t.me/pasyans_bot").click()
    await expect(window.peer).to_contain_text("Пасьянс")
    await expect(window.last).to_contain_text("Карты разложены")
    await expect(window.last).to_contain_text(_NUMBER)
