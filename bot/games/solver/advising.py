"""Which move to make, from what the player has been shown."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar, cast

import numpy as np

from bot.games.deals import Deal
from bot.games.patience import DRAW, REDEAL
from bot.games.play import replay
from bot.games.rounds import RoundsTable
from bot.games.solver.beam import Trace, beam, ends
from bot.games.solver.outlook import certain_round
from bot.games.solver.planning import Plan, Planner
from bot.games.solver.positions import LAY, TURN, Rules, choices_of
from bot.games.solver.reasons import reason_of
from bot.games.solver.results import Advice
from bot.games.solver.rows import CARDS, PASS, STOCK_AT, World
from bot.games.solver.sampling import Outcomes, compare
from bot.games.solver.solving import win_from
from bot.games.solver.worlds import Seen, chances_of, imagine, seed_of, seen_of

T = TypeVar("T")

# How many worlds are imagined at most and how wide the search in them is, by measurement: a narrow
# one stands for a player who does not see what the search sees. See ``docs/odds.md``.
_WHOLE_GAME = (512, 8)
_THIS_PASS = (64, 2)
# So many redeals fewer while the stock is hidden: with all of them a search that sees everything
# wins nearly every world whatever is played now, which tells little.
_HANDICAP = 1
_KNOWN_WIDTHS = (64, 1000)
_LINES_KEPT = 1000


class Adviser:
    """Advises on one patience. ``worlds``: how many are imagined at most, as measured best if 0;
    ``deep``: whether rounds are planned with a look at the round after."""

    def __init__(self, rules: Rules, worlds: int = 0, *, deep: bool = True) -> None:
        self._rules = rules
        most, self._width = _THIS_PASS if rules.patience.shuffles else _WHOLE_GAME
        self._worlds = worlds or most
        self._beam = beam(self._width)
        self._planner = Planner(rules.redeals) if deep else Planner(rules.redeals, deeper=None)
        self._plans: dict[int, Plan | None] = {}
        self._certainties: dict[int, str | None] = {}
        self._none = ends(0)
        self._no_trace: Trace = np.zeros((0, 0, 2), np.int32)

    def advise(self, deal: Deal, moves: str) -> Advice | None:
        """The move to make after ``moves``; ``None`` when the game is over."""
        table = cast(RoundsTable, replay(self._rules.patience, deal, moves))
        lays, turns = choices_of(table, self._rules.patience)
        if not (lays or turns):
            return None
        forced = LAY if lays else TURN
        step = self._choose(deal, moves, table) if lays and turns else forced
        move = (lays if step == LAY else turns)[0]
        return Advice(move, reason_of(table, self._rules, step, choice=bool(lays and turns)))

    def _choose(self, deal: Deal, moves: str, table: RoundsTable) -> str:
        """``LAY`` or ``TURN``, where both are legal."""
        seen = seen_of(table, self._rules)
        if self._rules.patience.shuffles:
            return self._by_this_pass(seen)
        if seen.in_stock == 0:
            tables, steps = self._since_news(deal, moves)
            line = self._certain(tables, steps) or self._on_the_way(tables, steps)
            if not line and (plan := self._planned(seen)):
                line = plan.line
            if line:
                return line[0]
        outcomes = self._compare(seen, self._rules.redeals - (_HANDICAP if seen.in_stock else 0))
        return _better(outcomes.won, outcomes.laid)

    def _certain(self, tables: list[RoundsTable], steps: str) -> str | None:
        """What is left of the first line of this round that was certain to win and was kept to."""
        line = None
        for table, step in zip(tables, (*steps, ""), strict=True):
            line = line or self._certain_from(seen_of(table, self._rules))
            if line and step:
                line = line[1:] if line[0] == step else None
        return line

    def _on_the_way(self, tables: list[RoundsTable], steps: str) -> str | None:
        """What is left of the line planned when a card last showed itself, if it was kept to."""
        plan = self._planned(seen_of(tables[0], self._rules))
        if plan is None or not plan.line.startswith(steps):
            return None
        return plan.line[len(steps) :] or None

    def _since_news(self, deal: Deal, moves: str) -> tuple[list[RoundsTable], str]:
        """The tables since a hidden card last became known, and the steps between them."""
        table = self._rules.patience.deal(deal)
        tables, steps = [table], ""
        for move in moves:
            after = self._rules.patience.apply(table, move)
            if after.round > table.round or (not after.redeals and after.stock != table.stock):
                tables, steps = [], ""
            else:
                steps += TURN if move in DRAW + REDEAL else LAY
            tables.append(after)
            table = after
        return tables, steps

    def outcomes(self, seen: Seen) -> Outcomes:
        """How whole games go on after laying and after turning."""
        return self._compare(seen, self._rules.redeals)

    def chance(self, seen: Seen) -> float:
        """The chance to win as far as it is seen, 0 … 1, where only closers are hidden."""
        if self._certain_from(seen):
            return 1.0
        plan = self._planned(seen)
        return plan.won if plan else 0.0

    def _by_this_pass(self, seen: Seen) -> str:
        """Beyond a shuffle nothing can be foreseen: the best standing when it comes decides."""
        passes = int(seen.row[PASS])
        horizon = passes + (seen.row[STOCK_AT] == CARDS)
        outcomes = self._compare(seen, int(horizon))
        if passes == self._rules.redeals:
            return _better(outcomes.won, outcomes.laid)
        return LAY if outcomes.score[0] >= outcomes.score[1] else TURN

    def _certain_from(self, seen: Seen) -> str | None:
        return _kept(self._certainties, seen, partial(certain_round, rules=self._rules))

    def _planned(self, seen: Seen) -> Plan | None:
        """The best line while only closers to come are hidden."""
        return _kept(self._plans, seen, self._plan)

    def _plan(self, seen: Seen) -> Plan | None:
        if len(seen.hidden) > 1:
            return self._planner.plan(seen, seed_of(seen))
        world = _known_world(seen, self._rules)
        for width in _KNOWN_WIDTHS:
            line = win_from(seen.row, world, width)
            if line:
                return Plan(line, 1.0)
        return None

    def _compare(self, seen: Seen, redeals: int) -> Outcomes:
        state = chances_of(seed_of(seen))
        shuffles = self._rules.redeals if self._rules.patience.shuffles else 0
        found: Any = compare(
            self._beam,
            self._width,
            seen,
            state,
            self._worlds,
            redeals,
            shuffles,
            self._none,
            self._no_trace,
        )
        return Outcomes(*found)


def _kept(memory: dict[int, T | None], seen: Seen, find: Callable[[Seen], T | None]) -> T | None:
    """What was found for this position before, or is now."""
    seed = seed_of(seen)
    if seed not in memory:
        if len(memory) >= _LINES_KEPT:
            memory.clear()
        memory[seed] = find(seen)
    return memory[seed]


def _known_world(seen: Seen, rules: Rules) -> World:
    """The only world that agrees with what was seen, where at most one card is hidden."""
    row = seen.row.copy()
    world = World(seen.needs.copy(), np.zeros((0, CARDS)), rules.redeals)
    imagine(seen, chances_of(0), row, world)
    return world


def _better(first: np.ndarray[Any, Any], then: np.ndarray[Any, Any]) -> str:
    """Laying, unless turning is better by ``first`` or, that being equal, by ``then``."""
    return LAY if (first[0], then[0]) >= (first[1], then[1]) else TURN
