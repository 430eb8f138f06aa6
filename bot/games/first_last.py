"""«Первые и последние»: eight closers in the upper row, eight piles built from the left.

Two ways to play share every rule but one: by the book a fitting card must be laid at once.
"""

from collections.abc import Mapping
from typing import ClassVar, cast

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
    LAY_LAST,
    PLACE_CODES,
    PLACES,
    ROUND_CARDS,
    ROUNDS,
    RoundsPatience,
    RoundsTable,
    position,
    reserve_key,
)

_LAST = ROUNDS - 1
_LEFT = 0.58  # the first column of the grid

# One deal tells it all.
_OPENING = Example("383")
_LAY = Example("383", "3487dddw3")
_FREE = Example("383", "3487dddw3w782")
_CLOSING = Example("383", "3487dddw3w782l1")
_REDEAL = Example(
    "383",
    "3487dddw3w782l1421ddddddw613ldddddwdw47ddddwddddddddddddddddddddddddddddddwdddd"
    "ddddddddddw8dddddddddddw1ddr",
)

_RULES = (
    RuleSection(
        "goal",
        "Цель",
        "Играют двумя полными колодами, в них 104 карты. Масти ни на что не влияют, важно только "
        "достоинство: туз, двойка, тройка… валет, дама, король, а за королём снова туз.\n\n"
        "Надо сложить все карты в восемь стопок по тринадцать.",
    ),
    RuleSection(
        "layout",
        "Расклад",
        "Восемь карт ложатся в <b>верхний ряд</b>: это замыкающие, по одной на стопку. Под ними "
        "лежат восемь карт <b>запаса</b>. Остальные 88 карт — <b>колода</b>, рубашкой вверх. "
        "Открытые из неё карты идут одна на другую в <b>талон</b>.",
        _OPENING,
    ),
    RuleSection(
        "piles",
        "Стопки",
        "Стопки складывают строго слева направо, по одной. Если замыкающая — пятёрка, первой нужна "
        "шестёрка, за ней семёрка и так далее, через короля и туза, до четвёрки.\n\n"
        "Нужную карту берут из запаса или с верха талона. Освободившееся место в запасе сразу "
        "занимает верхняя карта талона, а если талон пуст — следующая карта колоды.\n\n"
        "<i>На картинке тройка ушла из запаса в первую стопку, на её место лёг король с талона. "
        "Теперь подходит четвёрка.</i>",
        _LAY,
    ),
    RuleSection(
        "closing",
        "Замыкающая",
        "Уложено двенадцать карт — и замыкающая сама ложится тринадцатой. Стопка закрыта, "
        "начинается следующая.\n\n"
        "<i>На картинке девятка легла двенадцатой, и десятка замкнула стопку. Вторая стопка "
        "начнётся с семёрки: её замыкающая — шестёрка.</i>",
        _CLOSING,
    ),
    RuleSection(
        "free",
        "Вольная карта",
        "Последняя карта верхнего ряда — <b>вольная</b>: пока не начата восьмая стопка, её можно "
        "класть в любую. Если она подходит, идёт только она, прочие такие же карты ждут. Её место "
        "занимает карта из талона или колоды: теперь вольная — она, и она же замкнёт восьмую "
        "стопку. Когда дойдёт до восьмой стопки, вольной карты больше нет.\n\n"
        "<i>На картинке нужна восьмёрка. Вольная подходит, поэтому восьмёрка из запаса ждёт.</i>",
        _FREE,
    ),
    RuleSection(
        "passes",
        "Проходы",
        "Кончилась колода — талон тасуют, и он снова становится колодой. Так можно сделать три "
        "раза, то есть всего проходов четыре. Запас и верхний ряд при этом не трогают.\n\n"
        "<i>На картинке талон только что перетасовали: в колоде снова 58 карт, начат второй "
        "проход.</i>",
        _REDEAL,
    ),
    RuleSection(
        "ways",
        "По книге и с выбором",
        "<b>По книге</b>: подходящую карту кладут сразу. Выбирать не из чего, это чистое гадание; "
        "сходится чуть больше половины раскладов.\n\n"
        "<b>С выбором</b>: подходящую карту можно придержать и открывать дальше. Что лежит сверху "
        "талона, то и попадёт в запас, поэтому почти всё решает расчёт.",
    ),
    RuleSection(
        "ours",
        "Что додумано",
        "Старая книга говорит не обо всём. Мы решили так:\n"
        "• колод две: на восемь стопок по тринадцать нужно 104 карты;\n"
        "• с талона можно взять и карту, которая снова оказалась сверху;\n"
        "• когда талон пуст, место занимает карта из колоды;\n"
        "• вольная карта идёт раньше и верхней карты талона;\n"
        "• игры «с выбором» в книге нет, её придумали мы.",
    ),
)

_TOUR = (
    RuleSection(
        "table",
        "Стол",
        "Сверху восемь замыкающих, под ними восемь карт запаса, внизу колода и талон. Нужная "
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
        "Стопка закрыта",
        "Двенадцать карт по порядку — и замыкающая сама ложится сверху. Всего стопок восемь.\n\n"
        "↩️ возвращает ход, в ☰ — правила и всё остальное.",
        _CLOSING,
    ),
)


def _upper_key(round_: int) -> str:
    return f"upper:{round_ + 1}"


class FirstAndLast(RoundsPatience):
    """Both ways to play; ``by_book`` tells them apart."""

    title = "Первые и последние"
    passes = 4
    shuffles = True
    solver = SolverRules(free_last=True)
    redeal_hint = (
        "Талон перетасуется и снова станет колодой. Запас и верхний ряд останутся как есть."
    )
    sources: ClassVar[Mapping[str, str]] = {
        "reserve": "из запаса",
        "waste": "с талона",
        "upper": "из верхнего ряда",
        "stock": "из колоды",
    }
    rules = _RULES
    tour = _TOUR
    rows: ClassVar[Mapping[str, str]] = {"upper": "верхний ряд", "reserve": "запас"}
    grid = Grid(
        width=8.16,
        height=4.66,
        panel=(5.42, 3.92, 5.32, 1.0),
        rounds_in_panel=False,
    )

    def deal(self, deal: Deal) -> RoundsTable:
        cards = deal.deck
        return position(
            deal, cards[:ROUNDS], cards[ROUNDS : ROUNDS + PLACES], cards[ROUNDS + PLACES :]
        )

    def lays(self, table: RoundsTable) -> str:
        # The free card goes before any other that fits, the waste's top included.
        if table.closers[_LAST].rank == table.need and table.round < _LAST:
            return LAY_LAST
        return super().lays(table)

    def spots(self, table: RoundsTable) -> tuple[Spot, ...]:
        lays = self.lays(table)
        upper = tuple(self._upper(table, k, lays) for k in range(ROUNDS))
        reserve = tuple(
            Spot(
                reserve_key(place),
                _LEFT + place - 1,
                2.50,
                cards=(card,) if card is not None else (),
                tally=code,
                lay=code if code in lays else "",
            )
            for place, (code, card) in enumerate(
                zip(PLACE_CODES, table.reserve, strict=True), start=1
            )
        )
        stock = Spot(
            STOCK, _LEFT, 3.92, backs=len(table.stock), count=len(table.stock), name="колода"
        )
        waste = Spot(
            WASTE,
            2.12,
            3.92,
            cards=table.waste[-1:],
            backs=len(table.waste[1:]),
            count=len(table.waste),
            name="талон",
            lay=LAY_WASTE if LAY_WASTE in lays else "",
        )
        return (*upper, *reserve, stock, waste)

    def _upper(self, table: RoundsTable, k: int, lays: str) -> Spot:
        pile = table.laid[k * ROUND_CARDS : (k + 1) * ROUND_CARDS]
        closed = len(pile) == ROUND_CARDS
        if closed:
            mark = SpotMark.CLOSED
        elif k == table.round:
            mark = SpotMark.CURRENT
        else:
            mark = SpotMark.FREE if k == _LAST else SpotMark.NONE
        return Spot(
            _upper_key(k),
            _LEFT + k,
            0.6,
            cards=pile[-1:] if closed else (*pile, table.closers[k]),
            fan=Fan.DOWN,
            lay=LAY_LAST if k == _LAST and LAY_LAST in lays else "",
            mark=mark,
            name="вольная" if mark is SpotMark.FREE else "",
            progress=(len(pile), ROUND_CARDS),
        )

    def _turned(self, deal: Deal, waste: tuple[Card, ...], k: int) -> tuple[Card, ...]:
        return deal.redeal(waste, k)

    def _at(self, table: RoundsTable, move: str) -> Card | None:
        return table.closers[_LAST] if move == LAY_LAST else super()._at(table, move)

    def _refilled(
        self,
        closers: tuple[Card, ...],
        reserve: tuple[Card | None, ...],
        move: str,
        filling: Card | None,
    ) -> tuple[tuple[Card, ...], tuple[Card | None, ...]]:
        if move != LAY_LAST:
            return super()._refilled(closers, reserve, move, filling)
        # Before round 8 waste and stock are never both empty, so there is a filling.
        return (*closers[:_LAST], cast(Card, filling)), reserve

    def _source(self, move: str) -> str:
        return _upper_key(_LAST) if move == LAY_LAST else super()._source(move)

    def _pile_key(self, round_: int) -> str:
        return _upper_key(round_)

    def _closer_key(self, round_: int) -> str:
        return _upper_key(round_)


class _ByTheBook(FirstAndLast):
    kind = "first-last"
    way = "по книге"
    pledge = "Чистое гадание: подходящая карта ложится сразу, сходится примерно каждый второй."
    shorthands = ">+*^!"
    by_book = True


class _Holding(FirstAndLast):
    kind = "first-last-hold"
    way = "с выбором"
    daily = True
    pledge = (
        "Чистый расчёт: подходящую карту можно придержать, и сойтись может почти любой расклад. "
        "В книге такой игры нет, её придумали мы."
    )


BY_THE_BOOK = _ByTheBook()
HOLDING = _Holding()
