"""The positions that go with the rules and the tour show what their words say."""

import pytest

from bot.games.deals import Deal
from bot.games.patience import Example, RuleSection
from bot.games.play import AnyPatience, Step, steps
from bot.games.registry import PATIENCES
from bot.games.rounds import RoundsPatience

OF_ROUNDS = {kind: one for kind, one in PATIENCES.items() if isinstance(one, RoundsPatience)}
EVERY = pytest.mark.parametrize("patience", OF_ROUNDS.values(), ids=OF_ROUNDS)


def shown(patience: AnyPatience, example: Example) -> list[Step]:
    """What leads to an example; its moves are legal."""
    opening = patience.deal(Deal.named(example.deal, patience.pack))
    return list(steps(patience, opening, example.moves))


def closed(patience: AnyPatience, step: Step) -> int:
    """The rounds that are closed after a move."""
    return patience.facts(step.table).rounds_closed


def section(sections: tuple[RuleSection, ...], key: str) -> Example:
    """The example of a section."""
    example = next(one.example for one in sections if one.key == key)
    assert example is not None
    return example


@EVERY
def test_an_opening_a_lay_and_a_closing_are_drawn(patience: AnyPatience) -> None:
    examples = [one.example for one in patience.rules if one.example is not None]
    played = [shown(patience, example) for example in examples]
    assert [] in played
    last = [moves[-1] for moves in played if moves]
    filled = [step for step in last if any(m.source == "waste" for m in step.motions[1:])]
    assert any(closed(patience, step) == 0 for step in filled)
    assert any(closed(patience, step) == 1 and len(step.table.laid) == 13 for step in last)


@EVERY
def test_the_tour_goes_from_the_opening_by_a_lay_to_a_closing(patience: AnyPatience) -> None:
    opening, lay, closing = (
        shown(patience, section(patience.tour, key)) for key in ("table", "move", "closing")
    )
    assert not opening
    assert lay[-1].motions[1].source == "waste"
    assert [closed(patience, step) for step in (lay[-1], closing[-2], closing[-1])] == [0, 0, 1]


@pytest.mark.parametrize("kind", ["first-last", "first-last-hold"])
def test_the_free_card_of_the_example_goes_before_its_like(kind: str) -> None:
    patience = PATIENCES[kind]
    table = shown(patience, section(patience.rules, "free"))[-1].table
    assert patience.lays(table) == "l"
    need = patience.facts(table).need
    assert any(
        spot.key.startswith("reserve") and spot.cards and spot.cards[-1].rank == need
        for spot in patience.spots(table)
    )
