"""What happens between a committed tap and its picture."""

import asyncio
from pathlib import Path

import pytest

from bot.screen.desk import Show
from bot.texts import chat as texts
from bot.transport.callbacks import Move, pack
from storage import StorageError
from tests.staging.driver import Town
from tests.staging.seats import Seat
from tests.staging.stage import Stage, begin, performing

MEDIA = "editMessageMedia"
UNKNOWN = "Bad Request: something new"
SAME = "Bad Request: message is not modified"


def tables(seat: Seat) -> list[int]:
    """The messages from which a game can be played."""
    return [message.id for message in seat.from_bot if message.button("m:")]


async def under_way(stage: Stage) -> None:
    """Returns when the call that is to be delayed has come."""
    while True:
        await asyncio.sleep(0.005)
        if not stage.town.faults.waiting:
            return


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.screen.desk.FIRST_PAUSE", 0.01)


async def test_overtaken_tables_are_never_drawn_nor_sent(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    stage.town.faults.delay(1.5, MEDIA)
    await anya.tap("Открыть")
    for revision in range(2, 12):
        await anya.forge(anya.last_table, pack(Move(1, revision, "d")))
    await anya.settled()
    loaded = await stage.services.session.game(1)
    assert loaded is not None
    assert loaded.game.moves == "d" * 11
    assert len(stage.town.calls(MEDIA)) == 2
    assert "в колоде\u00a077" in anya.last_table.caption


async def test_a_chat_never_has_two_edits_under_way(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    seen = []
    stage.town.world.listeners.append(lambda _: seen.append(stage.town.sandbox.in_flight))
    stage.town.faults.delay(0.05, MEDIA, times=None)
    for _ in range(5):
        stage.services.tables.show(anya.id, 1, Show.REDRAW)
        await asyncio.sleep(0.02)
    await anya.settled()
    # An event at the end of each call tells how many others are still under way.
    assert len(stage.town.calls(MEDIA)) > 1
    assert set(seen) == {0}


async def test_a_deleted_table_is_posted_anew(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.tap("Открыть")
    await anya.settled()
    old = anya.last_table
    anya.delete(old)
    await anya.send("/undo")
    assert anya.last_table.id > old.id
    assert "в колоде\u00a088" in anya.last_table.caption
    await anya.tap("Открыть")
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption


@pytest.mark.parametrize("after", [False, True])
async def test_an_edit_that_was_cut_off_is_made_again(stage: Stage, after: bool) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    stage.town.faults.reset(MEDIA, after=after)
    await anya.tap("Открыть")
    await anya.until(lambda: "в колоде\u00a087" in anya.last_table.caption, "the table")
    await anya.settled()
    assert len(stage.town.calls("sendPhoto")) == 1


async def test_a_send_that_may_have_arrived_is_not_made_again(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 481516")
    stage.town.faults.reset("sendPhoto", after=True)
    await anya.tap("Чёртов")
    await anya.settled()
    assert len(stage.town.calls("sendPhoto")) == 1
    # Its keyboard plays on: the message is taken for the table.
    await anya.tap("Открыть")
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption
    assert len(stage.town.calls("sendPhoto")) == 1


async def test_a_flood_wait_delays_its_own_chat_alone(stage: Stage) -> None:
    anya, boris = stage.town.private("Аня"), stage.town.private("Борис")
    await begin(anya)
    await begin(boris)
    stage.town.faults.too_many_requests(30, MEDIA, anya.id)
    begun = stage.clock.now
    await anya.tap("Открыть")
    await boris.tap("Открыть")
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption
    assert "в колоде\u00a087" in boris.last_table.caption
    assert stage.clock.now - begun >= 30


async def test_a_picture_sent_before_goes_by_its_file_id(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.tap("Открыть")
    await anya.settled()
    await anya.tap("↩️")
    await anya.settled()
    media = [call["media"] for call in stage.town.calls(MEDIA)]
    assert "attach://" in str(media[0])
    assert "attach://" not in str(media[1])


async def test_a_picture_whose_file_id_is_refused_is_uploaded_anew(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.tap("Открыть")
    await anya.settled()
    stage.town.faults.refuse(400, "Bad Request: wrong file identifier/HTTP URL specified", MEDIA)
    await anya.tap("↩️")
    await anya.settled()
    assert "в колоде\u00a088" in anya.last_table.caption
    await anya.tap("Открыть")
    await anya.tap("↩️")
    await anya.settled()
    media = [str(call["media"]) for call in stage.town.calls(MEDIA)]
    assert "attach://" not in media[1]
    assert "attach://" in media[2]
    assert "attach://" not in media[-1]


async def test_a_table_below_that_may_have_arrived_is_not_posted_again(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    stage.town.faults.reset("sendPhoto", after=True)
    await anya.send("/table")
    assert len(stage.town.calls("sendPhoto")) == 2
    assert anya.last.text == texts.PERHAPS_POSTED
    # The table that is known plays on, and so does the one that did arrive.
    await anya.tap("Открыть", on=anya.last_table)
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption
    assert len(stage.town.calls("sendPhoto")) == 2


@pytest.mark.parametrize("after", [False, True])
async def test_who_asked_for_a_table_that_may_not_have_arrived_is_told(
    stage: Stage, after: bool
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    stage.town.faults.reset("sendPhoto", after=after)
    await anya.send("/table")
    assert anya.last.text == texts.PERHAPS_POSTED
    await anya.send("/table")
    await anya.tap("Открыть", on=anya.last_table)
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption
    assert anya.last_table.id == anya.last.id


async def test_a_table_that_cannot_be_edited_comes_anew(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    old = anya.last_table
    stage.town.faults.refuse(400, UNKNOWN, MEDIA)
    await anya.tap("Открыть")
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption
    assert anya.last_table.id > old.id
    assert tables(anya) == [anya.last_table.id]


async def test_a_table_that_nobody_knows_how_to_send_becomes_text(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    for method in (MEDIA, "sendPhoto"):
        stage.town.faults.refuse(400, UNKNOWN, method, times=None)
    await anya.tap("Открыть")
    await anya.settled()
    assert not anya.last.has_photo
    assert anya.last.button("m:")
    await anya.tap("Открыть")
    await anya.settled()
    assert anya.last.text.startswith("Из колоды")


async def test_a_table_that_cannot_be_sent_at_all_is_a_sentence(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    for method, times in ((MEDIA, 1), ("sendPhoto", 1), ("sendMessage", 1)):
        stage.town.faults.refuse(400, UNKNOWN, method, times=times)
    await anya.tap("Открыть")
    await anya.settled()
    assert anya.last.text == texts.NO_TABLE
    await anya.send("/table")
    assert "в колоде\u00a087" in anya.last_table.caption


async def test_not_modified_is_success(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    stage.services.tables.show(anya.id, 1, Show.REDRAW)
    await anya.settled()
    assert [call.error for call in stage.town.sandbox.calls][-1:] != [None]
    assert len(stage.town.calls(MEDIA)) == 1
    assert len(stage.town.calls("sendPhoto")) == 1


async def test_not_modified_is_believed_of_a_table_whose_edit_broke_off(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    stage.town.faults.reset(MEDIA, after=True)
    await anya.tap("Открыть")
    await anya.settled()
    assert len(stage.town.calls(MEDIA)) == 2
    assert "в колоде\u00a087" in anya.last_table.caption


async def test_a_gateway_that_answers_in_html_only_delays_the_table(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    stage.town.faults.html(502, MEDIA)
    await anya.tap("Открыть")
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption


async def test_a_tap_wakes_a_table_that_waits_for_the_network(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    monkeypatch.setattr("bot.screen.desk.FIRST_PAUSE", 3600.0)
    monkeypatch.setattr("bot.screen.desk.LONGEST_PAUSE", 3600.0)
    stage.town.faults.reset(MEDIA, after=False)
    await anya.tap("Открыть")
    await anya.until(lambda: not stage.town.faults.waiting, "the edit to fail")
    await anya.tap("Открыть")
    await anya.until(lambda: "в колоде\u00a087" in anya.last_table.caption, "the table")
    await anya.settled()


async def test_a_stale_tap_shows_a_table_that_was_given_up(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    with_rights = stage.town.faults.refuse(400, "Bad Request: CHAT_WRITE_FORBIDDEN", MEDIA)
    await anya.tap("Открыть")
    await anya.settled()
    assert with_rights not in stage.town.faults.waiting
    assert "в колоде\u00a088" in anya.last_table.caption
    await anya.tap("Открыть")
    assert anya.toast.startswith("Уже")
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption


async def test_a_tap_acts_though_it_cannot_be_answered(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 481516")
    stage.town.faults.reset("answerCallbackQuery", after=False)
    anya.press("Чёртов")
    await anya.settled()
    assert "в колоде\u00a088" in anya.last_table.caption


async def test_tables_that_lagged_are_redrawn_after_a_restart(tmp_path: Path) -> None:
    async with Town() as town:
        async with performing(town, tmp_path / "bot.db"):
            anya = town.private("Аня")
            await begin(anya)
            town.faults.refuse(400, "Bad Request: CHAT_WRITE_FORBIDDEN", MEDIA, times=None)
            await anya.tap("Открыть")
            await anya.settled()
            assert "в колоде\u00a088" in anya.last_table.caption
        town.faults.clear()
        async with performing(town, tmp_path / "bot.db"):
            await anya.settled()
            assert "в колоде\u00a087" in anya.last_table.caption


async def test_a_table_that_is_served_in_two_places_is_written_down_once(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    anya, storage = stage.town.private("Аня"), stage.services.storage
    await begin(anya)
    await anya.settled()
    loaded, chat = await stage.services.session.game(1), await storage.chats.get(anya.id)
    assert loaded is not None
    assert chat is not None
    messages = stage.services.tables._poster  # a group that migrates has two desks at work

    async def held(*_: object, **__: object) -> None:
        raise StorageError("held")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(storage.table_messages, "posted", held)
        with pytest.raises(StorageError):
            await messages.post(loaded, chat)
    await asyncio.gather(*(messages.write_down(1) for _ in range(3)))

    game = await storage.games.get(1)
    assert game is not None
    assert game.message is not None
    assert game.message.message_id == anya.last_table.id


async def test_a_table_that_takes_over_during_an_edit_of_the_old_one_is_drawn(
    stage: Stage,
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    old = anya.last_table
    stage.town.faults.reset("sendPhoto", after=True)
    await anya.send("/table")
    stage.town.faults.delay(0.5, MEDIA)
    await anya.tap("Открыть", on=old)
    await under_way(stage)
    await anya.tap("Открыть", on=anya.last_table)
    await anya.settled()
    assert tables(anya) == [anya.last_table.id]
    assert "в колоде\u00a087" in anya.last_table.caption


async def test_what_was_wished_for_before_a_lost_table_is_shown_on_the_old_one(
    stage: Stage,
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    stage.town.faults.delay(0.5, MEDIA)
    await anya.tap("Открыть")  # whose edit goes on while more is wished for
    await under_way(stage)
    stage.town.faults.html(502, "sendPhoto")
    await anya.forge(anya.last_table, pack(Move(1, 2, "d")))
    assert "в колоде\u00a088" in anya.last_table.caption
    await anya.send("/table")
    assert anya.last.text == texts.PERHAPS_POSTED
    assert "в колоде\u00a086" in anya.last_table.caption


async def test_whatever_number_of_taps_takes_an_old_keyboard_off_once(stage: Stage) -> None:
    group = stage.town.group("Дача")
    seats = [group.seat(name) for name in ("Аня", "Борис", "Вера", "Гриша")]
    await begin(seats[0])
    stage.town.faults.reset("sendPhoto", after=True)
    await seats[0].send("/table")
    overlooked = group.last_table
    await seats[0].send("/table")
    off, posted = (len(stage.town.calls(each)) for each in ("editMessageReplyMarkup", "sendPhoto"))
    queries = [seat.press("Открыть", on=overlooked) for seat in seats for _ in range(3)]
    for query in queries:
        assert (await seats[0].answered(query)).text == texts.OLD_TABLE
    await group.settled()
    assert len(stage.town.calls("sendPhoto")) == posted + 1
    # The overlooked one, and the one that the repost took over from.
    assert len(stage.town.calls("editMessageReplyMarkup")) == off + 2
