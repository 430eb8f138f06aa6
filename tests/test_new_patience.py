"""The recipe of ``docs/new-patience.md``, followed to the letter."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot.games.cards import Card
from bot.games.patience import Patience
from bot.games.record import check_record, parse_record
from bot.games.registry import PATIENCES
from tests.games.machine import play_by_machine
from tests.staging.driver import Town
from tests.staging.seats import Seat
from tests.staging.stage import performing

ROOT = Path(__file__).parent.parent
RECIPE = (ROOT / "docs/new-patience.md").read_text("utf-8")
FILE, LINE, TEST = re.findall(r"^```python\n(.*?)^```$", RECIPE, re.MULTILINE | re.DOTALL)
FORWARD = ("Выложить и дальше", "Дальше", "Выложить всё", "Переложить талон", "⏩")


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> Patience[Any]:
    """The patience of the recipe's file, registered as its line says: after the others."""
    module = ModuleType("bot.games.ladder")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(FILE, "docs/new-patience.md", "exec"), module.__dict__)  # noqa: S102
    patience: Patience[Any] = module.__dict__["LADDER"]
    monkeypatch.setitem(PATIENCES, patience.kind, patience)
    return patience


def test_its_file_is_written_as_the_others_are() -> None:
    for check in (["check"], ["format", "--check"]):
        command = [
            sys.executable,
            "-m",
            "ruff",
            *check,
            "--stdin-filename",
            "bot/games/ladder.py",
            "-",
        ]
        done = subprocess.run(
            command, input=FILE, cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_its_line_stands_beside_those_of_the_registry() -> None:
    known = (ROOT / "bot/games/registry.py").read_text("utf-8")
    assert LINE.replace("    LADDER,\n", "") in known


def test_its_test_passes(ladder: Patience[Any]) -> None:
    names: dict[str, Any] = {
        "LADDER": ladder,
        "Ladder": sys.modules["bot.games.ladder"].__dict__["Ladder"],
        "Card": Card,
        "Iterator": Iterator,
        "play_by_machine": play_by_machine,
    }
    exec(compile(TEST, "docs/new-patience.md", "exec"), names)  # noqa: S102
    names["test_whole_games"]()


async def _play_to_the_end(seat: Seat) -> None:
    for _ in range(200):
        labels = [label for row in seat.last_table.rows for label in row]
        if "Протокол" in labels:
            return
        await seat.tap(next(label for label in labels if label.startswith(FORWARD)))
        await seat.settled()
    raise AssertionError("the game does not end")


async def test_it_is_offered_played_explained_and_recorded(
    ladder: Patience[Any], tmp_path: Path
) -> None:
    async with Town() as town, performing(town, tmp_path / "bot.db"):
        anya = town.private("Аня")
        await anya.send("/deal 481516")
        assert ladder.pledge in anya.last.text
        await anya.tap("Лесенка")
        await anya.settled()
        assert anya.last_table.caption.splitlines() == [
            "Карты разложены",
            "Нужен туз · круг\u00a01\u00a0из\u00a04 · уложено\u00a00\u00a0из\u00a052",
            "Проход\u00a01\u00a0из\u00a03 · в колоде\u00a047",
            "Лесенка · расклад №\u00a0481\u00a0516",
        ]
        await anya.send("/rules")
        assert anya.last.has_photo
        assert anya.last.text.startswith("Лесенка. Цель")
        await anya.tap("Проходы")
        await anya.settled()
        assert "талон тасуют" in anya.last.text

        await anya.send("/table")
        await _play_to_the_end(anya)
        await anya.tap("Протокол")
        await anya.settled()
        record = parse_record(anya.last.document.decode())
        assert (record.kind, record.label) == ("ladder", "481516")
        laid = len(check_record(record).laid)
        assert f"Уложено\u00a0{laid}\u00a0из\u00a052" in anya.last_table.caption
