"""Scenes of both tables, as the bot's view would tell them."""

from dataclasses import replace

from render import Grow, Layout, Mark, Motion, Panel, Result, Scene, Spot, Theme

FIRST_LAST = Layout(width=8.16, height=4.38, panel=(5.35, 3.66, 5.46, 1.0))
DEVILS = Layout(width=5.6, height=3.76, panel=(4.4, 0.62, 2.16, 0.98))

UPPER = ("7♦", "8♠", "Т♥", "3♣", "В♠", "Т♦", "9♦", "8♥")
LOWER = ("5♥", "К♣", "10♦", "5♦", "9♠", "6♦", "Д♠", "Т♠")
SECOND_PILE = ("9♠", "10♥", "В♣", "Д♦", "К♠")


def first_last() -> Scene:
    """The second pile is being built: five cards lie in it, an ace is wanted."""
    spots = [
        Spot("u1", 0.58, 0.60, ("7♦",), grow=Grow.DOWN, mark=Mark.CLOSED, progress=(13, 13)),
        Spot(
            "u2",
            1.58,
            0.60,
            (*SECOND_PILE, "8♠"),
            grow=Grow.DOWN,
            mark=Mark.CURRENT,
            progress=(5, 13),
        ),
    ]
    spots += [
        Spot(f"u{k + 1}", 0.58 + k, 0.60, (UPPER[k],), grow=Grow.DOWN, progress=(0, 13))
        for k in range(2, 7)
    ]
    spots.append(
        Spot("u8", 7.58, 0.60, ("8♥",), grow=Grow.DOWN, mark=Mark.FREE, title="свободна")
    )
    spots += [
        Spot(f"r{k + 1}", 0.58 + k, 2.42, (card,), tally=str(k + 1), lit=card == "Т♠")
        for k, card in enumerate(LOWER)
    ]
    spots += [
        Spot("stock", 0.58, 3.66, backs=42, count=42, title="колода"),
        Spot("waste", 1.92, 3.66, ("4♣",), backs=19, count=20, title="талон"),
    ]
    return Scene(
        layout=FIRST_LAST,
        spots=tuple(spots),
        panel=Panel(
            need="Т",
            need_word="нужен туз",
            lines=("круг 2 из 8", "уложено 18 из 104"),
            passes=(1, 4),
            passes_word="проход 1 из 4",
        ),
        last=(Motion("К♠", "r4", "u2"), Motion("5♦", "waste", "r4")),
    )


_RING = ((2, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2), (1, 1))
_RESERVE = ("9♥", "10♠", "2♥", "8♠", "В♦", "Д♣", "6♥", "К♦")


def devils() -> Scene:
    """Round three: the closer in the heap is a four, an eight is wanted and lies at place 4."""
    spots = [
        Spot(
            f"r{k + 1}",
            0.6 + (column - 1) * 1.06,
            0.62 + (row - 1) * 1.22,
            (_RESERVE[k],),
            tally=str(k + 1),
            lit=k == 3,
        )
        for k, (column, row) in enumerate(_RING)
    ]
    spots += [
        Spot(
            "heap",
            1.66,
            1.84,
            ("4♠",),
            backs=5,
            count=6,
            title="кучка",
            mark=Mark.CURRENT,
            progress=(3, 13),
        ),
        Spot(
            "pile",
            4.92,
            1.84,
            ("5♥", "6♠", "7♣"),
            backs=26,
            grow=Grow.RIGHT,
            title="уложено 29 из 104",
        ),
        Spot("stock", 3.85, 3.06, backs=36, count=36, title="колода"),
        Spot("waste", 5.0, 3.06, ("Т♣",), backs=20, count=21, title="талон"),
    ]
    return Scene(
        layout=DEVILS,
        spots=tuple(spots),
        panel=Panel(
            need="8",
            need_word="нужна восьмёрка",
            lines=("круг 3 из 8",),
            rounds=((13, 13), (13, 13), (3, 13), *(((0, 13),) * 5)),
            passes=(1, 3),
            passes_word="проход",
        ),
        last=(Motion("7♣", "r1", "pile"), Motion("9♥", "waste", "r1")),
    )


def themed(scene: Scene, theme: Theme, *, four_colours: bool = False) -> Scene:
    """The scene in another theme."""
    return replace(scene, theme=theme, four_colours=four_colours)


def finished(scene: Scene, result: Result, headline: str) -> Scene:
    """The scene with its game over."""
    return replace(scene, result=result, headline=headline, last=())
