"""Advice in words."""

import pytest

from bot.games.solver import Advice, Reason, Why
from bot.texts.advice import advice

ACE, FIVE, SEVEN, JACK, QUEEN, KING = 0, 4, 6, 10, 11, 12


@pytest.mark.parametrize(
    ("move", "reason", "words"),
    [
        ("d", Reason(Why.NOTHING_FITS, SEVEN), "Семёрки на столе пока не взять — откройте карту."),
        (
            "r",
            Reason(Why.STOCK_EMPTY, KING),
            "Колода кончилась, а короля на столе не взять — переложите талон.",
        ),
        ("3", Reason(Why.NO_TURN, FIVE), "Открывать больше нечего — кладите."),
        ("r", Reason(Why.BALANCE, FIVE), "Надёжнее подождать — переложите талон."),
        ("d", Reason(Why.BALANCE, FIVE), "Надёжнее подождать — откройте ещё."),
        ("w", Reason(Why.BALANCE, FIVE), "Надёжнее положить сейчас."),
    ],
)
def test_what_has_to_be_done(move: str, reason: Reason, words: str) -> None:
    assert advice(Advice(move, reason, 0.5)) == words


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Reason(Why.ON_TOP, FIVE), "следующая карта закрыла бы талон."),
        (Reason(Why.GOES_BACK, FIVE), "при перекладке пятёрка уйдёт обратно в колоду."),
        (
            Reason(Why.FILLS_WELL, FIVE, QUEEN, 2),
            "место займёт дама, её очередь уже через 2\u00a0карты.",
        ),
        (
            Reason(Why.FILLS_WELL, FIVE, JACK, 1, 1),
            "место займёт ещё один валет, его очередь уже через карту.",
        ),
        (Reason(Why.FILLS_WELL, FIVE, ACE, 9), "место займёт туз, его очередь через 9\u00a0карт."),
        (Reason(Why.FILLS_WELL, FIVE, JACK, 0), "место займёт валет, он сможет пойти сразу."),
        (Reason(Why.CLOSES, FIVE), "это двенадцатая карта, за ней сама ляжет замыкающая."),
        (Reason(Why.SHOWS_CLOSER, FIVE), "круг закроется, и в кучке откроется новая карта."),
        (Reason(Why.FOLLOWED, JACK, QUEEN, None, 1), "следом сможет пойти дама."),
        (Reason(Why.FOLLOWED, JACK, QUEEN, None, 3), "следом смогут пойти ещё 3\u00a0карты."),
        (Reason(Why.COMES, JACK, QUEEN), "следом выйдет дама, она и нужна дальше."),
        (
            Reason(Why.COMES, QUEEN, KING, None, 5),
            "через 5\u00a0карт выйдет король, он и нужен дальше.",
        ),
        (
            Reason(Why.COMES_BACK, QUEEN, KING),
            "после перекладки первым выйдет король, он и нужен дальше.",
        ),
        (
            Reason(Why.COMES_BACK, JACK, QUEEN, None, 1),
            "через карту после перекладки выйдет дама, она и нужна дальше.",
        ),
        (Reason(Why.BLIND, FIVE), "талон пуст, место займёт следующая карта колоды."),
        (
            Reason(Why.HIDDEN, JACK, QUEEN, None, 4),
            "дальше нужна дама, среди закрытых карт их ещё 4.",
        ),
        (
            Reason(Why.HIDDEN, QUEEN, KING, None, 1),
            "дальше нужен король, среди закрытых карт есть ещё один.",
        ),
    ],
)
def test_why_to_lay(reason: Reason, words: str) -> None:
    assert advice(Advice("3", reason, 0.5)) == f"Кладите: {words}"


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (Reason(Why.FILLS_BADLY, SEVEN, FIVE, 8), "Пятёрка нужна только через 8\u00a0карт"),
        (Reason(Why.FILLS_BADLY, SEVEN, JACK, 21), "Валет нужен только через 21\u00a0карту"),
        (
            Reason(Why.FILLS_BADLY, SEVEN, KING, 23, 1),
            "Ещё один король нужен только через 23\u00a0карты",
        ),
        (
            Reason(Why.NEXT_FILLS_BADLY, SEVEN, FIVE, 9),
            "Следом место заняла бы пятёрка, а она нужна только через 9\u00a0карт",
        ),
        (
            Reason(Why.NOT_THIS_ROUND, SEVEN, QUEEN),
            "Место заняла бы дама, а в этом круге она уже не нужна",
        ),
        (
            Reason(Why.NOT_THIS_ROUND, SEVEN, KING, None, 1),
            "Место занял бы ещё один король, а в этом круге он не нужен",
        ),
        (
            Reason(Why.LAST_PILE, SEVEN, ACE),
            "Место занял бы туз, а он понадобится только в восьмой стопке",
        ),
        (
            Reason(Why.LEAVES_SPARE, FIVE, FIVE),
            "Если положить сейчас, в запасе останется ещё одна пятёрка",
        ),
        (
            Reason(Why.CLOSER_HIDDEN, FIVE),
            "Этот ход закроет круг, а с чего начнётся следующий, ещё не видно",
        ),
    ],
)
def test_why_to_wait(reason: Reason, words: str) -> None:
    assert advice(Advice("d", reason, 0.5)) == f"{words} — лучше открыть ещё."
    assert advice(Advice("r", reason, 0.5)) == f"{words} — лучше переложить талон."


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (
            Reason(Why.COMES_AGAIN, KING, KING),
            "Король на талоне не пропадёт: после перекладки он выйдет снова.",
        ),
        (
            Reason(Why.NO_HURRY, QUEEN, KING),
            "Спешить некуда: дальше нужен король, а его пока не взять.",
        ),
        (
            Reason(Why.NO_HURRY, JACK, QUEEN),
            "Спешить некуда: дальше нужна дама, а её пока не взять.",
        ),
    ],
)
def test_why_there_is_time(reason: Reason, words: str) -> None:
    assert advice(Advice("d", reason, 0.5)) == f"{words} Откройте ещё."
    assert advice(Advice("r", reason, 0.5)) == f"{words} Переложите талон."


@pytest.mark.parametrize(
    ("move", "reason", "words"),
    [
        (
            "d",
            Reason(Why.BETTER_AHEAD, FIVE, JACK, 1),
            "Следом выйдет валет, место лучше оставить ему. Откройте ещё.",
        ),
        (
            "d",
            Reason(Why.BETTER_AHEAD, FIVE, QUEEN, 1, 2),
            "Через 2\u00a0карты выйдет дама, место лучше оставить ей. Откройте ещё.",
        ),
        (
            "r",
            Reason(Why.BETTER_AHEAD, FIVE, QUEEN, 1),
            "После перекладки первой выйдет дама, место лучше оставить ей. Переложите талон.",
        ),
        (
            "r",
            Reason(Why.BETTER_AHEAD, FIVE, ACE, 1, 1),
            "Через карту после перекладки выйдет туз, место лучше оставить ему. Переложите талон.",
        ),
        (
            "d",
            Reason(Why.SAME_FILLING, FIVE),
            "Талон пуст, место всё равно займёт следующая карта — сначала откройте её.",
        ),
    ],
)
def test_what_will_fill_the_place(move: str, reason: Reason, words: str) -> None:
    assert advice(Advice(move, reason, 0.5)) == words


def test_every_reason_has_words() -> None:
    for why in Why:
        assert advice(Advice("d", Reason(why, FIVE, JACK, 3), 0.5)).endswith(".")
