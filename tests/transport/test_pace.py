"""The limiter: bursts, minutes, 429s, and who never waits."""

import asyncio
from typing import Any

import pytest
from telegram.error import NetworkError, RetryAfter

from bot.transport.pace import GROUP, OVERALL, PRIVATE, SLOT_TAKEN, Pace
from bot.transport.request import NotSent
from bot.transport.turns import TABLES_IN_A_ROW, Rank
from tests.staging.stage import Ticking
from tests.staging.timeline import Timeline

PERSON, CHAT = 5, -5


async def test_a_group_gets_a_burst_then_one_in_three_seconds_and_never_too_many() -> None:
    time = Ticking()
    pace = Pace(time, time.sleep)
    sent = []
    for _ in range(100):
        await pace.slot(CHAT)
        sent.append(time.now)
    assert sent[GROUP.burst - 1] == sent[0]
    assert sent[GROUP.burst] - sent[0] == pytest.approx(GROUP.interval)
    for at, later in zip(sent, sent[GROUP.most :], strict=False):
        assert later - at >= GROUP.window
    assert sent[-1] - sent[0] <= 100 * GROUP.interval + 60


async def test_a_private_chat_has_about_one_a_second() -> None:
    time = Ticking()
    pace = Pace(time, time.sleep)
    sent = []
    for _ in range(50):
        await pace.slot(PERSON)
        sent.append(time.now)
    assert sent[PRIVATE.burst - 1] == sent[0]
    assert sent[-1] - sent[0] == pytest.approx(50, rel=0.1)
    # Telegram counts five in five seconds.
    assert all(later - at > 5 for at, later in zip(sent, sent[5:], strict=False))


async def test_who_came_first_is_served_first_and_the_wait_tells_of_all_before() -> None:
    time = Timeline()
    pace = Pace(time, time.sleep)
    served: list[int] = []

    async def wait_for_slot(number: int) -> None:
        await pace.slot(CHAT)
        served.append(number)

    for _ in range(GROUP.burst):
        await pace.slot(CHAT)
    async with asyncio.TaskGroup() as tasks:
        for number in range(5):
            tasks.create_task(wait_for_slot(number))
        await asyncio.sleep(0)
        assert pace.wait(CHAT) == pytest.approx(5 * GROUP.interval)
        assert pace.wait(CHAT - 1) == 0
        await time.pass_by(6 * GROUP.interval)
    assert served == list(range(5))


async def test_a_thousand_chats_that_wait_take_turns_without_a_stampede() -> None:
    time = Timeline()
    pace = Pace(time, time.sleep)
    async with asyncio.TaskGroup() as tasks:
        for person in range(1, 1001):
            tasks.create_task(pace.slot(person))
        for _ in range(2):  # until each chat has begun to wait for its turn over all
            await asyncio.sleep(0)
        assert pace.wait(5000) == pytest.approx(1000 / OVERALL.most, rel=0.1)
        assert time.sleepers == 1
        await time.pass_by(60)


async def test_all_chats_together_stay_under_thirty_a_second() -> None:
    time = Ticking()
    pace = Pace(time, time.sleep)
    sent = []
    for person in range(1, 200):
        await pace.slot(person)
        sent.append(time.now)
    for at, later in zip(sent, sent[OVERALL.most :], strict=False):
        assert later - at >= OVERALL.window - 1e-6


async def test_a_429_holds_back_its_own_chat_alone() -> None:
    time = Ticking()
    pace = Pace(time, time.sleep)
    pace.blocked(CHAT, 60)
    assert pace.wait(CHAT) == pytest.approx(60)
    assert pace.wait(CHAT - 1) == 0


async def request(pace: Pace, endpoint: str, calls: list[float], time: Ticking, *args: Any) -> None:
    """Makes a request through the limiter; the first ``args`` outcomes are raised."""
    outcomes = list(args)

    async def call() -> bool:
        calls.append(time.now)
        if outcomes:
            raise outcomes.pop(0)
        return True

    await pace.process_request(call, (), {}, endpoint, {"chat_id": CHAT}, None)


async def test_a_refused_message_is_sent_again_when_it_may() -> None:
    time = Ticking()
    pace = Pace(time, time.sleep)
    calls: list[float] = []
    await request(pace, "sendMessage", calls, time, RetryAfter(30))
    assert len(calls) == 2
    assert calls[1] - calls[0] >= 30


async def test_a_message_that_is_refused_again_and_again_is_given_up() -> None:
    time = Ticking()
    pace = Pace(time, time.sleep)
    calls: list[float] = []
    with pytest.raises(RetryAfter):
        await request(pace, "sendMessage", calls, time, *[RetryAfter(1) for _ in range(9)])
    assert len(calls) == 3


def broken(*, sent: bool) -> NetworkError:
    error = NetworkError("the network fails")
    error.__cause__ = None if sent else NotSent()
    return error


async def test_a_message_that_has_not_left_is_sent_again() -> None:
    time = Ticking()
    pace = Pace(time, time.sleep)
    calls: list[float] = []
    await request(pace, "sendMessage", calls, time, broken(sent=False))
    assert len(calls) == 2
    assert calls[1] > calls[0]


async def test_a_message_that_may_have_arrived_is_not_sent_again() -> None:
    time = Ticking()
    pace = Pace(time, time.sleep)
    calls: list[float] = []
    with pytest.raises(NetworkError):
        await request(pace, "sendMessage", calls, time, broken(sent=True))
    assert len(calls) == 1


async def test_answers_to_taps_never_wait() -> None:
    time = Ticking()
    pace = Pace(time, time.sleep)
    pace.blocked(CHAT, 60)
    begun, calls = time.now, list[float]()
    await request(pace, "answerCallbackQuery", calls, time)
    assert calls == [begun]


async def test_who_holds_a_slot_does_not_wait_for_another() -> None:
    time = Ticking()
    pace = Pace(time, time.sleep)
    pace.blocked(CHAT, 60)
    begun = time.now

    async def call() -> float:
        return time.now

    data = {"chat_id": CHAT}
    assert await pace.process_request(call, (), {}, "sendPhoto", data, SLOT_TAKEN) == begun


async def test_chats_that_fell_silent_are_forgotten() -> None:
    time = Ticking()
    pace = Pace(time, time.sleep)
    for person in range(1, 9000):
        await pace.slot(person)
    assert len(pace._chats) < 6000


async def test_a_table_goes_before_all_else_and_gives_way_now_and_then() -> None:
    time = Timeline()
    pace = Pace(time, time.sleep)
    served: list[str] = []

    async def serve(what: str, rank: Rank) -> None:
        await pace.slot(CHAT, rank)
        served.append(what)

    for _ in range(GROUP.burst):
        await pace.slot(CHAT)
    async with asyncio.TaskGroup() as tasks:
        for number in range(3):
            tasks.create_task(serve(f"answer {number}", Rank.OTHER))
        for number in range(6):
            tasks.create_task(serve(f"table {number}", Rank.TABLE))
        await time.pass_by(20 * GROUP.interval)
    before = [f"table {number}" for number in range(TABLES_IN_A_ROW)]
    assert served[: TABLES_IN_A_ROW + 1] == [*before, "answer 0"]
    assert served[TABLES_IN_A_ROW + 1 :] == ["table 4", "table 5", "answer 1", "answer 2"]


async def test_the_newest_table_waits_for_one_other_message_at_most() -> None:
    time = Timeline()
    pace = Pace(time, time.sleep)
    for _ in range(GROUP.burst):
        await pace.slot(CHAT, Rank.TABLE)
    async with asyncio.TaskGroup() as tasks:
        for _ in range(10):
            tasks.create_task(pace.slot(CHAT))
        await asyncio.sleep(0)
        assert pace.wait(CHAT) == pytest.approx(10 * GROUP.interval)
        assert pace.wait(CHAT, Rank.TABLE) == pytest.approx(2 * GROUP.interval)
        await time.pass_by(GROUP.interval)
        assert pace.wait(CHAT, Rank.TABLE) == pytest.approx(GROUP.interval)
        await time.pass_by(20 * GROUP.interval)
