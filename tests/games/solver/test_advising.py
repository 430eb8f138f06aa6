"""Advice: legal, made from what was shown alone, the same whenever it is asked for."""

import pytest

from bot.games.deals import Deal
from bot.games.patience import REDEAL
from bot.games.solver import solver_for
from bot.games.solver.advising import Adviser
from bot.games.solver.outlook import outlook
from bot.games.solver.planning import QUICK, Planner
from bot.games.solver.positions import LAY, TURN
from bot.games.solver.results import Outlook, Verdict
from bot.games.solver.worlds import seed_of, seen_of
from tests.games.solver.positions import DEVILS, HOLDING, played, rules_of
from tests.games.solver.positions import game as game_at_random

FEW = 64
"""Worlds for each move: enough for what does not depend on their number."""


def swapped(deal: Deal, one: int, other: int) -> Deal:
    """The deal with two cards of its deck exchanged."""
    cards = list(deal.deck)
    cards[one], cards[other] = cards[other], cards[one]
    return Deal(tuple(cards), deal.name)


def first_pass(number: int) -> str:
    """The moves of a game that is played at random until a redeal has been made."""
    moves = ""
    for _, move in game_at_random(DEVILS, number, 0.3):
        moves += move
        if move == REDEAL:
            break
    return moves


def advised(kind: str, deal: Deal, moves: int) -> str:
    adviser, game = Adviser(rules_of(kind), FEW), ""
    while len(game) < moves and (advice := adviser.advise(deal, game)):
        game += advice.move
    return game


def test_deals_that_agree_in_everything_shown_are_advised_alike() -> None:
    deal = Deal.named("11")
    game = advised("devils", deal, 24)
    shown = 16 + game.count("d")
    for other in (
        swapped(deal, 1, 3),  # in the heap
        swapped(deal, 103, 90),  # in the stock
        swapped(deal, 2, 100),  # between both
    ):
        assert shown < 60
        assert other.deck != deal.deck
        assert advised("devils", other, 24) == game


def test_a_shuffle_to_come_is_not_foreseen() -> None:
    deal = Deal.named("11")
    game = advised("first-last-hold", deal, 60)
    assert "r" not in game
    assert advised("first-last-hold", Deal(deal.deck, "12"), 60) == game


def test_advice_is_the_same_for_who_comes_later() -> None:
    deal = Deal.named("21")
    early, late = Adviser(DEVILS, FEW), Adviser(DEVILS, FEW)
    game = ""
    given = []
    while advice := early.advise(deal, game):
        given.append((game, advice))
        game += advice.move
        if len(game) > 130:
            break
    for moves, advice in given[100:130:10]:
        assert late.advise(deal, moves) == advice


def test_games_by_advice_end() -> None:
    solver = solver_for("first-last-hold")
    assert solver is not None
    won = 0
    for number in range(1, 4):
        deal, moves = Deal.named(str(number)), ""
        while advice := solver.advise(deal, moves):
            moves += advice.move
        won += len(played(HOLDING, deal, moves).laid) == 104
    assert won >= 2


def line_by_hints(adviser: Adviser, deal: Deal, game: str) -> tuple[str, str, set[float]]:
    """The moves advised until the round closes or the game ends, their steps, their chances."""
    begun, moves, steps, chances = played(DEVILS, deal, game), "", "", set()
    while advice := adviser.advise(deal, game + moves):
        chances.add(advice.chance)
        moves, steps = moves + advice.move, steps + (TURN if advice.move in "dr" else LAY)
        if played(DEVILS, deal, game + moves).round > begun.round:
            break
    return moves, steps, chances


@pytest.mark.parametrize("number", [3, 5])
def test_what_was_advised_is_kept_to_until_something_unforeseen_is_shown(number: int) -> None:
    deal, adviser = Deal.named(str(number)), Adviser(DEVILS, FEW, quick=True)
    game, rounds = first_pass(number), 0
    game += line_by_hints(adviser, deal, game)[0]  # now the next closer is news
    while adviser.advise(deal, game) and len(game) < 400:
        seen = seen_of(played(DEVILS, deal, game), DEVILS)
        plan = Planner(DEVILS.redeals, QUICK).plan(seen, seed_of(seen))
        if len(seen.hidden) <= 3 or plan is None:
            break  # from here on certain wins come before plans, or the round cannot be closed
        moves, steps, chances = line_by_hints(adviser, deal, game)
        assert steps == plan.line
        assert len(chances) == 1
        game, rounds = game + moves, rounds + 1
    assert rounds >= 2


def test_who_leaves_the_plan_is_given_another_that_is_kept_to() -> None:
    deal, adviser = Deal.named("12"), Adviser(DEVILS, FEW, quick=True)
    game = first_pass(12)
    while (advice := adviser.advise(deal, game)) and advice.other is None:
        game += advice.move
    assert advice
    legal = DEVILS.patience.legal(played(DEVILS, deal, game))
    game += next(move for move in legal if (move in "dr") != (advice.move in "dr"))
    seen = seen_of(played(DEVILS, deal, game), DEVILS)
    assert len(seen.hidden) > 3
    plan = Planner(DEVILS.redeals, QUICK).plan(seen, seed_of(seen))
    assert plan
    assert line_by_hints(adviser, deal, game)[1] == plan.line


@pytest.mark.parametrize("kind", ["devils", "first-last-hold"])
def test_both_chances_are_told_where_there_are_two_choices(kind: str) -> None:
    rules, adviser, deal, game = rules_of(kind), Adviser(rules_of(kind), FEW), Deal.named("5"), ""
    both = {False: 0, True: 0}
    while advice := adviser.advise(deal, game):
        table = played(rules, deal, game)
        lays = rules.patience.lays(table)
        choice = lays not in ("", rules.patience.legal(table))
        both[choice] += 1
        assert 0 <= advice.chance <= 1
        assert (advice.other is not None) == choice
        if advice.other is not None:
            assert 0 <= advice.other <= 1
            if kind == "devils":
                assert advice.other <= advice.chance
        game += advice.move
    assert min(both.values()) > 10


def test_no_round_is_planned_from_before_the_last_card_of_the_stock_was_seen() -> None:
    deal, patience = Deal.named("1"), DEVILS.patience
    opened = "d" * 88
    table = played(DEVILS, deal, opened)
    assert patience.lays(table)
    assert patience.legal(table) != patience.lays(table)
    assert Adviser(DEVILS, FEW).advise(deal, opened)  # planning beside hidden cards is refused
    with pytest.raises(ValueError, match="hidden"):
        Planner(DEVILS.redeals).plan(seen_of(patience.deal(deal), DEVILS), 1)


@pytest.mark.parametrize("number", [44, 45])
def test_advice_keeps_to_a_line_that_is_certain_to_win(number: int) -> None:
    deal, adviser, game = Deal.named(str(number)), Adviser(DEVILS, FEW), ""
    sure = Outlook(Verdict.OPEN)
    while sure.verdict is Verdict.OPEN and (advice := adviser.advise(deal, game)):
        game += advice.move
        sure = outlook(played(DEVILS, deal, game), DEVILS)
    assert sure.verdict is Verdict.CERTAIN
    begun = played(DEVILS, deal, game)
    for move in sure.moves:
        advice = adviser.advise(deal, game)
        assert advice
        assert advice.move == move
        game += move
        if played(DEVILS, deal, game).round > begun.round:
            break
