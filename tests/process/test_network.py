"""Telegram out of reach, slow or confused: play goes on where it stood, nothing comes twice."""

import pytest

from bot.transport.callbacks import Move, pack
from tests.staging.stage import Stage, begin

HOURS = 5 * 3600.0


async def test_after_hours_without_network_play_goes_on_where_it_stood(stage: Stage) -> None:
    town = stage.town
    anya, boris = town.private("Аня"), town.private("Борис")
    await begin(anya)
    await begin(boris)
    town.faults.delay(0.5, "editMessageMedia", chat_id=anya.id)
    await anya.tap("Открыть")
    town.sandbox.go_down()  # while the table is under way
    stage.clock.now += HOURS
    queries = [anya.press("Открыть"), anya.press("Открыть"), boris.press("Открыть")]
    town.sandbox.come_back()
    for query in queries:
        await anya.answered(query)
    await anya.settled()
    for number, moves in ((1, "d"), (2, "d")):
        loaded = await stage.services.session.game(number)
        assert loaded is not None
        assert loaded.game.moves == moves
    assert "в колоде\u00a087" in anya.last_table.caption
    assert "в колоде\u00a087" in boris.last_table.caption
    assert len(town.calls("sendPhoto")) == 2


async def test_taps_that_overtake_each_other_are_made_once_and_in_order(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    stage.town.sandbox.go_down()
    people = stage.town.sandbox.people
    taps = [
        people.tap_forged(anya.user_id, anya.id, anya.last_table.id, pack(Move(1, revision, "d")))
        for revision in (1, 2, 3)
    ]
    stage.town.world.updates.reverse_batches = 1
    stage.town.sandbox.come_back()
    answers = [await anya.answered(tap.id) for tap in taps]
    await anya.settled()
    # Those that came too early come again, for Telegram goes by the number of the last one.
    assert answers[0].text.startswith("Из колоды")
    loaded = await stage.services.session.game(1)
    assert loaded is not None
    assert loaded.game.moves == "ddd"
    assert "в колоде\u00a085" in anya.last_table.caption


@pytest.mark.parametrize("seconds", [1, 60])
async def test_a_table_that_telegram_puts_off_is_posted_once(stage: Stage, seconds: int) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 481516")
    stage.town.faults.too_many_requests(seconds, "sendPhoto")
    begun = stage.clock.now
    await anya.tap("Чёртов")
    await anya.settled()
    assert stage.clock.now - begun >= seconds
    assert len([each for each in anya.from_bot if each.has_photo]) == 1
    await anya.tap("Открыть")
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption


async def test_what_breaks_off_after_its_effect_is_done_once(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    for method in ("sendMessage", "sendPhoto", "editMessageMedia", "answerCallbackQuery"):
        stage.town.faults.reset(method, after=True)
    await anya.send("/deal 481516")
    anya.press("Чёртов")
    await anya.settled()
    await anya.tap("Открыть")
    await anya.settled()
    assert "в колоде\u00a087" in anya.last_table.caption
    assert len([each for each in anya.from_bot if each.has_photo]) == 1
