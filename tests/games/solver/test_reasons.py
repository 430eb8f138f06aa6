"""Reasons are true, tell nothing hidden, and are seldom lacking."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.games.deals import Deal
from bot.games.rounds import RoundsTable
from bot.games.solver.advising import Adviser
from bot.games.solver.positions import LAY, TURN, Rules
from bot.games.solver.reasons import reason_of
from bot.games.solver.results import Reason, Why
from tests.games.positions import lay_out, rank
from tests.games.solver.claims import holds
from tests.games.solver.positions import DEVILS, HOLDING, game, played, rules_of

GAMES = [
    (rules, number, lay) for rules in (DEVILS, HOLDING) for number, lay in ((1, 0.5), (2, 0.9))
]

LAYING = (0.2, 0.5, 0.8, 0.97)
"""How likely a random game lays where it may open as well."""

# Round 1 goes from six to four, its closer is the five.
NOTHING = "2♠ 3♠ 2♥ 3♥ 2♦ 3♦ 2♣ 3♣"


def reasons(table: RoundsTable, rules: Rules) -> Iterator[Reason]:
    """The reasons to lay and to turn, whichever is legal."""
    legal, lays = rules.patience.legal(table), rules.patience.lays(table)
    choice = bool(lays) and legal != lays
    if lays:
        yield reason_of(table, rules, LAY, choice=choice)
    if legal != lays:
        yield reason_of(table, rules, TURN, choice=choice)


def why(rules: Rules, step: str, table: RoundsTable) -> Reason:
    """The reason where both to lay and to turn is legal."""
    assert rules.patience.lays(table)
    assert rules.patience.legal(table) != rules.patience.lays(table)
    return reason_of(table, rules, step, choice=True)


def test_whatever_is_claimed_is_true() -> None:
    told: Counter[Why] = Counter()
    for rules in (DEVILS, HOLDING):
        for number in range(1, 41):
            for table, _ in game(rules, number, LAYING[number % 4]):
                for reason in reasons(table, rules):
                    told[reason.why] += 1
                    assert holds(table, rules, reason), (reason, table)
    assert set(told) == set(Why)


@pytest.mark.parametrize(("rules", "number", "lay"), GAMES)
def test_nothing_hidden_is_told(rules: Rules, number: int, lay: float) -> None:
    rng = random.Random(number)
    for table, _ in game(rules, number, lay):
        closers, stock = list(table.closers), list(table.stock)
        if rules.patience.shuffles or not table.redeals:
            rng.shuffle(stock)
        if not rules.free_last:
            closers[table.round + 1 :] = rng.sample(closers[table.round + 1 :], 7 - table.round)
        other = table._replace(closers=tuple(closers), stock=tuple(stock))
        assert list(reasons(other, rules)) == list(reasons(table, rules))


@pytest.mark.parametrize(
    ("kind", "number"), [("devils", "41"), ("devils", "42"), ("first-last-hold", "43")]
)
def test_few_hints_lack_a_reason(kind: str, number: str) -> None:
    adviser, deal, moves = Adviser(rules_of(kind), 64), Deal.named(number), ""
    told: Counter[Why] = Counter()
    while advice := adviser.advise(deal, moves):
        told[advice.reason.why] += 1
        assert holds(played(rules_of(kind), deal, moves), rules_of(kind), advice.reason)
        moves += advice.move
    forced = sum(told[why] for why in (Why.NOTHING_FITS, Why.STOCK_EMPTY, Why.NO_TURN))
    assert told[Why.BALANCE] <= 0.1 * (told.total() - forced)


def test_a_needed_card_on_the_waste_takes_no_place() -> None:
    table = lay_out(reserve=NOTHING, waste="Т♠ 6♥", stock="9♠ 10♠")
    assert why(DEVILS, TURN, table).why is Why.COMES_AGAIN
    assert why(HOLDING, TURN, table).why is Why.COMES_AGAIN
    assert why(DEVILS, TURN, table._replace(redeals=2)).why is Why.BALANCE
    both = lay_out(reserve="6♠" + NOTHING[2:], waste="Т♠ 6♥", stock="9♠ 10♠")
    assert why(DEVILS, TURN, both) == Reason(Why.LEAVES_SPARE, rank("6"), rank("6"))


def test_where_the_free_card_goes_its_like_on_the_waste_would_follow_it() -> None:
    closers = "5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 6♣"
    table = lay_out(closers=closers, reserve=NOTHING, waste="Т♠ 6♥", stock="9♠ 10♠")
    again = Reason(Why.FILLS_BADLY, rank("6"), rank("6"), 15, 1)  # 7 … 4, then 2 … 5 of pile 2
    assert why(HOLDING, TURN, table) == again


def test_a_card_like_the_free_one_waits_for_the_next_turn() -> None:
    closers = "5♠ Т♥ Т♦ Т♣ К♥ К♦ К♣ 9♣"
    table = lay_out(closers=closers, reserve="6♠" + NOTHING[2:], waste="9♥", stock="Д♠ 10♠")
    assert why(HOLDING, TURN, table) == Reason(Why.FILLS_BADLY, rank("6"), rank("9"), 18, 1)
    assert why(HOLDING, LAY, table).why is not Why.FILLS_WELL


def test_with_the_stock_empty_no_next_card_would_bury_the_needed_one() -> None:
    table = lay_out(reserve=NOTHING, waste="Т♠ 6♥")
    assert why(DEVILS, LAY, table) == Reason(Why.GOES_BACK, rank("6"))
    assert why(DEVILS, LAY, lay_out(reserve=NOTHING, waste="Т♠ 6♥", stock="9♠")).why is Why.ON_TOP


def test_a_redeal_with_a_fitting_card_on_the_table_has_its_own_reason() -> None:
    table = lay_out(reserve="6♠" + NOTHING[2:], waste="4♥ 4♦")
    assert why(DEVILS, TURN, table) == Reason(Why.FILLS_BADLY, rank("6"), rank("4"), 10)
    known = lay_out(reserve="6♠" + NOTHING[2:], waste="4♥ 8♥ 4♦")
    assert why(DEVILS, TURN, known) == Reason(Why.BETTER_AHEAD, rank("6"), rank("8"), 1, 1)
    assert why(DEVILS, LAY, lay_out(reserve="6♠" + NOTHING[2:], waste="4♥ 7♥ 4♦ 2♦")) == (
        Reason(Why.COMES_BACK, rank("6"), rank("7"), None, 1)
    )
    nothing = lay_out(reserve=NOTHING, waste="4♥ 4♦")
    assert reason_of(nothing, DEVILS, TURN, choice=False).why is Why.STOCK_EMPTY


@pytest.mark.parametrize(
    ("top", "reason"),
    [
        ("6♥", Reason(Why.NOT_THIS_ROUND, rank("8"), rank("6"))),  # laid already
        ("3♥", Reason(Why.NOT_THIS_ROUND, rank("8"), rank("3"), None, 1)),  # as in the reserve
        ("5♥", Reason(Why.NOT_THIS_ROUND, rank("8"), rank("5"), None, 1)),  # as in the heap
        ("4♥", Reason(Why.FILLS_BADLY, rank("8"), rank("4"), 8)),
    ],
)
def test_no_card_is_useless_but_some_are_in_this_round(top: str, reason: Reason) -> None:
    table = lay_out(reserve="8♠" + NOTHING[2:], waste=top, stock="Д♠ 10♠", built=2)
    assert why(DEVILS, TURN, table) == reason


def test_what_only_the_last_pile_needs() -> None:
    # Pile 7 goes from two to king but for the ace, pile 8 is not begun.
    closers = "К♠ К♥ К♦ К♣ К♠ К♥ Т♠ 5♥"
    table = lay_out(
        closers=closers, reserve="Д♠" + NOTHING[2:], waste="4♦ 7♥", stock="Т♣ 9♠", built=88
    )
    assert why(HOLDING, TURN, table) == Reason(Why.LAST_PILE, rank("Д"), rank("7"))


def test_what_takes_the_place_after_a_card_that_goes_at_once() -> None:
    table = lay_out(reserve="6♠" + NOTHING[2:], waste="4♦ 7♥", stock="Д♠ 10♠")
    assert why(DEVILS, TURN, table) == Reason(Why.NEXT_FILLS_BADLY, rank("6"), rank("4"), 9)
    assert why(DEVILS, LAY, table) == Reason(Why.FILLS_WELL, rank("6"), rank("7"), 0)


def test_what_a_perfect_memory_knows_is_told_from_the_second_pass_on() -> None:
    stock = "3♥ 7♠ В♠ Д♥"
    first = lay_out(reserve="6♠" + NOTHING[2:], waste="2♥", stock=stock)
    assert why(DEVILS, TURN, first).why is Why.NOT_THIS_ROUND
    assert why(DEVILS, LAY, first) == Reason(Why.HIDDEN, rank("6"), rank("7"), None, 1)
    second = first._replace(redeals=1)
    assert why(DEVILS, TURN, second) == Reason(Why.BETTER_AHEAD, rank("6"), rank("В"), 4, 2)
    assert why(DEVILS, LAY, second) == Reason(Why.COMES, rank("6"), rank("7"), None, 1)


def test_the_end_of_a_round() -> None:
    table = lay_out(reserve="4♠" + NOTHING[2:], waste="9♥", stock="В♠ Д♥", built=11)
    assert why(DEVILS, LAY, table).why is Why.SHOWS_CLOSER
    assert why(DEVILS, TURN, table).why is Why.CLOSER_HIDDEN
    assert why(HOLDING, LAY, table).why is Why.CLOSES
