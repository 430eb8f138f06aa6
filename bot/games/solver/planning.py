"""Planning a round through: for positions where only closers to come are hidden.

Until the round closes nothing new will be seen, so a whole line can be chosen at once: one that is
good on average over what may come, not one for each world apart.
"""

from dataclasses import dataclass

import numpy as np

from bot.games.solver.beam import Beam, Ends, Trace, beam, ends, search
from bot.games.solver.compiled import compiled
from bot.games.solver.positions import line_of
from bot.games.solver.rows import (
    CARDS,
    LAID,
    LAYS,
    ROUND_LAYS,
    STOCK_AT,
    WASTE_SIZE,
    Bytes,
    Floats,
    World,
)
from bot.games.solver.worlds import Seen, chances_of, imagine

__all__ = ["Plan", "Planner"]

MOST_TURNS = 4 * CARDS
_TURN_COST = 6  # of the score: what a card more opened must bring in


@dataclass(frozen=True, slots=True)
class Plan:
    """A line to the end of the round (or of the game) and the share of worlds it went on to win."""

    line: str
    won: float


@dataclass(frozen=True, slots=True)
class _Closing:
    """A position that closes the round: its row, the line to it, how good it looks."""

    row: Bytes
    line: str
    rank: int


@compiled
def _play_on(
    memory: Beam, width: int, rows: Bytes, worlds: Bytes, redeals: int, none: Ends, no_trace: Trace
) -> Floats:
    """Goes on from each of ``rows`` in each of ``worlds`` (their needs).

    Returns for each row the games won and the cards laid, summed up.
    """
    sums = np.zeros((rows.shape[0], 2))
    shuffles = np.zeros((0, CARDS))
    for k in range(worlds.shape[0]):
        world = World(worlds[k], shuffles, redeals)
        for i in range(rows.shape[0]):
            found = search(memory, width, rows[i], world, LAYS, none, no_trace, False)
            sums[i, 0] += found.reached
            sums[i, 1] += found.laid
    return sums


class Planner:
    """Plans rounds. ``width`` positions a layer are kept in looking for closings, ``best`` closings
    are compared over ``worlds`` orders of the heap, played on with ``narrow`` positions."""

    def __init__(
        self, redeals: int, width: int = 64, best: int = 32, worlds: int = 32, narrow: int = 16
    ) -> None:
        self._redeals, self._width, self._best = redeals, width, best
        self._worlds, self._narrow = worlds, narrow
        self._wide_beam, self._narrow_beam = beam(width), beam(narrow)
        self._none, self._ends = ends(0), ends(8 * width)
        self._no_trace: Trace = np.zeros((0, 0, 2), np.int32)
        self._trace: Trace = np.zeros((MOST_TURNS, width, 2), np.int32)

    def plan(self, seen: Seen, seed: int) -> Plan | None:
        """A line for the rest of the round; ``None`` where no way was found to close it.

        ``ValueError`` if the stock's order is not known: then much is news before the round closes.
        """
        if seen.in_stock:
            raise ValueError("cards of the stock are hidden")
        worlds = self._imagined(seen, seed)
        goal = (int(seen.row[LAID]) // ROUND_LAYS + 1) * ROUND_LAYS
        closings = self._closings(seen.row, worlds[:4], goal)
        if not closings:
            return None
        chosen, won = self._best_of(closings, worlds)
        return Plan(chosen.line, won)

    def _imagined(self, seen: Seen, seed: int) -> Bytes:
        """The needs of worlds that agree with what was seen."""
        state, row = chances_of(seed), seen.row.copy()
        worlds = np.empty((self._worlds, LAYS), np.uint8)
        for needs in worlds:
            imagine(seen, state, row, World(needs, np.zeros((0, CARDS)), self._redeals))
        return worlds

    def _closings(self, start: Bytes, worlds: Bytes, goal: int) -> list[_Closing]:
        """The most promising ways to close the round, the best first."""
        found: dict[bytes, _Closing] = {}
        for needs in worlds:
            world = World(needs, np.zeros((0, CARDS)), self._redeals)
            arrived = self._ends
            search(self._wide_beam, self._width, start, world, goal, arrived, self._trace, False)
            for row, mark in zip(
                arrived.rows[: arrived.size[0]], arrived.marks[: arrived.size[0]], strict=True
            ):
                turns, last, lays, score = (int(number) for number in mark)
                name = _name(row)
                if name not in found:
                    line = line_of(self._trace, turns, last, lays)
                    found[name] = _Closing(row.copy(), line, score - _TURN_COST * turns)
        return sorted(found.values(), key=lambda closing: -closing.rank)[: self._best]

    def _best_of(self, closings: list[_Closing], worlds: Bytes) -> tuple[_Closing, float]:
        """The closing that wins most often: half of them are dropped after each batch of worlds."""
        rows = np.array([closing.row for closing in closings])
        sums = np.zeros((len(closings), 2))
        left = np.arange(len(closings))
        done, batch = 0, max(1, len(worlds) // 8)
        while done < len(worlds):
            some = worlds[done : done + batch]
            sums[left] += _play_on(
                self._narrow_beam,
                self._narrow,
                rows[left],
                some,
                self._redeals,
                self._none,
                self._no_trace,
            )
            done += len(some)
            batch *= 2
            order = np.lexsort((-sums[left, 1], -sums[left, 0]))
            left = left[order[: max(1, (len(left) + 1) // 2)]]
        best = int(left[0])
        return closings[best], float(sums[best, 0]) / done


def _name(row: Bytes) -> bytes:
    """What tells the row from another with as many cards laid in as many passes."""
    return bytes(row[: row[WASTE_SIZE]]) + b"|" + bytes(row[row[STOCK_AT] : CARDS])
