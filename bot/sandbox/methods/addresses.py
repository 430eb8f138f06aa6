"""Which URLs buttons and inline results may have."""

import re
from urllib.parse import urlsplit

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")


def wrong_address(url: str) -> str | None:
    """Why Telegram refuses a URL, in its words; None if it takes it.

    An address without a scheme is meant as http; a host must have a dot in it, so that nothing
    leads to one's own machine.
    """
    scheme = _SCHEME.match(url)
    kind = scheme[1].lower() if scheme else "http"
    if kind not in ("http", "https", "tg") or re.search(r"\s", url):
        return "Unsupported URL protocol"
    if kind == "tg":
        return None
    try:
        host = urlsplit(url if scheme else f"http://{url}").hostname or ""
    except ValueError:
        return "Wrong HTTP URL"
    return None if "." in host.strip(".") or ":" in host else "Wrong HTTP URL"
