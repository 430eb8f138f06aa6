"""``Score``: the points of a game, and what they are counted from."""

from dataclasses import dataclass

from bot.games.deals import Deal
from bot.games.patience import DRAW
from bot.games.play import AnyPatience, replay, steps

WIN = 50
UNUSED_PASS = 25
HINT = 5


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

    A point for each card laid; 50 more if it is won, and 25 for each pass left unused; 5 less for
    each hint. Of two games with equal points the better is the one that opened fewer cards.
    """
    table = replay(patience, deal, moves)
    laid, passes = len(table.laid), patience.facts(table).present_pass
    won = laid == patience.cards
    bonus = WIN + UNUSED_PASS * (patience.passes - passes) if won else 0
    return Score(
        laid=laid,
        won=won,
        passes=passes,
        opened=moves.count(DRAW),
        hints=hints,
        points=laid + bonus - HINT * hints,
    )


def rounds_closed(patience: AnyPatience, deal: Deal, moves: str) -> tuple[int | None, ...]:
    """For each round the pass (1, 2, …) that closed it, ``None`` for one that is not closed."""
    facts = patience.facts(patience.deal(deal))
    closed: list[int | None] = []
    for step in steps(patience, patience.deal(deal), moves):
        facts = patience.facts(step.table)
        closed += [facts.present_pass] * (facts.rounds_closed - len(closed))
    return (*closed, *[None] * (len(facts.rounds) - len(closed)))
