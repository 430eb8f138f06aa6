"""Work in the background: one at a time for each chat."""

import asyncio

from bot.jobs.per_chat import OnePerChat


async def test_each_chat_has_one_and_a_new_one_takes_its_place() -> None:
    work, done = OnePerChat(), list[str]()
    may = asyncio.Event()

    async def wait(name: str) -> None:
        await may.wait()
        done.append(name)

    for chat, name in ((1, "given up"), (1, "first"), (2, "second"), (3, "dropped")):
        work.begin(chat, wait(name))
        await asyncio.sleep(0)
    work.drop(3)
    assert [work.is_busy(chat) for chat in (1, 2, 3, 4)] == [True, True, False, False]
    may.set()
    await work.settled()
    assert sorted(done) == ["first", "second"]
    assert not work.is_busy(1)


async def test_closing_waits_for_what_it_gives_up() -> None:
    work, ended = OnePerChat(), list[int]()

    async def hold(chat: int) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append(chat)

    for chat in (1, 2):
        work.begin(chat, hold(chat))
    await asyncio.sleep(0)
    await work.close()
    assert sorted(ended) == [1, 2]
    await work.close(1)
