"""The text of a challenge: at most four lines, then as many who played as there is room for."""

from html import unescape

import pytest

from bot.games.registry import PATIENCES
from bot.games.scoring import Score
from bot.play.challenges import Line
from bot.texts import challenge as texts
from bot.texts.share import figures

DEVILS = PATIENCES["devils"]
NBSP = "\u00a0"
WON = Score(laid=104, won=True, passes=2, opened=121, hints=0, points=179)
LOST = Score(laid=56, won=False, passes=3, opened=200, hints=1, points=51)


def line(number: int, result: Score = WON, **more: bool) -> Line:
    place = 0 if more.get("plays") else number
    told = {"over": True, "plays": False, "earlier": False, "beaten": False, **more}
    return Line(number, result, at=number, place=place, **told)


def message(*lines: Line, names: dict[int, str] | None = None, result: Score | None = WON) -> str:
    closed = (1, 1, 1, 1, 2, 2, 2, 2)
    called = names or {each.player_id: f"Игрок {each.player_id}" for each in lines}
    return texts.message(
        DEVILS, "481516", "Аня", result, closed, "pasyans_bot", lines, called
    ).replace("\u2068", "").replace("\u2069", "")  # fmt: skip


def test_a_win_a_loss_and_a_deal_alone() -> None:
    title = f"Чёртов пасьянс, расклад №{NBSP}481{NBSP}516"
    way = "Тот же расклад: /deal 481516 в @pasyans_bot"
    assert message().splitlines() == [
        title,
        f"Аня: сошёлся за 2{NBSP}прохода, побьёте?",
        "🟩🟩🟩🟩🟨🟨🟨🟨 1 1 1 1 2 2 2 2",
        way,
    ]
    assert message(result=LOST).splitlines()[1] == (
        f"Аня: уложено{NBSP}56{NBSP}из{NBSP}104, побьёте?"
    )
    assert message(result=None).splitlines() == [
        title,
        "Аня зовёт сыграть: расклад у всех один и тот же",
        way,
    ]


def test_lines_are_told_as_they_came_to_be() -> None:
    told = message(line(1), line(2, LOST, earlier=True), line(3, LOST, over=False, plays=True))
    assert told.splitlines()[-4:] == [
        "",
        f"1. Игрок 1 — за 2{NBSP}прохода, 179",
        f"2. Игрок 2 — 56{NBSP}из{NBSP}104, 51, раньше",
        "· Игрок 3 — играет",
    ]


def test_twenty_lines_and_how_many_more() -> None:
    told = message(*(line(number) for number in range(1, 31)), names=dict.fromkeys(range(31), "Я"))
    assert told.splitlines()[-1] == "и ещё 10"
    assert told.splitlines()[-2].startswith("20. ")


@pytest.mark.parametrize("name", ["Ж" * 60, "😀" * 60, "<&>" * 20, "a" * 60])
def test_it_never_grows_beyond_a_caption(name: str) -> None:
    names = dict.fromkeys(range(31), name)
    told = texts.message(
        *(DEVILS, "999999999", name, WON, (3,) * 8, "b" * 32),
        [line(number) for number in range(1, 31)],
        names,
    )
    shown = len(unescape(told).encode("utf-16-le")) // 2
    assert shown <= 1024
    *_, last, more = told.splitlines()
    left = 30 - int(last.partition(".")[0])
    assert more == f"и ещё {left}"
    # One line more would not have fitted.
    assert left == 10 or shown + len(unescape(last).encode("utf-16-le")) // 2 + 1 > 1000


def test_the_toast_fits() -> None:
    lines = [line(number) for number in range(1, 31)]
    told = texts.who_played(DEVILS, lines, dict.fromkeys(range(31), "Ж" * 60), 30)
    assert len(told) <= 200
    assert told.endswith(f"Вы — за 2{NBSP}прохода, 179, место{NBSP}30.")
    assert texts.who_played(DEVILS, [lines[0]], {1: "Аня"}, 1) == (
        f"Игроков: 1. Вы — за 2{NBSP}прохода, 179, место{NBSP}1."
    )


@pytest.mark.parametrize(
    ("closed", "passes", "told"),
    [
        ((1, 1, 2, 2, None), 3, "1 1 2 2 –"),
        ((), 3, ""),
        ((1, None), 1, "✓ –"),
        ((9, 12), 12, "9 12"),
    ],
)
def test_figures_say_what_the_squares_say(
    closed: tuple[int | None, ...], passes: int, told: str
) -> None:
    assert figures(closed, passes) == told
