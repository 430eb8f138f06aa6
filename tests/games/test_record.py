"""Records: written, read back, checked, and spoilt in every way."""

from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.cards import TWO_DECKS
from bot.games.deals import Deal
from bot.games.record import (
    FalseRecord,
    NotARecord,
    Record,
    check_record,
    make_record,
    parse_record,
    write_record,
)
from bot.games.registry import PATIENCES
from tests.games.samples import CASES, load, record_of, unnamed

EVERY_CASE = pytest.mark.parametrize("case", sorted(path.stem for path in CASES.glob("*.json")))


def test_a_record_is_plain_to_read() -> None:
    deal = Deal.named("481516")
    text = write_record(make_record(PATIENCES["devils"], deal, "481516", "ddw"))
    assert text == (
        "Протокол партии v1\n"
        "игра: Чёртов пасьянс\n"
        "вид: devils\n"
        "расклад: 481516\n"
        "колода: Т♠ 6♥ 8♣ 9♥ 10♠ 2♥ 8♠ 5♣ 10♥ 3♦ 4♣ 10♣ Д♥ Т♥ К♦ 8♣ 7♠ 6♠ 4♥ 4♠ 6♦ 8♥ Т♦ В♠ 6♦ Д♠ "
        "4♣ 7♥ 5♠ 4♥ К♠ К♠ К♣ 8♠ Т♣ Д♠ 2♥ 3♥ 10♥ Д♥ 7♠ 9♣ 9♦ 9♦ 7♣ 6♠ 2♠ Д♦ 4♦ К♥ 3♦ 2♦ К♦ 7♦ "
        "2♣ 7♦ В♣ 5♥ 7♥ 2♠ 6♣ 8♥ 4♦ 3♠ Т♠ Т♥ 6♣ В♥ 10♠ К♥ Д♣ 6♥ 2♣ 8♦ 4♠ 10♣ В♦ В♥ Т♣ 5♣ 3♣ 10♦ "
        "Д♣ В♠ К♣ 3♠ В♣ 9♠ 9♣ 7♣ Д♦ 9♥ 10♦ В♦ 5♥ 2♦ 3♣ 5♠ 8♦ Т♦ 3♥ 5♦ 9♠ 5♦\n"
        "ходы: ddw\n"
        "итог: прекращён\n"
    )


def test_redeals_are_written_where_they_shuffle() -> None:
    lines = record_of("first-last-hold-won").split("\n")
    written = [line.partition(":")[0] for line in lines]
    assert written == [
        "Протокол партии v1", "игра", "вид", "расклад", "колода",
        "перекладка 1", "перекладка 2", "перекладка 3", "ходы", "итог", "",
    ]  # fmt: skip
    assert lines[1:4] == ["игра: Первые и последние", "вид: first-last-hold", "расклад: 4014"]
    assert lines[5] == "перекладка 1: " + " ".join(load("first-last-hold-won")["redeals"][0])
    assert lines[9] == "итог: сошёлся"
    assert "r" in load("devils-won")["moves"]
    assert "перекладка" not in record_of("devils-won")


@EVERY_CASE
def test_own_records_keep_the_rules(case: str) -> None:
    text = record_of(case)
    assert len(check_record(parse_record(text)).laid) == load(case)["laid"]
    assert text.endswith("итог: сошёлся\n" if load(case)["won"] else "итог: не сошёлся\n")
    assert write_record(parse_record(text)) == text


@EVERY_CASE
@pytest.mark.parametrize("moves", [0, 1, 40, 200])
def test_own_records_of_stopped_games_keep_the_rules(case: str, moves: int) -> None:
    text = record_of(case, moves)
    check_record(parse_record(text))
    assert text.endswith("итог: прекращён\n")


@EVERY_CASE
@pytest.mark.parametrize("label", ["—", "2026-11-30"])
def test_a_deck_may_have_no_number(case: str, label: str) -> None:
    check_record(parse_record(unnamed(record_of(case)).replace("—", label)))


@EVERY_CASE
def test_other_ends_of_line_are_read(case: str) -> None:
    text = record_of(case)
    record = parse_record(text)
    assert parse_record(text.replace("\n", "\r\n")) == record
    assert parse_record(text.removesuffix("\n")) == record
    assert parse_record(text.replace("\n", "\r\n").removesuffix("\r\n")) == record


def test_a_game_without_moves() -> None:
    text = record_of("devils-won", 0)
    assert "\nходы: \n" in text
    assert parse_record(text).moves == ""
    assert parse_record(text.replace("ходы: \n", "ходы:\n")).moves == ""


def test_a_record_made_by_hand_is_not_believed_either() -> None:
    record = parse_record(record_of("devils-won"))
    strange = Record(record.title, record.kind, record.label, record.deck, (), "d?", record.ending)
    with pytest.raises(FalseRecord, match="move 2: no such move"):
        check_record(strange)


def own(record: Record) -> bool:
    """Whether our bot writes just this record for a game of these cards and moves."""
    patience = PATIENCES[record.kind]
    if Counter(record.deck) != Counter(TWO_DECKS):
        return False
    named = record.label.isdigit()
    deal = Deal.named(record.label) if named else Deal(record.deck, redeals=record.redeals)
    try:
        return make_record(patience, deal, record.label, record.moves) == record
    except ValueError:
        return False


WORDS = ["\n", "\r\n", " ", ":", "d", "r", "w", "l", "1", "9", "Т♠", "10♦", "♠", "—", "0", "\ufe0f"]
LINES = [
    "вид: devils", "вид: first-last", "вид: first-last-hold", "игра: Чёртов пасьянс",
    "расклад: 1", "расклад: —", "расклад: 2026-11-30", "перекладка 1: Т♠", "перекладка 2: ",
    "ходы: ", "ходы: d", "итог: сошёлся", "итог: не сошёлся", "итог: прекращён",
]  # fmt: skip


@cache
def texts() -> list[str]:
    return [
        record_of("devils-won"),
        record_of("devils-lost", 30),
        record_of("first-last-hold-lost"),
        unnamed(record_of("first-last-won")),
        unnamed(record_of("devils-lost")),
    ]


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(texts()))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 4))
        lines = text.split("\n")
        i, j = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match draw(
            st.sampled_from(["replace", "swap lines", "drop", "double", "new line", "tokens"])
        ):
            case "replace":
                text = (
                    text[:start] + draw(st.sampled_from(WORDS) | st.text(max_size=2)) + text[end:]
                )
                continue
            case "swap lines":
                lines[i], lines[j] = lines[j], lines[i]
            case "drop":
                del lines[i]
            case "double":
                lines.insert(i, lines[j])
            case "new line":
                lines[i] = draw(st.sampled_from(LINES))
            case "tokens":
                words = lines[i].split(" ")
                a, b = (draw(st.integers(0, len(words) - 1)) for _ in range(2))
                words[a], words[b] = words[b], words[a]
                lines[i] = " ".join(words)
        text = "\n".join(lines)
    return text


@settings(max_examples=500, deadline=None, database=None)
@given(spoilt())
def test_a_spoilt_record_passes_only_if_it_is_still_true(text: str) -> None:
    try:
        record = parse_record(text)
    except (NotARecord, FalseRecord):
        return
    try:
        check_record(record)
    except FalseRecord:
        assert not own(record)
    else:
        assert own(record)


@settings(max_examples=300, deadline=None, database=None)
@given(st.text() | st.lists(st.sampled_from([*LINES, "Протокол партии v1"])).map("\n".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises((NotARecord, FalseRecord)):
        check_record(parse_record(text))
