"""The tables of a month, counted anew from its log: by hand as it were, knowing no code of ours.

What the rules say, and no more: a lay is `1` … `8`, `w` or `l`; every thirteenth card goes by
itself; 104 cards are all; a pass more for each redeal.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from datetime import date, timedelta

from tests.staging.month import Attempt, Log

PASSES = {"first-last-hold": 4, "devils": 3}

Line = tuple[int | None, int, int, int, int, int, int]
"""(place, holder, points, hints, opened, games, won); without a point no place."""


Streaks = tuple[int, int, int, tuple[str, ...]]
"""(the current one, the best, spare days kept, the days that one has stood for)."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A first attempt and what it came to."""

    attempt: Attempt
    points: int
    opened: int
    won: bool
    laid: int
    hands: int
    """How many people had laid cards when it ended."""

    @property
    def ranks(self) -> bool:
        """Whether it counts on the tables: of a team if two people have laid cards."""
        return self.attempt.chat > 0 or self.hands > 1

    @property
    def is_streak_day(self) -> bool:
        """Whether its day counts: ended by itself, or known to be lost, or a round closed."""
        return self.attempt.over or self.attempt.told or self.laid >= 13


def laid(moves: str) -> int:
    """Cards laid, with the closers that go by themselves."""
    lays = sum(move in "12345678wl" for move in moves)
    return lays + lays // 12


def cards_of(attempt: Attempt) -> Counter[int | None]:
    """Who laid how many cards."""
    cards: Counter[int | None] = Counter()
    made = ""
    for player, moves in attempt.taps:
        cards[player or None] += laid(made + moves) - laid(made)
        made += moves
    return +cards


def ranked(attempt: Attempt, hands: int) -> Ranked:
    """The score by the rules."""
    moves = "".join(moves for _, moves in attempt.taps)
    cards, passes = laid(moves), 1 + moves.count("r")
    won = cards == 104
    if won:
        unused = PASSES[attempt.kind] - passes
        points = max(104 + 50 + 25 * unused - 5 * attempt.hints, 105)
    else:
        points = max(cards - 5 * attempt.hints, (cards + 1) // 2)
    return Ranked(attempt, points, moves.count("d"), won, cards, hands)


class Recount:
    """What has to stand in the tables after the log."""

    def __init__(self, log: Log, migrated: dict[int, int]) -> None:
        played = [
            (replace(one, chat=migrated.get(one.chat, one.chat)), len(cards_of(one)))
            for one in log.attempts
        ]
        for day, gone in log.forgotten:
            played = [
                (_without(one, gone) if one.date < day else one, hands) for one, hands in played
            ]
            played = [pair for pair in played if pair[0].chat != gone or pair[0].date >= day]
        self.visitors: dict[int, set[int]] = defaultdict(set)
        first: dict[tuple[str, str, int], Ranked] = {}
        for one, hands in played:
            first.setdefault((one.date, one.kind, one.chat), ranked(one, hands))
            if one.chat < 0:
                self.visitors[one.chat] |= {player for player, _ in one.taps if player}
        self.results = list(first.values())

    def lines(
        self, kind: str, since: str, until: str, *, teams: bool, here: int | None = None
    ) -> list[Line]:
        """The table of the days from ``since`` to ``until``, best first; without a place last."""
        sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0, 0])
        for one in self.results:
            holder = one.attempt.chat
            if (
                one.ranks
                and one.attempt.kind == kind
                and since <= one.attempt.date <= until
                and (holder < 0) == teams
                and (here is None or holder in self.visitors[here])
            ):
                result = (one.points, one.attempt.hints, one.opened, 1, one.won)
                for at, value in enumerate(result):
                    sums[holder][at] += value
        keys = {holder: (-own[0], own[1], own[2]) for holder, own in sums.items()}
        lines = [
            (
                1 + sum(key < keys[holder] for key in keys.values()) if own[0] else None,
                *(holder, own[0], own[1], own[2], own[3], own[4]),
            )
            for holder, own in sums.items()
        ]
        return sorted(lines, key=lambda line: (line[0] is None, line[0] or 0, line[1]))

    def shares(self, chat: int, kind: str, since: str, until: str) -> dict[int | None, int]:
        """Who laid how many cards in the chat's ranked games."""
        cards: Counter[int | None] = Counter()
        for one in self.results:
            attempt = one.attempt
            if (attempt.chat, attempt.kind) == (chat, kind) and since <= attempt.date <= until:
                cards += cards_of(attempt)
        return dict(cards)

    def streaks(self, chat: int, today: str) -> Streaks:
        """The streak that lives today, going through the calendar day by day."""
        days = {
            one.attempt.date
            for one in self.results
            if one.attempt.chat == chat and one.is_streak_day
        }
        length = best = spares = towards = 0
        spared: list[str] = []
        day = min(days, default=today)
        while day <= today:
            if day in days:
                length, towards = length + 1, towards + 1
                best = max(best, length)
                if towards == 7:
                    spares, towards = min(spares + 1, 2), 0
            elif day == today:
                break  # it is not over
            elif spares and length:
                spares -= 1
                spared.append(day)
            else:
                length = spares = towards = 0
            day = _after(day)
        return length, best, spares, tuple(spared)


def _without(attempt: Attempt, gone: int) -> Attempt:
    """The attempt with the taps of the forgotten person under no name."""
    taps = tuple(
        (0 if player == gone and attempt.chat < 0 else player, moves)
        for player, moves in attempt.taps
    )
    return replace(attempt, taps=taps)


def _after(day: str) -> str:
    return (date.fromisoformat(day) + timedelta(1)).isoformat()
