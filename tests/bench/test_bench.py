"""The benchmarks measure what they say."""

import random

import numpy as np
import pytest

from bot.games.deals import Deal
from bot.games.play import replay
from bot.games.registry import PATIENCES
from tests.bench import calibration, drawing, learning, learning_odds, playing
from tests.bench.report import Row, table


def test_a_table_is_aligned_under_its_headings() -> None:
    rows = [Row("games/s", "≥ 300", "≥ 1,000", "1,234"), Row("come out", "≈ 6 %", "", "6.1 %")]
    assert table(rows) == (
        "what      must   goal     reached\n"
        "games/s   ≥ 300  ≥ 1,000  1,234\n"
        "come out  ≈ 6 %           6.1 %"
    )


@pytest.mark.parametrize(("kind", "won"), [("first-last", 106), ("devils", 8)])
def test_laying_at_once_comes_out_as_often_as_it_always_does(kind: str, won: int) -> None:
    share, _ = playing.measure(PATIENCES[kind], 200, playing.at_once)
    assert round(share * 200) == won


def test_laid_at_once_both_ways_to_play_are_one() -> None:
    for name in map(str, range(1, 60)):
        book, hold = (
            playing.play(PATIENCES[kind], name, playing.at_once)
            for kind in ("first-last", "first-last-hold")
        )
        assert book == hold


def test_playing_reports_every_kind() -> None:
    rows = playing.run(5)
    assert len(rows) == 3 * len(PATIENCES)
    assert {row.what.partition(":")[0] for row in rows} == set(PATIENCES)


def test_a_game_counts_once_for_each_chance_that_it_was_told() -> None:
    bins = calibration.binned([([0.11, 0.19, 0.5, 0.12], True), ([0.15, 1.0], False), ([], True)])
    assert {k: (one.count, one.won) for k, one in bins.items()} == {1: (2, 1), 5: (1, 1), 9: (1, 0)}
    assert bins[1].told == pytest.approx(0.11 + 0.15)
    assert bins[9].told == 1


def test_random_games_have_up_to_sixty_moves() -> None:
    rules = calibration.rules_of("devils")
    lengths = set()
    for number in range(300):
        deal = Deal.named(str(number + 1))
        moves = calibration.at_random(rules, deal, random.Random(number))
        replay(rules.patience, deal, moves)
        lengths.add(len(moves))
    assert (min(lengths), max(lengths)) == (0, 60)


def test_a_regression_finds_the_chances_that_made_its_examples() -> None:
    rng = np.random.default_rng(1)
    told = np.column_stack([np.ones(20_000), rng.normal(size=20_000)])
    won = rng.random(20_000) < 1 / (1 + np.exp(-(told @ [0.5, -1.5])))
    assert learning.regression(told, won.astype(float)) == pytest.approx([0.5, -1.5], abs=0.1)


def test_nothing_is_learnt_from_deals_that_measure() -> None:
    assert learning.FIRST > 1_000_000
    assert learning_odds.FIRST > 1_000_000


def test_drawing_reports_both_tables_and_every_kind() -> None:
    rows = drawing.run(1, 1)
    assert len(rows) == 8 + 2 * len(PATIENCES)
    assert all(" KB" in row.reached or " × of " in row.reached for row in rows)
