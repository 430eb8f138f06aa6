"""Whole deals: lines that the rules confirm, and proofs that trying everything confirms."""

import pytest

from bot.games.deals import Deal
from bot.games.patience import Outcome
from bot.games.registry import PATIENCES
from bot.games.rounds import RoundsTable
from bot.games.solver import solver_for
from bot.games.solver.positions import BrokenLine, Rules, moves_of, row_of, world_of
from bot.games.solver.solving import exhaust, solve, win_from
from tests.games.solver.positions import DEVILS, HOLDING, after, game, played, rules_of, wins


@pytest.mark.parametrize("kind", ["devils", "first-last-hold"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_deals_are_won_by_a_line_that_the_rules_confirm(kind: str, number: int) -> None:
    rules, deal = rules_of(kind), Deal.named(str(number))
    solution = solve(deal, rules, (300,), proof_width=50)
    table = played(rules, deal, solution.moves)
    assert solution.won
    assert rules.patience.outcome(table) is Outcome.WON
    assert solution.passes == solution.moves.count("r") + 1
    assert solution.opened == solution.moves.count("d")


@pytest.mark.parametrize("number", [3, 133])
@pytest.mark.parametrize("kind", ["devils", "first-last-hold"])
def test_of_two_lines_found_the_better_one_is_told(kind: str, number: int) -> None:
    # Of devils 133 the narrow search finds the better line, by a whole pass; of 3 the wide one.
    rules, deal = rules_of(kind), Deal.named(str(number))
    narrow, wide, both = (
        solve(deal, rules, (w,), i) for w, i in ((300, 0), (3000, 0), (300, 3000))
    )
    told = [(found.passes, found.opened) for found in (narrow, wide, both)]
    assert told[2] == min(told)
    assert told[0] != told[1]


def test_by_the_book_there_is_one_way_only() -> None:
    rules = rules_of("first-last")
    results = [solve(Deal.named(str(number)), rules) for number in range(1, 31)]
    assert {result.won for result in results} == {True, False}
    assert all(result.proved for result in results)
    for number, result in enumerate(results, start=1):
        end = played(rules, Deal.named(str(number)), result.moves)
        assert not rules.patience.legal(end)
        assert (rules.patience.outcome(end) is Outcome.WON) == result.won


def test_two_passes_are_proved_best_where_one_is_not_enough() -> None:
    # Deal 2 is lost in one pass: so few positions are not hopeless that all can be tried.
    deal = Deal.named("2")
    table = DEVILS.patience.deal(deal)
    row, world = row_of(table, DEVILS), world_of(table, DEVILS)
    assert exhaust(row, world._replace(redeals=0), 2000)
    assert not exhaust(row, world, 100)


@pytest.mark.parametrize("kind", ["devils", "first-last-hold"])
def test_endgames_are_judged_as_by_trying_everything(kind: str) -> None:
    rules = rules_of(kind)
    judged = {True: 0, False: 0}
    for number in range(1, 41):
        table = _endgame(rules, number)
        if table is None:
            continue
        row, world = row_of(table, rules), world_of(table, rules)
        truth = wins(rules, table)
        assert (win_from(row, world, 500) is not None) == truth
        assert exhaust(row, world, 500) == (not truth)
        judged[truth] += 1
    assert min(judged.values()) >= 2


def _endgame(rules: Rules, number: int) -> RoundsTable | None:
    """The last cards of the last pass of a game that did not go too badly."""
    for table, _ in game(rules, number, 0.97):
        if table.redeals == rules.redeals and len(table.stock) <= 10:
            return table
    return None


def test_a_line_that_the_rules_do_not_allow_is_refused() -> None:
    table = after(DEVILS, 1, 1.0, 0)
    with pytest.raises(BrokenLine):
        moves_of("T" * 300, table, DEVILS.patience)
    with pytest.raises(BrokenLine):
        moves_of("L" * 50, table, DEVILS.patience)


def test_a_deal_without_a_name_cannot_be_shuffled_ahead() -> None:
    deal = Deal(Deal.named("1").deck)
    assert solve(deal, DEVILS, (300,), proof_width=50).won
    with pytest.raises(ValueError, match="not known"):
        solve(deal, HOLDING)


def test_who_has_a_solver() -> None:
    assert solver_for("klondike") is None
    for kind, patience in PATIENCES.items():
        assert (solver_for(kind) is None) == (patience.solver is None)
    assert {"devils", "first-last", "first-last-hold"} <= {
        kind for kind in PATIENCES if solver_for(kind) is not None
    }
