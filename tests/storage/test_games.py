"""Games: one on the table, and of two simultaneous changes exactly one."""

import asyncio
import sqlite3

import pytest

from storage import Replace, Storage, Tap
from tests.storage.samples import (
    ANNA,
    BORIS,
    DAY,
    GROUP,
    game_in,
    group,
    person,
    result,
    started,
)


@pytest.fixture(autouse=True)
async def people(storage: Storage) -> None:
    """Anna, Boris and their group."""
    await group(storage)


async def test_a_new_game_stands_on_the_table(storage: Storage) -> None:
    game = await started(storage, game_in(GROUP))
    assert (game.state, game.revision, game.shown, game.hints) == ("playing", 1, 0, 0)
    assert (game.kind, game.deal, game.label) == ("devils", "deal 481516", "481516")
    assert (game.starter, game.created_at, game.finished_at) == (ANNA, 100, None)
    assert (game.taps, game.moves, game.last_tap, game.message) == ((), "", None, None)
    assert not (game.over)
    assert not (game.ranked)
    assert await storage.games.get(game.id) == game
    assert await storage.games.current(GROUP) == game
    assert await storage.games.last(GROUP) == game


async def test_of_two_simultaneous_starts_one_stands(storage: Storage) -> None:
    first, second = await asyncio.gather(
        storage.games.start(game_in(GROUP, kind="devils")),
        storage.games.start(game_in(GROUP, kind="first-last")),
    )
    assert {first.placed, second.placed} == {True, False}
    assert first.game == second.game


async def test_the_file_itself_refuses_a_second_table(storage: Storage) -> None:
    first = await started(storage, game_in(GROUP))
    await storage.games.finish(first.id, 1, state="aside", at=1)
    await started(storage, game_in(GROUP))
    with pytest.raises(sqlite3.IntegrityError):
        async with storage._db.transaction() as tx:
            await tx.row("UPDATE games SET state = 'playing' WHERE id = ?", first.id)


@pytest.mark.parametrize("state", ["aside", "dropped", "stopped"])
async def test_only_the_game_that_was_seen_is_replaced(storage: Storage, state: str) -> None:
    old = await started(storage, game_in(GROUP))
    refused = await storage.games.start(game_in(GROUP), Replace(old.id + 1, state, 150))
    assert not refused.placed
    assert refused.game == old
    placed = await storage.games.start(game_in(GROUP), Replace(old.id, state, 150))
    assert placed.placed
    left = await storage.games.get(old.id)
    assert left is not None
    assert (left.state, left.revision) == (state, 2)
    assert left.finished_at == (None if state == "aside" else 150)
    assert await storage.games.current(GROUP) == placed.game


async def test_a_game_set_aside_comes_back(storage: Storage) -> None:
    old = await started(storage, game_in(GROUP))
    await storage.games.tap(old.id, 1, player_id=ANNA, at=1, moves="d")
    assert await storage.games.resume(old.id) is None
    assert await storage.games.finish(old.id, 2, state="aside", at=150) == 3
    left = await storage.games.get(old.id)
    assert left is not None
    assert (left.state, left.revision) == ("aside", 3)
    other = await started(storage, game_in(GROUP))
    refused = await storage.games.resume(old.id)
    assert refused is not None
    assert (refused.placed, refused.game.id) == (False, other.id)
    back = await storage.games.resume(old.id, Replace(other.id, "dropped", 160))
    assert back is not None
    assert back.placed
    assert (back.game.state, back.game.revision, back.game.moves) == ("playing", 4, "d")
    assert await storage.games.current(GROUP) == back.game


async def test_a_dropped_game_is_not_the_last(storage: Storage) -> None:
    kept = await started(storage, game_in(GROUP))
    await storage.games.finish(kept.id, 1, state="stopped", at=1)
    dropped = await started(storage, game_in(GROUP))
    await storage.games.finish(dropped.id, 1, state="dropped", at=1)
    last = await storage.games.last(GROUP)
    assert last is not None
    assert last.id == kept.id
    assert await storage.games.current(GROUP) is None
    assert await storage.games.last(ANNA) is None


async def test_taps_are_kept_in_order_with_who_and_when(storage: Storage) -> None:
    game = await started(storage, game_in(GROUP))
    assert await storage.games.tap(game.id, 1, player_id=ANNA, at=110, moves="ddd") == 2
    assert await storage.games.tap(game.id, 2, player_id=BORIS, at=120, moves="3w") == 3
    after = await storage.games.get(game.id)
    assert after is not None
    assert after.taps == (Tap(1, ANNA, 110, "ddd"), Tap(2, BORIS, 120, "3w"))
    assert after.moves == "ddd3w"
    assert after.last_tap == after.taps[1]


async def test_of_simultaneous_taps_exactly_one_counts(storage: Storage) -> None:
    game = await started(storage, game_in(GROUP))
    revisions = await asyncio.gather(
        *(
            storage.games.tap(game.id, 1, player_id=player, at=110, moves="d")
            for player in (ANNA, BORIS) * 5
        )
    )
    assert sorted(revision for revision in revisions if revision is not None) == [2]
    after = await storage.games.get(game.id)
    assert after is not None
    assert after.moves == "d"


@pytest.mark.parametrize("revision", [0, 1, 3, -1, 2**63, 36**50])
async def test_a_stale_or_forged_revision_changes_nothing(storage: Storage, revision: int) -> None:
    game = await started(storage, game_in(GROUP))
    await storage.games.tap(game.id, 1, player_id=ANNA, at=110, moves="d")
    before = await storage.games.get(game.id)
    games = storage.games
    assert await games.tap(game.id, revision, player_id=ANNA, at=1, moves="w") is None
    assert await games.undo(game.id, revision) is None
    assert await games.hint(game.id, revision) is None
    assert await games.finish(game.id, revision, state="stopped", at=1) is None
    assert await games.score(game.id, revision, result()) is False
    assert await games.get(game.id) == before


@pytest.mark.parametrize("game_id", [0, 404, -5, 2**63, 36**60])
async def test_a_game_that_is_none_is_none(storage: Storage, game_id: int) -> None:
    games = storage.games
    assert await games.get(game_id) is None
    assert await games.tap(game_id, 1, player_id=ANNA, at=1, moves="w") is None
    assert await games.undo(game_id, 1) is None
    assert await games.hint(game_id, 1) is None
    assert await games.resume(game_id) is None
    assert await games.finish(game_id, 1, state="stopped", at=1) is None
    assert await games.score(game_id, 1, result()) is False


@pytest.mark.parametrize("state", ["aside", "won", "lost", "stopped", "dropped"])
async def test_a_game_off_the_table_takes_no_tap(storage: Storage, state: str) -> None:
    game = await started(storage, game_in(GROUP))
    await storage.games.tap(game.id, 1, player_id=ANNA, at=110, moves="d")
    assert await storage.games.finish(game.id, 2, state=state, at=120) == 3
    assert await storage.games.tap(game.id, 3, player_id=ANNA, at=130, moves="d") is None
    assert await storage.games.undo(game.id, 3) is None
    assert await storage.games.hint(game.id, 3) is None
    if state != "aside":
        assert await storage.games.finish(game.id, 3, state="stopped", at=130) is None
        assert await storage.games.resume(game.id) is None


async def test_the_last_tap_ends_the_game_with_its_result(storage: Storage) -> None:
    game = await started(storage, game_in(ANNA))
    new = result(174, won=True)
    assert (
        await storage.games.tap(
            game.id, 1, player_id=ANNA, at=200, moves="d1", state="won", result=new
        )
        == 2
    )
    after = await storage.games.get(game.id)
    assert after is not None
    assert (after.state, after.finished_at, after.over) == ("won", 200, True)
    kept = await storage.results.of_game(game.id)
    assert kept is not None
    assert (kept.points, kept.won, kept.player_id, kept.chat_id) == (174, True, ANNA, ANNA)


async def test_a_tap_whose_result_cannot_be_kept_is_not_kept_either(storage: Storage) -> None:
    game = await started(storage, game_in(GROUP))
    with pytest.raises(Exception, match="FOREIGN KEY"):
        await storage.games.tap(
            *(game.id, 1),
            player_id=ANNA,
            at=200,
            moves="d1",
            state="won",
            result=result(shares={404: 1}),
        )
    assert await storage.games.get(game.id) == game


async def test_undo_takes_back_whole_taps_one_by_one(storage: Storage) -> None:
    game = await started(storage, game_in(GROUP))
    assert await storage.games.undo(game.id, 1) is None
    await storage.games.tap(game.id, 1, player_id=ANNA, at=110, moves="ddd")
    await storage.games.tap(game.id, 2, player_id=BORIS, at=120, moves="3")
    assert await storage.games.undo(game.id, 3) == 4
    assert await storage.games.tap(game.id, 4, player_id=BORIS, at=130, moves="w") == 5
    after = await storage.games.get(game.id)
    assert after is not None
    assert [(tap.number, tap.moves) for tap in after.taps] == [(1, "ddd"), (2, "w")]
    assert await storage.games.undo(game.id, 5) == 6
    assert await storage.games.undo(game.id, 6) == 7
    assert await storage.games.undo(game.id, 7) is None


async def test_of_simultaneous_undos_exactly_one_counts(storage: Storage) -> None:
    game = await started(storage, game_in(GROUP))
    for revision in (1, 2):
        await storage.games.tap(game.id, revision, player_id=ANNA, at=110, moves="d")
    outcomes = await asyncio.gather(*(storage.games.undo(game.id, 3) for _ in range(3)))
    assert sorted(str(outcome) for outcome in outcomes) == ["4", "None", "None"]
    after = await storage.games.get(game.id)
    assert after is not None
    assert after.moves == "d"


async def test_a_hint_counts_once_at_each_revision(storage: Storage) -> None:
    game = await started(storage, game_in(GROUP))
    counts = await asyncio.gather(*(storage.games.hint(game.id, 1) for _ in range(3)))
    assert counts == [1, 1, 1]
    await storage.games.tap(game.id, 1, player_id=ANNA, at=110, moves="d")
    assert await storage.games.hint(game.id, 1) is None
    assert await storage.games.hint(game.id, 2) == 2
    after = await storage.games.get(game.id)
    assert after is not None
    assert (after.hints, after.revision) == (2, 2)


async def test_only_the_first_attempt_ranks(storage: Storage) -> None:
    first = await started(storage, game_in(ANNA, label=DAY, audience="person"))
    assert first.ranked
    assert await storage.games.attempt(ANNA, DAY, "devils") == first
    await storage.games.finish(first.id, 1, state="stopped", at=1, result=result())
    again = await started(storage, game_in(ANNA, label=DAY, audience="person"))
    assert not again.ranked
    assert await storage.games.attempted(ANNA, DAY) == {"devils"}
    attempt = await storage.games.attempt(ANNA, DAY, "devils")
    assert attempt is not None
    assert attempt.id == first.id
    await storage.games.finish(again.id, 1, state="dropped", at=1)
    for other in (
        game_in(ANNA, label="2026-12-01", audience="person"),
        game_in(ANNA, label=DAY, audience="person", kind="first-last-hold"),
        game_in(BORIS, label=DAY, audience="person", starter=BORIS),
    ):
        game = await started(storage, other)
        assert game.ranked
        await storage.games.finish(game.id, 1, state="stopped", at=1)


async def test_a_game_out_of_ranking_is_no_attempt(storage: Storage) -> None:
    await started(storage, game_in(ANNA, label=DAY))
    assert await storage.games.attempted(ANNA, DAY) == set()


async def test_when_its_time_is_over_a_game_counts_as_it_stands(storage: Storage) -> None:
    playing = await started(storage, game_in(ANNA, label=DAY, audience="person"))
    aside = await started(storage, game_in(BORIS, label=DAY, audience="person", starter=BORIS))
    await storage.games.finish(aside.id, 1, state="aside", at=1)
    later = await started(storage, game_in(GROUP, label="2026-12-01", audience="team"))
    assert await storage.games.unscored(DAY) == []
    assert await storage.games.unscored("2026-12-01") == [playing.id, aside.id]

    assert await storage.games.score(playing.id, 1, result(40, finished=False))
    assert not await storage.games.score(playing.id, 1, result(41, finished=False))
    assert await storage.games.score(aside.id, 2, result(0, finished=False))
    assert await storage.games.unscored("2026-12-01") == []
    assert await storage.games.unscored("2026-12-02") == [later.id]

    after = await storage.games.get(playing.id)
    assert after is not None
    assert (after.state, after.ranked, after.revision) == ("playing", False, 1)
    assert (
        await storage.games.tap(
            *(playing.id, 1),
            player_id=ANNA,
            at=300,
            moves="d",
            state="won",
            result=result(174, won=True),
        )
        == 2
    )
    kept = await storage.results.of_game(playing.id)
    assert kept is not None
    assert (kept.points, kept.finished, kept.date) == (40, False, DAY)


async def test_chats_do_not_meet(storage: Storage) -> None:
    mine = await started(storage, game_in(ANNA))
    ours = await started(storage, game_in(GROUP))
    await person(storage, BORIS)
    await storage.games.tap(ours.id, 1, player_id=BORIS, at=1, moves="d")
    assert await storage.games.current(ANNA) == mine
    assert await storage.games.current(BORIS) is None


async def test_a_hint_that_does_not_count_costs_nothing(storage: Storage) -> None:
    await group(storage)
    game = await started(storage, game_in(ANNA))
    assert await storage.games.hint(game.id, 1, counts=False) == 0
    assert await storage.games.hint(game.id, 1) == 1
    assert await storage.games.hint(game.id, 1, counts=False) == 1
    assert await storage.games.hint(game.id, 1) == 1
    assert await storage.games.hint(game.id, 2, counts=False) is None
