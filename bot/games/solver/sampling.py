"""Comparing the two choices, to lay or to turn, over imagined worlds."""

from typing import NamedTuple

import numpy as np

from bot.games.solver.beam import Beam, Ends, Trace, search
from bot.games.solver.compiled import compiled
from bot.games.solver.rows import LAYS, PASS, Floats, World, lay, turn
from bot.games.solver.worlds import Chances, Seen, imagine


class Outcomes(NamedTuple):
    """Means over the worlds: column 0 for laying now, column 1 for turning.

    ``won``: the share of games won; ``laid``: cards laid; ``score``: the best score at the end of
    this pass, a win counting as all that could be scored.
    """

    won: Floats
    laid: Floats
    score: Floats


_WON_SCORE = 20 * 104
_LOOK_EVERY = 32


@compiled
def _is_clear(ahead: int, apart: int) -> bool:
    """Whether one choice has won so much more often that further worlds would hardly tell more.

    ``apart`` worlds were won by one choice alone; ``ahead`` is by how many more of them laying won
    than turning. Were both alike, that would be a walk of ``apart`` random steps: three standard
    deviations, and some more while there are few, are clear.
    """
    return ahead * ahead > 9 * apart + 40


@compiled
def compare(
    memory: Beam,
    width: int,
    seen: Seen,
    state: Chances,
    worlds: int,
    redeals: int,
    shuffles: int,
    none: Ends,
    no_trace: Trace,
    lays: bool,
    turns: bool,
) -> Outcomes:
    """Plays the legal choices on in up to ``worlds`` worlds by a search that sees each as a whole.

    The others keep zeros. All in the same worlds, so that these matter little; no more of them once
    the answer is clear.
    With ``redeals`` the search goes no further than so many redeals; ``shuffles`` is how many of
    them shuffle the waste. A narrow beam is meant: a player does not see what the search sees, and
    a choice that helps a weak search helps him too.
    """
    outcomes = Outcomes(np.zeros(2), np.zeros(2), np.zeros(2))
    done, ahead, apart = 0, 0, 0
    row, tried = seen.row.copy(), seen.row.copy()
    world = World(seen.needs.copy(), np.zeros((shuffles, 88)), redeals)
    while done < worlds:
        if lays and turns and done % _LOOK_EVERY == 0 and _is_clear(ahead, apart):
            break
        imagine(seen, state, row, world)
        more = 0
        for choice in range(2):
            if not (lays, turns)[choice]:
                continue
            tried[:] = row
            if choice == 0:
                lay(tried, world.needs)
            else:
                turn(tried, world.shuffles, max(redeals, row[PASS] + 1))
            found = search(memory, width, tried, world, LAYS, none, no_trace, False)
            outcomes.won[choice] += found.reached
            outcomes.laid[choice] += found.laid
            outcomes.score[choice] += _WON_SCORE if found.reached else found.score
            more += (1 - 2 * choice) * found.reached
        ahead += more
        apart += abs(more)
        done += 1
    return Outcomes(outcomes.won / done, outcomes.laid / done, outcomes.score / done)
