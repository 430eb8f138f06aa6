"""What was scored by the old rules, recomputed: compared with a recount by the new ones."""

import random
import sqlite3
from collections import Counter, defaultdict
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

from storage import Storage
from storage.database import Database
from storage.migrate import migrations
from tests.storage.samples import on_disk

BEFORE = [step for step in migrations() if step.version < 7]
PASSES = {"devils": 3, "first-last-hold": 4, "first-last": 4}
PEOPLE = range(1, 9)
GROUPS = (-1, -2)

Row = dict[str, int | str | None]


def old_points(row: Row) -> int:
    """The rule until then: below zero, if hints were many."""
    left = PASSES[str(row["kind"])] - int(row["passes"] or 0)
    return int(row["laid"] or 0) + (50 + 25 * left) * bool(row["won"]) - 5 * int(row["hints"] or 0)


def new_points(row: Row) -> int:
    """The rule of now, as players read it."""
    laid, hints = int(row["laid"] or 0), int(row["hints"] or 0)
    if row["won"]:
        left = PASSES[str(row["kind"])] - int(row["passes"] or 0)
        return max(105, 104 + 50 + 25 * left - 5 * hints)
    half = laid // 2 if laid % 2 == 0 else laid // 2 + 1
    return max(half, laid - 5 * hints)


def weeks_of_results(rng: random.Random) -> list[tuple[Row, list[int]]]:
    """Results of three weeks over a turn of the year, with who laid how many cards."""
    found: list[tuple[Row, list[int]]] = []
    for chat in (*PEOPLE, *GROUPS):
        for offset in range(21):
            for kind in PASSES:
                if rng.random() < 0.5:
                    continue
                ranked = kind != "first-last"
                won = rng.random() < 0.3
                laid = 104 if won else rng.choice((0, 1, 12, 57, 102))
                people = rng.choice((1, 2, 3)) if chat < 0 and laid > 10 else bool(laid)
                row: Row = {
                    "chat_id": chat,
                    "player_id": chat if chat > 0 else None,
                    "kind": kind,
                    "date": str(date(2026, 12, 22) + timedelta(offset)) if ranked else None,
                    "audience": ("person" if chat > 0 else "team") if ranked else "",
                    "laid": laid,
                    "won": int(won),
                    "finished": int(won or rng.random() < 0.7),
                    "passes": rng.randrange(1, 1 + PASSES[kind]),
                    "opened": rng.randrange(80, 260),
                    "hints": rng.choice((0, 0, 1, 3, 40)),
                }
                row["points"] = old_points(row)
                found.append((row, [laid // people] * people if people else []))
    return found


async def write(path: Path, results: list[tuple[Row, list[int]]]) -> None:
    """The database as the version before had it."""
    await (await Database.open(path, BEFORE)).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        for player in PEOPLE:
            connection.execute(
                "INSERT INTO players (id, name, joined_at) VALUES (?, '', 1)", (player,)
            )
        for chat in (*PEOPLE, *GROUPS):
            connection.execute(
                "INSERT INTO chats (id, kind, title, joined_at) VALUES (?, ?, '', 1)",
                (chat, "private" if chat > 0 else "group"),
            )
        for number, (row, shares) in enumerate(results, 1):
            connection.execute(
                "INSERT INTO games (id, chat_id, kind, deal, label, audience, ranked, state, hints,"
                " created_at) VALUES (?, ?, ?, '', '', ?, 1, 'lost', ?, 1)",
                (number, row["chat_id"], row["kind"], row["audience"], row["hints"]),
            )
            names = ", ".join(row)
            values = ", ".join(f":{name}" for name in row)
            connection.execute(
                f"INSERT INTO results (id, game_id, finished_at, {names}) "  # noqa: S608
                f"VALUES (:id, :id, 9, {values})",
                {"id": number, **row},
            )
            connection.executemany(
                "INSERT INTO shares VALUES (?, ?, ?)",
                [(number, player, laid) for player, laid in enumerate(shares, 1)],
            )


def monday(day: str) -> str:
    then = date.fromisoformat(day)
    while then.strftime("%a") != "Mon":
        then -= timedelta(1)
    return str(then)


async def test_results_totals_and_places_are_recomputed(path: Path) -> None:
    results = weeks_of_results(random.Random(3))
    assert any(row["points"] != new_points(row) and row["won"] for row, _ in results)
    assert any(int(row["points"] or 0) < 0 for row, _ in results)
    await write(path, results)
    await (await Storage.open(path)).close()

    kept = on_disk(path, "SELECT points, hints, streak_day FROM results ORDER BY id")
    assert kept == [
        (new_points(row), row["hints"], int(bool(row["finished"] and row["date"])))
        for row, _ in results
    ]

    sums: dict[tuple[object, ...], Counter[str]] = defaultdict(Counter)
    for row, shares in results:
        if row["date"] is None or (int(row["chat_id"] or 0) < 0 and len(shares) < 2):
            continue
        day = str(row["date"])
        for period in (day, f"week {monday(day)}", "all"):
            total = sums[(period, row["audience"], row["kind"], row["chat_id"])]
            total.update(points=new_points(row), hints=int(row["hints"] or 0), games=1)
            total.update(opened=int(row["opened"] or 0), won=int(row["won"] or 0))
    totals = "SELECT period, audience, kind, holder, points, hints, opened, games, won FROM totals"
    assert sorted(on_disk(path, totals)) == sorted(
        (*key, own["points"], own["hints"], own["opened"], own["games"], own["won"])
        for key, own in sums.items()
    )

    places = Counter((*key[:3], own["points"]) for key, own in sums.items() if own["points"])
    told = on_disk(path, "SELECT * FROM places ORDER BY 1, 2, 3, 4")
    assert {row[:4]: row[4] for row in told} == places


async def test_a_copy_holds_what_was_counted_before(path: Path) -> None:
    results = weeks_of_results(random.Random(4))
    await write(path, results)
    await (await Storage.open(path)).close()
    (copy,) = path.parent.glob("*.bak")
    assert on_disk(copy, "SELECT points FROM results ORDER BY id") == [
        (row["points"],) for row, _ in results
    ]
