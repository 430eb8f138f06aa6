"""Where links lead, as a Telegram client reads them."""

from urllib.parse import parse_qs, urlsplit


def read_link(url: str) -> tuple[str, dict[str, str]]:
    """The path of a t.me link, also for a ``tg://`` one, and its values; "" if it leads elsewhere.

    Source of the ``tg://`` forms: https://core.telegram.org/api/links
    """
    parts = urlsplit(url if "://" in url else f"https://{url}")
    values = {key: value[0] for key, value in parse_qs(parts.query, keep_blank_values=True).items()}
    if parts.scheme == "tg":
        places = {"resolve": values.get("domain", ""), "msg_url": "share/url"}
        return places.get(parts.netloc, ""), values
    inside = parts.netloc.lower() in ("t.me", "telegram.me")
    return parts.path.strip("/") if inside else "", values
