"""The benchmarks measure what they say."""

import pytest

from bot.games.registry import PATIENCES
from tests.bench import drawing, playing
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


def test_drawing_reports_both_tables_and_every_kind() -> None:
    rows = drawing.run(1, 1)
    assert len(rows) == 8 + 2 * len(PATIENCES)
    assert all(" KB" in row.reached or " × of " in row.reached for row in rows)
