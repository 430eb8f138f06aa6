"""``python -m bot status``: how the running bot is doing, from its own port."""

import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException

from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from bot.settings import Settings

SECONDS = 5.0
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where it listens, from here


class NoBot(Exception):
    """Why nothing can be told, in one line for the operator."""


def main(settings: Settings) -> None:
    """Prints one screen; raises ``NoBot``."""
    sys.stdout.write(screen(fetch(settings)))


def fetch(settings: Settings) -> str:
    """The metrics as the bot tells them."""
    host = _EVERYWHERE.get(settings.http_listen, settings.http_listen)
    connection = HTTPConnection(host, settings.http_port, timeout=SECONDS)
    where = f"{host}:{settings.http_port}"
    try:
        connection.request("GET", "/metrics")
        answer = connection.getresponse()
        told = answer.read().decode()
    except (OSError, HTTPException, UnicodeDecodeError) as error:
        why = str(error) or type(error).__name__
        raise NoBot(
            f"no bot answers on {where} ({why}); start it, or set the HTTP_PORT that it has"
        ) from error
    finally:
        connection.close()
    if answer.status != 200 or "pasyans_" not in told:
        raise NoBot(f"what answers on {where} is not this bot; see HTTP_PORT in .env")
    return told


def screen(told: str) -> str:
    """What an operator wants to know first, a line for each thing."""
    return "".join(f"{name:20} {value}\n" for name, value in _lines(Numbers(told)))


class Numbers:
    """The metrics by name."""

    def __init__(self, told: str) -> None:
        self._samples_of: dict[str, list[Sample]] = {}
        for family in text_string_to_metric_families(told):
            for sample in family.samples:
                self._samples_of.setdefault(sample.name, []).append(sample)

    def sum(self, name: str, **labels: str) -> float:
        """The samples with these labels, added up; 0 where there are none."""
        return sum(each.value for each in self._samples(name, labels))

    def by(self, name: str, label: str) -> dict[str, float]:
        """Sums by the value of a label, the greatest first, without zeros."""
        sums: dict[str, float] = {}
        for each in self._samples(name, {}):
            sums[each.labels[label]] = sums.get(each.labels[label], 0) + each.value
        return {key: sums[key] for key in sorted(sums, key=lambda key: -sums[key]) if sums[key]}

    def within(self, family: str, share: float, **labels: str) -> str:
        """The bucket that holds this share of a histogram, in words."""
        sums: dict[float, float] = {}
        for each in self._samples(f"{family}_bucket", labels):
            bound = float(each.labels["le"])
            sums[bound] = sums.get(bound, 0) + each.value
        most = max(sums.values(), default=0)
        if not most:
            return "–"
        bound = min(bound for bound, count in sums.items() if count >= share * most)
        last = max(bound for bound in sums if bound != float("inf"))
        return f"≤ {_seconds(bound)}" if bound <= last else f"> {_seconds(last)}"

    def _samples(self, name: str, labels: dict[str, str]) -> Iterator[Sample]:
        for each in self._samples_of.get(name, ()):
            if labels.items() <= each.labels.items():
                yield each


def _lines(numbers: Numbers) -> Iterator[tuple[str, str]]:
    started = numbers.sum("process_start_time_seconds")
    if started:
        yield "running for", _duration(time.time() - started)
        yield (
            "memory",
            f"{numbers.sum('process_resident_memory_bytes') / 2**20:.0f} MB (this process)",
        )
    yield "free disk", f"{numbers.sum('pasyans_disk_free_bytes') / 2**30:.1f} GB"
    people, games = numbers.sum("pasyans_players_today"), numbers.sum("pasyans_games_today")
    yield "today", f"{people:.0f} people, {games:.0f} games"
    yield "updates", _counts(numbers.by("pasyans_update_seconds_count", "outcome"))
    yield "taps answered", _quantiles(numbers, "pasyans_update_seconds", kind="callback_query")
    calls = numbers.by("pasyans_telegram_seconds_count", "outcome")
    yield "calls to Telegram", _counts(calls)
    yield "edits took", _quantiles(numbers, "pasyans_telegram_seconds", method="editMessageMedia")
    yield "pace", f"{numbers.sum('pasyans_pace_per_second'):.0f} a second"
    waiting = numbers.sum("pasyans_chats_waiting")
    oldest = numbers.sum("pasyans_table_oldest_seconds")
    yield "tables waiting", f"{waiting:.0f}, the oldest for {_seconds(oldest)}"
    yield "tables shown", _quantiles(numbers, "pasyans_table_seconds")
    yield "pictures drawn", _quantiles(numbers, "pasyans_drawing_seconds")
    yield "solver asked", _counts(numbers.by("pasyans_solver_seconds_count", "asked"))
    yield "solver waiting", f"{numbers.sum('pasyans_solver_waiting'):.0f}"
    yield "hints took", _quantiles(numbers, "pasyans_solver_seconds", asked="advise")
    yield "commits took", _quantiles(numbers, "pasyans_commit_seconds")


def _counts(sums: dict[str, float]) -> str:
    return ", ".join(f"{key} {value:,.0f}" for key, value in sums.items()) or "none"


def _quantiles(numbers: Numbers, family: str, **labels: str) -> str:
    half, most = (numbers.within(family, share, **labels) for share in (0.5, 0.99))
    return f"{numbers.sum(family + '_count', **labels):,.0f}, half in {half}, 99 % in {most}"


def _seconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:g} s"


def _duration(seconds: float) -> str:
    minutes = int(seconds // 60)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    return f"{days} d {hours} h {minutes} min"
