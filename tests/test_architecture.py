"""``docs/architecture.md`` tells of the house as it stands."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/architecture.md").read_text("utf-8")
ROWS = re.findall(r"^\| `(bot/[a-z/]*)` \| (.*) \|$", PAGE, re.MULTILINE)
JOURNEYS = dict(
    re.findall(r"^## (A [a-z ]+)\n\n(1\. .*?)(?=\n\n|\n\Z)", PAGE, re.MULTILINE | re.DOTALL)
)


@pytest.mark.parametrize(("room", "files"), ROWS)
def test_a_room_holds_just_the_files_that_are_named(room: str, files: str) -> None:
    if room.startswith("bot/games/solver"):
        return  # its own page tells of it
    there = {path.stem for path in (ROOT / room).glob("*.py")} - {"__init__"}
    assert set(re.findall(r"`([a-z_]+)`", files)) == there


def test_every_room_is_named() -> None:
    rooms = {f"{path.parent.relative_to(ROOT)}/" for path in ROOT.glob("bot/**/__init__.py")}
    assert {room for room, _ in ROWS} == {room for room in rooms if "sandbox" not in room}


@pytest.mark.parametrize("journey", ["A tap", "A deal of the day", "A challenge", "A hint"])
def test_a_journey_enters_each_file_once(journey: str) -> None:
    entered = re.findall(r"`((?:bot|render|storage)/[a-z_/]+\.py)`", JOURNEYS[journey])
    assert len(entered) > 5
    assert len(set(entered)) == len(entered)
    assert [path for path in entered if not (ROOT / path).is_file()] == []
