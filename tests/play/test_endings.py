"""What is told of a ranked game that is over, and when."""

from dataclasses import replace

import pytest

from bot.games.registry import PATIENCES
from bot.games.scoring import Score
from bot.play.endings import Ending, Endings
from bot.play.loaded_game import LoadedGame
from bot.texts.daily import NOT_LISTED, ending_lines
from bot.texts.table import points_line, points_so_far_line
from storage import Comparison, Result, Tally
from tests.staging.results import common, played
from tests.staging.stage import Stage

TODAY = "2027-01-15"  # by the clock of the stage
RESULT = Result(1, 1, 5, 5, "devils", TODAY, "person", 60, False, True, 3, 100, 0, 60, 1)
ENDING = Ending(
    RESULT, Tally(holders=37, won=21), True, 4, Comparison(others=12, worse=9, best=204), 5
)
DEVILS = PATIENCES["devils"]


def final(laid: int, passes: int, hints: int, points: int) -> str:
    return points_line(DEVILS, Score(laid, laid == 104, passes, 100, hints, points))


def test_the_sum_tells_what_the_points_came_of() -> None:
    assert final(104, 1, 3, 189) == "В зачёт: 189 = 104 + 50 + 50 − 15 за 3\u00a0подсказки"
    assert final(104, 3, 1, 149) == "В зачёт: 149 = 104 + 50 − 5 за 1\u00a0подсказку"
    assert final(104, 2, 0, 179) == "В зачёт: 179 = 104 + 50 + 25"
    assert final(56, 3, 5, 31) == "В зачёт: 31 = 56 − 25 за 5\u00a0подсказок"
    assert final(56, 3, 0, 56) == "В зачёт: 56\u00a0очков"
    assert final(0, 1, 0, 0) == "В зачёт: 0\u00a0очков"


def test_where_the_hints_cost_less_the_sum_gives_way_to_the_reason() -> None:
    assert final(104, 1, 30, 105) == "В зачёт: 105\u00a0очков — меньше победа не приносит"
    assert final(56, 3, 9, 28).startswith("В зачёт: 28\u00a0очков — половина уложенных карт")


def test_a_game_that_goes_on_tells_its_points_so_far() -> None:
    told = points_so_far_line(TODAY, 31)
    assert told == "Расклад дня 15.01.2027, в зачёт 31\u00a0очко"


def test_the_day_and_ones_own_games_are_told() -> None:
    assert ending_lines(ENDING) == [
        "Сыграли 37, сошлось у\u00a021, вы 4-я строка",
        "Серия: 5\u00a0дней · рекорд 204\u00a0очка · лучше, чем 75\u00a0% ваших партий в зачёт",
    ]


def test_a_chat_is_told_so_of_itself() -> None:
    team = replace(RESULT, audience="team", player_id=None)
    assert ending_lines(replace(ENDING, result=team)) == [
        "Сыграли 37\u00a0чатов, сошлось у\u00a021, ваш — 4-я строка",
        "Серия чата: 5\u00a0дней · рекорд 204\u00a0очка · лучше, чем 75\u00a0% партий чата в зачёт",
    ]
    alone = replace(ENDING, result=team, is_listed=False, place=None, streak=None)
    assert ending_lines(alone)[0] == NOT_LISTED


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (replace(ENDING, streak=1, own=Comparison(0, 0, 0)), ""),  # nothing to compare with
        (replace(ENDING, streak=None, own=Comparison(1, 1, 59)), "Новый личный рекорд"),
        (replace(ENDING, streak=None, own=Comparison(9, 9, 60)), "Рекорд 60\u00a0очков"),
        (replace(ENDING, streak=None, own=Comparison(20, 9, 99)), "Рекорд 99\u00a0очков"),
        (replace(ENDING, streak=2, own=Comparison(0, 0, 0)), "Серия: 2\u00a0дня"),
        (replace(ENDING, result=replace(RESULT, points=0), streak=None), ""),
    ],
)
def test_nothing_is_told_that_says_nothing(changed: Ending, told: str) -> None:
    assert ending_lines(changed)[1:] == [told] * bool(told)


def test_the_first_of_a_day_and_who_has_no_point_have_no_line() -> None:
    first = replace(ENDING, day=Tally(1, 0), place=1)
    assert ending_lines(first)[0] == "Пока это единственный результат дня"
    pointless = replace(ENDING, place=None, day=Tally(2, 0))
    assert ending_lines(pointless)[0] == "Сыграли 2, не сошлось ни у кого"


async def loaded_of(stage: Stage, game_id: int) -> LoadedGame:
    game = await stage.services.storage.games.get(game_id)
    assert game is not None
    return LoadedGame(game)


async def test_all_that_is_told_follows_from_what_is_stored(stage: Stage) -> None:
    storage, days = stage.services.storage, stage.services.days
    for player, points, won in ((2, 154, True), (3, 80, False), (4, 0, False)):
        await played(storage, player, TODAY, points, won=won)
    for date, points in (("2027-01-13", 50), ("2027-01-14", 90)):
        await played(storage, 1, date, points)
    own = await played(storage, 1, TODAY, 80, hints=1)
    ending = await Endings(storage, days).of(await loaded_of(stage, own))
    assert ending is not None
    assert ending.result.points == 80
    assert (ending.day, ending.place) == (Tally(holders=4, won=1), 3)
    assert ending.own == Comparison(others=2, worse=1, best=90)
    assert ending.streak == 3
    before = await storage.games.attempt(1, "2027-01-13", "devils")
    assert before is not None
    past = await Endings(storage, days).of(LoadedGame(before))
    assert past is not None
    assert past.streak is None  # the days since have come between


async def test_of_a_casual_game_or_one_that_goes_on_nothing_is_told(stage: Stage) -> None:
    storage, days = stage.services.storage, stage.services.days
    game = await loaded_of(stage, await played(storage, 1, TODAY))
    endings = Endings(storage, days)
    for changes in ({"ranked": False}, {"state": "playing"}):
        assert await endings.of(LoadedGame(replace(game.game, **changes))) is None


async def test_a_team_of_one_is_told_what_a_place_takes(stage: Stage) -> None:
    storage, days = stage.services.storage, stage.services.days
    await storage.chats.ensure(-5, "group", "Дача", 1)
    await storage.players.ensure(1, "Аня", None, 1)
    alone = await loaded_of(stage, await common(storage, -5, TODAY, {1: 40}))
    ending = await Endings(storage, days).of(alone)
    assert ending is not None
    assert not ending.is_listed
