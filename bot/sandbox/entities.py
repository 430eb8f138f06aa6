"""Formatted text: entities given, entities found by themselves, the white space around it.

Source: https://core.telegram.org/bots/api#formatting-options
"""

import re
from typing import Any

from bot.sandbox.errors import bad_request
from bot.sandbox.html import parse_html, utf16_length

__all__ = ["find_entities", "format_text", "utf16_length"]

Entity = dict[str, Any]

_COMMAND = r"(?<![\w/<>@])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>@])"
_MENTION = r"(?<![\w/@])@[A-Za-z][A-Za-z0-9_]{2,31}(?![\w@])"
_HASHTAG = r"(?<![\w/#&])#(?=\w*[^\W\d])\w{1,256}"
_URL = r"https?://[^\s<>\"«»]+[^\s<>\"«».,:;!?'()\]]|(?<![\w@.])t\.me/[\w/+?=&%-]+"
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
    text, given = _strip(text, given)
    found = [entity for entity in find_entities(text) if not _overlaps(entity, given)]
    return text, sorted(given + found, key=lambda each: (each["offset"], -each["length"]))


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
    for entity in entities:
        if entity["offset"] < 0:
            raise bad_request(f"receive an entity with incorrect offset {entity['offset']}")
        if entity["length"] < 0:
            raise bad_request(f"receive an entity with incorrect length {entity['length']}")
        if entity["offset"] + entity["length"] > whole:
            raise bad_request(
                f"entity beginning at UTF-16 offset {entity['offset']} ends after the end of the "
                f"text at UTF-16 offset {entity['offset'] + entity['length']}"
            )


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
    """Nothing is found inside links and code, and no entity straddles another."""
    start, end = entity["offset"], entity["offset"] + entity["length"]
    solid = ("text_link", "code", "pre", "custom_emoji")
    for other in others:
        first, last = other["offset"], other["offset"] + other["length"]
        if start < last and first < end:
            nested = first <= start and end <= last and other["type"] not in solid
            if not nested:
                return True
    return False
