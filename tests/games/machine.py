"""A Hypothesis machine that plays any patience through the contract and checks what must hold."""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.games.cards import Card
from bot.games.deals import Deal
from bot.games.patience import (
    REDEAL,
    STOCK,
    WASTE,
    IllegalMove,
    Outcome,
    Patience,
    Spot,
    SpotMark,
    UnknownMove,
)
from bot.games.play import expand, replay, shorthands, steps
from bot.games.record import check_record, make_record, parse_record, write_record
from bot.texts.moves import source

SETTINGS = settings(max_examples=25, stateful_step_count=30, deadline=None, database=None)


class Board:
    """Cards carried from spot to spot by motions alone; a card not seen so far is ``None``."""

    def __init__(self, spots: Iterable[Spot]) -> None:
        self.piles: dict[str, Counter[Card | None]] = {
            spot.key: Counter([*spot.cards, *[None] * (size(spot) - len(spot.cards))])
            for spot in spots
        }

    def carry(self, card: Card | None, source: str, target: str) -> None:
        if card is None:
            self.piles[target] = Counter({None: self.piles[source].total()})
            self.piles[source] = Counter()
            return
        seen = self.piles[source][card] > 0
        self.piles[source][card if seen else None] -= 1
        self.piles[target][card] += 1

    def agree(self, spots: Iterable[Spot]) -> None:
        """The spots hold as many cards as were carried there, and none that cannot be there."""
        for spot in spots:
            pile = self.piles[spot.key]
            assert min(pile.values(), default=0) >= 0, spot.key
            assert pile.total() == size(spot), spot.key
            uncovered = Counter[Card | None](spot.cards) - pile
            pile[None] -= uncovered.total()
            assert pile[None] >= 0, f"{spot.key} shows cards that never went there"
            pile.update(uncovered)


def size(spot: Spot) -> int:
    """How many cards lie there; of a closed pile only the closer is shown."""
    if spot.count is not None:
        return spot.count
    if spot.mark is SpotMark.CLOSED and spot.progress is not None:
        return spot.progress[0]
    return len(spot.cards) + spot.backs


class PatienceMachine(RuleBasedStateMachine):
    """Plays ``patience``; ``everything`` gives all cards of its table, wherever they lie."""

    patience: ClassVar[Patience[Any]]
    everything: ClassVar[Callable[[Any], Iterable[Card]]]

    @initialize(number=st.integers(1, 999_999_999))
    def deal(self, number: int) -> None:
        self.name = str(number)
        self.given = Deal.named(self.name, self.patience.pack)
        self.table = self.patience.deal(self.given)
        self.moves = ""
        self.board = Board(self.patience.spots(self.table))

    def over(self) -> bool:
        return self.patience.outcome(self.table) is not Outcome.PLAYING

    def play(self, moves: str) -> None:
        for step in steps(self.patience, self.table, moves):
            assert source(self.patience, step.motions[0].source)
            for motion in step.motions:
                self.board.carry(motion.card, motion.source, motion.target)
            self.board.agree(self.patience.spots(step.table))
            self.table = step.table
        self.moves += moves

    @precondition(lambda self: not self.over())
    @rule(choice=st.integers(0, 99))
    def move(self, choice: int) -> None:
        legal = self.patience.legal(self.table)
        self.play(legal[choice % len(legal)])

    @precondition(lambda self: not self.over())
    @rule(choice=st.integers(0, 99))
    def press_a_shorthand(self, choice: int) -> None:
        codes = shorthands(self.patience, self.table)
        for code in set(self.patience.shorthands) - set(codes):
            with pytest.raises(IllegalMove):
                expand(self.patience, self.table, code)
        if codes:
            moves = expand(self.patience, self.table, codes[choice % len(codes)])
            assert moves
            self.play(moves)

    @precondition(lambda self: not self.over())
    @rule(seed=st.integers(0, 999), length=st.integers(20, 120))
    def play_on(self, seed: int, length: int) -> None:
        """Lays what can be laid, so that games get far."""
        chance = random.Random(seed)
        for _ in range(length):
            if legal := self.patience.legal(self.table):
                self.play(chance.choice(self.patience.lays(self.table) or legal))

    @rule(data=st.data())
    def try_what_is_not_legal(self, data: st.DataObject) -> None:
        move = data.draw(st.sampled_from(self.patience.codes) | st.text(max_size=3))
        if len(move) == 1 and move in self.patience.legal(self.table):
            return
        before, shown = repr(self.table), self.patience.spots(self.table)
        known = len(move) == 1 and move in self.patience.codes
        with pytest.raises(IllegalMove if known else UnknownMove):
            self.patience.apply(self.table, move)
        assert repr(self.table) == before
        assert self.patience.spots(self.table) == shown

    @invariant()
    def every_card_is_there_once(self) -> None:
        assert Counter(type(self).everything(self.table)) == Counter(self.patience.pack)
        assert sum(size(spot) for spot in self.patience.spots(self.table)) == self.patience.cards

    @invariant()
    def moves_end_with_the_game_only(self) -> None:
        legal = self.patience.legal(self.table)
        outcome = self.patience.outcome(self.table)
        assert len(set(legal)) == len(legal)
        assert set(legal) <= set(self.patience.codes)
        assert bool(legal) == (outcome is Outcome.PLAYING)
        assert (outcome is Outcome.WON) == (len(self.table.laid) == self.patience.cards)
        assert set(self.patience.lays(self.table)) <= set(legal)

    @invariant()
    def spots_and_facts_agree(self) -> None:
        table, facts = self.table, self.patience.facts(self.table)
        spots = {spot.key: spot for spot in self.patience.spots(table)}
        lit = [spot for spot in spots.values() if spot.lay]
        assert len(spots) == len(self.patience.spots(table))
        assert sorted(spot.lay for spot in lit) == sorted(self.patience.lays(table))
        if facts.need is not None:
            assert all(spot.cards[-1].rank == facts.need for spot in lit)
        assert facts.laid == len(table.laid)
        assert facts.cards == self.patience.cards
        if facts.rounds:
            assert facts.laid == sum(laid for laid, _ in facts.rounds)
            assert facts.cards == sum(most for _, most in facts.rounds)

    @invariant()
    def stock_waste_and_passes_are_there_or_not(self) -> None:
        table, facts = self.table, self.patience.facts(self.table)
        spots = {spot.key: spot for spot in self.patience.spots(table)}
        stock, waste = self.patience.stock(table), self.patience.waste(table)
        assert facts.stock == (len(stock) if STOCK in spots else None)
        assert facts.waste == (len(waste) if WASTE in spots else None)
        if STOCK in spots:
            assert size(spots[STOCK]) == len(stock)
            assert spots[STOCK].cards == ()
        if WASTE in spots:
            assert size(spots[WASTE]) == len(waste)
            assert spots[WASTE].cards == waste[-1:]
        if self.patience.passes > 1:
            assert facts.passes == (self.moves.count(REDEAL) + 1, self.patience.passes)

    def teardown(self) -> None:
        assert replay(self.patience, self.given, self.moves) == self.table
        record = make_record(self.patience, self.given, self.name, self.moves)
        text = write_record(record)
        assert parse_record(text) == record
        checked = check_record(parse_record(text.replace("\n", "\r\n")))
        assert self.patience.spots(checked) == self.patience.spots(self.table)


def play_by_machine(patience: Patience[Any], everything: Callable[[Any], Iterable[Card]]) -> None:
    """Plays many games of ``patience`` through the machine."""
    own = {"patience": patience, "everything": staticmethod(everything)}
    machine = type(f"Machine of {patience.kind}", (PatienceMachine,), own)
    run_state_machine_as_test(machine, settings=SETTINGS)
