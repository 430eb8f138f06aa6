"""Formatted text: entities given, entities found by themselves, the white space around it.

Source: https://core.telegram.org/bots/api#formatting-options
"""

import re
import unicodedata
from typing import Any

from bot.sandbox.errors import bad_request
from bot.sandbox.html import parse_html, utf16_length
from bot.sandbox.nesting import untangled

Entity = dict[str, Any]

_COMMAND = r"(?<![\w/<>@])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>@])"
_MENTION = r"(?<![\w/@])@[A-Za-z][A-Za-z0-9_]{2,31}(?![\w@])"
_HASHTAG = r"(?<![\w/#&])#(?=\w*[^\W\d])\w{1,256}"
_URL = r"https?://[^\s<>\"«»]+[^\s<>\"«».,:;!?'()\]]|(?<![\w@.])t\.me/[\w/+?=&%-]+"
_UNSEEN = ("Cc", "Cf", "Zs", "Zl", "Zp")
_BLANKS = "\N{BRAILLE PATTERN BLANK}\N{HANGUL FILLER}\N{OBJECT REPLACEMENT CHARACTER}"
_TYPES_NAMES = """
    mention hashtag cashtag bot_command url email phone_number bold italic underline strikethrough
    spoiler blockquote expandable_blockquote code pre text_link text_mention custom_emoji date_time
"""
_TYPES = frozenset(_TYPES_NAMES.split())
"""Source: https://core.telegram.org/bots/api#messageentity"""
_FOUND = re.compile(
    f"(?P<url>{_URL})|(?P<bot_command>{_COMMAND})|(?P<mention>{_MENTION})|(?P<hashtag>{_HASHTAG})"
)


def format_text(
    text: str, parse_mode: str | None, entities: list[Entity] | None
) -> tuple[str, list[Entity]]:
    """A text as it is shown and its entities, given and found; surrounding white space goes."""
    if parse_mode and parse_mode.lower() == "html":
        text, given = parse_html(text)
    elif parse_mode:
        # The bot writes HTML; Markdown would be a second strict parser that nothing uses.
        raise bad_request("unsupported parse_mode")
    else:
        given = [dict(entity) for entity in entities or []]
        _check_inside(text, given)
    if is_blank(text):
        return "", []
    text, given = _strip(text, untangled(given))
    found = [entity for entity in find_entities(text) if not _overlaps(entity, given)]
    return text, sorted(given + found, key=lambda each: (each["offset"], -each["length"]))


def is_blank(text: str) -> bool:
    """Whether a text shows nothing: it is all spaces, direction marks, joiners and such."""
    return all(unicodedata.category(char) in _UNSEEN or char in _BLANKS for char in text)


def find_entities(text: str) -> list[Entity]:
    """Commands, mentions, hashtags and links that Telegram finds in any text by itself."""
    return [
        {
            "type": match.lastgroup,
            "offset": utf16_length(text[: match.start()]),
            "length": utf16_length(match[0]),
        }
        for match in _FOUND.finditer(text)
    ]


def _check_inside(text: str, entities: list[Entity]) -> None:
    whole = utf16_length(text)
    halves = _middles(text)
    for entity in entities:
        if entity["type"] not in _TYPES:
            raise bad_request("can't parse MessageEntity: Unsupported type specified")
        if entity["offset"] < 0:
            raise bad_request(f"receive an entity with incorrect offset {entity['offset']}")
        if entity["length"] < 0:
            raise bad_request(f"receive an entity with incorrect length {entity['length']}")
        if entity["offset"] + entity["length"] > whole:
            raise bad_request(
                f"entity beginning at UTF-16 offset {entity['offset']} ends after the end of the "
                f"text at UTF-16 offset {entity['offset'] + entity['length']}"
            )
        if (at := halves.get(entity["offset"])) is not None:
            raise bad_request(f"entity begins in a middle of a UTF-16 symbol at byte offset {at}")
        if (at := halves.get(entity["offset"] + entity["length"])) is not None:
            raise bad_request(
                f"entity beginning at UTF-16 offset {entity['offset']} ends in a middle of a "
                f"UTF-16 symbol at byte offset {at}"
            )


def _middles(text: str) -> dict[int, int]:
    """UTF-16 offsets inside surrogate pairs, each with the byte offset of its symbol."""
    middles, offset, byte = {}, 0, 0
    for char in text:
        if char > "\uffff":
            middles[offset + 1] = byte
        offset += utf16_length(char)
        byte += len(char.encode())
    return middles


def _strip(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Cut white space off both ends and move the entities along."""
    stripped = text.strip()
    cut = utf16_length(text[: len(text) - len(text.lstrip())])
    whole = utf16_length(stripped)
    moved = []
    for entity in entities:
        start = max(entity["offset"] - cut, 0)
        end = min(entity["offset"] + entity["length"] - cut, whole)
        if end > start:
            moved.append({**entity, "offset": start, "length": end - start})
    return stripped, moved


def _overlaps(entity: Entity, others: list[Entity]) -> bool:
    """Whether a found entity is left out: it lies in a link or in code, or straddles another."""
    start, end = entity["offset"], entity["offset"] + entity["length"]
    solid = ("text_link", "code", "pre", "custom_emoji")
    for other in others:
        first, last = other["offset"], other["offset"] + other["length"]
        if start < last and first < end:
            nested = first <= start and end <= last and other["type"] not in solid
            if not nested:
                return True
    return False
