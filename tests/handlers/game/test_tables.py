"""Games on the table: chosen, replaced, brought down, ended."""

import asyncio
from pathlib import Path

import pytest

from bot.games.registry import PATIENCES
from bot.texts import buttons
from bot.texts import chat as texts
from bot.texts.table import ending
from bot.transport.callbacks import Move, pack
from tests.staging.driver import Town
from tests.staging.seats import Seat
from tests.staging.stage import Stage, performing

WAYS = ["Первые и последние, с выбором", "Первые и последние, по книге", "Чёртов пасьянс"]


async def begin(seat: Seat, title: str = "Чёртов") -> None:
    await seat.send("/new")
    await seat.tap(title)
    await seat.settled()


async def state(stage: Stage, game: int) -> str:
    loaded = await stage.services.session.game(game)
    assert loaded is not None
    return loaded.game.state


async def test_new_offers_the_ways_to_play_with_an_honest_line_on_each(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/new")
    ways = [patience.full_title for patience in PATIENCES.values()]
    assert [way for way in ways if way in WAYS] == WAYS
    assert [row[0] for row in anya.last.rows] == ways
    assert anya.last.text.count("\n\n") == len(ways)
    await anya.tap(WAYS[1])
    await anya.settled()
    assert WAYS[1] in anya.last_table.caption


async def test_a_numbered_deal_is_the_same_for_everybody(stage: Stage) -> None:
    anya, boris = stage.town.private("Аня"), stage.town.private("Борис")
    for seat in (anya, boris):
        await seat.send("/deal 481516")
        await seat.tap("Чёртов")
        await seat.settled()
    assert anya.last_table.caption == boris.last_table.caption
    positions = [await stage.services.session.game(game) for game in (1, 2)]
    assert positions[0] is not None
    assert positions[1] is not None
    assert positions[0].deal == positions[1].deal


async def test_random_deals_differ(stage: Stage) -> None:
    anya, boris = stage.town.private("Аня"), stage.town.private("Борис")
    await begin(anya)
    await begin(boris)
    assert anya.last_table.caption != boris.last_table.caption


async def test_an_unfinished_game_is_dropped_only_when_one_says_so(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.send("/new")
    await anya.tap(WAYS[0])
    await anya.settled()
    assert anya.last.text.startswith("На столе неоконченная партия: Чёртов пасьянс")
    await anya.tap(buttons.STAY)
    await anya.settled()
    assert await state(stage, 1) == "playing"
    await begin(anya, WAYS[0])
    await anya.tap(buttons.REPLACE)
    await anya.settled()
    assert await state(stage, 1) == "dropped"
    assert WAYS[0] in anya.last_table.caption


async def test_the_table_that_made_room_says_so(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    old = anya.last_table
    await begin(anya, WAYS[0])
    await anya.tap(buttons.REPLACE)
    await anya.settled()
    shown = next(message for message in anya.messages if message.id == old.id)
    assert ending("dropped") in shown.caption
    assert shown.rows == [[buttons.AGAIN]]
    assert anya.last_table.id > old.id


async def test_a_game_that_was_never_shown_is_not_posted_when_it_has_gone(
    tmp_path: Path,
) -> None:
    async with Town() as town:
        async with performing(town, tmp_path / "bot.db", newcomers=True) as stage:
            anya = town.private("Аня")
            await begin(anya)  # the tour stands before the table
            await begin(anya, WAYS[0])
            await anya.tap(buttons.REPLACE)
            await anya.settled()
            assert await state(stage, 1) == "dropped"
        count = len(anya.from_bot)
        async with performing(town, tmp_path / "bot.db"):
            await anya.settled()
        assert len(anya.from_bot) == count


async def test_in_a_group_a_second_person_must_agree(stage: Stage) -> None:
    group = stage.town.group("Дача")
    boris, vera, grisha = group.seat("Борис"), group.seat("Гриша"), group.seat("Дина")
    await begin(boris)
    await begin(vera, WAYS[0])
    await vera.tap(buttons.REPLACE)
    assert vera.toast == texts.NEED_SECOND
    assert await state(stage, 1) == "playing"
    await grisha.tap(buttons.REPLACE)
    await grisha.settled()
    assert await state(stage, 1) == "dropped"
    assert WAYS[0] in group.last_table.caption


@pytest.mark.parametrize("who", ["Борис", "Аня"])
async def test_in_a_group_the_starter_or_an_admin_may_end_it_alone(stage: Stage, who: str) -> None:
    group = stage.town.group("Дача")
    boris, seat = group.seat("Борис"), group.seat(who)
    await begin(boris)
    await seat.send("/finish")
    await seat.tap(buttons.FINISH)
    await seat.settled()
    assert await state(stage, 1) == "stopped"
    assert ending("stopped") in group.last_table.caption


async def test_finish_asks_first_and_leaves_a_record(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.send("/record")
    assert anya.last.text == texts.RECORD_LATER
    await anya.send("/finish")
    assert "Закончить партию?" in anya.last.text
    await anya.tap(buttons.FINISH)
    await anya.settled()
    await anya.send("/record")
    assert anya.last.document is not None
    assert "итог: прекращён" in anya.last.document.decode()


async def test_of_two_games_begun_at_once_one_lies_on_the_table(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya, boris = group.seat("Аня"), group.seat("Борис")
    await anya.send("/new")
    first = anya.press(WAYS[0])
    second = boris.press(WAYS[2])
    await asyncio.gather(anya.answered(first), boris.answered(second))
    await anya.settled()
    assert await state(stage, 1) == "playing"
    assert await stage.services.session.game(2) is None


async def test_the_same_deal_again(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    title = anya.last_table.caption.splitlines()[-1]
    await anya.send("/finish")
    await anya.tap(buttons.FINISH)
    await anya.settled()
    await anya.tap(buttons.AGAIN)
    await anya.settled()
    assert await state(stage, 2) == "playing"
    assert anya.last_table.caption.splitlines()[-1] == title


async def test_the_menu_opens_and_closes_and_a_move_closes_it(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    moves = anya.last_table.rows
    await anya.tap(buttons.MENU)
    await anya.settled()
    assert [buttons.BACK] in anya.last_table.rows
    await anya.tap(buttons.BACK)
    await anya.settled()
    assert anya.last_table.rows == moves
    await anya.tap(buttons.MENU)
    await anya.settled()
    await anya.forge(anya.last_table, "m:1:1:d")
    await anya.settled()
    assert [buttons.BACK] not in anya.last_table.rows


async def test_the_menu_closes_after_a_restart_too(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.tap(buttons.MENU)
    await anya.settled()
    stage.services.tables._desks.clear()
    await anya.tap(buttons.BACK)
    await anya.settled()
    assert [buttons.BACK] not in anya.last_table.rows


@pytest.mark.parametrize("command", ["/table", "/undo", "/finish"])
async def test_an_empty_table_is_said_to_be_empty(stage: Stage, command: str) -> None:
    anya = stage.town.private("Аня")
    await anya.send(command)
    assert anya.last.text == texts.NO_GAME


async def test_what_a_redeal_means_is_told_at_a_tap(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 481516")
    await anya.tap("Чёртов")
    await anya.settled()
    for revision in range(1, 89):
        await anya.forge(anya.last_table, pack(Move(1, revision, "d")))
    await anya.settled()
    await anya.tap(buttons.ABOUT_REDEAL)
    assert anya.toast == "Талон перевернётся и снова станет колодой. Порядок карт не изменится."
