"""``Link``: what follows ``?start=`` and ``?startgroup=``, with one packer and one parser.

``d``: the deals of the day; ``d_2026-11-30``: those of one date; ``d_2026-11-30_devils``: one of
them; ``n_481516_devils``: a numbered deal with its way to play. A challenge adds its token,
``n_481516_devils_hT3kQ9fLm2``: when it means nothing any more, the deal is still there. Whatever
else arrives is ``None``.
"""

import re
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias
from urllib.parse import quote, urlencode

from bot.games.deals import LAST_NUMBER

_CHALLENGE = r"(?:_([A-Za-z0-9]{10}))?"
_DATED = re.compile(rf"d(?:_(\d{{4}}-\d\d-\d\d)(?:_([a-z-]{{1,32}}){_CHALLENGE})?)?")
_NUMBERED = re.compile(rf"n_([1-9]\d{{0,8}})_([a-z-]{{1,32}}){_CHALLENGE}")


@dataclass(frozen=True, slots=True)
class DatedLink:
    """The deals of a date (today's if empty), or the one of ``kind``."""

    date: str = ""
    kind: str = ""
    challenge: str = ""


@dataclass(frozen=True, slots=True)
class NumberedLink:
    """A numbered deal, played as ``kind``."""

    number: int
    kind: str
    challenge: str = ""


Link: TypeAlias = DatedLink | NumberedLink


def pack(link: Link) -> str:
    """The payload of a link; ``ValueError`` where it would not parse."""
    if isinstance(link, NumberedLink):
        parts = ("n", str(link.number), link.kind, link.challenge)
    else:
        parts = ("d", link.date, link.kind, link.challenge)
    payload = "_".join(filter(None, parts))
    if parse(payload) != link:
        raise ValueError(f"not a link's payload: {payload!r}")
    return payload


def parse(payload: str) -> Link | None:
    """What a payload means, if we could have packed it. Whether there is such a deal, and whether
    it may be played yet, is another matter."""
    if found := _NUMBERED.fullmatch(payload):
        number = int(found[1])
        return NumberedLink(number, found[2], found[3] or "") if number <= LAST_NUMBER else None
    found = _DATED.fullmatch(payload)
    if not found or not payload.isascii() or not _is_date(found[1] or "2000-01-01"):
        return None
    return DatedLink(found[1] or "", found[2] or "", found[3] or "")


def url(username: str, link: Link, *, to_group: bool = False) -> str:
    """The link as people send it; ``to_group`` lets them choose a group to play it in."""
    return f"https://t.me/{username}?{'startgroup' if to_group else 'start'}={pack(link)}"


def share_url(link: str, text: str) -> str:
    """What opens Telegram's own choice of whom to send ``link`` and ``text`` to."""
    # Not every client takes a plus for a space.
    query = urlencode({"url": link, "text": text}, quote_via=quote)
    return f"https://t.me/share/url?{query}"


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
