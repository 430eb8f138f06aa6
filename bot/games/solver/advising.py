"""Which move to make, from what the player has been shown, and how good the chances are."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar, cast

import numpy as np

from bot.games.deals import Deal
from bot.games.patience import DRAW, REDEAL
from bot.games.play import replay
from bot.games.rounds import RoundsTable
from bot.games.solver import odds
from bot.games.solver.beam import Trace, beam, ends
from bot.games.solver.first_pass import Weighed, weigh
from bot.games.solver.outlook import certain_round
from bot.games.solver.planning import ADVISING, OTHER, QUICK, Plan, Planner
from bot.games.solver.positions import LAY, TURN, Rules, choices_of
from bot.games.solver.reasons import reason_of
from bot.games.solver.results import Advice
from bot.games.solver.rows import CARDS, PASS, STOCK_AT, lay, turn
from bot.games.solver.sampling import Outcomes, compare
from bot.games.solver.solving import win_from
from bot.games.solver.worlds import Seen, chances_of, known_world, seed_of, seen_of
from bot.games.solver.worth import learnt

T = TypeVar("T")

# How many worlds are imagined at most and how wide the search in them is, by measurement. See
# ``docs/odds.md``.
_FIRST_PASS = 256
_THIS_PASS = (64, 2)
_QUICK = 64
_KNOWN_WIDTHS = (64, 1000)
_LINES_KEPT = 1000
_NO_SHUFFLES = np.zeros((0, CARDS))


@dataclass(frozen=True, slots=True)
class _Choice:
    """The step advised, its chance, and the chance of the other where both are legal."""

    step: str
    chance: float
    other: float | None


class Adviser:
    """Advises on one patience. ``worlds``: how many are imagined at most where the stock is hidden,
    as measured best if 0; ``quick``: rounds are planned with less effort; ``silent``: chances are
    told only where they come of themselves, so that whole games take less than half the time."""

    def __init__(
        self,
        rules: Rules,
        worlds: int = 0,
        *,
        quick: bool = False,
        silent: bool = False,
        chance: odds.Chance = odds.chance,
    ) -> None:
        self._rules, self._chance, self._silent = rules, chance, silent
        most, self._width = _THIS_PASS if rules.patience.shuffles else (_FIRST_PASS, 1)
        self._worlds = worlds or (_QUICK if quick else most)
        self._beam = beam(self._width)
        self._planner = Planner(rules.redeals, QUICK if quick else ADVISING)
        self._quick_planner = Planner(rules.redeals, QUICK if quick else OTHER)
        self._plans: dict[Hashable, Plan | None] = {}
        self._certainties: dict[Hashable, str | None] = {}
        self._none = ends(0)
        self._no_trace: Trace = np.zeros((0, 0, 2), np.int32)

    def advise(self, deal: Deal, moves: str) -> Advice | None:
        """The move to make after ``moves``; ``None`` when the game is over."""
        table = cast(RoundsTable, replay(self._rules.patience, deal, moves))
        lays, turns = choices_of(table, self._rules.patience)
        if not (lays or turns):
            return None
        seen, steps = seen_of(table, self._rules), LAY * bool(lays) + TURN * bool(turns)
        if self._silent and len(steps) == 1:
            choice = _Choice(steps, 0.0, None)
        elif self._rules.patience.shuffles:
            choice = self._by_this_pass(seen, steps)
        elif seen.in_stock:
            choice = self._by_worth(seen, steps)
        else:
            choice = self._by_plan(seen, steps, *self._since_news(deal, moves))
        move = (lays if choice.step == LAY else turns)[0]
        reason = reason_of(table, self._rules, choice.step, choice=len(steps) == 2)
        return Advice(move, reason, choice.chance, choice.other)

    def chances(self, seen: Seen) -> tuple[float, float]:
        """The chances to win after laying and after turning, where both are legal."""
        if self._rules.patience.shuffles:
            lay, turn = self._compare(seen, self._rules.redeals, LAY + TURN).won
            return float(lay), float(turn)
        if seen.in_stock:
            lay, turn = (self._chance("first", told) for told in self._weigh(seen, LAY + TURN))
            return lay, turn
        sure = (self._certain_from(seen) or "")[:1]
        lay, turn = (
            1.0 if step == sure else self._chance_of(self._planned(seen, step), seen)
            for step in LAY + TURN
        )
        return lay, turn

    def _by_worth(self, seen: Seen, steps: str) -> _Choice:
        """What the position is worth when this pass ends decides."""
        told = self._weigh(seen, steps)
        step = max(steps, key=lambda step: (told[(LAY + TURN).index(step)][1], step == LAY))
        chances = {step: self._chance("first", told[(LAY + TURN).index(step)]) for step in steps}
        return _choice(step, chances)

    def _weigh(self, seen: Seen, steps: str) -> tuple[odds.Told, odds.Told]:
        """What tells of the chances after laying and after turning."""
        state, weights = chances_of(seed_of(seen)), learnt("worth")
        worlds = self._worlds if len(steps) == 2 else min(_QUICK, self._worlds)
        found: Any = weigh(
            seen, state, worlds, self._rules.redeals, weights, LAY in steps, TURN in steps
        )
        lay, turn = (float(worth) for worth in Weighed(*found).worth)
        return odds.told(lay, seen), odds.told(turn, seen)

    def _by_plan(self, seen: Seen, steps: str, tables: list[RoundsTable], made: str) -> _Choice:
        """The line for this round decides that was chosen when a card last showed itself."""
        line, chance, since = self._certain(tables, made), 1.0, seen
        if not line:
            line, chance, since = self._on_the_way(tables, made)
        step = line[0] if line else steps[0]
        chances = {step: chance}
        for other in "" if self._silent else steps.replace(step, ""):
            plan = self._planned(seen, other, seed_of(since))
            chances[other] = min(chance, self._chance_of(plan, since))
        return _choice(step, chances)

    def _certain(self, tables: list[RoundsTable], steps: str) -> str | None:
        """What is left of the first line of this round that was certain to win and was kept to."""
        line = None
        for table, step in zip(tables, (*steps, ""), strict=True):
            line = line or self._certain_from(seen_of(table, self._rules))
            if line and step:
                line = line[1:] if line[0] == step else None
        return line

    def _on_the_way(self, tables: list[RoundsTable], steps: str) -> tuple[str, float, Seen]:
        """What is left of the line planned when a card last showed itself or the player last left
        the line that was planned before; its chance, and what was seen then."""
        line, since, plan = "", seen_of(tables[0], self._rules), None
        for table, step in zip(tables, (*steps, ""), strict=True):
            if not line:
                since = seen_of(table, self._rules)
                plan = self._planned(since)
                line = plan.line if plan else ""
            if step:
                line = line[1:] if line[:1] == step else ""
        return line, self._chance_of(plan, since), since

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

    def _by_this_pass(self, seen: Seen, steps: str) -> _Choice:
        """Beyond a shuffle nothing can be foreseen: the best standing when it comes decides."""
        passes = int(seen.row[PASS])
        horizon = passes + (seen.row[STOCK_AT] == CARDS)
        outcomes = self._compare(seen, int(horizon), steps)
        if passes == self._rules.redeals:
            step = _better(outcomes.won, outcomes.laid)
        else:
            step = LAY if outcomes.score[0] >= outcomes.score[1] else TURN
        step = step if step in steps else steps
        chances = {
            step: self._chance("shuffled", odds.told_of_pass(outcomes, k, seen))
            for k, step in enumerate(LAY + TURN)
            if step in steps
        }
        return _choice(step, chances)

    def _certain_from(self, seen: Seen) -> str | None:
        find = partial(certain_round, seen, self._rules)
        return _kept(self._certainties, seed_of(seen), find)

    def _planned(self, seen: Seen, first: str = "", seed: int | None = None) -> Plan | None:
        """The best line while only closers to come are hidden, of those that begin with ``first``.

        ``seed``: of the worlds in which lines are compared, if not that of ``seen`` itself.
        """
        seed = seed_of(seen) if seed is None else seed
        find = partial(self._plan, seen, first, seed)
        return _kept(self._plans, (seed_of(seen), first, seed), find)

    def _plan(self, seen: Seen, first: str, seed: int) -> Plan | None:
        if len(seen.hidden) > 1:
            planner = self._quick_planner if first else self._planner
            return planner.plan(seen, seed, first)
        row, world = known_world(seen, self._rules)
        if first == LAY:
            lay(row, world.needs)
        elif first == TURN:
            turn(row, _NO_SHUFFLES, self._rules.redeals)
        for width in _KNOWN_WIDTHS:
            if (line := win_from(row, world, width)) is not None:
                return Plan(first + line, 1.0)
        return None

    def _chance_of(self, plan: Plan | None, seen: Seen) -> float:
        """The chance that a plan has which was made when so much was seen."""
        if plan is None:
            return 0.0
        if len(seen.hidden) <= 1:
            return plan.won
        return self._chance("later", odds.told(plan.won, seen))

    def _compare(self, seen: Seen, redeals: int, steps: str) -> Outcomes:
        found: Any = compare(
            self._beam,
            self._width,
            seen,
            chances_of(seed_of(seen)),
            self._worlds,
            redeals,
            self._rules.redeals if self._rules.patience.shuffles else 0,
            self._none,
            self._no_trace,
            LAY in steps,
            TURN in steps,
        )
        return Outcomes(*found)


def _choice(step: str, chances: dict[str, float]) -> _Choice:
    """The choice of ``step``, told the chances of all that is legal."""
    others = [chance for other, chance in chances.items() if other != step]
    return _Choice(step, chances[step], others[0] if others else None)


def _kept(
    memory: dict[Hashable, T | None], key: Hashable, find: Callable[[], T | None]
) -> T | None:
    """What was found for this position before, or is now."""
    if key not in memory:
        if len(memory) >= _LINES_KEPT:
            memory.clear()
        memory[key] = find()
    return memory[key]


def _better(first: np.ndarray[Any, Any], then: np.ndarray[Any, Any]) -> str:
    """Laying, unless turning is better by ``first`` or, that being equal, by ``then``."""
    return LAY if (first[0], then[0]) >= (first[1], then[1]) else TURN
