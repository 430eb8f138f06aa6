"""``tidy``: other people's words made harmless, cluster by cluster; ``clusters`` cuts and counts.

A grapheme cluster is what a reader takes for one character: a letter with its marks, a family of
emoji. Used for names by ``words``.
"""

import regex

MOST_MARKS = 2
"""A letter needs no more; a tower of them reaches into the lines around."""
LONGEST = 12
"""Code points in a cluster: a family of four with its colours has eleven."""

_CLUSTER = regex.compile(r"\X")

# What nobody sees, what turns the direction of all that follows, what is no character at all; and
# what is drawn as nothing or stands for half a character. Those that are not assigned yet are kept:
# the reader's device may know more of them than we do. Joiners, tags and variation selectors have
# rules of their own.
_HARMFUL = regex.compile(
    r"(?V1)[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}"
    r"\p{Noncharacter_Code_Point}\u2800\ufffd]"
    r"--[\u200c\u200d\p{Variation_Selector}\U000e0020-\U000e007f"
    r"\p{Prepended_Concatenation_Mark}]]+"
)
# The flags of England, Scotland and Wales are a flag and the letters of the country in tags.
_TAGS = regex.compile(
    r"(\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f)"
    r"|[\U000e0020-\U000e007f]+"
)
_SELECTOR = regex.compile(
    r"((?<=\p{Emoji})[\ufe0e\ufe0f]"
    r"|(?<=\p{Ideographic})[\U000e0100-\U000e01ef]"
    r"|(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f])"
    r"|\p{Variation_Selector}"
)
# Where a joiner does something: within an emoji; at a virama; and between letters that would else
# be joined, as https://www.rfc-editor.org/rfc/rfc5892#appendix-A has it.
_JOINERS = regex.compile(
    r"(?:((?<=\p{Extended_Pictographic}[\ufe0e\ufe0f\p{Emoji_Modifier}]?)\u200d"
    r"(?=\p{Extended_Pictographic})"
    r"|(?<=\p{ccc=9})[\u200c\u200d]"
    r"|(?<=\p{L})\u200d(?=\p{ccc=9})"
    r"|(?<=[\p{Joining_Type=L}\p{Joining_Type=D}]\p{M}*)[\u200c\u200d]"
    r"(?=\p{M}*[\p{Joining_Type=R}\p{Joining_Type=D}]))"
    r"|[\u200c\u200d])"
)
_MANY_JOINERS = regex.compile(r"([\u200c\u200d])[\u200c\u200d]+")
_BASELESS = regex.compile(r"(?<!\S)\p{M}+")
_MARK = r"(?:[\p{M}\p{Emoji_Modifier}][\u200c\u200d]?)"
_TOWER = regex.compile(f"({_MARK}{{{MOST_MARKS}}}){_MARK}+")


def clusters(text: str) -> list[str]:
    """The text, cut where a reader sees one character end and the next begin."""
    return _CLUSTER.findall(text)


def tidy(text: str) -> str:
    """The text in one line, with nothing in it that harms the lines and words around.

    Tidying what is tidy changes nothing: what one step takes away may leave work to another, so
    all are taken until none finds any.
    """
    while (tidier := _tidied(text)) != text:
        text = tidier
    return text


def _tidied(text: str) -> str:
    text = "".join(" " if char.isspace() else char for char in text)
    for found, kept in (
        (_HARMFUL, ""),
        (_TAGS, r"\1"),
        (_SELECTOR, r"\1"),
        (_MANY_JOINERS, r"\1"),
        (_JOINERS, r"\1"),
        (_BASELESS, ""),
        (_TOWER, r"\1"),
    ):
        text = found.sub(kept, text)
    text = "".join(cluster[:LONGEST] for cluster in clusters(text))
    return " ".join(text.split())
