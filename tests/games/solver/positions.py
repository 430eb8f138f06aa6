"""Positions for the solver's tests."""

import random
from collections.abc import Iterator
from itertools import islice

from bot.games.deals import Deal
from bot.games.registry import patience_of
from bot.games.rounds import RoundsTable
from bot.games.solver.positions import Rules


def rules_of(kind: str) -> Rules:
    patience = patience_of(kind)
    assert patience.solver is not None
    return Rules(patience, patience.solver.free_last)


DEVILS, HOLDING = rules_of("devils"), rules_of("first-last-hold")


def game(rules: Rules, number: int, lay: float) -> Iterator[tuple[RoundsTable, str]]:
    """A random game: each table with the move made there; laying is as likely as ``lay``."""
    rng = random.Random(number)
    table = rules.patience.deal(Deal.named(str(number)))
    while legal := rules.patience.legal(table):
        lays = rules.patience.lays(table)
        others = legal.replace(lays, "") if lays else legal
        move = rng.choice(lays if lays and (not others or rng.random() < lay) else others)
        yield table, move
        table = rules.patience.apply(table, move)


def after(rules: Rules, number: int, lay: float, moves: int) -> RoundsTable:
    """The table after so many moves of a random game."""
    return next(islice(game(rules, number, lay), moves, None))[0]


def played(rules: Rules, deal: Deal, moves: str) -> RoundsTable:
    """The table after ``moves``, each verified."""
    table = rules.patience.deal(deal)
    for move in moves:
        table = rules.patience.apply(table, move)
    return table


def ranks(table: RoundsTable) -> tuple[object, ...]:
    """What matters to play: the same for tables that differ in suits and places alone."""
    return (
        sorted(-1 if card is None else card.rank for card in table.reserve),
        [card.rank for card in table.waste],
        [card.rank for card in table.stock],
        table.closers[-1].rank,
        len(table.laid),
        table.redeals,
    )


def wins(rules: Rules, table: RoundsTable) -> bool:
    """Whether a position can be won, by trying everything under the rules themselves."""
    open_, known = [table], set()
    while open_:
        table = open_.pop()
        if len(table.laid) == rules.patience.cards:
            return True
        for move in rules.patience.legal(table):
            next_ = rules.patience.apply(table, move)
            key = repr(ranks(next_))
            if key not in known:
                known.add(key)
                open_.append(next_)
    return False
