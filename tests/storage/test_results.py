"""Results of one player, one chat, one day."""

import pytest

from storage import Result, ResultCount, Share, Stat, Storage
from tests.storage.samples import (
    ANNA,
    BORIS,
    DAY,
    GROUP,
    VERA,
    game_in,
    group,
    play_ranked,
    result,
    started,
)


async def casual(storage: Storage, chat_id: int, points: int, *, won: bool = False) -> int:
    game = await started(storage, game_in(chat_id))
    await storage.games.finish(
        game.id, 1, state="won" if won else "lost", at=200, result=result(points, won=won)
    )
    return game.id


async def test_a_ranked_result_is_kept_with_its_day(storage: Storage) -> None:
    game = await play_ranked(storage, ANNA, DAY, result(174, opened=88, won=True, passes=2))
    kept = await storage.results.of_game(game.id)
    assert kept == Result(
        id=1,
        game_id=game.id,
        chat_id=ANNA,
        player_id=ANNA,
        kind="devils",
        date=DAY,
        audience="person",
        laid=104,
        won=True,
        finished=True,
        passes=2,
        opened=88,
        hints=0,
        points=174,
        finished_at=200,
    )
    assert await storage.results.of_day(DAY, player_id=ANNA) == [kept]
    assert await storage.results.of_day("2026-12-01", player_id=ANNA) == []
    assert await storage.results.of_game(404) is None


async def test_a_casual_result_has_no_day(storage: Storage) -> None:
    await group(storage)
    game_id = await casual(storage, ANNA, 60)
    kept = await storage.results.of_game(game_id)
    assert kept is not None
    assert (kept.date, kept.audience, kept.player_id) == (None, "", ANNA)


async def test_what_a_group_plays_is_nobodys_own(storage: Storage) -> None:
    await group(storage)
    game_id = await casual(storage, GROUP, 60)
    kept = await storage.results.of_game(game_id)
    assert kept is not None
    assert (kept.player_id, kept.chat_id) == (None, GROUP)
    assert await storage.results.stats(player_id=ANNA) == []
    assert [stat.games for stat in await storage.results.stats(chat_id=GROUP)] == [1]


async def test_shares_tell_who_laid_how_many(storage: Storage) -> None:
    await group(storage)
    await storage.players.change(BORIS, anonymous=True)
    game = await started(storage, game_in(GROUP, label=DAY, audience="team"))
    shares = {ANNA: 20, BORIS: 50, None: 7}
    await storage.games.finish(game.id, 1, state="lost", at=200, result=result(77, shares=shares))
    assert await storage.results.team_shares(GROUP, "devils", DAY, DAY) == [
        Share(BORIS, 50, "Борис", visible=False),
        Share(ANNA, 20, "Аня", visible=True),
        Share(None, 7, "", visible=False),
    ]


async def test_shares_add_up_over_days(storage: Storage) -> None:
    await group(storage)
    games: list[tuple[int, str, dict[int | None, int]]] = [
        (1, "2026-11-01", {ANNA: 20, BORIS: 50}),
        (2, "2026-11-02", {ANNA: 40, None: 3}),
        (3, "2026-11-03", {BORIS: 90}),
    ]
    for day, label, shares in games:
        game = await started(storage, game_in(GROUP, label=label, audience="team"))
        new = result(day, shares=shares)
        await storage.games.finish(game.id, 1, state="lost", at=200, result=new)
    assert await storage.results.team_shares(GROUP, "devils", "2026-11-01", "2026-11-02") == [
        Share(ANNA, 60, "Аня", visible=True),
        Share(BORIS, 50, "Борис", visible=True),
        Share(None, 3, "", visible=False),
    ]
    assert await storage.results.team_shares(GROUP, "first-last", "", "9") == []


async def test_the_best_of_a_day_is_the_first_of_the_best(storage: Storage) -> None:
    assert await storage.results.best(DAY, "devils", "person") is None
    await play_ranked(storage, ANNA, DAY, result(90, opened=99))
    best = await play_ranked(storage, BORIS, DAY, result(90, opened=80))
    await play_ranked(storage, VERA, DAY, result(90, opened=80))
    await play_ranked(storage, VERA, "2026-12-01", result(174, won=True))
    found = await storage.results.best(DAY, "devils", "person")
    assert found is not None
    assert found.game_id == best.id


async def test_stats_are_told_kind_by_kind(storage: Storage) -> None:
    await play_ranked(storage, ANNA, "2026-11-01", result(154, opened=120, won=True, passes=2))
    await play_ranked(storage, ANNA, "2026-11-02", result(174, opened=90, won=True, passes=1))
    await play_ranked(storage, ANNA, "2026-11-03", result(154, opened=80, won=True, passes=2))
    await play_ranked(storage, ANNA, "2026-11-03", result(40), kind="first-last-hold")
    await casual(storage, ANNA, 60)
    await play_ranked(storage, BORIS, "2026-11-03", result(1))
    assert await storage.results.stats(player_id=ANNA) == [
        Stat("devils", 4, 3, 3 * 104 + 60, best_passes=1, best_opened=90, best_points=174),
        Stat("first-last-hold", 1, 0, 40, best_passes=None, best_opened=None, best_points=40),
    ]


async def test_outcomes_count_equal_games(storage: Storage) -> None:
    await group(storage)
    for points in (60, 60, 70):
        await casual(storage, ANNA, points)
    await casual(storage, ANNA, 104, won=True)
    assert await storage.results.outcomes("devils", player_id=ANNA) == [
        ResultCount(won=True, passes=3, laid=104, count=1),
        ResultCount(won=False, passes=3, laid=70, count=1),
        ResultCount(won=False, passes=3, laid=60, count=2),
    ]
    assert await storage.results.outcomes("first-last", player_id=ANNA) == []


async def test_days_are_those_of_finished_ranked_deals(storage: Storage) -> None:
    await play_ranked(storage, ANNA, "2026-11-03", result())
    await play_ranked(storage, ANNA, "2026-11-01", result())
    await play_ranked(storage, ANNA, "2026-11-01", result(), kind="first-last-hold")
    await play_ranked(storage, ANNA, "2026-11-02", result(finished=False))
    await casual(storage, ANNA, 60)
    assert list(await storage.results.days(player_id=ANNA)) == ["2026-11-01", "2026-11-03"]
    assert list(await storage.results.days(chat_id=ANNA)) == ["2026-11-01", "2026-11-03"]
    assert await storage.results.days(player_id=BORIS) == {}


async def test_a_day_is_won_if_one_of_its_deals_was(storage: Storage) -> None:
    await play_ranked(storage, ANNA, "2026-11-01", result())
    await play_ranked(storage, ANNA, "2026-11-01", result(won=True), kind="first-last-hold")
    await play_ranked(storage, ANNA, "2026-11-02", result())
    assert await storage.results.days(player_id=ANNA) == {"2026-11-01": True, "2026-11-02": False}


async def test_exactly_one_owner_is_asked_about(storage: Storage) -> None:
    with pytest.raises(TypeError):
        await storage.results.stats()
    with pytest.raises(TypeError):
        await storage.results.days(player_id=ANNA, chat_id=ANNA)
