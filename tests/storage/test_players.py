"""People: met, hidden, exported, forgotten."""

import json

import pytest

from storage import Contest, Storage
from storage.database import Database
from tests.storage.samples import (
    ANNA,
    BORIS,
    DAY,
    GROUP,
    game_in,
    group,
    person,
    play_ranked,
    result,
    started,
)


async def test_a_player_is_met_once_and_may_be_renamed(storage: Storage) -> None:
    first = await storage.players.ensure(ANNA, "Аня", None, 5)
    assert (first.name, first.username, first.joined_at) == ("Аня", None, 5)
    assert not first.anonymous
    assert not first.hidden
    assert not first.toured
    renamed = await storage.players.ensure(ANNA, "Анна", "anna", 6)
    assert (renamed.name, renamed.username, renamed.joined_at) == ("Анна", "anna", 5)
    assert await storage.players.get(ANNA) == renamed
    assert await storage.players.get(404) is None


async def test_meeting_again_unchanged_writes_nothing(storage: Storage, db: Database) -> None:
    await storage.players.ensure(ANNA, "Аня", "anna", 1)
    before = db._writer.total_changes
    await storage.players.ensure(ANNA, "Аня", "anna", 2)
    assert db._writer.total_changes == before


@pytest.mark.parametrize("name", ["", "<b>", "\ud800", "a\udfffb", "\x00", "‮", "🂡" * 200])
async def test_any_name_can_be_kept(storage: Storage, name: str) -> None:
    player = await storage.players.ensure(ANNA, name, None, 1)
    kept = await storage.players.get(ANNA)
    assert kept == player
    player.name.encode()
    if name.isprintable() or name == "\x00":
        assert player.name == name


async def test_a_name_can_be_hidden(storage: Storage) -> None:
    await person(storage, ANNA)
    await storage.players.change(ANNA, anonymous=True, toured=True)
    changed = await storage.players.change(ANNA, hidden=True, anonymous=False)
    assert changed is not None
    assert (changed.anonymous, changed.hidden, changed.toured) == (False, True, True)
    assert await storage.players.change(404, hidden=True) is None
    with pytest.raises(TypeError):
        await storage.players.change(ANNA, name="x")  # type: ignore[call-arg]


async def test_people_are_found_by_their_exact_name_or_username(storage: Storage) -> None:
    await storage.players.ensure(ANNA, "Аня", "Anya_K", 1)
    await storage.players.ensure(BORIS, "Аня", None, 2)
    await storage.players.ensure(13, "Аня Иванова", None, 3)
    assert [player.id for player in await storage.players.find("Аня")] == [BORIS, ANNA]
    assert [player.id for player in await storage.players.find("Аня", limit=1)] == [BORIS]
    assert [player.id for player in await storage.players.find("anya_k")] == [ANNA]
    assert await storage.players.find("Ан%") == []


async def life(storage: Storage) -> tuple[int, int]:
    """Anna plays alone and, with Boris, in a group; the ids of both games."""
    await group(storage)
    alone = await play_ranked(storage, ANNA, DAY, result(150, won=True))
    await storage.reminders.set(ANNA, 9)
    team = await started(storage, game_in(GROUP, label=DAY, audience="team"))
    await storage.games.tap(team.id, 1, player_id=ANNA, at=5, moves="dd")
    await storage.games.tap(
        *(team.id, 2),
        player_id=BORIS,
        at=6,
        moves="3",
        state="lost",
        result=result(70, shares={ANNA: 40, BORIS: 30}),
    )
    return alone.id, team.id


async def test_all_that_is_kept_is_exported(storage: Storage) -> None:
    alone, team = await life(storage)
    data = json.loads(json.dumps(await storage.players.export(ANNA)))
    assert data["player"] == [
        {
            "id": ANNA,
            "name": "Аня",
            "username": None,
            "joined_at": 1,
            "anonymous": 0,
            "hidden": 0,
            "toured": 0,
            "deactivated": 0,
            "hears": "",
        }
    ]
    assert [game["id"] for game in data["games"]] == [alone]
    assert [game["id"] for game in data["games_started_elsewhere"]] == [team]
    assert [(tap["game_id"], tap["moves"]) for tap in data["taps"]] == [(alone, "d"), (team, "dd")]
    assert [found["points"] for found in data["results"]] == [150]
    assert data["shares"] == [{"game_id": team, "date": DAY, "laid": 40}]
    assert data["visits"] == [{"chat_id": GROUP}, {"chat_id": ANNA}]
    assert data["reminder"][0]["hour"] == 9
    assert data["chat"][0]["id"] == ANNA


async def test_no_table_with_people_in_it_is_left_out_of_the_export(db: Database) -> None:
    """Whoever adds a table that points at people must add it to the export and to this list."""
    pointing = await db.read.rows(
        "SELECT t.name FROM sqlite_schema t, pragma_foreign_key_list(t.name) f "
        "WHERE t.type = 'table' AND f.'table' IN ('players', 'chats') GROUP BY t.name"
    )
    assert {row["name"] for row in pointing} == {
        *("challenge_attempts", "challenges"),
        *("games", "messages", "reminders", "results", "shares", "taps", "visits"),
    }


async def test_forgotten_but_what_was_played_together_stays_readable(
    storage: Storage, db: Database
) -> None:
    alone, team = await life(storage)
    await storage.players.delete(ANNA, "2026-12-01")
    exported = await storage.players.export(ANNA)
    assert {name: rows for name, rows in exported.items() if rows} == {}
    assert await storage.games.get(alone) is None
    together = await storage.games.get(team)
    assert together is not None
    assert together.moves == "dd3"
    assert [tap.player_id for tap in together.taps] == [None, BORIS]
    assert together.starter is None
    shares = await storage.results.team_shares(GROUP, "devils", DAY, DAY)
    assert [(share.player_id, share.laid, share.visible) for share in shares] == [
        (None, 40, False),
        (BORIS, 30, True),
    ]
    for board in (Contest(DAY, "person", "devils"), Contest("all", "person", "devils")):
        assert await storage.leaders.top(board) == []
    assert await db.read.rows("PRAGMA foreign_key_check") == []
    for table in ("games", "taps", "results", "totals", "messages", "pictures"):
        (row,) = await db.read.rows(f"SELECT count(*) AS n FROM {table}")  # noqa: S608
        assert row["n"] == {"games": 1, "taps": 2, "results": 1, "totals": 3}.get(table, 0)


async def test_deleting_is_no_second_attempt(storage: Storage) -> None:
    await life(storage)
    await storage.players.delete(ANNA, DAY)
    assert await storage.games.attempted(ANNA, DAY) == {"devils"}
    assert await storage.games.attempt(ANNA, DAY, "devils") is None
    await person(storage, ANNA)
    again = await started(storage, game_in(ANNA, label=DAY, audience="person"))
    assert not again.ranked
    await storage.games.prune_attempts(DAY)
    assert await storage.games.attempted(ANNA, DAY) == {"devils"}
    await storage.games.prune_attempts("2026-12-01")
    assert await storage.games.attempted(ANNA, DAY) == set()
    assert await storage.games.attempted(GROUP, DAY) == {"devils"}


async def test_a_name_that_was_hidden_stays_so_for_who_returns(storage: Storage) -> None:
    await life(storage)
    await storage.players.change(ANNA, hidden=True, anonymous=True)
    await storage.players.delete(ANNA, DAY)
    kept = await storage.players.get(ANNA)
    assert kept is not None
    assert (kept.name, kept.username, kept.joined_at) == ("", None, 0)
    assert (kept.hidden, kept.anonymous, kept.toured) == (True, False, False)
    await person(storage, ANNA)
    returned = await storage.players.get(ANNA)
    assert returned is not None
    assert returned.name
    assert returned.hidden
