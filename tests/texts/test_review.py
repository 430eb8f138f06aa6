"""What a review says of the best that is known of a deal."""

import pytest

from bot.games.scoring import Score
from bot.games.solver import Solution
from bot.texts.review import solution

NBSP = "\N{NO-BREAK SPACE}"


def lasted(passes: int, opened: int, *, won: bool = True) -> Score:
    return Score(104 if won else 60, won, passes, opened, 0, 154)


@pytest.mark.parametrize(
    ("played", "begins"),
    [
        (lasted(1, 81), f"Лучше, чем в этой партии, решатель ничего не нашёл: 1{NBSP}проход, "),
        (lasted(2, 96), f"Лучше, чем в этой партии, решатель ничего не нашёл: 2{NBSP}прохода, "),
        (lasted(2, 97), f"Лучшее из найденного: 2{NBSP}прохода, открыто 97{NBSP}карт."),
        (lasted(3, 50), "Лучшее из найденного"),
        (lasted(1, 20, won=False), "Лучшее из найденного"),
    ],
)
def test_no_best_is_told_that_the_game_itself_has_beaten(played: Score, begins: str) -> None:
    found = Solution(won=True, moves="", passes=2, opened=97, proved=False)
    assert solution(found, played).startswith(begins)


def test_a_game_that_was_won_is_not_called_unknown() -> None:
    nothing = Solution(won=False, moves="", passes=0, opened=0, proved=False)
    assert "ничего не нашёл" in solution(nothing, lasted(3, 150))
    assert solution(nothing, lasted(3, 150, won=False)).startswith("Решатель не нашёл")
