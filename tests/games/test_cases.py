"""Whole games, written down move by move: needed rank and legal set before each move."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.cards import RANKS, parse_cards
from bot.games.deals import Deal, deck
from bot.games.patience import Outcome
from bot.games.play import replay
from bot.games.registry import PATIENCES

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))


@pytest.fixture(params=CASES, ids=lambda path: path.stem)
def case(request: pytest.FixtureRequest) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(request.param.read_text("utf-8"))
    return loaded


def test_there_are_cases_of_every_kind() -> None:
    kinds = {json.loads(path.read_text("utf-8"))["kind"] for path in CASES}
    assert kinds == {"first-last", "first-last-hold", "devils"}


def test_a_game_reproduces_set_by_set(case: dict[str, Any]) -> None:
    patience = PATIENCES[case["kind"]]
    table = patience.deal(Deal.named(str(case["deal"])))
    redeals = []
    for number, move in enumerate(case["moves"]):
        assert RANKS[table.need] == case["need"][number], f"before move {number + 1}"
        assert sorted(patience.legal(table)) == sorted(case["legal"][number]), (
            f"before move {number + 1}"
        )
        table = patience.apply(table, move)
        if move == "r" and patience.shuffles:
            redeals.append(table.stock)
    assert redeals == [parse_cards(" ".join(order)) for order in case["redeals"]]
    assert len(table.laid) == case["laid"]
    assert patience.outcome(table) is (Outcome.WON if case["won"] else Outcome.LOST)
    assert patience.legal(table) == ""


def test_a_game_replays_from_the_cards_alone(case: dict[str, Any]) -> None:
    patience = PATIENCES[case["kind"]]
    cards = parse_cards(" ".join(case["deck"]))
    assert cards == deck(str(case["deal"]))
    written = Deal(cards, redeals=tuple(parse_cards(" ".join(r)) for r in case["redeals"]))
    table = replay(patience, written, case["moves"])
    named = replay(patience, Deal.named(str(case["deal"])), case["moves"])
    assert table.laid == named.laid
    assert patience.spots(table) == patience.spots(named)
