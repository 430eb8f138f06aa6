"""«Разбор»: the moves of a finished game at which the chance to win fell most."""

from collections.abc import Iterator

from bot.games.deals import Deal
from bot.games.rounds import RoundsTable
from bot.games.solver.advising import Adviser
from bot.games.solver.positions import Rules, choices_of
from bot.games.solver.results import Fall
from bot.games.solver.worlds import seen_of

_NOTICEABLE = 0.1


class Reviewer:
    """Weighs moves with a quick adviser; what it finds, the one that gives the hints must confirm.

    So no move is named that was a hint, or would have been one.
    """

    def __init__(self, rules: Rules, adviser: Adviser) -> None:
        self._rules = rules
        self._quick = Adviser(rules, quick=True)
        self._adviser = adviser

    def falls(self, deal: Deal, moves: str) -> Iterator[Fall | None]:
        """Weighs each move of a game in turn: a ``Fall``, or ``None`` for a move that cost nothing.

        One item for each move, so that whoever asks can stop between them.
        """
        patience = self._rules.patience
        table = patience.deal(deal)
        for number, move in enumerate(moves, start=1):
            yield self._weigh(deal, moves[:number], table)
            table = patience.apply(table, move)

    def _weigh(self, deal: Deal, moves: str, table: RoundsTable) -> Fall | None:
        """What the last of ``moves`` cost, which was made at ``table``."""
        lays, turns = choices_of(table, self._rules.patience)
        if not (lays and turns):
            return None
        move = moves[-1]
        others = turns if move in lays else lays
        better, made = self._chances(table, laid=move in lays)
        if better - made < _NOTICEABLE:
            return None
        hint = self._adviser.advise(deal, moves[:-1])
        if hint is None or hint.move not in others:
            return None
        return Fall(len(moves), move, others[0], better, made)

    def _chances(self, table: RoundsTable, *, laid: bool) -> tuple[float, float]:
        """The chances to win after the other choice and after the one made.

        Both from what was seen before: a card that has shown itself is luck, not to be weighed.
        """
        lay, turn = self._quick.chances(seen_of(table, self._rules))
        return (turn, lay) if laid else (lay, turn)


def worst(weighed: Iterator[Fall | None], count: int) -> tuple[Fall, ...]:
    """The ``count`` falls that cost most, in the order of the game."""
    found = [fall for fall in weighed if fall is not None]
    found.sort(key=lambda fall: fall.after - fall.before)
    return tuple(sorted(found[:count], key=lambda fall: fall.number))
