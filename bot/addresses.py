"""Addresses that operators write: told apart from what only looks like one."""

from urllib.parse import SplitResult, urlsplit

__all__ = ["web_address"]


def web_address(text: str) -> SplitResult:
    """The parts of an http:// or https:// address; ``ValueError``, which tells what is wrong."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
        host.encode("idna")  # as whoever looks it up will
    except ValueError as error:
        raise ValueError("the host or the port is impossible") from error
    if parts.scheme not in ("http", "https"):
        raise ValueError("not an http:// or https:// address")
    if not host or port == 0 or any(map(str.isspace, text)):
        raise ValueError("the host or the port is impossible")
    return parts
