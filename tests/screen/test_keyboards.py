"""Keyboards: only legal moves, and all of them, in three fixed rows."""

import pytest
from hypothesis import given, settings

from bot.games.play import shorthands
from bot.play.loaded_game import LoadedGame
from bot.screen.keyboards.table import menu_keyboard, table_keyboard
from bot.transport.callbacks import Day, GameAction, Move, NewGame, Top, parse
from tests.staging.loaded import positions, stored


def codes(loaded: LoadedGame) -> list[list[str]]:
    """The codes of the move buttons, row by row."""
    rows = []
    for row in table_keyboard(loaded).inline_keyboard:
        callbacks = [parse(str(button.callback_data)) for button in row]
        rows.append([tap.code for tap in callbacks if isinstance(tap, Move)])
    return rows


def labels(loaded: LoadedGame) -> list[list[str]]:
    return [[button.text for button in row] for row in table_keyboard(loaded).inline_keyboard]


@settings(max_examples=150, deadline=None)
@given(positions())
def test_every_legal_move_has_a_button_and_no_other_has(loaded: LoadedGame) -> None:
    offered = {code for row in codes(loaded) for code in row}
    legal = set(loaded.patience.legal(loaded.table))
    short = set(shorthands(loaded.patience, loaded.table))
    assert legal <= offered <= legal | short
    if not loaded.game.over:
        # `*` is offered where opening is not legal, `^` does its work elsewhere.
        assert short - offered <= {"*", ">", "+", "^"}
        assert len(table_keyboard(loaded).inline_keyboard) == 3


@settings(max_examples=100, deadline=None)
@given(positions())
def test_buttons_carry_the_game_and_its_revision(loaded: LoadedGame) -> None:
    for row in table_keyboard(loaded).inline_keyboard:
        assert len(row) <= 8
        for button in row:
            tap = parse(str(button.callback_data))
            if loaded.game.over and isinstance(tap, (Day, Top, NewGame)):
                continue
            assert isinstance(tap, (Move, GameAction))
            assert (tap.game, tap.revision) == (loaded.game.id, loaded.game.revision)


def test_nothing_to_lay_offers_the_way_to_the_needed_rank() -> None:
    assert labels(stored("devils")) == [
        ["⏩ До шестёрки"],
        ["Открыть", "+5", "Дальше"],
        ["↩️", "💡", "☰"],
    ]
    assert codes(stored("devils"))[:2] == [[">"], ["d", "+", "^"]]


def test_lays_come_first_by_card_and_place() -> None:
    assert labels(stored("devils", "dd"))[:2] == [
        ["6♠ с талона"],
        ["Открыть", "+5", "Выложить и дальше"],
    ]


def test_by_the_book_has_its_own_ways_on() -> None:
    assert codes(stored("first-last"))[:2] == [[">", "d", "+"], ["^", "!"]]
    fitting = stored("first-last", "d" * 21)
    assert codes(fitting)[:2] == [["w"], ["^", "!"]]


def test_like_cards_are_told_apart_by_their_places() -> None:
    loaded = alike()
    assert all("①" <= label[-1] <= "⑧" or "талон" in label for label in labels(loaded)[0])


def alike() -> LoadedGame:
    for number in range(1, 20000):
        loaded = stored("devils", deal=str(number))
        need = loaded.patience.facts(loaded.table).need
        reserve = [spot for spot in loaded.patience.spots(loaded.table) if spot.lay]
        faces = [str(spot.cards[-1]) for spot in reserve]
        if need is not None and len(faces) != len(set(faces)):
            return loaded
    pytest.fail("no such deal")


def test_an_empty_stock_offers_the_redeal_and_what_it_means() -> None:
    spent = stored("devils", "d" * 88)
    assert codes(spent) == [["r"], [], []]
    assert labels(spent)[1] == ["Как перекладывают?"]


def test_a_finished_game_offers_no_move() -> None:
    assert not any(codes(stored("devils", "d", state="stopped")))


def test_the_menu_holds_no_moves() -> None:
    taps = [
        parse(str(button.callback_data))
        for row in menu_keyboard(stored("devils")).inline_keyboard
        for button in row
    ]
    assert all(isinstance(tap, (GameAction, NewGame)) for tap in taps)
