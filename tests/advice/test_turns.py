"""Whoever waits is served in order of urgency, and nobody's leaving holds the others up."""

import asyncio

from bot.advice.turns import Turns


async def test_the_most_urgent_goes_first_then_whoever_came_first() -> None:
    turns, served = Turns(), list[str]()

    async def work(name: str, urgency: int) -> None:
        async with turns.turn(urgency):
            await asyncio.sleep(0)
            served.append(name)

    await asyncio.gather(*(work(f"{i}{name}", i) for name in "ab" for i in (2, 1, 2)))
    assert served == ["2a", "1a", "1b", "2a", "2b", "2b"]


async def test_one_has_the_turn_at_a_time_also_where_it_is_left_by_an_error() -> None:
    turns, inside = Turns(), 0

    async def work() -> None:
        nonlocal inside
        async with turns.turn(0):
            inside += 1
            await asyncio.sleep(0)
            assert inside == 1
            inside -= 1
            raise ValueError

    done = await asyncio.gather(*(work() for _ in range(5)), return_exceptions=True)
    assert all(isinstance(each, ValueError) for each in done)


async def test_who_leaves_while_waiting_is_passed_over() -> None:
    turns = Turns()
    first = asyncio.create_task(hold(turns))
    second, third = asyncio.create_task(hold(turns)), asyncio.create_task(hold(turns))
    await asyncio.sleep(0)
    assert len(turns) == 2
    second.cancel()
    await asyncio.sleep(0)
    assert len(turns) == 1
    first.cancel()
    await asyncio.wait({third}, timeout=0.05)
    assert not third.done()  # it has the turn
    third.cancel()
    async with turns.turn(0):
        pass


async def test_who_leaves_at_the_moment_of_being_called_calls_the_next() -> None:
    turns = Turns()
    async with turns.turn(0):
        called, next_ = asyncio.create_task(hold(turns)), asyncio.create_task(hold(turns))
        await asyncio.sleep(0)
    called.cancel()  # it has been called, and has not heard of it
    await asyncio.sleep(0.01)
    assert called.cancelled()
    assert not len(turns)
    assert not next_.done()
    next_.cancel()


async def hold(turns: Turns) -> None:
    """Keeps the turn for ever."""
    async with turns.turn(0):
        await asyncio.Event().wait()
