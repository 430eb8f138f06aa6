"""Chats, people, games and results to work with."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from storage import Game, NewGame, NewResult, Storage

ANNA, BORIS, VERA = 11, 12, 13
NAMES = {ANNA: "Аня", BORIS: "Борис", VERA: "Вера"}
GROUP = -100
DAY = "2026-11-30"


async def person(storage: Storage, player_id: int) -> None:
    """Somebody with a private chat."""
    name = NAMES.get(player_id, f"Игрок {player_id}")
    await storage.chats.ensure(player_id, "private", name, 1)
    await storage.players.ensure(player_id, name, None, 1)


async def group(storage: Storage, chat_id: int = GROUP, title: str = "Дача") -> None:
    """A group in which Anna and Boris are known."""
    await storage.chats.ensure(chat_id, "group", title, 1)
    for player_id in (ANNA, BORIS):
        await person(storage, player_id)


def game_in(
    chat_id: int,
    *,
    starter: int = ANNA,
    kind: str = "devils",
    label: str = "481516",
    audience: str = "",
) -> NewGame:
    """A game to be started; it shall rank where it has an audience."""
    return NewGame(
        chat_id=chat_id,
        kind=kind,
        deal=f"deal {label}",
        label=label,
        audience=audience,
        ranked=audience != "",
        starter=starter,
        at=100,
    )


async def started(storage: Storage, new: NewGame) -> Game:
    """The game on the table."""
    placed = await storage.games.start(new)
    assert placed.placed
    return placed.game


def week_of(day: str) -> str:
    """The key of the week's totals."""
    then = date.fromisoformat(day)
    return f"week {then - timedelta(then.weekday())}"


def periods_of(day: str) -> tuple[str, ...]:
    """The keys of all totals that a result of this day counts in."""
    return (day, week_of(day), "all")


def result(
    points: int = 104,
    opened: int = 90,
    *,
    won: bool = False,
    finished: bool = True,
    passes: int = 3,
    hints: int = 0,
    day: str = DAY,
    shares: Mapping[int | None, int] | None = None,
) -> NewResult:
    """How a game came out; where it ranks it counts in the totals of `day`."""
    return NewResult(
        laid=104 if won else min(points, 103),
        won=won,
        finished=finished,
        passes=passes,
        opened=opened,
        hints=hints,
        points=points,
        finished_at=200,
        periods=periods_of(day),
        streak_day=finished,
        shares=shares or {},
    )


async def play_ranked(
    storage: Storage, player_id: int, day: str, new: NewResult, *, kind: str = "devils"
) -> Game:
    """A deal of the day played alone to its end in one tap."""
    await person(storage, player_id)
    game = await started(
        storage,
        game_in(player_id, starter=player_id, kind=kind, label=day, audience="person"),
    )
    state = "won" if new.won else "lost"
    revision = await storage.games.tap(
        *(game.id, 1),
        player_id=player_id,
        at=200,
        moves="d",
        state=state,
        result=replace(new, periods=periods_of(day)),
    )
    assert revision == 2
    ended = await storage.games.get(game.id)
    assert ended is not None
    return ended


async def fill(storage: Storage) -> None:
    """Put so much into the database that its tables take many pages."""
    async with storage._db.transaction() as tx:
        await tx.repeat(
            "INSERT INTO meta VALUES (?, ?)", ((f"{number}", "x" * 100) for number in range(500))
        )


def on_disk(path: Path, sql: str) -> list[tuple[object, ...]]:
    """What another program reads in the file."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.execute(sql))
