"""``LoadedGame``: a stored game with its deal, its table and its last tap."""

from dataclasses import dataclass
from functools import cached_property

from bot.games.deals import Deal
from bot.games.patience import Table
from bot.games.play import AnyPatience, Step, replay, steps
from bot.games.registry import PATIENCES
from storage import Game


@dataclass(frozen=True)
class LoadedGame:
    """A stored game and the table that it stands at."""

    game: Game

    @cached_property
    def patience(self) -> AnyPatience:
        """The patience that is played."""
        return PATIENCES[self.game.kind]

    @cached_property
    def deal(self) -> Deal:
        """The deal that is played."""
        return Deal.named(self.game.deal, self.patience.pack)

    @cached_property
    def table(self) -> Table:
        """The table after all moves."""
        return replay(self.patience, self.deal, self.game.moves)

    @property
    def hides(self) -> bool:
        """Whether any card was dealt face down, so that there is a question what is left."""
        return bool(self.patience.unknown(self.patience.deal(self.deal)))

    @cached_property
    def before(self) -> Table:
        """The table before the last tap."""
        moves = "".join(tap.moves for tap in self.game.taps[:-1])
        return replay(self.patience, self.deal, moves)

    @cached_property
    def last_steps(self) -> tuple[Step, ...]:
        """What the last tap did, move by move; empty before the first tap."""
        tap = self.game.last_tap
        return () if tap is None else tuple(steps(self.patience, self.before, tap.moves))
