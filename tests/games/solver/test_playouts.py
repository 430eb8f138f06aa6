"""Playouts see no more than the player, keep the rules, and tell what the solver learnt."""

from itertools import islice

import numpy as np
import pytest

from bot.games.rounds import RoundsTable
from bot.games.solver.beam import Trace, beam, ends
from bot.games.solver.playouts import EAGER, Room, hidden_of, lays_now, pass_on, uses_seen, wins_on
from bot.games.solver.positions import needs_of, row_of, world_of
from bot.games.solver.rows import (
    CARDS,
    FREE,
    LAID,
    LAYS,
    PASS,
    RANKS,
    RESERVE,
    ROUND_LAYS,
    STOCK_AT,
)
from bot.games.solver.scoring import expected_uses, uses_of
from bot.games.solver.solving import win_from
from bot.games.solver.worth import FEATURES, learnt, worth_of
from tests.games.solver.positions import DEVILS, after, game
from tests.games.solver.test_worlds import veiled

WIDTH = 8
NO_TRACE: Trace = np.zeros((0, 0, 2), np.int32)


def room() -> Room:
    return Room(beam(WIDTH), ends(8 * WIDTH), ends(0), NO_TRACE)


def chosen_at(table: RoundsTable) -> int:
    row, needs = row_of(table, DEVILS), needs_of(table, DEVILS)
    return int(lays_now(row, row.copy(), needs, uses_seen(row, needs), EAGER))


@pytest.mark.parametrize("lay", [0.3, 0.7, 0.95])
def test_what_is_hidden_does_not_change_what_is_laid(lay: float) -> None:
    chosen = set()
    for number in range(1, 13):
        for table, _ in islice(game(DEVILS, number, lay), 0, 150, 3):
            other = veiled(table, stock=table.redeals == 0, closers=True)
            assert chosen_at(other) == chosen_at(table)
            chosen.add(chosen_at(table))
    assert len(chosen) > 2


def test_what_is_hidden_is_counted_but_not_told_apart() -> None:
    table = after(DEVILS, 3, 0.9, 40)
    row, needs = row_of(table, DEVILS), needs_of(table, DEVILS)
    counts = hidden_of(row, needs)
    assert counts.sum() == len(table.stock) + 7 - table.round
    ranks = [card.rank + 1 for card in (*table.stock, *table.closers[table.round + 1 :])]
    assert counts.tolist() == [ranks.count(rank) for rank in range(RANKS + 1)]


def test_with_one_closer_hidden_its_round_is_expected_as_it_is() -> None:
    table = after(DEVILS, 3, 0.9, 40)
    needs = needs_of(table, DEVILS)
    known = LAYS - ROUND_LAYS
    counts = np.zeros(RANKS + 1, np.int64)
    closer = (int(needs[known]) - 2) % RANKS + 1
    counts[closer] = 1
    found, true = expected_uses(needs, known, counts), uses_of(needs)
    for rank in range(1, RANKS + 1):
        n = int(true.past[known, rank])
        assert found.past[known, rank] == n
        assert found.at[rank, n] == (LAYS if rank == closer else true.at[rank, n])


def test_a_card_is_expected_in_the_middle_of_what_may_come() -> None:
    counts = np.zeros(RANKS + 1, np.int64)
    counts[1], counts[5] = 1, 3  # after an ace six waits for 4 more, after a five for none
    uses = expected_uses(np.zeros(LAYS, np.uint8), 12, counts)
    assert uses.at[6, 0] == 13
    assert uses.at[6, 1] == 25


def test_a_pass_is_played_to_its_end_by_the_rules() -> None:
    for number in range(1, 20):
        table = after(DEVILS, number, 0.8, 15)
        row, needs = row_of(table, DEVILS), needs_of(table, DEVILS)
        again = pass_on(row, needs, DEVILS.redeals, EAGER)
        assert (row[PASS] == 1) == again or row[LAID] == LAYS
        cards = [*row[row[STOCK_AT] : CARDS], *row[RESERVE:FREE]]
        assert sorted(cards) == sorted(needs[row[LAID] :])


def test_what_a_playout_wins_can_be_won() -> None:
    won = 0
    for number in range(1, 40):
        table = after(DEVILS, number, 0.8, 20)
        row, needs = row_of(table, DEVILS), needs_of(table, DEVILS)
        if not pass_on(row, needs, DEVILS.redeals, EAGER):
            continue
        if wins_on(room(), WIDTH, row.copy(), needs, DEVILS.redeals):
            won += 1
            assert win_from(row, world_of(table, DEVILS), 1000)
    assert won > 5


def test_a_playout_does_not_prepare_for_closers_it_has_not_seen() -> None:
    """In a round it plays alike whatever comes after it."""
    for number in range(1, 12):
        table = after(DEVILS, number, 0.8, 20)
        row, needs = row_of(table, DEVILS), needs_of(table, DEVILS)
        other = needs_of(veiled(table, stock=False, closers=True), DEVILS)
        if needs.tolist() != other.tolist():
            assert uses_seen(row, needs).at.tolist() == uses_seen(row, other).at.tolist()


def test_positions_that_are_won_are_worth_more() -> None:
    weights, space = learnt("worth"), np.zeros(FEATURES)
    worth: dict[bool, list[float]] = {True: [], False: []}
    for number in range(1, 120):
        table = after(DEVILS, number, 0.8, 20)
        row, needs = row_of(table, DEVILS), needs_of(table, DEVILS)
        if pass_on(row, needs, DEVILS.redeals, EAGER):
            value = worth_of(row, needs, DEVILS.redeals, weights, space)
            assert 0 < value < 1
            won = wins_on(room(), WIDTH, row, needs, DEVILS.redeals)
            worth[bool(won)].append(value)
    assert np.mean(worth[True]) > np.mean(worth[False]) + 0.1
