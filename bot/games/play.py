"""Games as deal + moves: replay, ``Step``, and what the shorthands on buttons stand for.

The session plays taps through it; records, scores and pictures play whole games again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.games.deals import Deal
from bot.games.patience import (
    DRAW,
    REDEAL,
    STOCK,
    IllegalMove,
    Motion,
    Patience,
    Table,
    UnknownMove,
)

FEW = 5  # cards that `+` opens at most

AnyPatience = Patience[Any]


class WrongMove(ValueError):
    """A string of moves breaks the rules: ``number`` counts the moves from 1."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(reason)
        self.number = number


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a game: the cards that it carried, the positions after and before it."""

    move: str
    motions: tuple[Motion, ...]
    table: Table
    before: Table

    @property
    def redeals(self) -> bool:
        """Whether it made the waste the stock again."""
        return self.motions[0].card is None

    @property
    def opens(self) -> bool:
        """Whether it opened the stock's next card."""
        return self.motions[0].source == STOCK

    @property
    def lays(self) -> bool:
        """Whether it carried a card that had been open before."""
        return not (self.opens or self.redeals)


def replay(patience: AnyPatience, deal: Deal, moves: str) -> Table:
    """The position after ``moves``; ``WrongMove`` names the first that cannot be made."""
    table: Table = patience.deal(deal)
    for number, move in enumerate(moves, start=1):
        try:
            table = patience.apply(table, move)
        except ValueError as error:
            raise WrongMove(number, str(error)) from error
    return table


def steps(patience: AnyPatience, table: Table, moves: str) -> Iterator[Step]:
    """Plays legal ``moves`` on from ``table``, telling what each of them carried."""
    for move in moves:
        after = patience.apply(table, move)
        yield Step(move, tuple(patience.motions(table, move, after)), after, table)
        table = after


def expand(patience: AnyPatience, table: Table, code: str) -> str:
    """The moves that a button's ``code`` stands for in this position; a move stands for itself.

    Raises ``UnknownMove`` for what is no code here and ``IllegalMove`` where it has no legal first
    move.
    """
    if code in SHORTHANDS:
        if code not in patience.shorthands:
            raise UnknownMove(f"no such move: {code!r}")
        moves = "".join(SHORTHANDS[code](patience, table))
        if not moves:
            raise IllegalMove(f"illegal move: {code!r}")
        return moves
    patience.apply(table, code)
    return code


def shorthands(patience: AnyPatience, table: Table) -> str:
    """The shorthands whose first move is legal now."""
    legal = patience.legal(table)
    lays = patience.lays(table)
    starts = {">": DRAW, "+": DRAW, "*": lays, "^": lays + DRAW, "!": lays + DRAW}
    return "".join(
        code for code in patience.shorthands if any(move in legal for move in starts[code])
    )


def is_choice(patience: AnyPatience, table: Table) -> bool:
    """Whether there is anything to decide: several legal moves, and not all of them equal lays.

    Lays are equal where they leave the same ranks in the same kinds of places.
    """
    legal = patience.legal(table)
    if any(move in legal for move in (DRAW, REDEAL)):
        return len(legal) > 1
    return len({_ranks(patience, patience.apply(table, move)) for move in legal}) > 1


def _ranks(patience: AnyPatience, table: Table) -> tuple[object, ...]:
    """What lies where as a player sees it, suits aside; which place of a row does not matter."""
    open_ = sorted(
        (spot.key.partition(":")[0], tuple(card.rank for card in spot.cards))
        for spot in patience.spots(table)
    )
    piles = patience.stock(table), patience.waste(table)
    return (*open_, *(tuple(card.rank for card in pile) for pile in piles))


def _draw_on(patience: AnyPatience, table: Table, most: int | None = None) -> Iterator[str]:
    """Draws until the card just opened is wanted or the stock ends."""
    drawn = 0
    while drawn != most and DRAW in patience.legal(table):
        before, table = table, patience.apply(table, DRAW)
        yield DRAW
        drawn += 1
        if _is_wanted(patience, before, table):
            return


def _is_wanted(patience: AnyPatience, before: Table, table: Table) -> bool:
    """Whether the card just drawn has the needed rank; without one rank that is needed, whether
    anything can be laid now."""
    need = patience.facts(table).need
    if need is None:
        return bool(patience.lays(table))
    opened = patience.motions(before, DRAW, table)[0].card
    return opened is not None and opened.rank == need


def _draw_few(patience: AnyPatience, table: Table) -> Iterator[str]:
    return _draw_on(patience, table, FEW)


def _lay_all(patience: AnyPatience, table: Table) -> Iterator[str]:
    """Lays all that fits; stops when a round has closed, or before a gap would be filled unseen."""
    first = True
    while lays := patience.lays(table):
        move = lays[0]
        after = patience.apply(table, move)
        blind = any(motion.source == STOCK for motion in patience.motions(table, move, after))
        if blind and not first:
            return
        yield move
        if blind or _closed(patience, after) != _closed(patience, table):
            return
        table, first = after, False


def _closed(patience: AnyPatience, table: Table) -> int:
    return patience.facts(table).rounds_closed


def _lay_and_draw(patience: AnyPatience, table: Table) -> Iterator[str]:
    laid = "".join(_lay_all(patience, table))
    yield from laid
    for move in laid:
        table = patience.apply(table, move)
    yield from _draw_on(patience, table)


def _whole_pass(patience: AnyPatience, table: Table) -> Iterator[str]:
    """Lays whatever fits and draws when nothing does, until the stock is empty."""
    while moves := patience.lays(table)[:1] or patience.legal(table).replace(REDEAL, ""):
        yield moves[0]
        table = patience.apply(table, moves[0])


SHORTHANDS = {
    ">": _draw_on,
    "+": _draw_few,
    "*": _lay_all,
    "^": _lay_and_draw,
    "!": _whole_pass,
}
