"""«Часы»: thirteen heaps, one for each hour and one for the kings; nothing but chance.

A patience with no stock, no waste, no passes, no rounds and no rank that is needed, for tests of
how the bot does without them. It could stand in ``bot/games`` as it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from bot.games.cards import FACES, RANKS, Card
from bot.games.deals import Deal
from bot.games.patience import (
    Example,
    Facts,
    Grid,
    IllegalMove,
    Motion,
    Patience,
    RuleSection,
    Spot,
    SpotMark,
    UnknownMove,
)

TURN = "t"
KINGS = len(RANKS) - 1
HEAP = len(FACES) // len(RANKS)

# Where the heaps of the hours lie, from one o'clock on; the kings lie in the middle.
_DIAL = (
    (4.34, 0.76),
    (5.4, 1.3),
    (5.76, 2.62),
    (5.4, 3.94),
    (4.34, 4.48),
    (3.2, 4.6),
    (2.06, 4.48),
    (1.0, 3.94),
    (0.64, 2.62),
    (1.0, 1.3),
    (2.06, 0.76),
    (3.2, 0.64),
    (3.2, 2.62),
)
_FROM = (
    "с часа",
    "с двух часов",
    "с трёх часов",
    "с четырёх часов",
    "с пяти часов",
    "с шести часов",
    "с семи часов",
    "с восьми часов",
    "с девяти часов",
    "с десяти часов",
    "с одиннадцати часов",
    "с двенадцати часов",
    "из середины",
)


def _key(heap: int) -> str:
    return f"hour:{heap + 1}"


@dataclass(frozen=True, slots=True)
class Clock:
    """A position. ``heaps`` holds what lies face down, the top card last; ``open`` is the card that
    was turned up last, on the heap ``at``, and ``None`` when nothing is left to turn."""

    deal: Deal
    heaps: tuple[tuple[Card, ...], ...]
    open: Card | None
    at: int
    laid: tuple[Card, ...] = ()

    def turned(self, heap: int) -> "Clock":
        """The same with the top card of ``heap`` turned up, if there is one."""
        hidden = self.heaps[heap]
        heaps = (*self.heaps[:heap], hidden[:-1], *self.heaps[heap + 1 :])
        return Clock(self.deal, heaps, hidden[-1] if hidden else None, heap, self.laid)


class ClockPatience(Patience[Clock]):
    """Each card goes under the heap of its hour, whose top card is turned up in its turn."""

    kind = "clock"
    title = "Часы"
    pledge = "Чистое гадание: ходит сам случай, сходится один расклад из тринадцати."
    rules = (
        RuleSection(
            "goal",
            "Цель",
            "Колоду раскладывают на тринадцать кучек по четыре карты: двенадцать по кругу, как на "
            "циферблате, и одну в середине. Надо открыть все карты раньше, чем выйдут четыре "
            "короля.",
            Example("481516"),
        ),
        RuleSection(
            "move",
            "Ход",
            "Открытую карту подкладывают под кучку её часа: туз — под первую, валет — под "
            "одиннадцатую, даму — под двенадцатую, короля — под среднюю. Верхнюю карту этой кучки "
            "открывают, и теперь ходит она.\n\nС четвёртым королём часы встают.",
            Example("481516", TURN * 12),
        ),
    )
    sources: ClassVar[Mapping[str, str]] = {_key(heap): word for heap, word in enumerate(_FROM)}
    rows: ClassVar[Mapping[str, str]] = {"hour": "циферблат"}
    codes = TURN
    shorthands = "!"
    pack = FACES
    by_book = True
    grid = Grid(width=6.4, height=6.4, panel=(3.2, 5.86, 6.2, 0.9))

    def deal(self, deal: Deal) -> Clock:
        heaps = tuple(deal.deck[heap :: len(RANKS)] for heap in range(len(RANKS)))
        return Clock(deal, heaps, None, KINGS).turned(KINGS)

    def lays(self, table: Clock) -> str:
        return "" if table.open is None else TURN

    def legal(self, table: Clock) -> str:
        return self.lays(table)

    def apply(self, table: Clock, move: str) -> Clock:
        if move != TURN:
            raise UnknownMove(f"no such move: {move!r}")
        if table.open is None:
            raise IllegalMove(f"illegal move: {move!r}")
        laid = (*table.laid, table.open)
        return Clock(table.deal, table.heaps, None, table.at, laid).turned(table.open.rank)

    def motions(self, before: Clock, move: str, after: Clock) -> Sequence[Motion]:
        carried = Motion(before.open, _key(before.at), _key(after.at))
        if after.open is None:
            return (carried,)
        return carried, Motion(after.open, _key(after.at), _key(after.at), turned=True)

    def spots(self, table: Clock) -> tuple[Spot, ...]:
        return tuple(self._spot(table, heap) for heap in range(len(RANKS)))

    def facts(self, table: Clock) -> Facts:
        return Facts(laid=len(table.laid), cards=self.cards)

    def unknown(self, table: Clock) -> tuple[Card, ...]:
        return tuple(chain.from_iterable(table.heaps))

    def _spot(self, table: Clock, heap: int) -> Spot:
        home = tuple(card for card in table.laid if card.rank == heap)
        top = () if table.open is None or table.at != heap else (table.open,)
        closed = len(home) == HEAP
        shown = home[-1:] if closed else top
        mark = SpotMark.NONE
        if closed:
            mark = SpotMark.CLOSED
        elif table.open is not None and table.open.rank == heap:
            mark = SpotMark.CURRENT
        return Spot(
            _key(heap),
            *_DIAL[heap],
            cards=shown,
            backs=len(table.heaps[heap]) + len(top) + len(home) - len(shown),
            lay=TURN if top else "",
            tally="" if heap == KINGS else str(heap + 1),
            name="короли" if heap == KINGS else "",
            mark=mark,
            progress=(len(home), HEAP),
        )


CLOCK = ClockPatience()
