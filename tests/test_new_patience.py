"""The recipe of ``docs/new-patience.md``, followed to the letter."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from bot.games.cards import Card
from tests.games.machine import play_by_machine
from tests.staging.more_patiences import FILE, LADDER_MODULE, LINE, ROOT, TEST


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


def test_its_test_passes(more_patiences: None) -> None:
    names: dict[str, Any] = {
        **LADDER_MODULE.__dict__,
        "Card": Card,
        "Iterator": Iterator,
        "play_by_machine": play_by_machine,
    }
    exec(compile(TEST, "docs/new-patience.md", "exec"), names)  # noqa: S102
    names["test_whole_games"]()
