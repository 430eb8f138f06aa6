"""Comparing the two choices over imagined worlds."""

import numpy as np

from bot.games.solver.beam import Trace, beam, ends
from bot.games.solver.sampling import Outcomes, compare
from bot.games.solver.worlds import chances_of, seen_of
from tests.games.solver.positions import DEVILS, after

WIDTH = 8
NO_TRACE: Trace = np.zeros((0, 0, 2), np.int32)


def compared(worlds: int) -> Outcomes:
    """Laying and turning in a position where laying is better, by 0.2 of the games or so."""
    seen = seen_of(after(DEVILS, 21, 0.0, 4), DEVILS)
    memory, state = beam(WIDTH), chances_of(1)
    return Outcomes(
        *compare(memory, WIDTH, seen, state, worlds, 2, 0, ends(0), NO_TRACE, True, True)
    )


def test_no_more_worlds_are_imagined_once_the_answer_is_clear() -> None:
    enough, plenty = compared(600), compared(60_000)
    assert enough.won.tolist() == plenty.won.tolist()
    assert enough.laid.tolist() == plenty.laid.tolist()
    assert enough.won[0] > enough.won[1]


def test_all_worlds_are_imagined_while_it_is_not() -> None:
    for worlds in (1, 7, 37):  # a prime number of worlds shows in every share that is not 0 or 1
        won = compared(worlds).won
        assert all(abs(share * worlds - round(share * worlds)) < 1e-9 for share in won)
    assert 0 < compared(37).won[1] < 1
