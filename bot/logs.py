"""Structured log lines on stderr; the bot's token is in none of them."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

__all__ = ["MASK", "configure", "mask"]

MASK = "<token>"
_TOKEN = re.compile(r"\b[0-9]{5,20}(?::|%3A)[A-Za-z0-9_-]{20,}")
_QUIET = ("httpx", "httpcore", "apscheduler", "aiohttp.access", "telegram.ext.Updater", "aiosqlite")


def mask(text: str) -> str:
    """The text with everything that looks like a bot token hidden."""
    return _TOKEN.sub(MASK, text)


def configure(level: str) -> None:
    """One line on stderr for each event, ours and the libraries'."""
    shared = (
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.LogfmtRenderer(
                    key_order=["timestamp", "level", "event", "logger"], bool_as_flag=False
                ),
                _masked,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in _QUIET:
        # They log the addresses they call, and those hold the token.
        logging.getLogger(name).setLevel(logging.WARNING)


def _masked(_: Any, __: str, line: str | MutableMapping[str, Any]) -> str:
    return mask(str(line))
