"""The tables of a month, counted anew from its log: by hand as it were, knowing no code of ours.

What the rules say, and no more: a lay is `1` … `8`, `w` or `l`; every thirteenth card goes by
itself; 104 cards are all; a pass more for each redeal.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from datetime import date, timedelta

from tests.staging.month import Attempt, Log

PASSES = {"first-last-hold": 4, "devils": 3}

Line = tuple[int, int, int, int, int, int]
"""(place, holder, points, opened, games, won)."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A first attempt and what it came to."""

    attempt: Attempt
    points: int
    opened: int
    won: bool


def laid(moves: str) -> int:
    """Cards laid, with the closers that go by themselves."""
    lays = sum(move in "12345678wl" for move in moves)
    return lays + lays // 12


def ranked(attempt: Attempt) -> Ranked:
    """The score by the rules."""
    moves = "".join(moves for _, moves in attempt.taps)
    cards, passes = laid(moves), 1 + moves.count("r")
    won = cards == 104
    bonus = 50 + 25 * (PASSES[attempt.kind] - passes) if won else 0
    return Ranked(attempt, cards + bonus - 5 * attempt.hints, moves.count("d"), won)


class Recount:
    """What has to stand in the tables after the log."""

    def __init__(self, log: Log, migrated: dict[int, int]) -> None:
        attempts = [replace(one, chat=migrated.get(one.chat, one.chat)) for one in log.attempts]
        for day, gone in log.forgotten:
            attempts = [_without(one, gone) if one.date < day else one for one in attempts]
            attempts = [one for one in attempts if one.chat != gone or one.date >= day]
        self.visitors: dict[int, set[int]] = defaultdict(set)
        first: dict[tuple[str, str, int], Attempt] = {}
        for one in attempts:
            first.setdefault((one.date, one.kind, one.chat), one)
            if one.chat < 0:
                self.visitors[one.chat] |= {player for player, _ in one.taps if player}
        self.results = [ranked(one) for one in first.values()]

    def lines(
        self, kind: str, since: str, until: str, *, teams: bool, here: int | None = None
    ) -> list[Line]:
        """The table of the days from ``since`` to ``until``, best first."""
        sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for one in self.results:
            holder = one.attempt.chat
            if (
                one.attempt.kind == kind
                and since <= one.attempt.date <= until
                and (holder < 0) == teams
                and (here is None or holder in self.visitors[here])
            ):
                for at, value in enumerate((one.points, one.opened, 1, one.won)):
                    sums[holder][at] += value
        keys = [(-points, opened) for points, opened, *_ in sums.values()]
        lines = [
            (1 + sum(key < (-own[0], own[1]) for key in keys), holder, *own)
            for holder, own in sums.items()
        ]
        return sorted(lines)  # type: ignore[arg-type]

    def shares(self, chat: int, kind: str, since: str, until: str) -> dict[int | None, int]:
        """Who laid how many cards in the chat's ranked games."""
        cards: Counter[int | None] = Counter()
        for one in self.results:
            attempt = one.attempt
            if (attempt.chat, attempt.kind) == (chat, kind) and since <= attempt.date <= until:
                made = ""
                for player, moves in attempt.taps:
                    cards[player or None] += laid(made + moves) - laid(made)
                    made += moves
        return {player: count for player, count in cards.items() if count}

    def streaks(self, chat: int, today: str) -> tuple[int, int]:
        """The streak that lives today, and the longest."""
        days = {
            one.attempt.date
            for one in self.results
            if one.attempt.chat == chat and one.attempt.ended
        }
        runs = [_run(days, day) for day in days]
        yesterday = _before(today)
        return _run(days, today) or _run(days, yesterday), max(runs, default=0)


def _without(attempt: Attempt, gone: int) -> Attempt:
    """The attempt with the taps of the forgotten person under no name."""
    taps = tuple(
        (0 if player == gone and attempt.chat < 0 else player, moves)
        for player, moves in attempt.taps
    )
    return replace(attempt, taps=taps)


def _run(days: set[str], last: str) -> int:
    """How many days in a row end with ``last``."""
    length = 0
    while last in days:
        length, last = length + 1, _before(last)
    return length


def _before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(1)).isoformat()
