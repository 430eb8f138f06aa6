"""Russian words and forms: plurals and numbers (by Babel), days, ranks, suits, cards, names."""

import re
import unicodedata
from html import escape

from babel import Locale
from babel.numbers import format_decimal

from bot.games.cards import Card

NBSP = "\u00a0"
NAME_LENGTH = 32
NAMELESS = "Игрок"
ANONYMOUS = "Аноним"
ADMIN = "Админ"

_RU = Locale("ru")
_FORMS = {"one": 0, "few": 1, "many": 2, "other": 1}
# Drawn as nothing: fillers of Hangul, the empty Braille cell; and the trace of half a character.
_BLANKS = "\u115f\u1160\u3164\uffa0\u2800\ufffd"
# A letter needs no more than two marks; a tower of them reaches into the lines around.
_TOWER = re.compile(
    r"([\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u20d0-\u20ff]{2})"
    r"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u20d0-\u20ff]+"
)
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
# What Telegram makes links, mentions, commands, hashtags and cashtags of, cut by a word joiner.
_LIVE = re.compile(r"[/@.:#$](?=\S)")
_WORD_JOINER = "\u2060"

# Nominative, genitive; masculine ones below.
_RANKS = (
    ("туз", "туза"),
    ("двойка", "двойки"),
    ("тройка", "тройки"),
    ("четвёрка", "четвёрки"),
    ("пятёрка", "пятёрки"),
    ("шестёрка", "шестёрки"),
    ("семёрка", "семёрки"),
    ("восьмёрка", "восьмёрки"),
    ("девятка", "девятки"),
    ("десятка", "десятки"),
    ("валет", "валета"),
    ("дама", "дамы"),
    ("король", "короля"),
)
_MASCULINE = frozenset({"туз", "валет", "король"})
_SUITS = ("пик", "червей", "бубён", "треф")


def plural(n: int, one: str, few: str, many: str) -> str:
    """The form that goes with ``n``: 1 карта, 2 карты, 5 карт."""
    return (one, few, many)[_FORMS[_RU.plural_form(n)]]


def number(n: int) -> str:
    """``n`` with no-break spaces between thousands and a true minus: 481 516, −5."""
    return format_decimal(n, locale=_RU).replace("-", "−")


def count(n: int, one: str, few: str, many: str) -> str:
    """A number and its noun, kept on one line: 5 карт."""
    return f"{number(n)}{NBSP}{plural(n, one, few, many)}"


def in_cards(n: int) -> str:
    """«5 карт»."""
    return count(n, "карта", "карты", "карт")


def in_passes(n: int) -> str:
    """«2 прохода»."""
    return count(n, "проход", "прохода", "проходов")


def in_points(n: int) -> str:
    """«179 очков»."""
    return count(n, "очко", "очка", "очков")


def out_of(n: int, total: int) -> str:
    """«31 из 104», kept on one line."""
    return f"{n}{NBSP}из{NBSP}{total}"


def day_label(day: str) -> str:
    """«30.11.2026», as `/deal` takes it; ``day`` is ISO."""
    year, month, day_ = day.split("-")
    return f"{day_}.{month}.{year}"


def opened(n: int) -> str:
    """«открыта 21 карта», «открыто 5 карт»."""
    return f"{plural(n, 'открыта', 'открыто', 'открыто')} {in_cards(n)}"


def rank_word(rank: int) -> str:
    """«восьмёрка»."""
    return _RANKS[rank][0]


def rank_genitive(rank: int) -> str:
    """«восьмёрки», as in «до восьмёрки»."""
    return _RANKS[rank][1]


def needed(rank: int) -> str:
    """«Нужна восьмёрка», «Нужен туз»."""
    return f"{'Нужен' if _is_masculine(rank) else 'Нужна'} {rank_word(rank)}"


def replacing(card: Card) -> str:
    """«на её место», said of the card that has left."""
    return f"на {'его' if _is_masculine(card.rank) else 'её'} место"


def card_words(card: Card) -> str:
    """The card with its suit in words: «дама бубён»."""
    return f"{rank_word(card.rank)} {_SUITS[card.suit]}"


def plain_name(name: str, length: int = NAME_LENGTH) -> str:
    """A person's name made fit to stand in a line: printable, one line, of limited length."""
    kept = "".join(" " if char.isspace() else char for char in name if _is_kept(char))
    kept = _TOWER.sub(r"\1", kept)
    words = " ".join(kept.split())
    if len(words) > length:
        words = words[: length - 1].rstrip() + "…"
    return words if any(unicodedata.category(char)[0] in "LNPS" for char in words) else NAMELESS


def person(name: str, length: int = NAME_LENGTH) -> str:
    """A person's name for HTML: escaped, and isolated so that its direction harms no neighbour.

    No part of it becomes a link, a mention or a command: joiners that nobody sees keep it apart.
    """
    inert = _LIVE.sub(rf"\g<0>{_WORD_JOINER}", plain_name(name, length))
    return f"{_ISOLATE}{escape(inert, quote=False)}{_END_ISOLATE}"


def _is_masculine(rank: int) -> bool:
    return rank_word(rank) in _MASCULINE


def _is_kept(char: str) -> bool:
    # Cf: format (direction marks, zero-width); Cs: lone surrogates.
    return char.isspace() or not (
        char in _BLANKS or unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )
