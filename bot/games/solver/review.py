"""«Разбор»: the moves of a finished game at which the chance to win fell most."""

from collections.abc import Iterator

from bot.games.deals import Deal
from bot.games.rounds import RoundsTable
from bot.games.solver.advising import Adviser
from bot.games.solver.positions import Rules
from bot.games.solver.results import Fall
from bot.games.solver.worlds import seen_of

__all__ = ["WORLDS", "falls", "worst"]

WORLDS = 64
"""Worlds imagined for each move: fewer than for advice, since a whole game is weighed at once."""

_NOTICEABLE = 0.1


def falls(deal: Deal, moves: str, rules: Rules, adviser: Adviser) -> Iterator[Fall | None]:
    """Weighs every move of a game in turn: a ``Fall``, or ``None`` for a move that cost nothing.

    One item for each move, so that whoever asks can stop between them.
    """
    table = rules.patience.deal(deal)
    for number, move in enumerate(moves, start=1):
        yield _weigh(table, number, move, rules, adviser)
        table = rules.patience.apply(table, move)


def worst(weighed: Iterator[Fall | None], count: int) -> tuple[Fall, ...]:
    """The ``count`` falls that cost most, in the order of the game."""
    found = [fall for fall in weighed if fall is not None]
    found.sort(key=lambda fall: fall.after - fall.before)
    return tuple(sorted(found[:count], key=lambda fall: fall.number))


def _weigh(
    table: RoundsTable, number: int, move: str, rules: Rules, adviser: Adviser
) -> Fall | None:
    lays = rules.patience.lays(table)
    turns = rules.patience.legal(table).replace(lays, "") if lays else ""
    if not turns:
        return None
    laid, turned = (float(share) for share in adviser.outcomes(seen_of(table, rules)).won)
    made, other = (laid, turned) if move in lays else (turned, laid)
    if other - made < _NOTICEABLE:
        return None
    return Fall(number, move, (turns if move in lays else lays)[0], other, made)
