"""The solver: deals won with all cards known, proofs, games won by following every hint.

``python -m tests.bench.solving [DEALS [GAMES [WIDTH [PROCESSES]]]]`` takes deals 1 … DEALS and
1 … GAMES; with a WIDTH other than 0 deals are solved with that one alone. Games by hints are played
by so many PROCESSES. Times are processor time of one core.
"""

import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache, partial
from statistics import median, quantiles

from bot.games.deals import Deal
from bot.games.patience import Outcome
from bot.games.play import replay
from bot.games.registry import patience_of
from bot.games.solver import solver_for
from bot.games.solver.solver import Solver
from tests.bench.report import Row, show

DEALS = 20
GAMES = 2
KINDS = ("devils", "first-last-hold")

_MUST_WIN = {"devils": ("≥ 99.7 %", "≥ 99.9 %"), "first-last-hold": ("100 %", "100 %")}
_MUST_HINT = {"devils": ("≥ 90 %", "≥ 95 %"), "first-last-hold": ("≥ 99.5 %", "")}


@dataclass(slots=True)
class Solved:
    """Whole deals: by passes (0: not won) how many, how many of them proved, seconds for each."""

    by_passes: dict[int, int] = field(default_factory=dict)
    proved: int = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def won(self) -> float:
        """The share of deals won."""
        return 1 - self.by_passes.get(0, 0) / len(self.seconds)


@dataclass(slots=True)
class Hinted:
    """Games played by every hint: how many, how many won, seconds for each hint."""

    games: int = 0
    won: int = 0
    seconds: list[float] = field(default_factory=list)


def run(deals: int = DEALS, games: int = GAMES, width: int = 0, processes: int = 1) -> list[Row]:
    """A small sample of both; the figures of ``docs/odds.md`` come from larger ones."""
    return [row for kind in KINDS for row in _rows(kind, deals, games, width, processes)]


def solved(kind: str, deals: int, width: int = 0) -> Solved:
    """Solves deals 1 … ``deals``, with one ``width`` alone if one is given."""
    solver, result = _solver(kind), Solved()
    solver.solve(Deal.named("1"))  # compiles
    for number in range(1, deals + 1):
        begun = time.process_time()
        deal = Deal.named(str(number))
        solution = solver.solve(deal, (width,), improve=0) if width else solver.solve(deal)
        result.seconds.append(time.process_time() - begun)
        passes = solution.passes if solution.won else 0
        result.by_passes[passes] = result.by_passes.get(passes, 0) + 1
        result.proved += solution.proved
    return result


def hinted(kind: str, numbers: range, processes: int = 1) -> Hinted:
    """Plays the deals by following every hint."""
    with ProcessPoolExecutor(processes) as pool:
        games = list(pool.map(partial(_by_hints, kind), numbers))
    won = sum(won for won, _ in games)
    return Hinted(len(games), won, [second for _, seconds in games for second in seconds])


def _by_hints(kind: str, number: int) -> tuple[bool, list[float]]:
    """Whether the deal was won, and the seconds of each hint."""
    deal, moves, times = Deal.named(str(number)), "", []
    for move, seconds in _hints(_warm(kind), deal):
        moves += move
        times.append(seconds)
    patience = patience_of(kind)
    return patience.outcome(replay(patience, deal, moves)) is Outcome.WON, times


@cache
def _warm(kind: str) -> Solver:
    """A solver that is compiled."""
    solver = _solver(kind)
    solver.advise(Deal.named("1"), "")
    solver.advise(Deal.named("1"), "d" * 88 + "r")
    return solver


def _hints(solver: Solver, deal: Deal) -> Iterator[tuple[str, float]]:
    moves = ""
    while True:
        begun = time.process_time()
        advice = solver.advise(deal, moves)
        seconds = time.process_time() - begun
        if advice is None:
            return
        moves += advice.move
        yield advice.move, seconds


def _solver(kind: str) -> Solver:
    solver = solver_for(kind)
    if solver is None:
        raise ValueError(f"{kind} has no solver")
    return solver


def _rows(kind: str, deals: int, games: int, width: int, processes: int) -> Iterator[Row]:
    result = solved(kind, deals, width)
    must, goal = _MUST_WIN[kind]
    yield Row(f"{kind}: deals 1–{deals} won", must, goal, f"{result.won:.1%}")
    passes = ", ".join(f"{n}: {result.by_passes[n]}" for n in sorted(result.by_passes))
    yield Row(f"{kind}: by passes (0: not won)", "", "", passes)
    yield Row(f"{kind}: proved", "", "", f"{result.proved / deals:.1%}")
    yield Row(f"{kind}: a deal, median", "≤ 1 s", "≤ 0.2 s", f"{median(result.seconds):.2f} s")
    if not games:
        return
    advised = hinted(kind, range(1, games + 1), processes)
    must, goal = _MUST_HINT[kind]
    share = advised.won / advised.games
    yield Row(f"{kind}: {games} games won by hints", must, goal, f"{share:.1%}")
    p95 = quantiles(advised.seconds, n=20)[-1]
    yield Row(f"{kind}: a hint, p95", "≤ 1 s", "", f"{p95:.2f} s")


if __name__ == "__main__":
    show(run(*map(int, sys.argv[1:])))
