"""``Record``, the record of a game («Протокол»): written for players, parsed and checked.

A record is plain text that people can read and machines can replay. A text that cannot be read as
one is ``NotARecord``; one that can be read but breaks the rules is ``FalseRecord``.
"""

import re
import reprlib
from collections import Counter
from dataclasses import dataclass
from datetime import date
from enum import Enum

from bot.games.cards import TWO_DECKS, Card, parse_cards, tokens
from bot.games.deals import FIRST_NUMBER, LAST_NUMBER, BadRedeal, Deal, deck, redealt
from bot.games.patience import REDEAL, IllegalMove, Outcome, Table, UnknownMove
from bot.games.play import AnyPatience, steps
from bot.games.registry import PATIENCES

HEADER = "Протокол партии v1"
UNNAMED = "—"
_REDEAL = re.compile(r"(перекладка ([1-9][0-9]{0,2})):")


class NotARecord(ValueError):
    """A text that is no record."""


class FalseRecord(ValueError):
    """A record that does not keep the rules."""


class Ending(Enum):
    """How a recorded game ended, in the record's words."""

    WON = "сошёлся"
    LOST = "не сошёлся"
    STOPPED = "прекращён"


_ENDINGS = frozenset(ending.value for ending in Ending)


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game. ``label`` is the deal's number, a dated deal's date, or ``UNNAMED``."""

    title: str
    kind: str
    label: str
    deck: tuple[Card, ...]
    redeals: tuple[tuple[Card, ...], ...]
    moves: str
    ending: Ending


def make_record(patience: AnyPatience, deal: Deal, label: str, moves: str) -> Record:
    """The record of a game that is over; if it could go on, its player has stopped it."""
    table: Table = patience.deal(deal)
    redeals: list[tuple[Card, ...]] = []
    for step in steps(patience, table, moves):
        table = step.table
        if step.move == REDEAL and patience.shuffles:
            redeals.append(patience.stock(table))
    return Record(
        title=patience.title,
        kind=patience.kind,
        label=label,
        deck=deal.deck,
        redeals=tuple(redeals),
        moves=moves,
        ending=_ending(patience, table),
    )


def write_record(record: Record) -> str:
    """The record's text, lines ended by LF."""
    redeals = (
        f"перекладка {k}: {tokens(cards)}" for k, cards in enumerate(record.redeals, start=1)
    )
    lines = (
        HEADER,
        f"игра: {record.title}",
        f"вид: {record.kind}",
        f"расклад: {record.label}",
        f"колода: {tokens(record.deck)}",
        *redeals,
        f"ходы: {record.moves}",
        f"итог: {record.ending.value}",
    )
    return "".join(f"{line}\n" for line in lines)


def parse_record(text: str) -> Record:
    """The record that ``text`` holds.

    ``NotARecord`` says what cannot be read; redeals not numbered 1, 2, … are a ``FalseRecord``.
    """
    lines = _Lines(text)
    lines.header()
    title = lines.field("игра")
    kind = lines.field("вид")
    label = lines.field("расклад")
    cards = _cards(lines.field("колода"), "колода")
    redeals: list[tuple[Card, ...]] = []
    numbers: list[int] = []
    while found := _REDEAL.match(lines.next):
        redeals.append(_cards(lines.field(found[1]), found[1]))
        numbers.append(int(found[2]))
    moves = lines.field("ходы")
    ending = lines.field("итог")
    lines.end()
    if kind not in PATIENCES:
        raise NotARecord(f"вид: unknown kind {reprlib.repr(kind)}")
    if unknown := set(moves) - set(PATIENCES[kind].codes):
        raise NotARecord(f"ходы: no move is written {min(unknown)!r}")
    if not _is_label(label):
        raise NotARecord(f"расклад: neither a number, nor a date, nor {UNNAMED}")
    if ending not in _ENDINGS:
        raise NotARecord(f"итог: unknown ending {reprlib.repr(ending)}")
    for expected, number in enumerate(numbers, start=1):
        if number != expected:
            raise FalseRecord(f"перекладка {expected}: missing")
    return Record(title, kind, label, cards, tuple(redeals), moves, Ending(ending))


def check_record(record: Record) -> Table:
    """The last position of a record that keeps the rules; ``FalseRecord`` says what does not."""
    patience = PATIENCES[record.kind]
    if record.title != patience.title:
        raise FalseRecord(f"игра: {record.kind} is called {patience.title}")
    if Counter(record.deck) != Counter(patience.pack):
        decks = "two full decks" if patience.pack == TWO_DECKS else "the full pack"
        raise FalseRecord(f"колода: not {decks}")
    if record.label.isdigit() and record.deck != deck(record.label, patience.pack):
        raise FalseRecord(f"колода: not that of deal {record.label}")
    table = _replayed(patience, record)
    ending = _ending(patience, table)
    if record.ending is not ending:
        raise FalseRecord(f"итог: {ending.value}, not {record.ending.value}")
    return table


def _replayed(patience: AnyPatience, record: Record) -> Table:
    deal = Deal(record.deck, redeals=record.redeals)
    table: Table = patience.deal(deal)
    for number, move in enumerate(record.moves, start=1):
        if patience.outcome(table) is not Outcome.PLAYING:
            raise FalseRecord(f"ходы: move {number} comes after the end")
        try:
            after = patience.apply(table, move)
        except (IllegalMove, UnknownMove) as error:
            raise FalseRecord(f"ходы: move {number}: {error}") from None
        except BadRedeal as error:
            raise FalseRecord(f"перекладка {error.k}: {error.fault} (move {number})") from None
        if move == REDEAL and patience.shuffles and record.label.isdigit():
            _check_redeal(patience, record.label, table, after)
        table = after
    expected = patience.facts(table).present_pass - 1 if patience.shuffles else 0
    if len(record.redeals) > expected:
        raise FalseRecord(f"перекладка {expected + 1}: no such redeal was made")
    return table


def _check_redeal(patience: AnyPatience, label: str, before: Table, after: Table) -> None:
    k = patience.facts(before).present_pass
    if patience.stock(after) != redealt(patience.waste(before), label, k):
        raise FalseRecord(f"перекладка {k}: not that of deal {label}")


def _ending(patience: AnyPatience, table: Table) -> Ending:
    return {
        Outcome.WON: Ending.WON,
        Outcome.LOST: Ending.LOST,
        Outcome.PLAYING: Ending.STOPPED,
    }[patience.outcome(table)]


def _cards(text: str, name: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except ValueError as error:
        raise NotARecord(f"{name}: {error}") from None


def _is_label(label: str) -> bool:
    if label == UNNAMED:
        return True
    if re.fullmatch(r"[1-9][0-9]{0,8}", label):
        return FIRST_NUMBER <= int(label) <= LAST_NUMBER
    try:
        return date.fromisoformat(label).isoformat() == label
    except ValueError:
        return False


class _Lines:
    """The lines of a record, taken one by one; LF or CRLF, the last end of line may be missing."""

    def __init__(self, text: str) -> None:
        self._lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
        self._taken = 0

    @property
    def next(self) -> str:
        """The line that comes next; empty after the last."""
        return self._lines[self._taken] if self._taken < len(self._lines) else ""

    def header(self) -> None:
        if self.next != HEADER:
            raise NotARecord(f"line 1: not {HEADER!r}")
        self._taken += 1

    def field(self, name: str) -> str:
        line = self.next
        if not line.startswith(f"{name}:"):
            raise NotARecord(f"line {self._taken + 1}: field {name!r} is missing")
        self._taken += 1
        return line.removeprefix(f"{name}:").removeprefix(" ")

    def end(self) -> None:
        if self._taken != len(self._lines):
            raise NotARecord(f"line {self._taken + 1}: nothing may follow «итог»")
