"""``configure``: one log line on stderr for each event, and no secret in any of them."""

import json
import logging
import re
import sys
import warnings
from collections.abc import Iterable, MutableMapping
from types import TracebackType
from typing import Any

import structlog

MASK = "<token>"
# No word boundary before it: in `/bot123456:AAE…/getMe` there is none.
_TOKEN = re.compile(r"(?<![0-9])[0-9]{5,20}(?::|%3A)[A-Za-z0-9_-]{20,}", re.IGNORECASE)
_QUIET = ("aiohttp.access", "aiosqlite")

# They log as errors a gateway's page, which is raised too and logged as the weather it is, and
# what the last call of a stop meets, which changes nothing.
_RASH = ("telegram.request.BaseRequest", "telegram.ext.Updater")

Event = MutableMapping[str, Any]


def mask(text: str, secrets: Iterable[str] = ()) -> str:
    """The text with everything that looks like a bot token hidden, and ``secrets`` too."""
    for secret in secrets:
        text = text.replace(secret, MASK)
    return _TOKEN.sub(MASK, text)


def configure(level: str, secrets: Iterable[str] = (), form: str = "key=value") -> None:
    """One line on stderr for each event, ours, the libraries' and the crash that ends the process.

    A traceback is the field ``exception`` of its line. ``secrets`` are never printed.
    """
    hidden = {written for secret in filter(None, secrets) for written in (secret, _quoted(secret))}

    def _masked(_: Any, __: str, line: str | Event) -> str:
        return mask(str(line), hidden)

    shared = (
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _named_error,
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
                _renderer(form),
                _masked,
            ],
        )
    )
    # The library announces a type that will change; `refusals.seconds_of` takes both.
    warnings.filterwarnings("ignore", "Deprecated since version v22.2.*retry_after")
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in _QUIET:
        # They log every request and every statement, with what people wrote in it.
        logging.getLogger(name).setLevel(logging.WARNING)
    for name in _RASH:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    sys.excepthook = _crashed


def _renderer(form: str) -> structlog.typing.Processor:
    """What makes a line of an event, in one of ``settings.LOG_FORMATS``."""
    if form == "json":
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    order = ["timestamp", "level", "event", "logger"]
    return structlog.processors.LogfmtRenderer(key_order=order, bool_as_flag=False)


def _quoted(text: str) -> str:
    """As it stands between quotes, in both formats."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _named_error(_: Any, __: str, event: Event) -> Event:
    """The class of an error, beside its traceback: what kind of error it is."""
    error = event.get("exc_info")
    if error is True or isinstance(error, tuple):
        error = sys.exc_info()[1] if error is True else error[1]
    if isinstance(error, BaseException):
        event.setdefault("error", str(error))
        event["error_type"] = type(error).__name__
    return event


def _crashed(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    logging.getLogger("pasyans").critical("crashed", exc_info=(kind, error, trace))
