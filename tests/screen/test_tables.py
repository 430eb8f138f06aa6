"""What happens between a committed tap and its picture."""

import asyncio
from pathlib import Path

import pytest

from bot.screen.tables import TRIES, Show
from bot.texts import chat as texts
from bot.transport.callbacks import Move, pack
from storage import StorageError
from tests.staging.driver import Town
from tests.staging.stage import Stage, begin, performing

MEDIA = "editMessageMedia"
UNKNOWN = "Bad Request: something new"
SAME = "Bad Request: message is not modified"


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.screen.tables.FIRST_PAUSE", 0.01)


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


async def test_a_table_that_is_refused_for_an_unknown_reason_is_sent_again(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    stage.town.faults.refuse(400, UNKNOWN, MEDIA, times=TRIES - 1)
    await anya.tap("Открыть")
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption
    # Each table is tried so often, and no more.
    stage.town.faults.refuse(400, UNKNOWN, MEDIA, times=None)
    tried = len(stage.town.calls(MEDIA))
    await anya.tap("Открыть")
    await anya.settled()
    assert len(stage.town.calls(MEDIA)) == tried + TRIES


@pytest.mark.parametrize("as_text", [False, True])
async def test_not_modified_is_not_believed_of_a_table_that_was_never_sent(
    stage: Stage, as_text: bool
) -> None:
    anya = stage.town.private("Аня")
    if as_text:
        stage.town.faults.refuse(400, "Bad Request: not enough rights to send photos", "sendPhoto")
    await begin(anya)
    stage.town.faults.refuse(400, SAME, "editMessageText" if as_text else MEDIA)
    await anya.tap("Открыть")
    await anya.settled()
    assert "в колоде\u00a087" in (anya.last.text if as_text else anya.last.caption)


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
    monkeypatch.setattr("bot.screen.tables.FIRST_PAUSE", 3600.0)
    monkeypatch.setattr("bot.screen.tables.LONGEST_PAUSE", 3600.0)
    stage.town.faults.reset(MEDIA, after=False)
    await anya.tap("Открыть")
    await anya.until(lambda: not stage.town.faults.waiting, "the edit to fail")
    await anya.tap("Открыть")
    await anya.until(lambda: "в колоде\u00a087" in anya.last_table.caption, "the table")
    await anya.settled()


async def test_a_stale_tap_shows_a_table_that_was_given_up(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    stage.town.faults.refuse(400, UNKNOWN, MEDIA, times=TRIES)
    await anya.tap("Открыть")
    await anya.settled()
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
            town.faults.refuse(400, UNKNOWN, MEDIA, times=None)
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
