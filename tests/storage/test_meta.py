"""Small things to remember."""

import asyncio

from storage import Storage


async def test_what_is_set_is_there_until_it_is_set_again(storage: Storage) -> None:
    assert await storage.meta.get("offset") is None
    await storage.meta.set("offset", "1")
    await storage.meta.set("offset", "2")
    assert await storage.meta.get("offset") == "2"


async def test_of_two_who_keep_the_first_is_kept(storage: Storage) -> None:
    first, second = await asyncio.gather(
        storage.meta.keep("key", "a"), storage.meta.keep("key", "b")
    )
    assert (first, second) == ("a", "a")
    assert await storage.meta.keep("key", "c") == "a"
