"""Telegram's HTML, parsed as strictly as the Bot API server does.

Source: https://core.telegram.org/bots/api#html-style; the refusals are worded as the server words
them, with byte offsets into the UTF-8 source.
"""

import re
from dataclasses import dataclass
from typing import Any

from bot.sandbox.errors import ApiError, bad_request

Entity = dict[str, Any]

_TAGS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
}
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot));?")
_SPACE = " \t\r\n\v\f"


def utf16_length(text: str) -> int:
    """Length in UTF-16 code units, in which Telegram counts limits, offsets and lengths."""
    return len(text) + sum(char > "\uffff" for char in text)


def parse_html(source: str) -> tuple[str, list[Entity]]:
    """The text without its tags, and the entities that the tags stand for."""
    parser = _Html(source)
    parser.run()
    return "".join(parser.text), parser.entities


@dataclass
class _Open:
    tag: str
    attributes: dict[str, str]
    offset: int
    text_index: int


class _Html:
    """One pass over the source; ``at`` is the index of the character read next."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.text: list[str] = []
        self.length = 0
        self.open: list[_Open] = []
        self.entities: list[Entity] = []

    def run(self) -> None:
        while self.at < len(self.source):
            char = self.source[self.at]
            if char == "&" and (match := _REFERENCE.match(self.source, self.at)):
                self._write(_referenced(match))
                self.at = match.end()
            elif char != "<":
                self._write(char)
                self.at += 1
            elif self.source.startswith("</", self.at):
                self._end_tag()
            else:
                self._start_tag()
        if self.open:
            raise _refusal(f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"')
        self.entities.sort(key=lambda each: (each["offset"], -each["length"]))

    def _write(self, text: str) -> None:
        self.text.append(text)
        self.length += utf16_length(text)

    def _byte(self, index: int) -> int:
        return len(self.source[:index].encode())

    def _until(self, stop: str) -> str:
        start = self.at
        while self.at < len(self.source) and self.source[self.at] not in stop:
            self.at += 1
        return self.source[start : self.at]

    def _skip_space(self) -> None:
        while self.at < len(self.source) and self.source[self.at] in _SPACE:
            self.at += 1

    def _peek(self) -> str:
        return self.source[self.at : self.at + 1]

    def _start_tag(self) -> None:
        begin = self._byte(self.at)
        self.at += 1
        tag = self._until(_SPACE + ">").lower()
        if not self._peek():
            raise _refusal(f"Unclosed start tag at byte offset {begin}")
        if tag not in _TAGS:
            raise _refusal(f'Unsupported start tag "{tag}" at byte offset {begin}')
        attributes = self._attributes(tag, begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise _refusal(f'Tag "span" must have class "tg-spoiler" at byte offset {begin}')
        self.open.append(_Open(tag, attributes, self.length, len(self.text)))

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        attributes: dict[str, str] = {}
        while True:
            self._skip_space()
            if self._peek() == ">":
                self.at += 1
                return attributes
            name = self._until(_SPACE + "=>/\"'")
            if not name:
                raise _refusal(f'Empty attribute name in the tag "{tag}" at byte offset {begin}')
            self._skip_space()
            attributes[name] = self._attribute_value(tag, begin)

    def _attribute_value(self, tag: str, begin: int) -> str:
        if self._peek() != "=":
            if not self._peek():
                raise _refusal(f'Unclosed start tag "{tag}" at byte offset {begin}')
            return ""
        self.at += 1
        self._skip_space()
        quote = self._peek()
        if not quote:
            raise _refusal(f'Unclosed start tag "{tag}" at byte offset {begin}')
        if quote in "\"'":
            self.at += 1
            value = _REFERENCE.sub(_referenced, self._until(quote))
            self.at += 1
        else:
            value = self._name_token()
        if not self._peek():
            raise _refusal(f"Unclosed start tag at byte offset {begin}")
        return value

    def _name_token(self) -> str:
        start = self.at
        token = re.compile(r"[A-Za-z0-9.-]*").match(self.source, start)
        assert token  # noqa: S101 - the pattern matches the empty string too
        self.at = token.end()
        if self._peek() and self._peek() not in _SPACE + ">":
            raise _refusal(f"Unexpected end of name token at byte offset {self._byte(start)}")
        return token[0].lower()

    def _end_tag(self) -> None:
        begin = self._byte(self.at)
        if not self.open:
            raise _refusal(f"Unexpected end tag at byte offset {begin}")
        self.at += 2
        tag = self._until(_SPACE + ">").lower()
        self._skip_space()
        if self._peek() != ">":
            raise _refusal(f"Unclosed end tag at byte offset {begin}")
        self.at += 1
        opened = self.open.pop()
        if tag not in ("", opened.tag):
            raise _refusal(
                f"Unmatched end tag at byte offset {begin}, "
                f'expected "</{opened.tag}>", found "</{tag}>"'
            )
        if self.length > opened.offset:
            self._close(opened)

    def _close(self, opened: _Open) -> None:
        entity: Entity = {
            "type": _TAGS[opened.tag],
            "offset": opened.offset,
            "length": self.length - opened.offset,
        }
        if opened.tag == "a":
            url = opened.attributes.get("href") or "".join(self.text[opened.text_index :])
            if not re.match(r"(?:https?|tg|mailto|tel)://?\S|\w[\w-]*\.\w", url):
                return  # Telegram drops a link that leads nowhere
            entity["url"] = url if ":" in url else f"http://{url}/"
        elif opened.tag == "tg-emoji":
            if not opened.attributes.get("emoji-id", "").isdigit():
                raise _refusal("Invalid custom emoji identifier specified")
            entity["custom_emoji_id"] = opened.attributes["emoji-id"]
        elif opened.tag == "blockquote" and "expandable" in opened.attributes:
            entity["type"] = "expandable_blockquote"
        elif opened.tag == "pre" and self._merge_code(entity):
            return
        elif opened.tag == "code" and self.open and self.open[-1].tag == "pre":
            language = opened.attributes.get("class", "")
            if language.startswith("language-"):
                entity["language"] = language.removeprefix("language-")
        self.entities.append(entity)

    def _merge_code(self, pre: Entity) -> bool:
        """``<pre><code class="language-…">`` is one entity that knows its language."""
        last = self.entities[-1] if self.entities else {}
        if "language" not in last or last["offset"] != pre["offset"]:
            return False
        last["type"] = "pre"
        return True


def _referenced(match: re.Match[str]) -> str:
    hexadecimal, decimal, name = match.groups()
    if name:
        return _NAMED[name]
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    if code == 0 or code > 0x10FFFF:
        return match[0]
    if 0xD800 <= code <= 0xDFFF:
        raise _refusal(
            "Text contains invalid Unicode characters after decoding HTML entities, "
            "check for unmatched surrogate code units"
        )
    return chr(code)


def _refusal(reason: str) -> ApiError:
    return bad_request(f"can't parse entities: {reason}")
