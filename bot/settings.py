"""``Settings``, read from the environment and from ``.env`` in the working folder."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from dotenv import dotenv_values

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LOG_FORMATS = ("key=value", "json")
_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{20,}")
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
V = TypeVar("V")


class SettingsError(ValueError):
    """A setting that cannot be used; the message is one line that says what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What `.env.example` explains, read and checked. Secrets never show in the ``repr``."""

    token: str = field(default="", repr=False)
    api_url: str = "https://api.telegram.org"
    database: Path = Path("data/pasyans.db")
    timezone: ZoneInfo = field(default_factory=lambda: ZoneInfo("Europe/Moscow"))
    daily_secret: str = field(default="", repr=False)
    webhook_url: str = ""
    webhook_secret: str = field(default="", repr=False)
    http_listen: str = "127.0.0.1"
    http_port: int = 8080
    sandbox_port: int = 8081
    admins: frozenset[int] = frozenset()
    log_level: str = "INFO"
    log_format: str = "key=value"


def read_environment(folder: Path) -> dict[str, str]:
    """The environment, over what ``folder``'s ``.env`` holds."""
    try:
        written = dotenv_values(folder / ".env", interpolate=False)
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f".env cannot be read: {error}") from error
    return {key: value for key, value in written.items() if value is not None} | dict(os.environ)


def load(environment: Mapping[str, str]) -> Settings:
    """The settings in ``environment``; ``SettingsError`` names the first that is wrong."""
    known = Settings()
    read = _Reader(environment)
    return Settings(
        token=read("BOT_TOKEN", _token, known.token),
        api_url=read("TELEGRAM_API_URL", _url, known.api_url),
        database=read("DATABASE_PATH", Path, known.database),
        timezone=read("DAILY_TIMEZONE", _zone, known.timezone),
        daily_secret=read("DAILY_SECRET", str, known.daily_secret),
        webhook_url=read("WEBHOOK_URL", _https, known.webhook_url),
        webhook_secret=read("WEBHOOK_SECRET", _secret, known.webhook_secret),
        http_listen=read("HTTP_LISTEN", str, known.http_listen),
        http_port=read("HTTP_PORT", _port, known.http_port),
        sandbox_port=read("SANDBOX_PORT", _port, known.sandbox_port),
        admins=read("ADMIN_IDS", _ids, known.admins),
        log_level=read("LOG_LEVEL", _level, known.log_level),
        log_format=read("LOG_FORMAT", _format, known.log_format),
    )


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


class _Reader:
    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment

    def __call__(self, name: str, convert: Callable[[str], V], default: V) -> V:
        text = self._environment.get(name, "").strip()
        if not text:
            return default
        try:
            return convert(text)
        except ValueError as error:
            raise SettingsError(f"{name}: {error}") from error


def _token(text: str) -> str:
    if not _TOKEN.fullmatch(text):
        raise ValueError("not a bot token; copy it from @BotFather, like 123456789:AAE…")
    return text


def _url(text: str) -> str:
    try:
        web_address(text)
    except ValueError as error:
        raise ValueError(f"not an address such as https://api.telegram.org ({error})") from error
    return text.rstrip("/")


def _https(text: str) -> str:
    if not text.startswith("https://"):
        raise ValueError("Telegram sends updates to https:// addresses only")
    return _url(text)


def _secret(text: str) -> str:
    if not _SECRET.fullmatch(text):
        raise ValueError("1–256 characters of A–Z, a–z, 0–9, _ and - are allowed")
    return text


def _zone(text: str) -> ZoneInfo:
    try:
        return ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"{text!r} is no time zone such as Europe/Moscow") from None


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise ValueError(f"{text!r} is no port number from 1 to 65535")
    return int(text)


def _ids(text: str) -> frozenset[int]:
    numbers = text.replace(",", " ").split()
    if not all(number.isascii() and number.isdigit() for number in numbers):
        raise ValueError("people's numeric ids, separated by commas")
    return frozenset(map(int, numbers))


def _level(text: str) -> str:
    if text.upper() not in LOG_LEVELS:
        raise ValueError(f"one of {', '.join(LOG_LEVELS)}")
    return text.upper()


def _format(text: str) -> str:
    if text.lower() not in LOG_FORMATS:
        raise ValueError(f"one of {', '.join(LOG_FORMATS)}")
    return text.lower()
