"""Games as deal + moves: replay, and the shorthands that buttons stand for."""

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
    """One move of a game: the position after it and the cards that it carried."""

    move: str
    motions: tuple[Motion, ...]
    table: Table


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
        yield Step(move, tuple(patience.motions(table, move, after)), after)
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
    """What lies where, suits aside; of the places of a row it does not matter which."""
    open_ = sorted(
        (spot.key.partition(":")[0], tuple(card.rank for card in spot.cards))
        for spot in patience.spots(table)
    )
    piles = (tuple(card.rank for card in pile) for pile in (table.stock, table.waste))
    return (*open_, *piles)


def _draw_on(patience: AnyPatience, table: Table, most: int | None = None) -> Iterator[str]:
    """Draws until the card just opened has the needed rank or the stock ends."""
    drawn = 0
    while drawn != most and DRAW in patience.legal(table):
        table = patience.apply(table, DRAW)
        yield DRAW
        drawn += 1
        if table.waste[-1].rank == table.need:
            return


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
        if blind or after.round != table.round:
            return
        table, first = after, False


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
