from typing import Any

import pytest

from bot.games.deals import Deal
from bot.games.registry import PATIENCES
from bot.games.scoring import Score, points, score
from tests.games.samples import load


def scored(case: str, hints: int = 0, moves: int | None = None) -> Score:
    game: dict[str, Any] = load(case)
    deal = Deal.named(str(game["deal"]))
    return score(PATIENCES[game["kind"]], deal, game["moves"][:moves], hints)


def test_a_won_game_gains_for_each_pass_left_unused() -> None:
    # Two passes of three.
    assert load("devils-won")["moves"].count("r") == 1
    won = scored("devils-won")
    assert (won.laid, won.won, won.passes) == (104, True, 2)
    assert won.points == 104 + 50 + 25
    # All four passes.
    assert scored("first-last-hold-won").points == 104 + 50


def test_a_lost_game_gains_its_cards_alone() -> None:
    assert scored("devils-lost").points == 28
    assert not scored("devils-lost").won


def test_a_game_is_scored_as_it_stands() -> None:
    standing = scored("devils-won", moves=4)
    assert (standing.laid, standing.won, standing.passes, standing.opened) == (4, False, 1, 0)
    assert standing.points == 4


@pytest.mark.parametrize("hints", [1, 3])
def test_each_hint_costs_five(hints: int) -> None:
    assert scored("devils-won", hints).points == scored("devils-won").points - 5 * hints
    assert scored("devils-won", hints).hints == hints


def test_cards_opened_are_counted_over_all_passes() -> None:
    moves = load("devils-won")["moves"]
    assert scored("devils-won").opened == moves.count("d")


@pytest.mark.parametrize(
    ("laid", "unused", "hints", "worth"),
    [
        (104, 0, 0, 154),
        (104, 2, 0, 204),
        (104, 2, 3, 189),
        (104, 0, 9, 109),
        (104, 0, 10, 105),  # never less, however many
        (104, 2, 90, 105),
        (103, None, 0, 103),  # the best of all losses
        (56, None, 2, 46),
        (56, None, 6, 28),
        (57, None, 6, 29),  # half of the cards, rounded up
        (1, None, 7, 1),
        (0, None, 7, 0),
    ],
)
def test_hints_cost_no_win_and_no_more_than_half_of_the_cards(
    laid: int, unused: int | None, hints: int, worth: int
) -> None:
    assert points(laid, unused, hints) == worth


def test_every_win_stands_above_every_loss() -> None:
    wins = [points(104, unused, hints) for unused in range(4) for hints in range(100)]
    losses = [points(laid, None, hints) for laid in range(104) for hints in range(100)]
    assert min(wins) > max(losses)
    assert min(losses) >= 0
