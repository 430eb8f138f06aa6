"""The limiter: bursts, minutes, 429s, and who never waits."""

from typing import Any

import pytest
from telegram.error import RetryAfter

from bot.pace import GROUP, OVERALL, PRIVATE, SLOT_TAKEN, Pace
from tests.bot.stage import Ticking

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
    begun = time.now
    for _ in range(30):
        await pace.slot(PERSON)
    assert time.now - begun == pytest.approx(30 - PRIVATE.burst, abs=1)


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
    assert len(pace._lanes) < 6000
