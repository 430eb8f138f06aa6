"""Comparing the two choices while the stock is hidden."""

import numpy as np

from bot.games.solver.first_pass import Weighed, weigh
from bot.games.solver.worlds import chances_of, seen_of
from bot.games.solver.worth import learnt
from tests.games.solver.positions import DEVILS, after


def weighed(worlds: int, *, lays: bool = True, turns: bool = True, moves: int = 4) -> Weighed:
    seen = seen_of(after(DEVILS, 21, 0.0, moves), DEVILS)
    state = chances_of(1)
    return Weighed(*weigh(seen, state, worlds, DEVILS.redeals, learnt("worth"), lays, turns))


def test_no_more_worlds_are_imagined_once_the_answer_is_clear() -> None:
    enough, plenty = weighed(3000), weighed(6000)
    assert enough.worlds == plenty.worlds < 3000
    assert enough.worth.tolist() == plenty.worth.tolist()
    assert enough.worth[0] != enough.worth[1]


def test_all_worlds_are_imagined_while_it_is_not() -> None:
    assert weighed(37).worlds == 37
    assert weighed(300, turns=False).worlds == 300


def test_what_is_not_legal_is_worth_nothing_and_changes_nothing() -> None:
    both, laid, turned = weighed(40), weighed(40, turns=False), weighed(40, lays=False)
    assert laid.worth.tolist() == [both.worth[0], 0]
    assert turned.worth.tolist() == [0, both.worth[1]]
    assert np.all(both.worth > 0)
