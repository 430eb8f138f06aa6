"""The tour before a person's first game: once, step by step, skipped at will."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games.registry import PATIENCES
from bot.texts import tour as texts
from tests.staging.driver import Town
from tests.staging.seats import Seat
from tests.staging.stage import Stage, performing


@pytest_asyncio.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A bot that nobody has played with yet."""
    async with Town() as town, performing(town, tmp_path / "bot.db", newcomers=True) as stage:
        yield stage


async def begin(person: Seat, kind: str = "devils") -> None:
    """Chooses a way to play."""
    await person.send("/new")
    await person.tap(PATIENCES[kind].full_title)
    await person.settled()


@pytest.mark.parametrize("kind", [kind for kind, one in PATIENCES.items() if one.tour])
async def test_three_pictures_and_then_the_table(kind: str, stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya, kind)
    steps = PATIENCES[kind].tour
    assert len(steps) == 3
    shown = anya.last.id
    pictures = set()
    for number, step in enumerate(steps, start=1):
        assert anya.last.id == shown
        title = f"Перед первой партией, {number}\u00a0из\u00a03. {step.title}"
        assert anya.last.caption.startswith(title)
        pictures.add(anya.last.photo.tobytes())
        await anya.tap(texts.NEXT if number < 3 else texts.TO_TABLE)
        await anya.settled()
    assert len(pictures) == 3
    assert shown not in {message.id for message in anya.messages}
    assert anya.last.caption.startswith("Карты разложены")
    assert anya.last.button("☰")


async def test_it_can_be_skipped_and_comes_once_only(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.tap(texts.SKIP)
    await anya.settled()
    assert anya.last.caption.startswith("Карты разложены")
    await anya.send("/finish")
    await anya.tap("Закончить партию")
    await anya.settled()
    await begin(anya, "first-last-hold")
    assert anya.last.caption.startswith("Карты разложены")


async def test_whoever_asks_for_the_table_meanwhile_has_it(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.send("/table")
    assert anya.last.caption.startswith("Карты разложены")
    await anya.tap(texts.SKIP)
    await anya.settled()
    assert anya.last.button("☰")


async def test_a_link_is_a_first_game_too(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.start("n_481516_devils")
    assert anya.last.caption.startswith("Перед первой партией")


async def test_a_restart_brings_the_table(tmp_path: Path) -> None:
    async with Town() as town:
        async with performing(town, tmp_path / "bot.db", newcomers=True):
            anya = town.private("Аня")
            await begin(anya)
        async with performing(town, tmp_path / "bot.db", newcomers=True):
            await anya.settled()
            assert anya.last.caption.startswith("Карты разложены")
            await anya.tap(texts.NEXT)
            await anya.settled()


async def test_where_it_cannot_be_shown_the_table_comes_at_once(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/new")
    for method in ("sendPhoto", "sendMessage"):
        stage.town.faults.refuse(400, "Bad Request: IMAGE_PROCESS_FAILED", method, times=1)
    await anya.tap(PATIENCES["devils"].full_title)
    await anya.settled()
    assert anya.last.caption.startswith("Карты разложены")


async def test_groups_have_none(stage: Stage) -> None:
    anya = stage.town.group("Дача").seat("Аня")
    await begin(anya)
    assert anya.last.caption.startswith("Карты разложены")


async def test_a_strangers_or_forged_tour_is_nothing(stage: Stage) -> None:
    anya, boris = stage.town.private("Аня"), stage.town.private("Борис")
    await begin(anya)
    await begin(boris)
    data = str(anya.last.buttons[0]["callback_data"])
    before = len(boris.messages)
    await boris.forge(boris.last, data)
    assert "устарела" in boris.toast
    assert len(boris.messages) == before
