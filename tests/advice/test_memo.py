"""Questions that are worked out once."""

import asyncio

import pytest

from bot.advice.memo import Memo


class Work:
    """Answers with a number of its own, when it is let."""

    def __init__(self) -> None:
        self.begun = 0
        self.started = asyncio.Event()
        self.go = asyncio.Event()

    async def __call__(self) -> object:
        self.begun += 1
        self.started.set()
        mine = self.begun
        await self.go.wait()
        return mine


async def test_whoever_asks_the_same_has_a_part_in_the_same_work() -> None:
    shared, work = Memo(2), Work()
    asking = [asyncio.create_task(shared.answer("a", work)) for _ in range(3)]
    other = asyncio.create_task(shared.answer("b", work))
    await asyncio.sleep(0)
    work.go.set()
    assert await asyncio.gather(*asking, other) == [1, 1, 1, 2]
    assert await shared.answer("a", work) == 1


async def test_work_goes_on_when_nobody_waits_any_more() -> None:
    shared, work = Memo(2), Work()
    asking = asyncio.create_task(shared.answer("a", work))
    await work.started.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    work.go.set()
    assert await shared.answer("a", work) == 1


async def test_the_answers_asked_for_last_are_kept() -> None:
    shared, work = Memo(2), Work()
    work.go.set()
    assert [await shared.answer(question, work) for question in "abaca"] == [1, 2, 1, 3, 1]
    assert await shared.answer("b", work) == 4


async def test_work_under_way_is_never_forgotten() -> None:
    shared, work = Memo(1), Work()
    asking = [asyncio.create_task(shared.answer(question, work)) for question in "abcabc"]
    await asyncio.sleep(0)
    work.go.set()
    assert await asyncio.gather(*asking) == [1, 2, 3, 1, 2, 3]


async def test_what_has_failed_is_tried_again() -> None:
    shared, work = Memo(2), Work()
    work.go.set()

    async def fails() -> object:
        raise ValueError("not today")

    for _ in range(2):
        with pytest.raises(ValueError, match="not today"):
            await shared.answer("a", fails)
    assert await shared.answer("a", work) == 1


async def test_closed_it_gives_up() -> None:
    shared, work = Memo(2), Work()
    asking = asyncio.create_task(shared.answer("a", work))
    await work.started.wait()
    await shared.close()
    with pytest.raises(asyncio.CancelledError):
        await asking
