"""Scenes of both tables, as the bot would tell them."""

from dataclasses import replace
from random import Random

from render import (
    UNKNOWN,
    Cell,
    Chips,
    Finale,
    Grow,
    Layout,
    Mark,
    Panel,
    Result,
    Scene,
    Theme,
    Trail,
)

FIRST_LAST = Layout(
    width=8.16, height=5.08, panel=(5.42, 3.92, 5.32, 1.0), tray=(4.08, 4.87, 7.96, 0.378)
)
DEVILS = Layout(
    width=5.84, height=4.52, panel=(4.62, 0.62, 2.2, 0.98), tray=(2.92, 4.22, 5.64, 0.54)
)

RANKS = ("Т", "2", "3", "4", "5", "6", "7", "8", "9", "10", "В", "Д", "К")
DECK = tuple(rank + suit for suit in "♠♥♦♣" for rank in RANKS)
FINALE = Finale(
    tuple(tuple(rank + suit for suit in "♠♥♣♦♠♥♣♦") for rank in RANKS),
    ("179 очков · за 2 прохода из 3 · открыта 121 карта", "Чёртов пасьянс · расклад № 481 516"),
)
ROUND = 13

_UPPER = ("7♦", "8♠", "Т♥", "3♣", "В♠", "Т♦", "9♦", "8♥")
_LOWER = ("5♥", "К♣", "10♦", "5♦", "9♠", "6♦", "Д♠", "Т♠")
_SECOND_PILE = ("9♠", "10♥", "В♣", "Д♦", "К♠")
_RING = ((2, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2), (1, 1))
_RESERVE = ("9♥", "10♠", "2♥", "8♠", "В♦", "Д♣", "6♥", "К♦")


def upper(
    number: int, closer: str, laid: tuple[str, ...] = (), mark: Mark = Mark.NONE, title: str = ""
) -> Cell:
    """A pile of the upper row, 1 … 8."""
    return Cell(
        f"u{number}",
        number - 0.42,
        0.60,
        (*laid, closer) if mark is not Mark.CLOSED else (closer,),
        grow=Grow.DOWN,
        mark=mark,
        title=title,
        progress=(ROUND if mark is Mark.CLOSED else len(laid), ROUND),
    )


def lower(number: int, card: str, *, lit: bool = False, fill: str = "") -> Cell:
    """A place of the lower row, 1 … 8; ``card`` is empty where none lies there."""
    cards = (card,) if card else ()
    return Cell(f"r{number}", number - 0.42, 2.50, cards, tally=str(number), lit=lit, fill=fill)


def stock(x: float, y: float, count: int) -> Cell:
    """The stock with ``count`` cards."""
    return Cell("stock", x, y, backs=count, count=count, title="колода")


def waste(x: float, y: float, card: str, count: int, *, lit: bool = False) -> Cell:
    """The waste with ``count`` cards, ``card`` on top."""
    cards = (card,) if card else ()
    return Cell("waste", x, y, cards, max(0, count - 1), count=count, title="талон", lit=lit)


def first_last() -> Scene:
    """The second pile is being built: five cards lie in it, an ace is wanted."""
    cells = [
        upper(1, "7♦", mark=Mark.CLOSED),
        upper(2, "8♠", _SECOND_PILE, Mark.CURRENT),
        *(upper(k, _UPPER[k - 1]) for k in range(3, 8)),
        upper(8, "8♥", mark=Mark.FREE, title="вольная"),
        *(lower(k, card, lit=card == "Т♠", fill="4♣") for k, card in enumerate(_LOWER, 1)),
        stock(0.58, 3.92, 42),
        waste(2.12, 3.92, "4♣", 20),
    ]
    return Scene(
        layout=FIRST_LAST,
        cells=tuple(cells),
        panel=Panel(
            need="Т",
            need_word="нужен туз",
            lines=("круг 2 из 8", "уложено 18 из 104"),
            passes=(1, 4),
            passes_word="проход 1 из 4",
        ),
        tray=(Chips("ниже в талоне", ("9♠", "К♥", "10♦", "2♣", "Т♦"), ("7♥", "В♠", "3♦")),),
        last=(Trail("К♠", "r4", "u2"), Trail("5♦", "waste", "r4")),
    )


def first_last_won() -> Scene:
    """All eight piles are closed."""
    cells = [
        *(upper(k, card, mark=Mark.CLOSED) for k, card in enumerate(_UPPER, 1)),
        *(lower(k, "") for k in range(1, 9)),
        stock(0.58, 3.92, 0),
        waste(2.12, 3.92, "", 0),
    ]
    return Scene(
        FIRST_LAST, tuple(cells), result=Result.WON, headline="Пасьянс сошёлся", finale=FINALE
    )


def first_last_lost() -> Scene:
    """Nothing fits and nothing can be opened any more."""
    cells = [
        *(upper(k, card, mark=Mark.CLOSED) for k, card in enumerate(_UPPER[:5], 1)),
        upper(6, "Т♦", ("2♠", "3♥", "4♦"), Mark.CURRENT),
        upper(7, "9♦"),
        upper(8, "8♥", mark=Mark.FREE, title="вольная"),
        *(lower(k, card) for k, card in enumerate(_LOWER, 1)),
        stock(0.58, 3.92, 0),
        waste(2.12, 3.92, "Д♠", 25),
    ]
    panel = Panel(lines=("уложено 68 из 104", "проход 4 из 4"), laid=(68, 104))
    return Scene(FIRST_LAST, tuple(cells), panel, result=Result.LOST, headline="Не сошёлся")


def ring(number: int, card: str, *, lit: bool = False, fill: str = "") -> Cell:
    """A place of the ring, 1 (above) … 8 clockwise."""
    column, row = _RING[number - 1]
    x, y = 0.6 + (column - 1) * 1.10, 0.62 + (row - 1) * 1.27
    cards = (card,) if card else ()
    return Cell(f"r{number}", x, y, cards, tally=str(number), lit=lit, fill=fill)


def heap(card: str, count: int, laid: int) -> Cell:
    """The heap within the ring; ``laid`` of the round's cards are on the foundation."""
    cards = (card,) if card else ()
    return Cell(
        "heap",
        1.70,
        1.89,
        cards,
        max(0, count - 1),
        title="кучка",
        count=count,
        mark=Mark.CURRENT,
        progress=(laid, ROUND) if card else None,
        apart=bool(card),
    )


def foundation(cards: tuple[str, ...], total: int) -> Cell:
    """The one pile, its last cards fanned out."""
    return Cell(
        "pile",
        5.26,
        1.89,
        cards,
        max(0, total - len(cards)),
        grow=Grow.RIGHT,
        title=f"уложено {total} из 104",
    )


def devils() -> Scene:
    """Round three: the closer in the heap is a four, an eight is wanted and lies at place 4."""
    cells = [
        *(ring(k, card, lit=k == 4, fill=UNKNOWN) for k, card in enumerate(_RESERVE, 1)),
        heap("4♠", 6, 3),
        foundation(("5♥", "6♠", "7♣"), 29),
        stock(3.92, 3.16, 36),
        waste(5.26, 3.16, "Т♣", 21),
    ]
    return Scene(
        layout=DEVILS,
        cells=tuple(cells),
        panel=Panel(
            need="8",
            need_word="нужна восьмёрка",
            lines=("круг 3 из 8",),
            rounds=((13, 13), (13, 13), (3, 13), *(((0, 13),) * 5)),
            passes=(1, 3),
            passes_word="проход 1 из 3",
        ),
        tray=(
            Chips("дальше в колоде", ("2♣", "8♦", "К♠", "10♥", "Д♣", "4♦", "Т♥", "9♠")),
            Chips("ниже в талоне", ("6♦", "В♥", "8♣", "3♠", "Д♦")),
        ),
        last=(Trail("7♣", "r1", "pile"), Trail("9♥", "waste", "r1")),
    )


def devils_won() -> Scene:
    """Everything lies on the foundation."""
    cells = [
        *(ring(k, "") for k in range(1, 9)),
        heap("", 0, 0),
        foundation(("Д♣", "К♦", "Т♥"), 104),
        stock(3.92, 3.16, 0),
        waste(5.26, 3.16, "", 0),
    ]
    return Scene(DEVILS, tuple(cells), result=Result.WON, headline="Сошёлся!", finale=FINALE)


def busy(make: Random, layout: Layout) -> Scene:
    """A table of random cards with all that a picture can show at once."""
    deck = [*DECK, *DECK]
    make.shuffle(deck)
    lit = make.sample(range(1, 9), 3)
    need = make.choice(RANKS)
    fills = ("", UNKNOWN, "10♦", "Д♠")
    panel = Panel(
        need=need,
        need_word="нужна восьмёрка",
        lines=(f"круг {make.randint(1, 8)} из 8", f"уложено {make.randint(0, 104)} из 104"),
        rounds=tuple((make.randint(0, 13), 13) for _ in range(8)),
        passes=(make.randint(1, 4), 4),
        passes_word="проход 3 из 4",
    )
    if layout == FIRST_LAST:
        laid = [make.randint(0, 12) for _ in range(8)]
        cells = [
            upper(k, deck.pop(), tuple(deck[: laid[k - 1]]), Mark.CURRENT) for k in range(1, 9)
        ]
        cells += [lower(k, deck.pop(), lit=k in lit, fill=make.choice(fills)) for k in range(1, 9)]
        places = ((0.58, 3.92), (2.12, 3.92))
    else:
        cells = [ring(k, deck.pop(), lit=k in lit, fill=make.choice(fills)) for k in range(1, 9)]
        cells += [heap(deck.pop(), make.randint(1, 8), make.randint(0, 12))]
        cells += [foundation(tuple(deck[:3]), make.randint(3, 103))]
        places = ((3.92, 3.16), (5.26, 3.16))
    cells += [stock(*places[0], 88), waste(*places[1], deck.pop(), 104, lit=make.random() < 0.5)]
    keys = [cell.key for cell in cells]
    tray = (
        Chips("дальше в колоде", deck_part(make, 8)),
        Chips("ниже в талоне", deck_part(make, 5), deck_part(make, make.randint(0, 40))),
    )
    last = tuple(Trail("", *make.sample(keys, 2)) for _ in range(2))
    return Scene(layout, tuple(cells), panel, tray[make.randint(0, 1) :], last)


def deck_part(make: Random, count: int) -> tuple[str, ...]:
    """So many cards."""
    return tuple(make.sample(DECK, count))


def themed(scene: Scene, theme: Theme, *, four_colours: bool = False) -> Scene:
    """The scene in another theme."""
    return replace(scene, theme=theme, four_colours=four_colours)
