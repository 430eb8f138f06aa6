"""``@bot …`` typed anywhere: what is offered, each as a challenge with a token of its own."""

import pytest

from bot.games.registry import PATIENCES
from bot.texts import chat as chat_texts
from tests.handlers.chats.test_sharing import finished
from tests.handlers.pages.test_daily import DEVILS
from tests.staging.calendar_stage import TODAY, at
from tests.staging.seats import Json, Seat
from tests.staging.stage import Stage
from tests.staging.visits import visitors

TOKEN = 10


def told(result: Json) -> str:
    """What the message will say."""
    return str(result.get("caption") or result["input_message_content"]["message_text"])


def chosen_chat(seat: Seat) -> str:
    """What «Бросить вызов» types into the chat that is chosen."""
    return str(
        next(
            button["switch_inline_query_chosen_chat"]["query"]
            for button in seat.last.buttons
            if "switch_inline_query_chosen_chat" in button
        )
    )


async def test_the_deals_of_the_day(today: Stage) -> None:
    anya = today.town.private("Аня")
    _, results = await anya.ask_inline("")
    first, second = results
    assert told(first).startswith("Первые и последние, с выбором, расклад дня 15\u00a0января\n")
    assert told(second).splitlines()[1] == (
        "\u2068Аня\u2069 зовёт сыграть: расклад у всех один и тот же"
    )
    play, who = second["reply_markup"]["inline_keyboard"]
    token = second["id"]
    assert len(token) == TOKEN
    assert play[0]["url"].endswith(f"?start=d_{TODAY}_devils_{token}")
    assert who[0]["callback_data"] == f"w:{token}"


async def test_no_result_is_offered_twice_under_one_token(today: Stage) -> None:
    anya, boris = today.town.private("Аня"), today.town.private("Борис")
    offered = [
        result["id"]
        for seat in (anya, boris, anya)
        for result in (await seat.ask_inline("481516"))[1]
    ]
    assert len(set(offered)) == 3 * len(PATIENCES)
    assert {each["cache_time"] for each in today.town.calls("answerInlineQuery")} == {0}
    assert {each["is_personal"] for each in today.town.calls("answerInlineQuery")} == {True}


async def test_ones_own_result_of_today_comes_first(today: Stage) -> None:
    anya, boris = today.town.private("Аня"), today.town.private("Борис")
    await finished(today, anya)
    _, results = await anya.ask_inline("")
    assert len(results) == 3
    assert results[0]["title"] == f"Итог: {DEVILS}"
    lines = told(results[0]).splitlines()
    assert len(lines) == 4
    assert lines[1].startswith("\u2068Аня\u2069: уложено")
    assert lines[1].endswith(", побьёте?")
    _, others = await boris.ask_inline("")
    assert len(others) == 2


@pytest.mark.parametrize("asked", ["481516", "№ 481 516", "расклад 481516", "Расклад № 481516"])
async def test_a_numbered_deal_in_each_way_to_play(today: Stage, asked: str) -> None:
    _, results = await today.town.private("Аня").ask_inline(asked)
    assert [each["title"] for each in results] == [
        f"{patience.full_title}, расклад №\u00a0481\u00a0516" for patience in PATIENCES.values()
    ]


async def test_only_days_that_anybody_may_begin_are_offered(today: Stage) -> None:
    anya = today.town.private("Аня")
    for asked in ("расклад 16.01.2027", "расклад 14.01.2027", "расклад 31.02.2027"):
        _, results = await anya.ask_inline(asked)
        # The day before has no deals here; what is no day at all leads to today's.
        assert len(results) == (2 if "31.02" in asked else 0)


async def test_the_card_goes_as_a_picture(today: Stage) -> None:
    anya = today.town.private("Аня")
    await finished(today, anya)
    await anya.tap("Поделиться")
    await anya.settled()
    card = anya.last
    neighbours = today.town.group("Соседи").seat("Аня")
    query_id, [result] = await neighbours.ask_inline(chosen_chat(anya))
    sent = await neighbours.choose_inline(query_id, result["id"])
    assert sent.photo.size == (960, 640)
    assert sent.photo.tobytes() == card.photo.tobytes()
    assert sent.rows == [["Играть этот расклад"], ["Кто сыграл"]]


async def test_a_cover_goes_as_a_picture_and_shows_no_card(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.send("/daily")
    await anya.tap("Бросить вызов")
    await anya.settled()
    assert anya.last.has_photo
    _, results = await anya.ask_inline(chosen_chat(anya))
    assert [result["type"] for result in results] == ["photo", "photo"]
    sizes = [photo["file_id"] for photo in anya.last.raw["photo"]]
    assert {result["photo_file_id"] for result in results} <= set(sizes)


async def test_a_numbered_deal_is_challenged_from_its_page(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.send("/deal 481516")
    await anya.tap("Бросить вызов")
    await anya.settled()
    _, results = await anya.ask_inline(chosen_chat(anya))
    assert [result["type"] for result in results] == ["photo"] * len(PATIENCES)


async def test_a_group_has_no_challenge_at_its_own_deals(today: Stage) -> None:
    anya = today.town.group().seat("Аня")
    await finished(today, anya)
    await anya.send("/daily")
    assert "Бросить вызов" not in [label for row in anya.last.rows for label in row]
    await anya.tap("Поделиться")
    await anya.settled()
    assert anya.last.rows[0] == ["Выбрать чат"]
    _, [result] = await anya.ask_inline(chosen_chat(anya))
    assert [list(row[0]) for row in result["reply_markup"]["inline_keyboard"]] == [["text", "url"]]


@pytest.mark.parametrize("label", ["2027-01-16", "2027-01-14", "2027-02-31", "0", "007", "zzz"])
async def test_a_forged_cover_shows_nothing(today: Stage, label: str) -> None:
    anya = today.town.private("Аня")
    await anya.send("/daily")
    await anya.forge(anya.last, f"v:{label}")
    assert not anya.last.has_photo


async def test_a_day_that_is_being_finished_has_no_cover(today: Stage) -> None:
    """After midnight only those play it who have begun it."""
    anya = today.town.private("Аня")
    await anya.send("/daily")
    today.clock.now = at("2027-01-16 01:00")
    await anya.tap("Бросить вызов")
    await anya.settled()
    assert anya.toast == chat_texts.OLD_BUTTON
    assert not anya.last.has_photo


async def test_sending_it_counts_as_a_visit(today: Stage) -> None:
    anya = today.town.private("Аня")
    await finished(today, anya)
    await anya.tap("Поделиться")
    await anya.settled()
    dacha = today.town.group().seat("Аня")
    assert await visitors(today.services.storage, dacha.id) == 0
    query_id, [result] = await dacha.ask_inline(chosen_chat(anya))
    await dacha.choose_inline(query_id, result["id"])
    assert await visitors(today.services.storage, dacha.id) == 1


async def test_nobody_passes_on_anothers_result(today: Stage) -> None:
    anya, boris = today.town.private("Аня"), today.town.private("Борис")
    await finished(today, anya)
    game = await today.services.storage.games.last(anya.id)
    assert game is not None
    for asked in (f"итог {game.id}", "итог 999999999999999"):
        _, results = await boris.ask_inline(asked)
        assert results == []


async def test_a_result_is_found_however_it_is_spelt(today: Stage) -> None:
    anya = today.town.private("Аня")
    await finished(today, anya)
    game = await today.services.storage.games.last(anya.id)
    assert game is not None
    _, [result] = await anya.ask_inline(f"Итог {game.id}")
    assert result["title"] == f"Итог: {DEVILS}"


async def test_a_hidden_name_is_not_sent(today: Stage) -> None:
    anya = today.town.private("Аня")
    await finished(today, anya)
    await today.services.storage.players.change(anya.id, anonymous=True)
    _, [result, *_] = await anya.ask_inline("")
    assert told(result).splitlines()[1].startswith("\u2068Аноним\u2069: ")
    assert "Аня" not in told(result)
