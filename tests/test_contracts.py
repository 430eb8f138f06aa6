"""The import contracts of ``pyproject.toml``, tried by planting what they forbid in a copy."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("process", "handlers", "jobs", "screen", "texts", "play", "advice", "transport", "games")


def _copy(folder: Path) -> Path:
    for package in ("bot", "render", "storage"):
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def _broken(folder: Path) -> str:
    """What is refused, in the linter's words; empty where every contract is kept."""
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_the_tree_as_it_stands_keeps_them(tmp_path: Path) -> None:
    assert not _broken(_copy(tmp_path))


@pytest.mark.parametrize(
    ("module", "planted"),
    [
        ("bot/play/session.py", "import telegram"),
        ("bot/advice/client.py", "import telegram"),
        ("bot/games/deals.py", "import bot.play.calendar"),
        ("bot/games/deals.py", "import storage"),
        ("bot/games/solver/keys.py", "import asyncio"),
        ("bot/play/daily.py", "import bot.advice.protocol"),
        ("bot/texts/words.py", "import bot.screen.painter"),
        ("bot/screen/painter.py", "import bot.jobs.replays"),
        ("bot/jobs/replays.py", "import bot.handlers.exchange"),
        ("bot/screen/scenes.py", "import bot.games.rounds"),
        ("bot/handlers/errors.py", "import bot.app"),
        ("bot/transport/pace.py", "import bot.sandbox"),
        ("bot/sandbox/model.py", "import bot.games.cards"),
        ("render/scene.py", "import bot.games.cards"),
        ("storage/rows.py", "import render"),
    ],
)
def test_an_import_that_runs_upward_or_aside_is_refused(
    tmp_path: Path, module: str, planted: str
) -> None:
    path = _copy(tmp_path) / module
    path.write_text(f"{path.read_text('utf-8')}\n{planted}\n", "utf-8")
    refused = _broken(tmp_path)
    assert planted.removeprefix("import ").partition(".")[0] in refused
    assert module.removesuffix(".py").replace("/", ".") in refused


def test_a_circle_in_the_sandbox_is_refused(tmp_path: Path) -> None:
    path = _copy(tmp_path) / "bot/sandbox/updates.py"
    path.write_text(f"{path.read_text('utf-8')}\nimport bot.sandbox.webhook\n", "utf-8")
    assert ".webhook -> .updates" in _broken(tmp_path)


@pytest.mark.parametrize("module", ["bot/attic.py", "bot/attic/__init__.py"])
def test_a_new_module_without_a_room_is_refused(tmp_path: Path, module: str) -> None:
    path = _copy(tmp_path) / module
    path.parent.mkdir(exist_ok=True)
    path.write_text('"""Nowhere."""\n', "utf-8")
    assert "bot.attic" in _broken(tmp_path)


def test_every_room_says_what_belongs_there_and_stays_small_enough_to_overlook() -> None:
    rooms = [path.parent for path in ROOT.glob("bot/**/__init__.py") if "sandbox" not in path.parts]
    assert {path.name for path in rooms} >= set(ROOMS)
    for room in rooms:
        files = list(room.glob("*.py"))
        assert len(files) <= 24, f"{room.relative_to(ROOT)} holds {len(files)} files"
        said = (room / "__init__.py").read_text("utf-8")
        assert said.startswith('"""'), f"{room.relative_to(ROOT)} does not say what it is for"


def test_every_layer_is_drawn_in_the_architecture() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = contracts["tool"]["importlinter"]["contracts"][0]["layers"]
    drawn = (ROOT / "docs/architecture.md").read_text("utf-8")
    for name in re.findall(r"\w+", " ".join(layers)):
        assert re.search(rf"\b{name}\b", drawn), f"{name} is not drawn"
