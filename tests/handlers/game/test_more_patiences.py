"""Two more patiences, from /new to the replay, with the real solver's process at hand.

«Лесенка» is the recipe's; «Часы» have no stock, no passes, no rounds and no needed rank. Neither
has a solver, so there is nothing to advise, nor to alarm anybody about.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.advice.client import AdviceClient
from bot.games.deals import Deal
from bot.games.play import AnyPatience
from bot.games.record import check_record, parse_record
from bot.process.alarm import alarm
from bot.texts import buttons
from bot.texts import chat as chat_texts
from bot.texts import review as review_texts
from tests.staging.clock_patience import CLOCK
from tests.staging.driver import Town
from tests.staging.more_patiences import LADDER
from tests.staging.seats import Seat
from tests.staging.stage import Stage, performing

pytestmark = [pytest.mark.usefixtures("more_patiences"), pytest.mark.timeout(600)]

FORWARD = ("До конца", "Выложить и дальше", "Дальше", "Выложить всё", "Переложить талон", "⏩")
ENDED = "Протокол"


@dataclass(frozen=True)
class Expected:
    """What is told of a patience's deal 481516, and what must not be."""

    patience: AnyPatience
    dealt: tuple[str, ...]
    first: str
    moved: tuple[str, ...]
    section: str
    explained: str
    left: str
    ending: str
    chart: str
    unsaid: tuple[str, ...]


EXPECTED = (
    Expected(
        LADDER,
        dealt=(
            "Нужен туз · круг 1 из 4 · уложено 0 из 52",
            "Проход 1 из 3 · в колоде 47",
        ),
        first="Открыть",
        moved=("Из колоды — Д♥", "Нужен туз · круг 1 из 4 · уложено 0 из 52"),
        section="Проходы",
        explained="талон тасуют",
        left="Рубашкой вверх — 46 карт",
        ending="проход",
        chart="сошёлся за два прохода",
        unsaid=(),
    ),
    Expected(
        CLOCK,
        dealt=("Уложено 0 из 52",),
        first="3♣ из середины",
        moved=("3♣ из середины, открыт Т♣", "Уложено 1 из 52"),
        section="Ход",
        explained="часы встают",
        left="Рубашкой вверх — 50 карт",
        ending="Уложено",
        chart="",
        unsaid=("проход", "круг", "колод", "талон", "Нуж", "открыто", "за 1"),
    ),
)


@pytest_asyncio.fixture
async def adviser() -> AsyncIterator[AdviceClient]:
    """The solver's process, already begun."""
    adviser = AdviceClient()
    assert await adviser.advise("devils", Deal.named("1"), "") is not None
    yield adviser
    await adviser.close()


@pytest_asyncio.fixture
async def stage(tmp_path: Path, adviser: AdviceClient) -> AsyncIterator[Stage]:
    async with Town() as town, performing(town, tmp_path / "bot.db", adviser=adviser) as stage:
        yield stage


def said(text: str) -> str:
    """The text with all its spaces alike."""
    return text.replace("\u00a0", " ")


def labels(seat: Seat) -> list[str]:
    """The buttons under the table."""
    return [label for row in seat.last_table.rows for label in row]


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda one: one.patience.kind)
async def test_a_whole_evening(
    expected: Expected, stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    anya, operator = stage.town.private("Аня"), stage.town.private("Вера")
    with alarm(stage.services.bot, {operator.user_id}, stage.clock) as ringing:
        await _offered_explained_and_dealt(anya, expected)
        await _moved_taken_back_and_left_without_advice(anya, expected)
        await _played_to_the_end(anya, expected)
        await _recorded(anya, expected)
        await _replayed(stage, anya, expected)
        await _shared_and_counted(anya, expected)
        await ringing.settled()
    assert not operator.from_bot
    assert not [record for record in caplog.records if record.levelname not in ("INFO", "DEBUG")]
    told = [
        said(message.text)
        for message in anya.from_bot
        # The rules may speak of anything, and the choice tells of other patiences too.
        if not message.text.startswith((f"{expected.patience.title}. ", chat_texts.CHOOSE))
        and not message.text.endswith(expected.patience.pledge)
    ]
    assert len(told) > 5
    assert not [(text, word) for text in told for word in expected.unsaid if word in text]


async def _offered_explained_and_dealt(anya: Seat, expected: Expected) -> None:
    patience = expected.patience
    await anya.send("/new")
    assert f"{patience.title}. {patience.pledge}" in anya.last.text
    await anya.send("/deal 481516")
    await anya.tap(patience.title)
    await anya.settled()
    assert said(anya.last_table.caption).splitlines() == [
        "Карты разложены",
        *expected.dealt,
        f"{patience.title} · расклад № 481 516",
    ]
    await anya.send("/rules")
    assert anya.last.has_photo
    assert anya.last.text.startswith(f"{patience.title}. Цель")
    await anya.tap(expected.section)
    await anya.settled()
    assert expected.explained in anya.last.text
    await anya.send("/table")


async def _moved_taken_back_and_left_without_advice(anya: Seat, expected: Expected) -> None:
    dealt = anya.last_table.caption
    await anya.tap(expected.first)
    await anya.settled()
    assert said(anya.last_table.caption).splitlines()[: len(expected.moved)] == [*expected.moved]
    assert buttons.HINT not in labels(anya)
    await anya.tap(buttons.MENU)
    await anya.settled()
    await anya.tap(buttons.LEFT)
    await anya.settled()
    assert expected.left in said(anya.last.text)
    await anya.tap(buttons.CLOSE)
    await anya.tap(buttons.BACK)
    await anya.settled()
    await anya.tap(buttons.UNDO)
    await anya.settled()
    assert anya.toast == chat_texts.UNDONE
    assert anya.last_table.caption == dealt
    await anya.send("/hint")
    assert anya.last.text == review_texts.NO_ADVICE
    await anya.forge(anya.last_table, "g:1:1:hint")
    assert anya.toast == review_texts.NO_ADVICE
    await anya.forge(anya.last_table, "g:1:1:complete")
    assert anya.toast == chat_texts.OLD_BUTTON


async def _played_to_the_end(anya: Seat, expected: Expected) -> None:
    for _ in range(200):
        if ENDED in labels(anya):
            break
        await anya.tap(next(label for label in labels(anya) if label.startswith(FORWARD)))
        await anya.settled()
    assert ENDED in labels(anya)
    assert expected.ending in anya.last_table.caption
    assert buttons.REVIEW not in labels(anya)
    await anya.forge(anya.last_table, "g:1:1:review")
    assert anya.toast == review_texts.NO_ADVICE


async def _recorded(anya: Seat, expected: Expected) -> None:
    await anya.tap(ENDED)
    await anya.settled()
    record = parse_record(anya.last.document.decode())
    assert (record.kind, record.label) == (expected.patience.kind, "481516")
    laid = len(check_record(record).laid)
    assert f"Уложено {laid} из 52" in said(anya.last_table.caption)


async def _replayed(stage: Stage, anya: Seat, expected: Expected) -> None:
    await anya.tap(buttons.REPLAY)
    # It takes its time on a busy machine, and nothing else is waited for meanwhile.
    async with asyncio.timeout(300):
        await stage.services.replays.settled()
    await anya.settled()
    assert "animation" in anya.last.raw
    assert said(anya.last.caption) == f"Повтор. {expected.patience.title} · расклад № 481 516"


async def _shared_and_counted(anya: Seat, expected: Expected) -> None:
    await anya.tap(buttons.SHARE)
    await anya.settled()
    assert anya.last.photo.size == (960, 640)
    assert "/deal 481516" in anya.last.caption
    rounds = bool(expected.patience.facts(expected.patience.deal(_deal(expected))).rounds)
    assert any(square in anya.last.caption for square in "🟩🟨🟧🟥⬛") == rounds
    await anya.send("/stats")
    assert f"{expected.patience.title}: партий 1" in anya.last.text
    await anya.tap(expected.patience.title)
    await anya.settled()
    assert anya.last.photo.size == (960, 640)
    assert "В среднем уложено" in anya.last.text


def _deal(expected: Expected) -> Deal:
    return Deal.named("481516", expected.patience.pack)
