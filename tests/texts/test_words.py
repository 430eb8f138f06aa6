"""Russian forms."""

import re

import pytest

from bot.games.cards import parse_card
from bot.games.registry import PATIENCES
from bot.texts import words


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (0, "0 карт"),
        (1, "1 карта"),
        (2, "2 карты"),
        (5, "5 карт"),
        (11, "11 карт"),
        (21, "21 карта"),
        (104, "104 карты"),
        (1234, "1 234 карты"),
    ],
)
def test_plural_forms_and_no_break_spaces(n: int, said: str) -> None:
    assert words.count(n, "карта", "карты", "карт") == said.replace(" ", words.NBSP)


@pytest.mark.parametrize(
    ("rank", "said", "until"),
    [(0, "Нужен туз", "туза"), (7, "Нужна восьмёрка", "восьмёрки"), (12, "Нужен король", "короля")],
)
def test_needed_ranks_agree_in_gender(rank: int, said: str, until: str) -> None:
    assert words.needed(rank) == said
    assert words.rank_genitive(rank) == until


def test_the_place_of_a_card_agrees_with_it() -> None:
    assert words.replacing(parse_card("7♣")) == "на её место"
    assert words.replacing(parse_card("К♣")) == "на его место"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Аня", "Аня"),
        ("  Аня \n Ивановна ", "Аня Ивановна"),
        ("", words.NAMELESS),
        ("\u200b\u200f\u2066", words.NAMELESS),
        ("\u202eнавИ", "навИ"),
        ("a\ud800b", "ab"),
        ("😀", "😀"),
        ("х" * 200, "х" * 31 + "…"),
    ],
)
def test_names_become_fit_for_a_line(name: str, shown: str) -> None:
    assert words.plain_name(name) == shown


def test_a_name_is_escaped_and_isolated_in_html() -> None:
    assert words.person("<b>&") == "\u2068&lt;b&gt;&amp;\u2069"


@pytest.mark.parametrize("name", ["https://t.me/spam", "t.me", "@all", "a@b.ru", "/new", "#one"])
def test_a_name_is_no_link_in_html(name: str) -> None:
    shown = words.person(name)
    assert shown.replace("\u2060", "") == f"\u2068{name}\u2069"
    assert not re.search(r"[/@.:#]\w|//", shown)


def test_card_in_words() -> None:
    assert words.card_words(parse_card("10♦")) == "десятка бубён"


def test_what_a_patience_says_of_itself_is_clean() -> None:
    for patience in PATIENCES.values():
        told = [patience.title, patience.way, patience.pledge, patience.redeal_hint]
        told += [f"{section.title} {section.text}" for section in patience.rules]
        for text in told:
            assert '"' not in text
            assert " - " not in text
            assert "  " not in text


def test_less_than_nothing_has_a_true_minus() -> None:
    assert words.number(-1500) == "\u22121\u00a0500"
    assert words.in_points(-5) == "\u22125\u00a0очков"
