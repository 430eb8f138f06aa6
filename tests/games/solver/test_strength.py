"""How strong solver and advice are: the full runs, in ``make soak`` alone."""

import pytest

from tests.bench.solving import hinted, solved


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "share"), [("devils", 0.997), ("first-last-hold", 1.0)])
def test_deals_1_to_1000_are_won(kind: str, share: float) -> None:
    assert solved(kind, 1000).won >= share


@pytest.mark.soak
def test_nine_of_ten_games_are_won_by_following_every_hint() -> None:
    assert hinted("devils", range(1, 301)).won >= 270


@pytest.mark.soak
def test_nearly_all_games_with_a_choice_are_won_by_hints() -> None:
    assert hinted("first-last-hold", range(1, 301)).won >= 299
