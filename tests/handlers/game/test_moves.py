"""Taps: moves, undo, and those that change nothing."""

import asyncio
from pathlib import Path

import pytest

from bot.texts import chat as texts
from bot.transport.callbacks import Move, pack
from storage import backup
from tests.staging.driver import Town
from tests.staging.seats import Shown
from tests.staging.stage import Stage, begin, game, performing


async def test_a_tap_is_answered_with_what_it_did_and_the_table_follows(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.tap("⏩")
    assert anya.toast == "Открыто 2\u00a0карты, сверху 6♠"
    await anya.settled()
    assert anya.last_table.caption.splitlines() == [
        "Открыто 2\u00a0карты, сверху 6♠",
        "Нужна шестёрка · круг\u00a01\u00a0из\u00a08 · уложено\u00a00\u00a0из\u00a0104",
        "Проход\u00a01\u00a0из\u00a03 · в колоде\u00a086",
        "Чёртов пасьянс · расклад №\u00a0481\u00a0516",
    ]
    assert anya.last_table.rows[0] == ["6♠ с талона"]


async def test_a_second_tap_on_the_same_keyboard_changes_nothing(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    table = anya.last_table
    await anya.tap("Открыть")
    await anya.forge(table, pack(Move(1, 1, "d")))
    assert anya.toast.startswith("Уже: ")
    assert (await game(stage)).moves == "d"


async def test_of_two_people_who_tap_at_once_one_counts(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya, boris = group.seat("Аня"), group.seat("Борис")
    await begin(anya)
    first, second = anya.press("Открыть"), boris.press("Открыть")
    answers = await asyncio.gather(anya.answered(first), boris.answered(second))
    assert sum(answer.text.startswith("Уже: ") for answer in answers) == 1
    await anya.settled()
    assert (await game(stage)).moves == "d"
    assert group.last_table.caption.split(":")[0].strip("\u2068\u2069") in ("Аня", "Борис Орлов")


@pytest.mark.parametrize("revision", [0, 2, 99])
async def test_a_revision_that_never_was_is_told_of_no_undo(stage: Stage, revision: int) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.forge(anya.last_table, pack(Move(1, revision, "d")))
    assert anya.toast == texts.OTHER_TABLE


async def test_a_game_of_another_chat_is_out_of_reach(stage: Stage) -> None:
    anya, boris = stage.town.private("Аня"), stage.town.private("Борис")
    await begin(anya)
    await begin(boris)
    await boris.forge(boris.last_table, pack(Move(1, 1, "d")))
    assert boris.toast == texts.OLD_BUTTON
    assert (await game(stage)).moves == ""


async def test_moves_that_no_button_offered_are_refused(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    for code in ("l", "w", "r", "!", "9", "*", "1"):
        await anya.forge(anya.last_table, pack(Move(1, 1, code)))
        assert anya.toast == texts.NO_SUCH_MOVE
    for data in ("m:1:1", "m:zz:zz:zz", "\u044b" * 32, "x" * 64):
        await anya.forge(anya.last_table, data)
        assert anya.toast == texts.OLD_BUTTON
    stored = await game(stage)
    assert (stored.moves, stored.revision) == ("", 1)


async def test_undo_takes_back_whole_taps(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.tap("⏩")
    await anya.settled()
    await anya.tap("Выложить и дальше")
    await anya.settled()
    await anya.tap("↩️")
    assert anya.toast == texts.UNDONE
    await anya.settled()
    assert anya.last_table.caption.startswith("Открыто 2\u00a0карты, сверху 6♠")
    await anya.send("/undo")
    assert anya.last_table.caption.startswith("Карты разложены")
    await anya.tap("↩️")
    assert anya.toast == texts.NOTHING_TO_UNDO


async def test_in_a_group_one_takes_back_only_ones_own_tap(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya, boris, vera = group.seat("Аня"), group.seat("Борис"), group.seat("Вера")
    await begin(boris)
    await vera.tap("Открыть")
    await vera.settled()
    admins = await stage.services.bot.get_chat_administrators(group.id)
    owner = stage.town.person("Аня")["id"]
    assert owner in {member.user.id for member in admins}
    stranger = group.seat("Гриша")
    await stranger.tap("↩️")
    assert stranger.toast == texts.ONLY_OWN_UNDO
    await vera.tap("↩️")
    assert vera.toast == texts.UNDONE
    await vera.settled()
    await vera.tap("Открыть")
    await vera.settled()
    await anya.tap("↩️")
    assert anya.toast == texts.UNDONE


async def test_an_old_table_leads_to_the_new_one(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    old = anya.last_table
    await anya.send("/table")
    assert anya.last_table.id > old.id
    assert stage.town.world.messages[anya.id][old.id].get("reply_markup") is None
    await anya.forge(old, pack(Move(1, 1, "d")))
    assert anya.toast == texts.OLD_TABLE
    await anya.settled()
    assert (await game(stage)).moves == ""


async def test_of_two_tables_the_one_that_was_not_known_takes_over(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    old = anya.last_table
    stage.town.faults.reset("sendPhoto", after=True)
    await anya.send("/table")
    assert buttons_under(stage, old)
    await anya.tap("Открыть", on=anya.last_table)
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption
    assert not buttons_under(stage, old)


async def test_a_table_that_was_overlooked_loses_its_keyboard_when_it_is_tapped(
    stage: Stage,
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    stage.town.faults.reset("sendPhoto", after=True)
    await anya.send("/table")
    overlooked = anya.last_table
    await anya.send("/table")
    assert buttons_under(stage, overlooked)
    await anya.tap("Открыть", on=overlooked)
    assert anya.toast == texts.OLD_TABLE
    await anya.settled()
    assert not buttons_under(stage, overlooked)
    assert len([each for each in anya.from_bot if buttons_under(stage, each)]) == 1


def buttons_under(stage: Stage, message: Shown) -> bool:
    return "reply_markup" in stage.town.world.messages[message.raw["chat"]["id"]][message.id]


@pytest.mark.parametrize("label", ["Открыть", "↩️", "☰", "💡"])
async def test_a_table_that_is_ahead_of_a_restored_database_is_drawn_anew(
    tmp_path: Path, label: str
) -> None:
    database, copy = tmp_path / "bot.db", tmp_path / "copy.db"
    async with Town() as town:
        anya = town.private("Аня")
        async with performing(town, database) as stage:
            await begin(anya)
            await anya.tap("Открыть")
            await anya.settled()
            backup(database, copy)
            for _ in range(2):
                await anya.tap("Открыть")
                await anya.settled()
        assert "в колоде\u00a087" not in anya.last_table.caption
        async with performing(town, copy) as stage:
            await anya.settled()
            await anya.tap(label)
            assert anya.toast == texts.OTHER_TABLE
            await anya.settled()
            assert "в колоде\u00a087" in anya.last_table.caption
            assert (await game(stage)).moves == "d"
            await anya.tap("↩️")
            assert anya.toast == texts.UNDONE


async def test_what_is_shown_is_written_down(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.tap("Открыть")
    await anya.settled()
    stored = await game(stage)
    assert stored.shown == stored.revision == 2
