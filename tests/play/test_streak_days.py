"""Which ranked games make a day of a streak, and which results of a team have a place."""

import pytest

from bot.games.deals import Deal
from bot.games.registry import PATIENCES
from bot.games.solver import Verdict
from bot.play.loaded_game import LoadedGame
from bot.play.results import result_of
from storage import Game, Notice, Tap
from tests.handlers.pages.test_daily import begin, finish
from tests.staging.calendar_stage import TODAY, at, play_on, table_of
from tests.staging.seats import Seat
from tests.staging.stage import Stage
from tests.staging.wins import WINS

DEADLINE = "2027-01-16 03:00"


async def rounds_of(today: Stage, seat: Seat, laid: int) -> str:
    """The beginning of the winning line that lays so many cards; of every twelfth one more goes."""
    line = WINS[(await table_of(today, seat)).deal]
    at_lay = [number for number, move in enumerate(line, 1) if move not in "dr"]
    return line[: at_lay[laid - 1]]


async def streak_days(today: Stage, player: int) -> list[str]:
    return list(await today.services.storage.results.days(player_id=player))


@pytest.mark.parametrize(("laid", "counts"), [(11, False), (12, True)])
@pytest.mark.parametrize("overdue", [False, True])
async def test_a_game_left_counts_from_the_first_round_closed_on(
    today: Stage, laid: int, counts: bool, overdue: bool
) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    await play_on(today, anya, anya.user_id, await rounds_of(today, anya, laid))
    if overdue:
        today.clock.now = at(DEADLINE)
        await today.services.daily_deals.score_overdue()
    else:
        await finish(anya)
    assert await streak_days(today, anya.user_id) == [TODAY] * counts


@pytest.mark.parametrize(
    ("verdict", "counts"), [(Verdict.LOST, True), (Verdict.CERTAIN, False), (None, False)]
)
@pytest.mark.parametrize("overdue", [False, True])
async def test_a_game_given_up_counts_if_it_was_told_to_be_lost(
    today: Stage, verdict: Verdict | None, counts: bool, overdue: bool
) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    await play_on(today, anya, anya.user_id, "d")
    game = await table_of(today, anya)
    if verdict is not None:
        await today.services.storage.notices.put(Notice(game.id, verdict.value, None))
    if overdue:
        today.clock.now = at(DEADLINE)
        await today.services.daily_deals.score_overdue()
    else:
        await finish(anya)
    assert await streak_days(today, anya.user_id) == [TODAY] * counts


async def test_a_game_won_counts(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    line = WINS[(await table_of(today, anya)).deal]
    await play_on(today, anya, anya.user_id, line[:-1])
    await anya.send("/table")
    game = await table_of(today, anya)
    await anya.forge(anya.last_table, f"m:{game.id}:{game.revision}:{line[-1]}")
    assert await streak_days(today, anya.user_id) == [TODAY]


def test_a_game_that_ends_by_itself_counts_though_no_round_was_closed() -> None:
    devils = PATIENCES["devils"]
    table, moves = devils.deal(Deal.named("1")), ""
    while legal := devils.legal(table):  # opens all there is, and lays only then
        moves += max(legal, key="87654321wrd".index)
        table = devils.apply(table, moves[-1])
    assert 0 < len(table.laid) < 13

    def game(made: str) -> LoadedGame:
        taps = (Tap(1, 1, 1, made),)
        return LoadedGame(
            Game(
                *(1, 1, "devils", "1", TODAY, "person", True, False, 1, "playing"),
                *(2, 0, 1, None, 0, None),
                taps=taps,
            )
        )

    assert result_of(game(moves), 1).streak_day
    assert result_of(game(moves[:-1]), 1, moves[-1], 1).streak_day
    assert not result_of(game(moves[:-1]), 1).streak_day
