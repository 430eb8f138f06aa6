"""Names as people have them: kept as they are, made harmless, cut where a reader would cut."""

import html
import unicodedata

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.texts import words
from bot.texts.clusters import LONGEST, MOST_MARKS, clusters, tidy

FAMILY = "👨‍👩‍👧‍👦"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
UNASSIGNED = "\U0001fbff"  # among the pictographs, and not thought of yet


@pytest.mark.parametrize(
    "name",
    [
        *("👩‍💻", FAMILY, ENGLAND, "👨🏽‍❤️‍💋‍👨🏽", "🏳️‍🌈", "1️⃣ Аня #️⃣", "❤️", "🇷🇺🇺🇦", "👁️‍🗨️"),
        *("می‌خواهم", "श्रीमान्", "ශ්‍රී", "र्‍य", "র‍্যাব", "ന്‍", "नमस्ते", "เก็บ"),
        *("Nguyễn", "Nguye\u0302\u0303n", "Ёж", "葛\U000e0100城", "ﷺ", "😀", UNASSIGNED, "\u0378"),
    ],
)
def test_what_people_write_stays_as_it_is(name: str) -> None:
    assert words.plain_name(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u0e01" + "\u0e47" * 30, "\u0e01\u0e47\u0e47"),
        ("Z" + "\u0335" * 9 + "a\u20dd\u0489\u0301", "Z\u0335\u0335a\u20dd\u0489"),
        ("क" + "्\u200d" * 9, "क्\u200d्\u200d"),
        ("👍" + "🏽" * 9, "👍🏽🏽"),
        ("\u0301\u0302Аня \u0301я", "Аня я"),
        ("А\u200dн\u200cя", "Аня"),
        ("a\u200b\u2060b\ufeff\u00ad", "ab"),
        ("👩\u200d\u200d\u200d💻", "👩‍💻"),
        ("👩\u200d", "👩"),
        ("a\ufe0f\ufe0fb\U000e0101", "ab"),
        ("🏴\U000e0067\U000e0062", "🏴"),
        ("a\U000e0041\U000e0042", "a"),
        ("\u202eнавИ\u2067\u061c", "навИ"),
        ("\u115f\u1160\u3164\uffa0\u2800\u17b4\u034f", words.NAMELESS),
        ("\ue000\uffff\ufdd0\ufff9", words.NAMELESS),
        ("\u0301\u0302", words.NAMELESS),
        ("a\x00\x07\u2028b\u2029c", "a b c"),
    ],
)
def test_what_harms_others_goes(name: str, shown: str) -> None:
    assert words.plain_name(name) == shown


def test_a_name_is_cut_by_what_is_seen() -> None:
    assert words.plain_name(FAMILY * 32) == FAMILY * 32
    assert words.plain_name(FAMILY * 33) == FAMILY * 31 + "…"
    assert words.plain_name("é\u0323" * 40, 3) == "é\u0323" * 2 + "…"
    assert words.plain_name("می‌خواهم", 3) == "می…"


def test_one_character_cannot_be_made_longer_than_any() -> None:
    for part in ("👩‍", "\u1100", "क्"):
        assert len(words.plain_name(part * 500)) <= 32 * LONGEST


PARTS = st.sampled_from(
    [
        *("\u200c", "\u200d", "\ufe0f", "\ufe0e", "\u0301", "\u0e47", "\u20dd", "्", "\u0600", "…"),
        *("👩", "💻", "❤", "🏽", "🇷", "🏴", "\U000e0067", "\U000e007f", UNASSIGNED, "\u0378"),
        *("ی", "خ", "م", "क", "র", "ᄀ", "ᅡ", "ᆨ", "葛", "\U000e0100", "ᠠ", "\u180b", "ｶ", "ﾞ"),
        *("a", " ", "\u00a0", "\u2028", "\u202e", "\u2067", "\u200b", "\ud800", "\u3164", "\ue000"),
        *("<", "&", "@", "/", "#", ".", "\r\n", "\x00", "1", "Ё"),
    ]
)
NAMES = st.one_of(
    st.lists(PARTS, max_size=60).map("".join),
    st.text(st.characters(codec=None), max_size=80),  # surrogates too
    st.lists(st.one_of(PARTS, st.characters(codec=None)), max_size=60).map("".join),
)
HARMFUL = regex.compile(
    r"(?V1)[[\p{Cc}\p{Cs}\p{Co}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\u200b\u2060"
    r"\u00ad\ufeff\u115f\u1160\u3164\uffa0\u2800\ufffd\ufff9-\ufffb\u034f]]"
)


@settings(max_examples=1500, deadline=None)
@given(name=NAMES, length=st.integers(2, 40))
def test_whatever_the_name_it_fits_and_harms_nobody(name: str, length: int) -> None:
    shown = words.plain_name(name, length)
    assert shown.strip()
    assert len(clusters(shown)) <= max(length, len(words.NAMELESS))
    assert words.plain_name(shown, max(length, len(words.NAMELESS))) == shown
    assert not HARMFUL.search(shown), ascii(shown)
    assert not regex.search(r"[\u200c\u200d]{2}", shown)
    assert all(len(cluster) <= LONGEST for cluster in clusters(shown))
    marks = regex.findall(r"(?:\p{M}[\u200c\u200d]?)+", shown)
    assert all(sum(unicodedata.category(c)[0] == "M" for c in run) <= MOST_MARKS for run in marks)


@settings(max_examples=500, deadline=None)
@given(name=NAMES)
def test_in_html_it_is_one_isolated_word_without_marks_of_its_own(name: str) -> None:
    shown = words.person(name)
    assert (shown[0], shown[-1]) == ("\u2068", "\u2069")
    inside = shown[1:-1]
    assert "<" not in inside
    assert ">" not in inside
    assert regex.fullmatch(r"(?:[^&]|&(?:lt|gt|amp);)*", inside)
    assert html.unescape(inside).replace("\u2060", "") == words.plain_name(name)


@settings(max_examples=500, deadline=None)
@given(text=NAMES)
def test_tidying_what_is_tidy_changes_nothing(text: str) -> None:
    assert tidy(tidy(text)) == tidy(text)
