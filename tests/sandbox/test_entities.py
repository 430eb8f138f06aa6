"""HTML is parsed strictly, lengths are counted as Telegram counts them."""

from typing import Any

import pytest
from telegram import Bot, MessageEntity

from bot.sandbox.entities import find_entities
from bot.sandbox.html import parse_html, utf16_length
from tests.sandbox.pictures import jpeg
from tests.sandbox.refusals import refused
from tests.staging.seats import Seat

_SURROGATE = (
    "Text contains invalid Unicode characters after decoding HTML entities, "
    "check for unmatched surrogate code units"
)


def _kinds(source: str) -> list[tuple[str, int, int]]:
    _, entities = parse_html(source)
    return [(each["type"], each["offset"], each["length"]) for each in entities]


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("<b>да</b> нет", "да нет", [("bold", 0, 2)]),
        ("<strong>а</strong><em>б</em>", "аб", [("bold", 0, 1), ("italic", 1, 1)]),
        ("<u>a</u><ins>b</ins>", "ab", [("underline", 0, 1), ("underline", 1, 1)]),
        (
            "<s>a</s><strike>b</strike><del>c</del>",
            "abc",
            [("strikethrough", i, 1) for i in (0, 1, 2)],
        ),
        ("<tg-spoiler>a</tg-spoiler>", "a", [("spoiler", 0, 1)]),
        ('<span class="tg-spoiler">a</span>', "a", [("spoiler", 0, 1)]),
        ("<code>a</code>", "a", [("code", 0, 1)]),
        ("<pre>a</pre>", "a", [("pre", 0, 1)]),
        ('<pre><code class="language-py">a</code></pre>', "a", [("pre", 0, 1)]),
        ("<blockquote>a</blockquote>", "a", [("blockquote", 0, 1)]),
        ("<blockquote expandable>a</blockquote>", "a", [("expandable_blockquote", 0, 1)]),
        ('<a href="https://t.me/x">a</a>', "a", [("text_link", 0, 1)]),
        ('<tg-emoji emoji-id="5368">🂡</tg-emoji>', "🂡", [("custom_emoji", 0, 2)]),
        ("<b>а<i>б</i></b>", "аб", [("bold", 0, 2), ("italic", 1, 1)]),
        ("🂡<b>♠</b>", "🂡♠", [("bold", 2, 1)]),
        ("<B>a</B>", "a", [("bold", 0, 1)]),
        ("<b>a</>", "a", [("bold", 0, 1)]),
        ("<b></b>a", "a", []),
        ("&lt;b&gt; &amp; &quot;&#8212;&#x2014; &nbsp;", '<b> & "—— &nbsp;', []),
        ("a > b", "a > b", []),
    ],
)
def test_html_that_telegram_takes(
    source: str, text: str, entities: list[tuple[str, int, int]]
) -> None:
    assert parse_html(source)[0] == text
    assert _kinds(source) == entities


def test_links_and_code_keep_what_they_say() -> None:
    _, (link, pre) = parse_html(
        '<a href="https://t.me/x?a=1&amp;b=2">a</a><pre><code class="language-py">b</code></pre>'
    )
    assert link["url"] == "https://t.me/x?a=1&b=2"
    assert pre["language"] == "py"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("<x>a</x>", 'Unsupported start tag "x" at byte offset 0'),
        ("да<br>", 'Unsupported start tag "br" at byte offset 4'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        ("<b><i>a</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ('<span class="x">a</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<a href=", 'Unclosed start tag "a" at byte offset 0'),
        ("<a href", 'Unclosed start tag "a" at byte offset 0'),
        ("<a href=a_b>a</a>", "Unexpected end of name token at byte offset 8"),
        ('<a "x">a</a>', 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<b/>", 'Unsupported start tag "b/" at byte offset 0'),
        ('<tg-emoji emoji-id="x">a</tg-emoji>', "Invalid custom emoji identifier specified"),
        (
            "&#xD800;",
            _SURROGATE,
        ),
    ],
)
async def test_html_that_telegram_refuses(bot: Bot, anya: Seat, source: str, reason: str) -> None:
    with refused(f"can't parse entities: {reason}"):
        await bot.send_message(anya.id, source, parse_mode="HTML")


async def test_entities_come_back_to_the_bot(bot: Bot, anya: Seat) -> None:
    message = await bot.send_message(anya.id, "  🂡 <b>да</b> /new", parse_mode="HTML")
    assert message.text == "🂡 да /new"
    assert message.parse_entities() == {
        MessageEntity("bold", 3, 2): "да",
        MessageEntity("bot_command", 6, 4): "/new",
    }


async def test_entities_may_be_given(bot: Bot, anya: Seat) -> None:
    message = await bot.send_message(anya.id, "🂡 да", entities=[MessageEntity("bold", 3, 2)])
    assert message.parse_entities() == {MessageEntity("bold", 3, 2): "да"}
    with refused(
        "entity beginning at UTF-16 offset 3 ends after the end of the text at UTF-16 offset 6"
    ):
        await bot.send_message(anya.id, "🂡 да", entities=[MessageEntity("bold", 3, 3)])
    with refused("receive an entity with incorrect offset -1"):
        await bot.send_message(anya.id, "🂡 да", entities=[MessageEntity("bold", -1, 3)])
    with refused("entity begins in a middle of a UTF-16 symbol at byte offset 2"):
        await bot.send_message(anya.id, "ж🂡 да", entities=[MessageEntity("bold", 2, 3)])
    with refused(
        "entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 2"
    ):
        await bot.send_message(anya.id, "ж🂡 да", entities=[MessageEntity("bold", 0, 2)])
    with refused("can't parse MessageEntity: Unsupported type specified"):
        await bot.send_message(anya.id, "да", entities=[MessageEntity("nonsense", 0, 1)])


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<code><b>x</b></code>", [("code", 0, 1)]),
        ("<b><code>x</code></b>", [("code", 0, 1)]),
        ("<b>a<code>x</code>b</b>", [("bold", 0, 1), ("code", 1, 1), ("bold", 2, 1)]),
        ("<pre><code>x</code></pre>", [("pre", 0, 1)]),
        (
            "<blockquote>a<blockquote expandable>b</blockquote></blockquote>",
            [("blockquote", 0, 2)],
        ),
        ("<blockquote><pre>x</pre></blockquote>", [("blockquote", 0, 1), ("pre", 0, 1)]),
        ("<blockquote><b>x</b></blockquote>", [("blockquote", 0, 1), ("bold", 0, 1)]),
        ('<a href="https://t.me/x"><code>x</code>y</a>', [("text_link", 0, 2)]),
        ("<b>a<b>б</b></b>", [("bold", 0, 2)]),
        ("<b>a<i>б</i></b>", [("bold", 0, 2), ("italic", 1, 1)]),
    ],
)
async def test_what_is_nested_comes_back_untangled(
    bot: Bot, anya: Seat, source: str, shown: list[tuple[str, int, int]]
) -> None:
    message = await bot.send_message(anya.id, source, parse_mode="HTML")
    assert [(each.type, each.offset, each.length) for each in message.entities] == shown


async def test_a_link_does_not_stick_out_of_a_quote(bot: Bot, anya: Seat) -> None:
    quote = MessageEntity("blockquote", 0, 2)
    link = MessageEntity("text_link", 1, 2, url="https://t.me/x")
    message = await bot.send_message(anya.id, "абв", entities=[quote, link])
    assert message.entities == (quote,)


async def test_only_html(bot: Bot, anya: Seat) -> None:
    with refused("unsupported parse_mode"):
        await bot.send_message(anya.id, "*да*", parse_mode="MarkdownV2")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/new", [("bot_command", 0, 4)]),
        ("/new@pasyans_bot x", [("bot_command", 0, 16)]),
        ("a /deal 5", [("bot_command", 2, 5)]),
        ("a/b 1/2 /", []),
        ("/новая", []),
        ("@anya_k", [("mention", 0, 7)]),
        ("a@anya_k.ru", []),
        ("#пасьянс #1", [("hashtag", 0, 8)]),
        ("см. https://t.me/pasyans_bot?start=d1.", [("url", 4, 33)]),
        ("🂡 t.me/x", [("url", 3, 6)]),
    ],
)
def test_what_is_found_in_plain_text(text: str, found: list[tuple[str, int, int]]) -> None:
    assert [(e["type"], e["offset"], e["length"]) for e in find_entities(text)] == found


@pytest.mark.parametrize(
    ("call", "limit", "reason"),
    [
        ("text", 4096, "Message is too long"),
        ("caption", 1024, "Message caption is too long"),
    ],
)
async def test_lengths_are_counted_after_parsing_in_utf_16(
    bot: Bot, anya: Seat, call: str, limit: int, reason: str
) -> None:
    async def send(inner: str) -> Any:
        text = f"<b>{inner}</b>&amp;"
        if call == "text":
            return await bot.send_message(anya.id, text, parse_mode="HTML")
        return await bot.send_photo(anya.id, jpeg(), caption=text, parse_mode="HTML")

    fitting = "🂡" * ((limit - 2) // 2) + "ж"
    message = await send(fitting)
    assert utf16_length(message.text or message.caption) == limit
    with refused(reason):
        await send(fitting + "ж")
