"""One codec for button data: round trips, limits, noise."""

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.transport.callbacks import (
    MAX_BYTES,
    Action,
    Callback,
    Challengers,
    Cover,
    Drop,
    GameAction,
    Hear,
    Move,
    NewGame,
    Open,
    Privacy,
    Remind,
    Setting,
    Start,
    Stats,
    TakeUp,
    Top,
    Tour,
    pack,
    parse,
)

NUMBERS = st.integers(0, 36**12 - 1)
SOME = st.none() | NUMBERS
WORDS = st.text("abcdefghijklmnopqrstuvwxyz-_", max_size=15)
CALLBACKS = st.one_of(
    st.builds(Move, NUMBERS, st.integers(0, 36**6), st.sampled_from("12345678wldr>+*^!")),
    st.builds(GameAction, NUMBERS, st.integers(0, 36**6), st.sampled_from(Action)),
    st.builds(NewGame),
    st.builds(Start, WORDS, SOME, SOME, SOME),
    st.builds(Drop, NUMBERS, SOME),
    st.builds(Open, WORDS, WORDS),
    st.builds(Setting, WORDS, NUMBERS),
    st.builds(Top, WORDS, WORDS, WORDS),
    st.builds(Stats, WORDS),
    st.builds(Remind, WORDS, SOME),
    st.builds(Privacy, WORDS),
    st.builds(Tour, NUMBERS, NUMBERS),
    st.builds(Cover, st.sampled_from(["481516", "2027-01-15"])),
    st.builds(Challengers, st.just("hT3kQ9fLm2")),
    st.builds(TakeUp, st.just("hT3kQ9fLm2"), NUMBERS),
    st.builds(Hear, WORDS, WORDS),
)


@given(CALLBACKS)
def test_what_is_packed_parses_to_the_same(callback: Callback) -> None:
    data = pack(callback)
    assert parse(data) == callback
    assert 1 <= len(data.encode()) <= MAX_BYTES


def test_a_move_is_written_as_the_rules_say() -> None:
    assert pack(Move(game=123456, revision=37, code=">")) == "m:2n9c:11:>"


@given(st.text(max_size=64))
def test_noise_is_nothing_or_packs_back_to_itself(data: str) -> None:
    callback = parse(data)
    assert callback is None or pack(callback) == data


@pytest.mark.parametrize(
    "data",
    [
        "",
        ":",
        "m",
        "m:1",
        "m:1:2",
        "m:1:2:d:e",
        "m:1:-2:d",
        "m:01:2:d",
        "m:A:2:d",
        "m:١:2:d",
        "m::2:d",
        "m:1:2:ё",
        "x:1:2:d",
        "m:1:2: ",
        "g:1:2:" + "a" * 33,
        "g:1:2:dance",
        "g:1:2:",
        "g:x:2:NEW",
        "g:-:2:new",
        "n:devils:zzzzzzzzzzzzz::",
        "\ud800",
        "я" * 33,
    ],
)
def test_what_we_never_packed_is_nothing(data: str) -> None:
    assert parse(data) is None


@pytest.mark.parametrize("text", ["a:b", "ё", "a b", "x" * 70])
def test_a_field_that_would_not_come_back_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a button's data"):
        pack(Open("rules", text))


def test_a_number_below_zero_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="not a number"):
        pack(Start("devils", asker=-1))


def test_every_field_is_an_integer_or_a_text() -> None:
    kinds = (Move, GameAction, NewGame, Start, Drop, Open, Setting)
    assert {field.type for kind in kinds for field in fields(kind)} <= {
        *(int, str, int | None, Action),
    }


def test_buttons_under_old_messages_mean_what_they_meant() -> None:
    """Data of released versions, which people still have under their messages."""
    assert parse("c") == NewGame()
    assert parse("g:1z:3:new") == NewGame()
    assert {str(action) for action in Action} >= {
        *("undo", "hint", "complete", "review", "menu", "back", "down", "rules", "settings"),
        *("finish", "again", "left", "close", "share", "record", "replay", "redeal", "stay"),
    }
    assert parse("g:1z:3:down") == GameAction(71, 3, Action.BELOW)
