"""Planning a round through: for positions where only closers to come are hidden.

Until the round closes nothing new will be seen, so a whole line can be chosen at once: one that is
good on average over what may come, not one for each world apart. The best few are looked at a round
deeper: after each closer that may follow, the next round is planned through in the same way.
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
    RANKS,
    ROUND_LAYS,
    STOCK_AT,
    WASTE_SIZE,
    Bytes,
    Floats,
    World,
)
from bot.games.solver.worlds import Seen, chances_of, imagine

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


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look. ``width`` positions a layer are kept in looking for closings, ``best``
    closings are compared over ``worlds`` orders of the heap, played on with ``narrow`` positions,
    until ``finalists`` are left."""

    width: int
    best: int
    worlds: int
    narrow: int
    finalists: int


# By measurement, see ``docs/odds.md``.
_THIS_ROUND = Effort(width=64, best=32, worlds=32, narrow=16, finalists=6)
_NEXT_ROUND = Effort(width=16, best=8, worlds=16, narrow=8, finalists=1)


class Planner:
    """Plans rounds with one effort, or with two: then finalists are told apart a round deeper."""

    def __init__(
        self, redeals: int, effort: Effort = _THIS_ROUND, deeper: Effort | None = _NEXT_ROUND
    ) -> None:
        self._redeals, self._effort = redeals, effort
        self._deeper = Planner(redeals, deeper, None) if deeper else None
        width, narrow = effort.width, effort.narrow
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
        plans = self._finalists(closings, worlds)
        deeper = self._deeper
        if deeper is None or len(plans) == 1:
            return plans[0][1]
        return max(
            (Plan(plan.line, _foreseen(row, seen, seed, deeper)) for row, plan in plans),
            key=lambda plan: plan.won,
        )

    def _imagined(self, seen: Seen, seed: int) -> Bytes:
        """The needs of worlds that agree with what was seen; one where there is no other."""
        state, row = chances_of(seed), seen.row.copy()
        many = self._effort.worlds if len(seen.hidden) > 1 else 1
        worlds = np.empty((many, LAYS), np.uint8)
        for needs in worlds:
            imagine(seen, state, row, World(needs, np.zeros((0, CARDS)), self._redeals))
        return worlds

    def _closings(self, start: Bytes, worlds: Bytes, goal: int) -> list[_Closing]:
        """The most promising ways to close the round, the best first."""
        found: dict[bytes, _Closing] = {}
        for needs in worlds:
            world = World(needs, np.zeros((0, CARDS)), self._redeals)
            arrived = self._ends
            width = self._effort.width
            search(self._wide_beam, width, start, world, goal, arrived, self._trace, False)
            for row, mark in zip(
                arrived.rows[: arrived.size[0]], arrived.marks[: arrived.size[0]], strict=True
            ):
                turns, last, lays, score = (int(number) for number in mark)
                name = _name(row)
                if name not in found:
                    line = line_of(self._trace, turns, last, lays)
                    found[name] = _Closing(row.copy(), line, score - _TURN_COST * turns)
        return sorted(found.values(), key=lambda closing: -closing.rank)[: self._effort.best]

    def _finalists(self, closings: list[_Closing], worlds: Bytes) -> list[tuple[Bytes, Plan]]:
        """The closings that win most often, the best first, with their rows.

        Half of them are dropped after each batch of worlds.
        """
        rows = np.array([closing.row for closing in closings])
        sums = np.zeros((len(closings), 2))
        left = np.arange(len(closings))
        done, batch = 0, max(1, len(worlds) // 8)
        while done < len(worlds):
            some = worlds[done : done + batch]
            sums[left] += _play_on(
                self._narrow_beam,
                self._effort.narrow,
                rows[left],
                some,
                self._redeals,
                self._none,
                self._no_trace,
            )
            done += len(some)
            batch *= 2
            order = np.lexsort((-sums[left, 1], -sums[left, 0]))
            left = left[order[: max(self._effort.finalists, (len(left) + 1) // 2)]]
        return [
            (closings[i].row, Plan(closings[i].line, float(sums[i, 0]) / done))
            for i in left[: self._effort.finalists]
        ]


def _foreseen(row: Bytes, seen: Seen, seed: int, deeper: Planner) -> float:
    """The share of games won from the position ``row``, which closes the round that was ``seen``.

    An average over the closers that may follow, the next round being planned once it is known.
    """
    first = (int(seen.row[LAID]) // ROUND_LAYS + 1) * ROUND_LAYS
    total = 0.0
    for rank, count in zip(*np.unique(seen.hidden, return_counts=True), strict=True):
        needs = seen.needs.copy()
        needs[first : first + ROUND_LAYS] = (int(rank) + np.arange(ROUND_LAYS)) % RANKS + 1
        others = np.delete(seen.hidden, np.searchsorted(seen.hidden, rank))
        plan = deeper.plan(Seen(row, needs, others, 0), seed)
        total += int(count) * plan.won if plan else 0.0
    return total / len(seen.hidden)


def _name(row: Bytes) -> bytes:
    """What tells the row from another with as many cards laid in as many passes."""
    return bytes(row[: row[WASTE_SIZE]]) + b"|" + bytes(row[row[STOCK_AT] : CARDS])
