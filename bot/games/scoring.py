"""``Score``: the points of a game, and what they are counted from."""

from dataclasses import dataclass

from bot.games.deals import Deal
from bot.games.patience import DRAW
from bot.games.play import AnyPatience, replay, steps

WIN = 50
UNUSED_PASS = 25
HINT = 5
LEAST_OF_A_WIN = 105
"""More than all the cards: however many hints it took, a win stands above every loss."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a game has come to; ``opened`` counts the cards drawn, ``passes`` this one too."""

    laid: int
    won: bool
    passes: int
    opened: int
    hints: int
    points: int


def score(patience: AnyPatience, deal: Deal, moves: str, hints: int) -> Score:
    """The score of a game as it stands.

    Of two games with equal points the better is the one with fewer hints, then the one that opened
    fewer cards.
    """
    table = replay(patience, deal, moves)
    laid, passes = len(table.laid), patience.facts(table).present_pass
    won = laid == patience.cards
    return Score(
        laid=laid,
        won=won,
        passes=passes,
        opened=moves.count(DRAW),
        hints=hints,
        points=points(laid, patience.passes - passes if won else None, hints),
    )


def points(laid: int, unused: int | None, hints: int) -> int:
    """What so many cards laid are worth: one each, less 5 for each hint.

    ``unused`` are the passes that a win left over, 25 each beside the 50 of the win itself;
    ``None`` for a game not won, which keeps at least half of its cards, rounded up.
    """
    if unused is None:
        return max(laid - HINT * hints, -(-laid // 2))
    return max(laid + WIN + UNUSED_PASS * unused - HINT * hints, LEAST_OF_A_WIN)


def rounds_closed(patience: AnyPatience, deal: Deal, moves: str) -> tuple[int | None, ...]:
    """For each round the pass (1, 2, …) that closed it, ``None`` for one that is not closed."""
    facts = patience.facts(patience.deal(deal))
    closed: list[int | None] = []
    for step in steps(patience, patience.deal(deal), moves):
        facts = patience.facts(step.table)
        closed += [facts.present_pass] * (facts.rounds_closed - len(closed))
    return (*closed, *[None] * (len(facts.rounds) - len(closed)))
