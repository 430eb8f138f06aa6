"""«Чёртов пасьянс»: one foundation, and a heap whose next card decides where the next round begins.

``Devils`` is registered as ``DEVILS``.
"""

from collections.abc import Mapping
from math import cos, pi, sin
from typing import ClassVar

from bot.games.cards import Card
from bot.games.deals import Deal
from bot.games.patience import (
    LAY_WASTE,
    STOCK,
    WASTE,
    Example,
    Fan,
    Grid,
    RuleSection,
    SolverRules,
    Spot,
    SpotMark,
)
from bot.games.rounds import (
    PLACE_CODES,
    PLACES,
    ROUND_CARDS,
    ROUNDS,
    RoundsPatience,
    RoundsTable,
    position,
    reserve_key,
)

_HEAP = "heap"
_FOUNDATION = "foundation"
_FAN = 3  # cards of the foundation that can be seen
_CENTRE = 1.70, 1.89  # of the ring, in grid units
_PITCH = 1.10, 1.27  # from one of its columns and rows to the next
_FAR = 5.26  # the right column

# One deal tells it all.
_OPENING = Example("236")
_LAY = Example("236", "64ddw1")
_CLOSING = Example("236", "64ddw164113182")
_REDEAL = Example(
    "236",
    "64ddw164113182ddddw81dddddddddw2dw3ddddw1814ddddddw4dddddddddddddwddddddddddddd"
    "ddwddw23ddddddw413wddddddddddddddddr",
)

_RULES = (
    RuleSection(
        "goal",
        "Цель",
        "Играют двумя полными колодами, в них 104 карты. Масти ни на что не влияют, важно только "
        "достоинство: туз, двойка, тройка… валет, дама, король, а за королём снова туз.\n\n"
        "Надо сложить все карты в одну стопку.",
    ),
    RuleSection(
        "layout",
        "Расклад",
        "Восемь карт складывают в <b>кучку</b>, видна только верхняя. Вокруг кучки лежат восемь "
        "карт <b>запаса</b>. Остальные 88 карт — <b>колода</b>, рубашкой вверх. Открытые из неё "
        "карты идут одна на другую в <b>талон</b>.",
        _OPENING,
    ),
    RuleSection(
        "rounds",
        "Круги",
        "Начинают с карты, следующей за верхней картой кучки. Лежит четвёрка — первой нужна "
        "пятёрка, за ней шестёрка и так далее, через короля и туза, до тройки: двенадцать карт. "
        "Тринадцатой сама ложится четвёрка из кучки, и только она, даже если в запасе есть "
        "другая.\n\n"
        "Под ней откроется новая карта кучки, и следующий круг начнётся уже с неё. Она бывает "
        "любой — этим пасьянс и чёртов. Всего кругов восемь.\n\n"
        "<i>На картинке семёрка легла двенадцатой, восьмёрка из кучки — тринадцатой. Под ней "
        "оказался валет, значит, теперь нужна дама.</i>",
        _CLOSING,
    ),
    RuleSection(
        "lay",
        "Откуда брать",
        "Нужную карту берут из запаса или с верха талона. Освободившееся место в запасе сразу "
        "занимает верхняя карта талона, а если талон пуст — следующая карта колоды. Из кучки "
        "освободившееся место не заполняют никогда.\n\n"
        "Класть подходящую карту не обязательно: можно открывать дальше и дождаться случая "
        "получше. В этом и есть искусство.\n\n"
        "<i>На картинке дама ушла с места 1, его заняла двойка с талона. Теперь подходит "
        "король.</i>",
        _LAY,
    ),
    RuleSection(
        "passes",
        "Проходы",
        "Колоду проходят три раза. Кончилась — талон переворачивают, не тасуя: карты выйдут в том "
        "же порядке, без уложенных. У кого хорошая память, тот знает, что впереди.\n\n"
        "<i>На картинке талон только что перевернули: начат второй проход, уложено три "
        "круга.</i>",
        _REDEAL,
    ),
    RuleSection(
        "ours",
        "Что додумано",
        "Старая книга говорит не обо всём. Мы решили так:\n"
        "• когда талон пуст, место в запасе занимает карта из колоды;\n"
        "• между проходами талон не тасуют: книга об этом молчит;\n"
        "• слово «обязательно» в книге сказано о карте из кучки, остальные можно придержать.",
    ),
)

_TOUR = (
    RuleSection(
        "table",
        "Стол",
        "Посередине кучка, вокруг неё восемь карт запаса, справа внизу колода и талон. Нужная "
        "карта названа на жёлтой плашке, подходящие подняты и обведены.",
        _OPENING,
    ),
    RuleSection(
        "move",
        "Ход",
        "Кнопки под столом: первый ряд кладёт подходящую карту, второй открывает карты из колоды. "
        "Освободившееся место сразу занимает верхняя карта талона: какая, сказано под подходящей "
        "картой. Что куда легло, показывают пунктир или уголки.",
        _LAY,
    ),
    RuleSection(
        "closing",
        "Круг закрыт",
        "Двенадцать карт по порядку — и карта из кучки сама ложится тринадцатой. Под ней "
        "открывается новая, с неё и начнётся следующий круг. Всего кругов восемь.\n\n"
        "↩️ возвращает ход, в ☰ — правила и всё остальное.",
        _CLOSING,
    ),
)


class Devils(RoundsPatience):
    """The devil's patience."""

    kind = "devils"
    title = "Чёртов пасьянс"
    pledge = (
        "Самый коварный: если класть всё подряд, сойдётся примерно один из двадцати, "
        "с умом — почти все."
    )
    redeal_hint = "Талон перевернётся и снова станет колодой. Порядок карт не изменится."
    rules = _RULES
    tour = _TOUR
    solver = SolverRules(free_last=False)
    daily = True
    passes = 3
    sources: ClassVar[Mapping[str, str]] = {
        "reserve": "из запаса",
        "waste": "с талона",
        "stock": "из колоды",
        "heap": "из кучки",
    }
    rows: ClassVar[Mapping[str, str]] = {"reserve": "запас"}
    grid = Grid(
        width=5.84,
        height=3.92,
        panel=(4.62, 0.62, 2.2, 0.98),
        tray=0.6,
    )

    def deal(self, deal: Deal) -> RoundsTable:
        cards = deal.deck
        # Counted off face up, the eighth on top: it closes the first round.
        heap = cards[:ROUNDS][::-1]
        return position(deal, heap, cards[ROUNDS : ROUNDS + PLACES], cards[ROUNDS + PLACES :])

    def unknown(self, table: RoundsTable) -> tuple[Card, ...]:
        stock = () if table.redeals else table.stock
        return (*table.closers[table.round + 1 :], *stock)

    def foreseen(self, table: RoundsTable) -> tuple[Card, ...]:
        # From the second pass on the stock comes in the order in which it has been seen.
        return table.stock if table.redeals else ()

    def spots(self, table: RoundsTable) -> tuple[Spot, ...]:
        lays = self.lays(table)
        return (
            self._heap(table),
            *self._reserve(table, lays),
            Spot(
                _FOUNDATION,
                _FAR,
                _CENTRE[1],
                cards=table.laid[-_FAN:],
                backs=len(table.laid[:-_FAN]),
                fan=Fan.RIGHT,
                name=f"уложено\u00a0{len(table.laid)}\u00a0из\u00a0{self.cards}",
            ),
            Spot(STOCK, 3.92, 3.16, backs=len(table.stock), count=len(table.stock), name="колода"),
            Spot(
                WASTE,
                _FAR,
                3.16,
                cards=table.waste[-1:],
                backs=len(table.waste[1:]),
                count=len(table.waste),
                name="талон",
                lay=LAY_WASTE if LAY_WASTE in lays else "",
            ),
        )

    def _heap(self, table: RoundsTable) -> Spot:
        left = table.closers[table.round :]
        return Spot(
            _HEAP,
            *_CENTRE,
            cards=left[:1],
            backs=len(left[1:]),
            count=len(left),
            name="кучка",
            mark=SpotMark.CURRENT if left else SpotMark.NONE,
            progress=(len(table.laid) % ROUND_CARDS, ROUND_CARDS) if left else None,
            apart=bool(left),
        )

    def _reserve(self, table: RoundsTable, lays: str) -> tuple[Spot, ...]:
        """The ring, clockwise from above the heap."""
        x, y = _CENTRE
        ring = []
        for index, (code, card) in enumerate(zip(PLACE_CODES, table.reserve, strict=True)):
            angle = 2 * pi * index / PLACES
            ring.append(
                Spot(
                    reserve_key(index + 1),
                    x + _PITCH[0] * round(sin(angle)),
                    y - _PITCH[1] * round(cos(angle)),
                    cards=(card,) if card is not None else (),
                    tally=code,
                    lay=code if code in lays else "",
                )
            )
        return tuple(ring)

    def _turned(self, deal: Deal, waste: tuple[Card, ...], k: int) -> tuple[Card, ...]:
        return waste  # turned over as it lies: its first card is the first again

    def _pile_key(self, round_: int) -> str:
        return _FOUNDATION

    def _closer_key(self, round_: int) -> str:
        return _HEAP


DEVILS = Devils()
