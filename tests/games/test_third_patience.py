"""A third patience, the one of ``docs/new-patience.md``: one deck, five places, no closers.

It shares no code with the two of the book; replay, shorthands and records take it as it is.
"""

from typing import Any

import pytest

from bot.games.cards import FACES, Card
from bot.games.deals import Deal
from bot.games.patience import Outcome, UnknownMove
from bot.games.play import expand, replay, shorthands
from bot.games.record import FalseRecord, check_record, make_record, parse_record, write_record
from bot.games.scoring import score
from tests.staging.more_patiences import LADDER, LADDER_MODULE

pytestmark = pytest.mark.usefixtures("more_patiences")

Ladder: Any = LADDER_MODULE.__dict__["Ladder"]


def laid_at_once(name: str) -> str:
    """The moves of a game in which whatever fits is laid, pressed as buttons."""
    deal = Deal.named(name, LADDER.pack)
    table, moves = LADDER.deal(deal), ""
    while LADDER.outcome(table) is Outcome.PLAYING:
        offered = shorthands(LADDER, table)
        code = "^" if "^" in offered else LADDER.legal(table)[0]
        for move in expand(LADDER, table, code):
            table = LADDER.apply(table, move)
            moves += move
    return moves


def test_a_whole_game_by_buttons_is_recorded_and_checked() -> None:
    moves = laid_at_once("7")
    deal = Deal.named("7", LADDER.pack)
    text = write_record(make_record(LADDER, deal, "7", moves))
    assert "игра: Лесенка\nвид: ladder\nрасклад: 7\n" in text
    assert "перекладка 2: " in text
    checked = check_record(parse_record(text))
    assert checked.laid == replay(LADDER, deal, moves).laid


def test_its_records_are_checked_against_its_own_cards_and_codes() -> None:
    text = write_record(make_record(LADDER, Deal.named("7", LADDER.pack), "7", "d"))
    for spoilt in (
        text.replace("расклад: 7", "расклад: 8"),
        text.replace("ходы: d", "ходы: w"),
        text.replace("вид: ladder", "вид: devils").replace("Лесенка", "Чёртов пасьянс"),
    ):
        with pytest.raises(FalseRecord):
            check_record(parse_record(spoilt))


def test_its_games_are_scored_by_its_own_cards_and_passes() -> None:
    # Dealt in order, all cards go as they come.
    in_order = Deal(FACES)
    moves, table = "", LADDER.deal(in_order)
    while lays := LADDER.lays(table):
        moves, table = moves + lays[0], LADDER.apply(table, lays[0])
    result = score(LADDER, in_order, moves, hints=1)
    assert (result.laid, result.won, result.points) == (52, True, 52 + 50 + 2 * 25 - 5)


def test_its_shorthands_stop_at_the_same_places() -> None:
    cards = {token: Card(rank, 0) for rank, token in enumerate("Т23456789")}
    table = Ladder(
        Deal(()),
        reserve=(cards["Т"], cards["2"], cards["9"], cards["9"], cards["9"]),
        stock=(cards["5"], cards["8"], cards["2"]),
    )
    # The ace's gap is filled from the stock, so it is laid alone; then two are opened.
    assert expand(LADDER, table, "*") == "1"
    assert expand(LADDER, table, "^") == "1dd"
    assert expand(LADDER, table, ">") == "ddd"
    with pytest.raises(UnknownMove):
        expand(LADDER, table, "!")
