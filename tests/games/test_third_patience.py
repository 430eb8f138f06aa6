"""A third patience, declared in this file alone and registered in one line.

Nothing else of the project knows it, and it shares no code with the two of the book: one deck, five
places, four rounds without closers. Replay, shorthands, records and tables take it as they are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from bot.games.cards import FACES, Card
from bot.games.deals import Deal
from bot.games.patience import (
    DRAW,
    LAY_WASTE,
    REDEAL,
    STOCK,
    WASTE,
    Facts,
    Grid,
    IllegalMove,
    Motion,
    Outcome,
    Patience,
    RuleSection,
    Spot,
    UnknownMove,
)
from bot.games.play import expand, replay, shorthands
from bot.games.record import FalseRecord, check_record, make_record, parse_record, write_record
from bot.games.registry import PATIENCES
from bot.games.scoring import score
from tests.games.machine import play_by_machine

PLACES = "12345"


@dataclass(frozen=True, slots=True)
class Ladder:
    """A position of «Лесенка»."""

    deal: Deal
    reserve: tuple[Card | None, ...]
    stock: tuple[Card, ...]
    waste: tuple[Card, ...] = ()
    laid: tuple[Card, ...] = ()
    redeals: int = 0

    @property
    def round(self) -> int:
        return len(self.laid) // 13

    @property
    def need(self) -> int | None:
        return len(self.laid) % 13 if len(self.laid) < len(FACES) else None


class LadderPatience(Patience[Ladder]):
    """From ace to king, four times; a gap is filled from the stock; the waste is shuffled twice."""

    kind = "ladder"
    title = "Лесенка"
    pledge = "Для проверки."
    redeal_hint = "Талон перетасуется."
    rules = (RuleSection("goal", "Цель", "Сложить всё."),)
    sources: ClassVar[Mapping[str, str]] = {"place": "с места", "waste": "с талона"}
    codes = PLACES + LAY_WASTE + DRAW + REDEAL
    pack = FACES
    shuffles = True
    passes = 3
    grid = Grid(width=6, height=3, panel=(3, 2.5, 6, 1), banner=(3, 1, 4, 1))

    def deal(self, deal: Deal) -> Ladder:
        return Ladder(deal, deal.deck[: len(PLACES)], deal.deck[len(PLACES) :])

    def lays(self, table: Ladder) -> str:
        places = zip(PLACES, table.reserve, strict=True)
        fitting = [code for code, card in places if card and card.rank == table.need]
        if table.waste and table.waste[-1].rank == table.need:
            fitting.append(LAY_WASTE)
        return "".join(fitting)

    def legal(self, table: Ladder) -> str:
        if table.stock:
            return self.lays(table) + DRAW
        if table.waste and table.redeals < self.passes - 1:
            return self.lays(table) + REDEAL
        return self.lays(table)

    def apply(self, table: Ladder, move: str) -> Ladder:
        if len(move) != 1 or move not in self.codes:
            raise UnknownMove(move)
        if move not in self.legal(table):
            raise IllegalMove(move)
        if move == DRAW:
            return replace(table, stock=table.stock[1:], waste=(*table.waste, table.stock[0]))
        if move == REDEAL:
            k = table.redeals + 1
            return replace(table, stock=table.deal.redeal(table.waste, k), waste=(), redeals=k)
        if move == LAY_WASTE:
            return replace(table, waste=table.waste[:-1], laid=(*table.laid, table.waste[-1]))
        place = PLACES.index(move)
        card = table.reserve[place]
        assert card is not None
        filling = table.stock[0] if table.stock else None
        reserve = (*table.reserve[:place], filling, *table.reserve[place + 1 :])
        return replace(table, reserve=reserve, stock=table.stock[1:], laid=(*table.laid, card))

    def motions(self, before: Ladder, move: str, after: Ladder) -> Sequence[Motion]:
        if move == DRAW:
            return [Motion(before.stock[0], STOCK, WASTE)]
        if move == REDEAL:
            return [Motion(None, WASTE, STOCK)]
        if move == LAY_WASTE:
            return [Motion(after.laid[-1], WASTE, "ladder")]
        lay = Motion(after.laid[-1], f"place:{move}", "ladder")
        filling = after.reserve[PLACES.index(move)]
        return [lay, Motion(filling, STOCK, f"place:{move}")] if filling else [lay]

    def spots(self, table: Ladder) -> tuple[Spot, ...]:
        lays = self.lays(table)
        places = (
            Spot(
                f"place:{code}",
                int(code),
                0.5,
                cards=(card,) if card else (),
                lay=code if code in lays else "",
                tally=code,
            )
            for code, card in zip(PLACES, table.reserve, strict=True)
        )
        return (
            *places,
            Spot(STOCK, 1, 1.5, backs=len(table.stock), count=len(table.stock), name="колода"),
            Spot(
                WASTE,
                2,
                1.5,
                cards=table.waste[-1:],
                count=len(table.waste),
                lay=LAY_WASTE if LAY_WASTE in lays else "",
                name="талон",
            ),
            Spot("ladder", 4, 1.5, cards=table.laid[-1:], count=len(table.laid), name="лесенка"),
        )

    def facts(self, table: Ladder) -> Facts:
        done = len(table.laid)
        return Facts(
            need=table.need,
            rounds=tuple((min(max(done - 13 * k, 0), 13), 13) for k in range(4)),
            laid=done,
            cards=self.cards,
            passes=(table.redeals + 1, self.passes),
            stock=len(table.stock),
            waste=len(table.waste),
        )


LADDER = LadderPatience()


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PATIENCES, LADDER.kind, LADDER)


def everything(table: Ladder) -> Iterator[Card]:
    yield from (card for card in table.reserve if card)
    yield from (*table.stock, *table.waste, *table.laid)


def test_whole_games() -> None:
    play_by_machine(LADDER, everything)


def laid_at_once(name: str) -> str:
    """The moves of a game in which whatever fits is laid, pressed as buttons."""
    deal = Deal.named(name, LADDER.pack)
    table, moves = LADDER.deal(deal), ""
    while LADDER.outcome(table) is Outcome.PLAYING:
        offered = shorthands(LADDER, table)
        code = "^" if "^" in offered else LADDER.legal(table)[0]
        for move in expand(LADDER, table, code):
            table = LADDER.apply(table, move)
            moves += move
    return moves


def test_a_whole_game_by_buttons_is_recorded_and_checked() -> None:
    moves = laid_at_once("7")
    deal = Deal.named("7", LADDER.pack)
    text = write_record(make_record(LADDER, deal, "7", moves))
    assert "игра: Лесенка\nвид: ladder\nрасклад: 7\n" in text
    assert "перекладка 2: " in text
    checked = check_record(parse_record(text))
    assert checked.laid == replay(LADDER, deal, moves).laid


def test_its_records_are_checked_against_its_own_cards_and_codes() -> None:
    text = write_record(make_record(LADDER, Deal.named("7", LADDER.pack), "7", "d"))
    for spoilt in (
        text.replace("расклад: 7", "расклад: 8"),
        text.replace("ходы: d", "ходы: w"),
        text.replace("вид: ladder", "вид: devils").replace("Лесенка", "Чёртов пасьянс"),
    ):
        with pytest.raises(FalseRecord):
            check_record(parse_record(spoilt))


def test_its_games_are_scored_by_its_own_cards_and_passes() -> None:
    # Dealt in order, all cards go as they come.
    in_order = Deal(FACES)
    moves, table = "", LADDER.deal(in_order)
    while lays := LADDER.lays(table):
        moves, table = moves + lays[0], LADDER.apply(table, lays[0])
    result = score(LADDER, in_order, moves, hints=1)
    assert (result.laid, result.won, result.points) == (52, True, 52 + 50 + 2 * 25 - 5)


def test_its_shorthands_stop_at_the_same_places() -> None:
    cards = {token: Card(rank, 0) for rank, token in enumerate("Т23456789")}
    table = Ladder(
        Deal(()),
        reserve=(cards["Т"], cards["2"], cards["9"], cards["9"], cards["9"]),
        stock=(cards["5"], cards["8"], cards["2"]),
    )
    # The ace's gap is filled from the stock, so it is laid alone; then two are opened.
    assert expand(LADDER, table, "*") == "1"
    assert expand(LADDER, table, "^") == "1dd"
    assert expand(LADDER, table, ">") == "ddd"
    with pytest.raises(UnknownMove):
        expand(LADDER, table, "!")
