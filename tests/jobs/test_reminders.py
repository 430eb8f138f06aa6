"""Reminders: offered once, at the chosen hour, once a day, never in vain."""

import asyncio
from pathlib import Path

from bot.play.audiences import AUDIENCES
from bot.texts import chat as chat_texts
from bot.texts import reminders as texts
from storage import MOST_IGNORED, DailyDeal, Reminder
from tests.staging.calendar_stage import TODAY, at, on_day
from tests.staging.driver import Town
from tests.staging.results import played
from tests.staging.seats import Seat
from tests.staging.stage import Stage

TOMORROW = "2027-01-16"


async def finish_a_deal(seat: Seat, title: str = "Чёртов") -> None:
    """The deal of the day, begun and ended."""
    await seat.send("/daily")
    await seat.tap(f"Играть: {title}")
    await seat.settled()
    await seat.send("/finish")
    await seat.tap("Закончить партию")
    await seat.settled()


def reminders(seat: Seat) -> list[str]:
    """The texts of the reminders that have come."""
    return [
        shown.text for shown in seat.from_bot if [texts.PLAY] in shown.rows or "Ждёт" in shown.text
    ]


async def reminded(stage: Stage, seat: Seat, when: str) -> int:
    """How many reminders the seat has once it is ``when``."""
    stage.clock.now = at(when)
    for audience in AUDIENCES:
        deal = DailyDeal(when[:10], "devils", audience, f"{when} {audience}", 0, 1, 80, "d", 1)
        await stage.services.storage.daily.put(deal)
    await stage.services.reminders.send_due()
    await seat.settled()
    return len(reminders(seat))


async def test_it_is_offered_once_after_the_first_finish(today: Stage) -> None:
    anya = today.town.private("Аня")
    await finish_a_deal(anya)
    offers = [shown for shown in anya.from_bot if shown.text == texts.OFFER]
    assert len(offers) == 1
    assert offers[0].rows == [["9:00", "13:00", "20:00"], ["Другой час", "Не надо"]]
    await anya.tap("Не надо")
    await anya.settled()
    assert offers[0].id in {shown.id for shown in anya.from_bot if shown.text == texts.TURNED_OFF}
    await finish_a_deal(anya, "Первые")
    assert all(shown.text != texts.OFFER for shown in anya.from_bot)


async def test_a_game_out_of_ranking_offers_nothing(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.send("/deal 1")
    await anya.tap("Чёртов")
    await anya.settled()
    await anya.send("/finish")
    await anya.tap("Закончить")
    await anya.settled()
    assert all(shown.text != texts.OFFER for shown in anya.from_bot)


async def test_it_comes_at_its_hour_once_a_day_and_sounds(today: Stage) -> None:
    anya = today.town.private("Аня")
    await finish_a_deal(anya)
    await anya.tap("20:00")
    await anya.settled()
    assert "приходит в\u00a020:00 (Москва)" in anya.last.text
    assert await reminded(today, anya, f"{TODAY} 21:00") == 0  # played already
    assert await reminded(today, anya, f"{TOMORROW} 19:59") == 0
    assert await reminded(today, anya, f"{TOMORROW} 20:00") == 1
    assert await reminded(today, anya, f"{TOMORROW} 23:00") == 1
    assert "sandbox" not in anya.last.raw  # where silence is noted
    assert await reminded(today, anya, "2027-01-17 20:30") == 2
    loud = [call for call in today.town.calls("sendMessage") if not call["disable_notification"]]
    assert len(loud) == 2
    await anya.tap(texts.PLAY)
    await anya.settled()
    assert anya.last.text.startswith("Расклады дня")


async def test_an_hour_that_has_struck_is_meant_from_tomorrow_on(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.send("/settings")
    await anya.tap("Напоминание: нет")
    await anya.settled()
    assert anya.last.rows[-2:] == [["· Не напоминать ·"], ["‹ Настройки"]]
    await anya.tap("‹ Настройки")
    await anya.settled()
    await anya.tap("Напоминание: нет")
    await anya.settled()
    await anya.tap("9:00")  # it is noon
    await anya.settled()
    assert await reminded(today, anya, f"{TODAY} 13:00") == 0
    assert await reminded(today, anya, f"{TOMORROW} 09:00") == 1
    await anya.send("/settings")
    await anya.tap("Напоминание: 9:00")
    await anya.settled()
    await anya.tap("23:00")
    await anya.settled()
    assert await today.services.storage.reminders.get(anya.id) == Reminder(anya.id, 23, TOMORROW, 0)
    await anya.send("/settings")
    await anya.tap("Напоминание: 23:00")
    await anya.tap("Не напоминать")
    await anya.settled()
    assert await today.services.storage.reminders.get(anya.id) is None


async def test_hours_that_do_not_exist_are_refused(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.send("/settings")
    for data in ("h:set:o", "h:set:", "h:never:"):  # «o» is 24
        assert (await anya.forge(anya.last, data)).text == chat_texts.OLD_BUTTON
    assert await today.services.storage.reminders.get(anya.id) is None


async def test_it_comes_late_after_a_restart_and_not_twice(tmp_path: Path) -> None:
    async with Town() as town:
        anya = town.private("Аня")
        async with on_day(town, tmp_path / "bot.db", f"{TODAY} 08:00") as stage:
            await anya.send("/settings")
            await stage.services.storage.reminders.set(anya.id, 9)
        async with on_day(town, tmp_path / "bot.db", f"{TODAY} 15:00"):
            await anya.until(lambda: reminders(anya), "the reminder, without being asked for")
        for hour in ("15:01", "23:59"):
            async with on_day(town, tmp_path / "bot.db", f"{TODAY} {hour}") as stage:
                await stage.services.reminders.send_due()
                await anya.settled()
        assert len(reminders(anya)) == 1


async def test_it_is_noted_before_it_is_sent(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.send("/settings")
    await today.services.storage.reminders.set(anya.id, 9)
    today.town.faults.reset("sendMessage", after=True)  # sent, but we are not told
    await today.services.reminders.send_due()
    await today.services.reminders.send_due()
    await anya.settled()
    assert len(reminders(anya)) == 1


async def test_what_telegram_has_refused_for_now_comes_later(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.send("/settings")
    await today.services.storage.reminders.set(anya.id, 9)
    fault = today.town.faults.too_many_requests(5, "sendMessage", times=3)
    await today.services.reminders.send_due()
    assert reminders(anya) == []
    today.town.faults.remove(fault)
    await today.services.reminders.send_due()
    await anya.settled()
    assert len(reminders(anya)) == 1


async def test_after_seven_ignored_it_stops_and_says_so(today: Stage) -> None:
    anya = today.town.private("Аня")
    storage = today.services.storage
    await anya.send("/settings")
    await storage.reminders.set(anya.id, 9, after="2027-01-14")
    days = [f"2027-01-{day}" for day in range(15, 23)]
    for number, day in enumerate(days, start=1):
        assert await reminded(today, anya, f"{day} 09:30") == min(number, MOST_IGNORED)
    assert texts.LAST in reminders(anya)[-1]
    assert all(texts.LAST not in text for text in reminders(anya)[:-1])
    await anya.tap(texts.PLAY)
    await anya.settled()
    assert await storage.reminders.get(anya.id) == Reminder(anya.id, 9, days[MOST_IGNORED - 1], 0)


async def test_playing_counts_as_an_answer(today: Stage) -> None:
    anya = today.town.private("Аня")
    storage = today.services.storage
    await anya.send("/settings")
    await storage.reminders.set(anya.id, 9, after="2027-01-14")
    assert await reminded(today, anya, f"{TODAY} 10:00") == 1
    await anya.send("/daily")
    await anya.tap("Играть: Чёртов")
    await anya.settled()
    assert await storage.reminders.get(anya.id) == Reminder(anya.id, 9, TODAY, 0)


async def test_the_streak_is_worth_a_word(today: Stage) -> None:
    anya = today.town.private("Аня")
    storage = today.services.storage
    await anya.send("/settings")
    await storage.reminders.set(anya.id, 9)
    for day in ("2027-01-13", "2027-01-14"):
        await played(storage, anya.id, day)
    await reminded(today, anya, f"{TODAY} 10:00")
    assert reminders(anya) == ["Ждёт новый расклад дня. Серия: 2\u00a0дня."]


async def test_who_has_blocked_the_bot_is_left_alone_and_others_are_not(today: Stage) -> None:
    storage, town = today.services.storage, today.town
    anya, boris = town.private("Аня"), town.private("Борис")
    for seat in (anya, boris):
        await seat.send("/settings")
        await storage.reminders.set(seat.id, 9)
    town.faults.forbid(anya.id)
    await today.services.reminders.send_due()
    await boris.settled()
    assert len(reminders(boris)) == 1
    chat = await storage.chats.get(anya.id)
    assert chat is not None
    assert not chat.active


async def test_a_group_is_reminded_in_its_topic_and_asks_its_admins(today: Stage) -> None:
    storage = today.services.storage
    group = today.town.group("Дача")
    anya, grisha = group.seat("Аня"), group.seat("Гриша")
    await grisha.send("/settings")
    await grisha.tap("Напоминание")
    assert grisha.toast == chat_texts.ONLY_ADMINS
    await anya.tap("Напоминание")
    await anya.settled()
    await anya.tap("13:00")
    await anya.settled()
    await storage.chats.change(group.id, thread_id=404)
    today.town.faults.refuse(400, "Bad Request: message thread not found", "sendMessage", times=1)
    await reminded(today, anya, f"{TODAY} 13:00")
    assert group.last.text == "Ждёт новый расклад дня для чата."
    chat = await storage.chats.get(group.id)
    assert chat is not None
    assert chat.thread_id is None


async def test_a_group_that_moved_is_reminded_where_it_is(today: Stage) -> None:
    storage = today.services.storage
    group = today.town.new_group("Клуб", supergroup=False)
    anya = group.seat("Аня")
    await anya.send("/settings")
    old = group.id
    await storage.reminders.set(old, 9)
    today.town.sandbox.groups.migrate(anya.user_id, old)
    await anya.settled()
    await reminded(today, anya, f"{TODAY} 13:00")
    assert group.id != old
    assert group.last.text == "Ждёт новый расклад дня для чата."


async def test_nobody_is_sent_to_a_deal_that_is_not_there_yet(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/settings")
    await stage.services.storage.reminders.set(anya.id, 0)
    await stage.services.reminders.send_due()
    assert reminders(anya) == []
    assert await stage.services.storage.reminders.get(anya.id) == Reminder(anya.id, 0, "", 0)


async def test_many_at_the_same_hour_are_all_reminded_below_the_limit(today: Stage) -> None:
    storage, town = today.services.storage, today.town
    seats = [town.private(f"Человек {number}") for number in range(60)]
    for seat in seats:
        await storage.chats.ensure(seat.id, "private", "", 1)
        await storage.reminders.set(seat.id, 9)
    reminding = today.services.reminders
    reminding._sleep = today.clock.sleep
    begun = today.clock.now
    await asyncio.gather(reminding.send_due(), reminding.send_due())
    await seats[0].settled()
    assert [len(reminders(seat)) for seat in seats] == [1] * 60
    assert today.clock.now - begun >= 60 / 30


async def test_the_question_for_the_hour_names_the_clock(today: Stage) -> None:
    anya = today.town.private("Аня")
    await anya.send("/settings")
    await anya.tap("Напоминание")
    await anya.settled()
    assert "Во сколько (Москва)?" in anya.last.text
