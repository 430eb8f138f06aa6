"""Flood control: bursts pass, floods are told when to come back."""

from collections.abc import AsyncIterator

import pytest
from telegram import Bot
from telegram.error import RetryAfter

from bot.sandbox import Flood
from tests.sandbox.refusals import refused
from tests.staging.driver import Town
from tests.staging.seats import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def town(clock: Clock) -> AsyncIterator[Town]:
    async with Town(clock=clock, flood=Flood()) as town:
        yield town


async def _told_to_wait(bot: Bot, chat_id: int) -> int:
    with pytest.raises(RetryAfter) as caught:
        await bot.send_message(chat_id, "ещё")
    return int(caught.value._retry_after.total_seconds())


async def test_a_group_takes_twenty_a_minute(bot: Bot, town: Town, clock: Clock) -> None:
    group = town.group()
    sent = await bot.send_message(group.id, "стол")
    for number in range(19):
        clock.pass_by(1)
        await bot.edit_message_text(f"{number}", group.id, sent.message_id)
    assert await _told_to_wait(bot, group.id) == 41
    with pytest.raises(RetryAfter):
        await bot.edit_message_text("ещё", group.id, sent.message_id)
    clock.pass_by(40.5)
    assert await _told_to_wait(bot, group.id) == 1
    clock.pass_by(0.5)
    await bot.send_message(group.id, "ещё")
    assert await _told_to_wait(bot, group.id) == 1


async def test_refused_calls_cost_nothing(bot: Bot, town: Town, clock: Clock) -> None:
    group = town.group()
    for _ in range(20):
        await bot.send_message(group.id, "x")
    for _ in range(5):
        await _told_to_wait(bot, group.id)
    clock.pass_by(60)
    await bot.send_message(group.id, "x")


async def test_a_private_chat_takes_one_a_second_with_bursts(
    bot: Bot, town: Town, clock: Clock
) -> None:
    anya = town.private("Аня")
    for _ in range(5):
        await bot.send_message(anya.id, "x")
    assert await _told_to_wait(bot, anya.id) == 5
    clock.pass_by(5)
    for _ in range(10):
        clock.pass_by(1)
        await bot.send_message(anya.id, "x")


async def test_one_chat_does_not_stop_another(bot: Bot, town: Town) -> None:
    group, anya = town.group(), town.private("Аня")
    for _ in range(20):
        await bot.send_message(group.id, "x")
    await _told_to_wait(bot, group.id)
    await bot.send_message(anya.id, "x")


async def test_thirty_a_second_over_all_chats(bot: Bot, town: Town, clock: Clock) -> None:
    people = [town.private(f"Гость {number}") for number in range(31)]
    for person in people[:30]:
        await bot.send_message(person.id, "x")
    assert await _told_to_wait(bot, people[30].id) == 1
    clock.pass_by(1)
    await bot.send_message(people[30].id, "x")


async def test_only_messages_and_edits_count(bot: Bot, town: Town) -> None:
    anya = town.private("Аня")
    for _ in range(40):
        await bot.get_chat_member(anya.id, anya.user_id)
    sent = await bot.send_message(anya.id, "x")
    await bot.delete_message(anya.id, sent.message_id)


async def test_how_it_is_worded(bot: Bot, town: Town) -> None:
    anya = town.private("Аня")
    for _ in range(5):
        await bot.send_message(anya.id, "x")
    with refused("Flood control exceeded. Retry in 5 seconds", RetryAfter):
        await bot.send_message(anya.id, "x")
    assert town.sandbox.calls[-1].error == "Too Many Requests: retry after 5"
