"""Records of finished games to read, check and spoil."""

import json
from pathlib import Path
from typing import Any

from bot.games.deals import Deal
from bot.games.record import UNNAMED, make_record, write_record
from bot.games.registry import PATIENCES

CASES = Path(__file__).parent / "cases"


def load(case: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((CASES / f"{case}.json").read_text("utf-8"))
    return loaded


def record_of(case: str, moves: int | None = None) -> str:
    """The record of a game of ``cases/``, perhaps stopped after some ``moves``."""
    game = load(case)
    name = str(game["deal"])
    patience = PATIENCES[game["kind"]]
    return write_record(make_record(patience, Deal.named(name), name, game["moves"][:moves]))


def unnamed(text: str) -> str:
    """The same record without a deal's number: deck and redeals stand for themselves."""
    lines = text.split("\n")
    lines[3] = f"расклад: {UNNAMED}"
    return "\n".join(lines)
