"""«Разбор»: the moves that cost chances."""

from bot.games.deals import Deal
from bot.games.solver import Fall, solver_for
from bot.games.solver.advising import Adviser
from bot.games.solver.review import Reviewer, worst
from tests.games.solver.positions import DEVILS, played


def test_one_weight_for_each_move_and_only_real_choices_weigh() -> None:
    solver = solver_for("devils")
    assert solver is not None
    deal = Deal.named("14")
    table = DEVILS.patience.deal(deal)
    moves = ""
    while len(moves) < 48:  # lays whatever fits, at once
        moves += DEVILS.patience.legal(table)[0]
        table = played(DEVILS, deal, moves)
    weighed = list(solver.falls(deal, moves))
    assert len(weighed) == len(moves)
    found = [fall for fall in weighed if fall is not None]
    assert found
    for fall in found:
        legal = DEVILS.patience.legal(played(DEVILS, deal, moves[: fall.number - 1]))
        assert fall.move == moves[fall.number - 1]
        assert fall.better in legal
        assert (fall.better == "d") != (fall.move == "d")
        assert 0 <= fall.after < fall.before <= 1


def test_a_game_that_followed_every_hint_has_nothing_to_blame() -> None:
    deal, adviser, moves = Deal.named("45"), Adviser(DEVILS, 64), ""
    while advice := adviser.advise(deal, moves):
        moves += advice.move
    begun = moves.index("r")
    weighed = list(Reviewer(DEVILS, adviser).falls(deal, moves))
    assert len(weighed) == len(moves) > begun + 60
    assert weighed == [None] * len(moves)


def test_the_worst_stand_in_the_order_of_the_game() -> None:
    falls = [
        None,
        Fall(2, "5", "d", 0.9, 0.5),
        Fall(3, "d", "w", 0.6, 0.5),
        None,
        Fall(5, "w", "d", 0.8, 0.1),
    ]
    assert worst(iter(falls), 2) == (falls[1], falls[4])
    assert worst(iter([]), 2) == ()
