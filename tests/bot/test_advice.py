"""Advice in words."""

import pytest

from bot.games.solver import Advice, Reason, Why
from bot.texts.advice import advice

FIVE, SEVEN, JACK, QUEEN = 4, 6, 10, 11


@pytest.mark.parametrize(
    ("move", "reason", "words"),
    [
        (
            "d",
            Reason(Why.FILLS_BADLY, SEVEN, FIVE, 8),
            "Пятёрка нужна только через 8\u00a0карт — лучше открыть ещё.",
        ),
        (
            "d",
            Reason(Why.FILLS_BADLY, SEVEN, JACK, 21),
            "Валет нужен только через 21\u00a0карту — лучше открыть ещё.",
        ),
        (
            "d",
            Reason(Why.FILLS_BADLY, SEVEN, QUEEN),
            "Место заняла бы лишняя карта, дама, — лучше открыть ещё.",
        ),
        ("d", Reason(Why.NOTHING_FITS, SEVEN), "Семёрки на столе пока не взять — откройте карту."),
        (
            "3",
            Reason(Why.FILLS_WELL, FIVE, QUEEN, 2),
            "Кладите: место займёт дама, её очередь уже через 2\u00a0карты.",
        ),
        (
            "3",
            Reason(Why.FILLS_WELL, FIVE, JACK, 0),
            "Кладите: место займёт валет и сразу пойдёт в дело.",
        ),
        (
            "d",
            Reason(Why.BETTER_AHEAD, FIVE, JACK, 1),
            "Следом выйдет валет, место лучше оставить ему. Откройте ещё.",
        ),
        (
            "d",
            Reason(Why.BETTER_AHEAD, FIVE, QUEEN, 1),
            "Следом выйдет дама, место лучше оставить ей. Откройте ещё.",
        ),
        ("r", Reason(Why.BALANCE, FIVE), "Надёжнее подождать — переложите талон."),
        ("d", Reason(Why.BALANCE, FIVE), "Надёжнее подождать — откройте ещё."),
        ("w", Reason(Why.BALANCE, FIVE), "Надёжнее положить сейчас."),
    ],
)
def test_advice_is_one_russian_sentence(move: str, reason: Reason, words: str) -> None:
    assert advice(Advice(move, reason)) == words


def test_every_reason_has_words() -> None:
    for why in Why:
        assert advice(Advice("d", Reason(why, FIVE, JACK, 3))).endswith(".")
