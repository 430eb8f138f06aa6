"""Planning a round through: for positions where only closers to come are hidden.

Until the round closes nothing new will be seen, so a whole line can be chosen at once: the one
after which a player who plans round by round goes on to win most often, over what may come.
"""

from dataclasses import dataclass

import numpy as np

from bot.games.solver.beam import Trace, beam, ends, search_by
from bot.games.solver.compiled import compiled
from bot.games.solver.playouts import Room, looks, next_round, uses_seen, wins_on
from bot.games.solver.positions import LAY, TURN, line_of
from bot.games.solver.rows import CARDS, STOCK_AT, WASTE_SIZE, Bytes, Ints, World, lay, turn
from bot.games.solver.worlds import Seen, chances_of, imagine

MOST_TURNS = 4 * CARDS
_NO_END = MOST_TURNS
_NO_SHUFFLES = np.zeros((0, CARDS))


@dataclass(frozen=True, slots=True)
class Plan:
    """A line to the end of the round (or of the game) and the share of playouts that it won."""

    line: str
    won: float


@dataclass(frozen=True, slots=True)
class _Closing:
    """A position that closes the round, and the line to it."""

    row: Bytes
    line: str


@compiled
def _won_on(room: Room, width: int, rows: Bytes, worlds: Bytes, redeals: int) -> Ints:
    """In how many of ``worlds`` (their needs) playing on from each of ``rows`` wins."""
    won, row = np.zeros(rows.shape[0], np.int64), rows[0].copy()
    for k in range(worlds.shape[0]):
        for i in range(rows.shape[0]):
            row[:] = rows[i]
            won[i] += wins_on(room, width, row, worlds[k], redeals)
    return won


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look. ``width`` positions a layer are kept in looking for closings; the ``best``
    of these are played on in up to ``worlds`` orders of the heap, planning with ``narrow``
    positions a layer."""

    width: int
    best: int
    worlds: int
    narrow: int


# By measurement, see ``docs/odds.md``.
ADVISING = Effort(width=64, best=32, worlds=128, narrow=8)
OTHER = Effort(width=64, best=8, worlds=64, narrow=8)
QUICK = Effort(width=32, best=16, worlds=32, narrow=4)


class Planner:
    """Plans rounds with one effort; the adviser's."""

    def __init__(self, redeals: int, effort: Effort = ADVISING) -> None:
        self._redeals, self._effort = redeals, effort
        width, narrow = effort.width, effort.narrow
        no_trace: Trace = np.zeros((0, 0, 2), np.int32)
        self._beam, self._ends = beam(width), ends(8 * width)
        self._room = Room(beam(narrow), ends(8 * narrow), ends(0), no_trace)
        self._trace: Trace = np.zeros((MOST_TURNS, width, 2), np.int32)

    def plan(self, seen: Seen, seed: int, first: str = "") -> Plan | None:
        """A line for the rest of the round; ``None`` where no way was found to close it.

        ``seed``: of the worlds that are imagined; ``first``: the step that it is to begin with.
        ``ValueError`` if the stock's order is not known: then much is news before the round closes.
        """
        if seen.in_stock:
            raise ValueError("cards of the stock are hidden")
        worlds = self._imagined(seen, seed)
        closings = self._closings(seen.row, worlds[0], first)
        return self._best(closings, worlds) if closings else None

    def _imagined(self, seen: Seen, seed: int) -> Bytes:
        """The needs of worlds that agree with what was seen."""
        state, row = chances_of(seed), seen.row.copy()
        worlds = np.empty((self._effort.worlds, len(seen.needs)), np.uint8)
        for needs in worlds:
            imagine(seen, state, row, World(needs, _NO_SHUFFLES, self._redeals))
        return worlds

    def _closings(self, start: Bytes, needs: Bytes, first: str) -> list[_Closing]:
        """The most promising ways to close the round, the best first."""
        world = World(needs, _NO_SHUFFLES, self._redeals)
        uses, goal, arrived = uses_seen(start, needs), next_round(start), self._ends
        start = start.copy()
        if first == LAY:
            lay(start, needs)
        elif first == TURN:
            turn(start, _NO_SHUFFLES, self._redeals)
        width, trace = self._effort.width, self._trace
        search_by(self._beam, width, start, world, uses, goal, arrived, trace, False, _NO_END)
        found: dict[bytes, _Closing] = {}
        order = sorted(range(int(arrived.size[0])), key=lambda i: -looks(arrived, i))
        for i in order:
            row, (turns, last, lays, _) = arrived.rows[i], map(int, arrived.marks[i])
            if len(found) < self._effort.best and (name := _name(row)) not in found:
                line = first + line_of(trace, turns, last, lays)
                found[name] = _Closing(row.copy(), line)
        return list(found.values())

    def _best(self, closings: list[_Closing], worlds: Bytes) -> Plan:
        """The closing after which most playouts win; half are dropped after each batch."""
        rows = np.array([closing.row for closing in closings])
        won = np.zeros(len(closings))
        left = np.arange(len(closings))
        done, batch = 0, max(1, len(worlds) // 16)
        while done < len(worlds):
            some = worlds[done : done + batch]
            won[left] += _won_on(self._room, self._effort.narrow, rows[left], some, self._redeals)
            done, batch = done + len(some), 2 * batch
            left = left[np.argsort(-won[left], kind="stable")]
            left = left[: (len(left) + 1) // 2] if done < len(worlds) else left[:1]
        return Plan(closings[left[0]].line, float(won[left[0]]) / done)


def _name(row: Bytes) -> bytes:
    """What tells the row from another with as many cards laid in as many passes."""
    return bytes(row[: row[WASTE_SIZE]]) + b"|" + bytes(row[row[STOCK_AT] : CARDS])
