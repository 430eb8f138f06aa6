"""What the page says by itself: plurals, days, sizes; and the promises its sources keep."""

import re
from pathlib import Path

import pytest

import bot.sandbox
from tests.browser.conftest import Desks, OpenWindow
from tests.staging.driver import Town

_PAGE = Path(bot.sandbox.__file__).with_name("page")
_NBSP = "\N{NO-BREAK SPACE}"
_WAYS_TO_INJECT = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_numbers_days_and_sizes_are_russian(open_window: OpenWindow) -> None:
    window = await open_window()
    said = await window.page.evaluate(
        """async () => {
          const { count, day, fileSize, when } = await import("/page/words.js");
          const now = new Date(2026, 10, 30, 0, 30);
          const at = (...parts) => new Date(...parts) / 1000;
          return {
            counts: [0, 1, 2, 5, 11, 21, 104, 1234]
              .map((number) => count(number, ["карта", "карты", "карт"])),
            days: [at(2026, 10, 30), at(2026, 10, 29, 23, 59), at(2026, 10, 7), at(2025, 10, 7)]
              .map((seconds) => day(seconds, now)),
            sizes: [0, 812, 1536, 3250000].map(fileSize),
            when: [at(2026, 10, 30, 0, 5), at(2026, 10, 29)].map((seconds) => when(seconds, now)),
          };
        }"""
    )
    shown = {key: [text.replace(_NBSP, "_") for text in texts] for key, texts in said.items()}
    assert shown == {
        "counts": [
            *("0_карт", "1_карта", "2_карты", "5_карт"),
            *("11_карт", "21_карта", "104_карты", "1_234_карты"),
        ],
        "days": ["Сегодня", "Вчера", "7 ноября", "7 ноября 2025"],
        "sizes": ["0_Б", "812_Б", "1,5_КБ", "3,1_МБ"],
        "when": ["00:05", "29.11.26"],
    }


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_the_browser_itself_refuses_to_ask_outside(desks: Desks, town: Town) -> None:
    desk = await desks.take(1200, dark=False, calm=False)
    await desk.page.goto(town.url)
    refused = await desk.page.evaluate(
        """() => new Promise((done) => {
          const seen = [];
          addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
            seen.push(effectiveDirective);
            if (seen.length === 2) done(seen.sort());
          });
          new Image().src = "https://example.com/pixel.png";
          fetch("https://example.com/").catch(() => {});
        })"""
    )
    assert refused == ["connect-src", "img-src"]
    await desks.put_back(desk, town.url)


def test_the_sources_put_text_in_as_text_and_ask_nobody_outside() -> None:
    sources = [path for path in _PAGE.iterdir() if path.suffix in (".js", ".css", ".html", ".svg")]
    assert {path.suffix for path in sources} == {".js", ".css", ".html", ".svg"}
    for path in sources:
        text = path.read_text("utf-8")
        assert not re.search(_WAYS_TO_INJECT, text), path.name
        outside = re.findall(r"https?://(?!t\.me/|www\.w3\.org/)[\w.]+", text)
        assert outside == [], path.name
        assert len(text.splitlines()) < 300, path.name
