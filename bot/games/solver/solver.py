"""The solver of one patience: what the others of this package find, behind one face."""

from collections.abc import Iterator
from functools import cached_property

from bot.games.deals import Deal
from bot.games.patience import Patience, SolverRules
from bot.games.rounds import RoundsTable
from bot.games.solver import advising, review, solving
from bot.games.solver.outlook import outlook
from bot.games.solver.positions import Rules
from bot.games.solver.results import Advice, Fall, Outlook, Solution


class Solver:
    """Solves, advises and judges games of one patience. Keeps nothing but working memory."""

    def __init__(self, patience: Patience[RoundsTable], declared: SolverRules) -> None:
        self.rules = Rules(patience, declared.free_last)

    @cached_property
    def _adviser(self) -> advising.Adviser:
        return advising.Adviser(self.rules)

    @cached_property
    def _reviewer(self) -> review.Reviewer:
        return review.Reviewer(self.rules, self._adviser)

    def solve(
        self,
        deal: Deal,
        widths: tuple[int, ...] = solving.WIDTHS,
        improve: int = solving.IMPROVE,
        proof_width: int = solving.PROOF_WIDTH,
    ) -> Solution:
        """The best line for a whole deal, all its cards known."""
        return solving.solve(deal, self.rules, widths, improve, proof_width)

    def solve_thoroughly(self, deal: Deal) -> Solution:
        """The same with a wider look for a better line: some seconds."""
        return self.solve(deal, improve=solving.THOROUGH)

    def advise(self, deal: Deal, moves: str) -> Advice | None:
        """The move to make after ``moves``, from what the player has been shown.

        ``None`` when the game is over.
        """
        return self._adviser.advise(deal, moves)

    def outlook(self, table: RoundsTable) -> Outlook:
        """What is certain of the game, from what the player has been shown."""
        return outlook(table, self.rules)

    def falls(self, deal: Deal, moves: str) -> Iterator[Fall | None]:
        """Weighs each move of a game; see ``review.Reviewer``."""
        return self._reviewer.falls(deal, moves)
