"""What must hold in any game of any registered patience that goes round by round."""

import random
from collections.abc import Iterator

import pytest

from bot.games.cards import Card
from bot.games.deals import Deal
from bot.games.patience import LAY_WASTE
from bot.games.play import AnyPatience
from bot.games.registry import PATIENCES, patience_of
from bot.games.rounds import RoundsPatience, RoundsTable, position
from tests.games.machine import play_by_machine

OF_ROUNDS = {kind: one for kind, one in PATIENCES.items() if isinstance(one, RoundsPatience)}
EACH = pytest.mark.parametrize("patience", OF_ROUNDS.values(), ids=OF_ROUNDS)


def everything(table: RoundsTable) -> Iterator[Card]:
    yield from table.laid
    yield from table.closers[table.round :]
    yield from (card for card in table.reserve if card is not None)
    yield from table.stock
    yield from table.waste


@EACH
def test_whole_games(patience: AnyPatience) -> None:
    play_by_machine(patience, everything)


def random_game(patience: AnyPatience, number: int) -> Iterator[RoundsTable]:
    """Every position of a game in which chance lays and draws."""
    chance = random.Random(number)
    table: RoundsTable = patience.deal(Deal.named(str(number)))
    yield table
    while legal := patience.legal(table):
        table = patience.apply(table, chance.choice(legal))
        yield table


@EACH
def test_what_a_table_carries_along_follows_from_its_cards(patience: AnyPatience) -> None:
    for table in random_game(patience, 1):
        deal, closers, reserve, stock, waste, laid, redeals, _need, _fitting = table
        assert table == position(deal, closers, reserve, stock, waste, laid, redeals)


@EACH
def test_hidden_cards_are_not_to_be_seen(patience: AnyPatience) -> None:
    """Other cards in the stock, and under the top of waste and heap, change nothing shown."""
    for table in random_game(patience, 2):
        other = table._replace(
            stock=table.stock[::-1], waste=(*table.waste[-2::-1], *table.waste[-1:])
        )
        if not patience.shuffles:
            seen = table.round + 1
            other = other._replace(closers=(*table.closers[:seen], *table.closers[: seen - 1 : -1]))
        assert patience.spots(other) == patience.spots(table)
        assert patience.facts(other) == patience.facts(table)
        assert patience.legal(other) == patience.legal(table)


@EACH
def test_equal_lays_lead_to_the_same_ranks(patience: AnyPatience) -> None:
    """Which of several equal cards of the reserve is laid matters to nothing but suits."""
    for table in random_game(patience, 3):
        places = patience.lays(table).replace(LAY_WASTE, "")
        tables = [patience.apply(table, place) for place in places]
        assert len({tuple(c.rank for c in t.laid) for t in tables}) <= 1
        assert len({t.waste for t in tables}) <= 1


@EACH
def test_a_patience_has_its_words(patience: AnyPatience) -> None:
    assert patience_of(patience.kind) is patience
    assert all((patience.title, patience.pledge, patience.redeal_hint, patience.rules))
    assert patience.full_title.startswith(patience.title)
    keys = [section.key for section in patience.rules]
    assert len(set(keys)) == len(keys)
    spots = patience.spots(patience.deal(Deal.named("1")))
    layable = {spot.key.partition(":")[0] for spot in spots} - {"foundation"}
    assert layable <= set(patience.sources)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(KeyError):
        patience_of("kosynka")
