"""«Что осталось»: what a perfect memory knows, and no more."""

import re
from collections import Counter
from typing import cast

from hypothesis import assume, given, settings

from bot.games.cards import RANKS
from bot.games.rounds import RoundsPatience, RoundsTable
from bot.play.loaded_game import LoadedGame
from bot.texts.cards_left import left
from tests.staging.loaded import positions, stored
from tests.staging.stage import Stage


def test_the_first_pass_tells_ranks_and_no_order() -> None:
    said = left(stored("devils").patience, stored("devils").table)
    assert "Рубашкой вверх — 95\u00a0карт:" in said
    assert "по порядку" not in said
    assert not any(suit in said for suit in "♠♥♦♣")


def test_the_second_pass_of_devils_tells_the_order_of_the_stock() -> None:
    loaded = stored("devils", "d" * 88, "r", "ddd")
    said = left(loaded.patience, loaded.table)
    order = " ".join(map(str, loaded.patience.stock(loaded.table)))
    assert f"Колода по порядку: {order}" in said
    assert order.startswith(str(loaded.deal.deck[19]))


def test_a_shuffled_stock_stays_unknown() -> None:
    loaded = stored("first-last-hold", "d" * 88, "r", "ddd")
    assert "по порядку" not in left(loaded.patience, loaded.table)


@settings(max_examples=60, deadline=None)
@given(positions())
def test_every_card_is_laid_seen_or_told_of(loaded: LoadedGame) -> None:
    assume(isinstance(loaded.patience, RoundsPatience))
    patience, table = loaded.patience, cast(RoundsTable, loaded.table)
    told = Counter[str]()
    for rank, count in re.findall("(\\S+)\u00a0×\u00a0(\\d+)", left(patience, table)):
        told[rank] += int(count)
    closers = table.closers[table.round :]
    if patience.kind == "devils":
        closers = closers[:1]  # the rest of the heap is hidden
    known = [
        *table.laid,
        *closers,
        *table.waste[-1:],
        *(card for card in table.reserve if card is not None),
    ]
    told.update(RANKS[card.rank] for card in known)
    assert told == Counter(dict.fromkeys(RANKS, 8))


async def test_it_is_asked_for_in_the_menu_and_closed(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 481516")
    await anya.tap("Чёртов")
    await anya.settled()
    await anya.tap("☰")
    await anya.settled()
    await anya.tap("Что осталось")
    await anya.settled()
    assert anya.last.text.startswith("Что осталось")
    await anya.tap("Закрыть")
    await anya.settled()
    assert not anya.last.text.startswith("Что осталось")
