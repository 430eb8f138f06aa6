"""Russian forms that all texts share: plurals and numbers (by Babel), ranks, cards, names."""

from collections import Counter
from collections.abc import Mapping
from html import escape
from zlib import crc32

import regex
from babel import Locale
from babel.numbers import format_decimal

from bot.games.cards import Card
from bot.texts.clusters import clusters, tidy

NBSP = "\u00a0"
NAME_LENGTH = 32
NAMELESS = "Игрок"
ANONYMOUS = "Аноним"
ADMIN = "Админ"

_RU = Locale("ru")
_CIRCLED = ((1, 20, ord("①")), (21, 35, ord("㉑")), (36, 50, ord("㊱")))
"""Runs of circled numbers: from, to, the sign of the first."""
_FORMS = {"one": 0, "few": 1, "many": 2, "other": 1}
_VISIBLE = regex.compile(r"[\p{L}\p{N}\p{P}\p{S}\p{Cn}]")
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
# What Telegram makes links, mentions, commands, hashtags and cashtags of, cut by a word joiner.
_LIVE = regex.compile(r"[/@.:#$](?=[^\s\p{M}])")
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

_MARK = f"{NBSP}#"  # no name that was made fit to be shown has a no-break space
_MARK_LENGTHS = (2, 4, 6, 8)


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


def circled(n: int) -> str:
    """«③», «⑬»; beyond those that Unicode has «№ 51»."""
    for first, last, code in _CIRCLED:
        if first <= n <= last:
            return chr(code + n - first)
    return f"№{NBSP}{n}"


def in_hints(n: int) -> str:
    """«3 подсказки»."""
    return count(n, "подсказка", "подсказки", "подсказок")


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


def turned_up(card: Card) -> str:
    """«открыт» or «открыта», said of the card."""
    return "открыт" if _is_masculine(card.rank) else "открыта"


def card_words(card: Card) -> str:
    """The card with its suit in words: «дама бубён»."""
    return f"{rank_word(card.rank)} {_SUITS[card.suit]}"


def plain_name(name: str, length: int = NAME_LENGTH) -> str:
    """A person's name made fit to stand in a line: harmless, of so many characters as are seen."""
    words = tidy(name)
    seen = clusters(words)
    if len(seen) > length:
        words = tidy("".join(seen[: length - 1]) + "…")
    return words if _VISIBLE.search(words) else NAMELESS


def person(name: str, length: int = NAME_LENGTH) -> str:
    """A person's name for HTML: escaped, and isolated so that its direction harms no neighbour.

    No part of it becomes a link, a mention or a command: joiners that nobody sees keep it apart.
    """
    inert = _LIVE.sub(rf"\g<0>{_WORD_JOINER}", plain_name(name, length))
    return f"{_ISOLATE}{escape(inert, quote=False)}{_END_ISOLATE}"


def _is_masculine(rank: int) -> bool:
    return rank_word(rank) in _MASCULINE


def told_apart(names: Mapping[int, str]) -> dict[int, str]:
    """The names of holders as a list shows them; those that several bear get a number: «Аня #17».

    It follows from the holder alone, so it is the same on every board and every day, and tells
    nothing of an account. Two digits do, unless namesakes happen to share them.
    """
    often = Counter(names.values())
    return {
        holder: name if often[name] == 1 else f"{name}{_MARK}{_mark_of(holder, name, names)}"
        for holder, name in names.items()
    }


def is_marked(name: str) -> bool:
    """Whether the name bears such a number."""
    return _MARK in name


def _mark_of(holder: int, name: str, names: Mapping[int, str]) -> str:
    namesakes = [other for other, borne in names.items() if borne == name]
    for length in _MARK_LENGTHS:
        if len({_digits(other, length) for other in namesakes}) == len(namesakes):
            break
    return _digits(holder, length)


def _digits(holder: int, length: int) -> str:
    return f"{crc32(str(holder).encode()) % 10**length:0{length}}"
