"""A month of play by 300 people and 20 groups, and a plain recount of what has to come of it.

The play goes through the session and its clock. The log holds no more than who made which moves
when; everything that `recount.py` expects is counted from it by the words of the rules alone.
"""

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.games.deals import Deal, dated_name
from bot.games.play import expand, shorthands
from bot.games.registry import PATIENCES
from bot.play.audiences import AUDIENCES
from bot.play.calendar import Days
from bot.play.daily import KINDS, DailyOffer
from bot.play.session import Session
from storage import Chat, DailyDeal, Notice, Storage
from tests.staging.wins import SECRET, WINS

FIRST = date(2026, 12, 21)  # a Monday; a new year begins in the second week
DAYS = 30
PEOPLE = range(1, 301)
REGULARS = PEOPLE[:12]
GROUPS = [-number for number in range(1, 21)]
MIGRATED = {-7: -1007}
FORGOTTEN_ON = {9: (3, 33), 20: (3, 133, 233)}
"""On which day of the month who deletes their data."""
ZONE = ZoneInfo("Europe/Moscow")
AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was made of a deal: taps of (player, moves) in order; the first attempt is the first.

    ``over``: they play it to its end; ``told``: the chat knew that it comes out no more; ``ended``
    is false where the deadline ended it.
    """

    date: str
    kind: str
    chat: int
    taps: tuple[tuple[int, str], ...]
    hints: int
    over: bool
    told: bool
    ended: bool


@dataclass(slots=True)
class Log:
    """All that has happened, in order."""

    attempts: list[Attempt] = field(default_factory=list)
    forgotten: list[tuple[str, int]] = field(default_factory=list)


class Month:
    """The month; ``begin`` and then ``day`` after ``day``."""

    def __init__(self, storage: Storage, seed: int) -> None:
        self.storage = storage
        self.days = Days(ZONE, lambda: self.now)
        self.session = Session(storage, self.days)
        self.daily = DailyOffer(storage, self.session, self.days)
        self.log = Log()
        self.now = 0.0
        self._rng = random.Random(seed)
        self._scripts: dict[str, list[str]] = {}
        self._chats: dict[int, Chat] = {}
        self._gone: set[int] = set()
        self._overdue: dict[int, int] = {}

    async def begin(self) -> None:
        """Everybody is known, every deal prepared."""
        self._set(FIRST, 0)
        await asyncio.gather(*map(self._known, PEOPLE))
        for group in GROUPS:
            self._chats[group] = await self.storage.chats.ensure(group, "group", f"Чат {group}", 1)

    async def day(self, number: int) -> None:
        """The day of this number, with the night after it."""
        day = FIRST + timedelta(number)
        self._set(day, 12)
        await self._prepare(day)
        for player in FORGOTTEN_ON.get(number, ()):
            await self.storage.players.delete(player, day.isoformat())
            self.log.forgotten.append((day.isoformat(), player))
            self._gone.add(player)
            self._overdue.pop(player, None)
        if number == DAYS // 2:
            for old, new in MIGRATED.items():
                await self.storage.chats.migrate(old, new)
                moved = await self.storage.chats.get(new)
                assert moved is not None
                self._chats[new] = moved
                del self._chats[old]
                if old in self._overdue:
                    self._overdue[new] = self._overdue.pop(old)
        regulars = [player for player in REGULARS if self._rng.random() < 0.88]
        people = [*regulars, *self._rng.sample(PEOPLE[len(REGULARS) :], 24)]
        groups = self._rng.sample(sorted(self._chats.keys() - PEOPLE), 10)
        late = set(self._rng.sample(people, 5)) | set(self._rng.sample(groups, 2))
        await self._play(day, [chat for chat in (*people, *groups) if chat not in late], 20)
        await self._play(day, sorted(late), None)
        self._set(day + timedelta(1), 3)
        async for _ in self.session.score_overdue():
            pass

    def _set(self, day: date, hour: int, minute: int = 0) -> None:
        moment = datetime(day.year, day.month, day.day, hour, minute, tzinfo=ZONE)
        self.now = moment.astimezone(UTC).timestamp()

    async def _known(self, player: int) -> None:
        await self.storage.players.ensure(player, f"Игрок {player}", None, 1)
        self._chats[player] = await self.storage.chats.ensure(player, "private", "", 1)

    async def _prepare(self, day: date) -> None:
        """Two deals for people and two for teams; of some it is known how to win them."""
        self._scripts.clear()
        for kind in KINDS:
            for audience in AUDIENCES:
                name = _deal(day, kind, audience)
                deal = DailyDeal(day.isoformat(), kind, audience, name, 0, 1, 1, "d", 1)
                await self.storage.daily.put(deal)
                won = [WINS[name]] if name in WINS else []
                self._scripts[name] = [*won, *(self._script(kind, name) for _ in range(3))]

    def _script(self, kind: str, name: str) -> str:
        """A whole game by one who mostly lays what can be laid."""
        patience = PATIENCES[kind]
        table = patience.deal(Deal.named(name, patience.pack))
        made: list[str] = []
        while codes := [*patience.legal(table), *shorthands(patience, table)]:
            code = "^" if "^" in codes and self._rng.random() < 0.95 else self._rng.choice(codes)
            for move in expand(patience, table, code):
                table = patience.apply(table, move)
                made.append(move)
        return "".join(made)

    async def _play(self, day: date, chats: list[int], hour: int | None) -> None:
        """Games of one day; at no ``hour``: begun before midnight, ended after it or not at all."""
        plans = [plan for chat in chats for plan in self._plans(day, chat, late=hour is None)]
        if hour is not None:
            self._set(day, hour)
            await self._side_by_side([(plan, True, True) for plan in plans])
        else:
            self._set(day, 23, 59)
            await self._side_by_side([(plan, True, False) for plan in plans])
            self._set(day + timedelta(1), 2, 59)
            await self._side_by_side([(plan, False, True) for plan in plans if plan.ended])

    def _plans(self, day: date, chat: int, *, late: bool) -> Iterator[Attempt]:
        """What a chat makes of the day: one deal if it is late, else perhaps both and one twice."""
        rng = self._rng
        kinds = [rng.choice(KINDS)] if late else rng.sample(KINDS, rng.choice((1, 2)))
        for kind in [*kinds, *(kinds[:1] if not late and rng.random() < 0.2 else [])]:
            players = [chat] if chat > 0 else rng.sample(PEOPLE, rng.randrange(1, 6))
            audience = "person" if chat > 0 else "team"
            script = rng.choice(self._scripts[_deal(day, kind, audience)])
            thorough = rng.random() < (0.9 if chat in REGULARS else 0.2)
            moves = script if thorough else script[: rng.randrange(1, rng.choice((5, 90)))]
            cuts = sorted(rng.randrange(1, len(moves) + 1) for _ in range(len(players) - 1))
            pieces = [moves[a:b] for a, b in zip([0, *cuts], [*cuts, len(moves)], strict=True)]
            taps = tuple(tap for tap in zip(players, pieces, strict=True) if tap[1])
            hints = min(len(taps), rng.choice((0, 0, 1, 2)))
            over, told = moves == script, rng.random() < 0.1
            ended = not late or rng.random() < 0.5
            yield Attempt(day.isoformat(), kind, chat, taps, hints, over, told, ended)

    async def _side_by_side(self, plans: list[tuple[Attempt, bool, bool]]) -> None:
        by_chat: dict[int, list[tuple[Attempt, bool, bool]]] = {}
        for plan in plans:
            by_chat.setdefault(plan[0].chat, []).append(plan)
        free = asyncio.Semaphore(AT_ONCE)

        async def follow(of_chat: list[tuple[Attempt, bool, bool]]) -> None:
            async with free:
                for plan, begin, end in of_chat:
                    await self._follow(plan, begin=begin, end=end)

        await asyncio.gather(*map(follow, by_chat.values()))

    async def _follow(self, plan: Attempt, *, begin: bool, end: bool) -> None:
        if begin:
            await self._begin(plan)
        if end:
            loaded = await self.session.current(plan.chat)
            assert loaded is not None
            await self.session.stop(plan.chat, loaded.game.id)

    async def _begin(self, plan: Attempt) -> None:
        games = self.storage.games
        chat = self._chats[plan.chat]
        for player in self._gone.intersection(player for player, _ in plan.taps):
            await self._known(player)
        deal = await self.daily.playable(chat, plan.date, plan.kind)
        assert deal is not None
        # What was overdue lies on the table still, out of ranking.
        overdue = self._overdue.pop(plan.chat, None)
        starter = plan.taps[0][0]
        started = await self.session.start_dated(chat.id, deal, starter, replacing=overdue)
        assert started.placed
        game, revision = started.loaded.game, started.loaded.game.revision
        for number, (player, moves) in enumerate(plan.taps):
            moved = await games.tap(game.id, revision, player_id=player, at=1, moves=moves)
            assert moved is not None
            revision = moved
            if number < plan.hints:
                await games.hint(game.id, revision)
        if plan.told:
            await self.storage.notices.put(Notice(game.id, "lost", None))
        if not plan.ended:
            self._overdue[plan.chat] = game.id
        self.log.attempts.append(plan)


def _deal(day: date, kind: str, audience: str) -> str:
    """The name of a deal of the day."""
    return dated_name(SECRET.encode(), day.isoformat(), kind, audience, 0)
