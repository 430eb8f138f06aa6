"""``Memo``: questions that are asked again and again, worked out once. Used by ``AdviceClient``."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

from cachetools import LRUCache


class Memo:
    """The latest ``most`` answers by question: whoever asks the same has a part in the same work.

    The work goes on when those who wait for it go away: its answer is there when they come back.
    One that fails is forgotten.
    """

    def __init__(self, most: int) -> None:
        self._answers: LRUCache[Hashable, object] = LRUCache(most)
        self._under_way: dict[Hashable, asyncio.Task[object]] = {}

    async def answer(
        self, question: Hashable, work: Callable[[], Coroutine[Any, Any, object]]
    ) -> object:
        """The answer to the question; ``work`` finds it where it is not known."""
        if question in self._answers:
            return self._answers[question]
        task = self._under_way.get(question)
        if task is None:
            task = self._under_way[question] = asyncio.create_task(work())
            task.add_done_callback(lambda done: self._keep(question, done))
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Gives up what is being worked out."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _keep(self, question: Hashable, done: asyncio.Task[object]) -> None:
        del self._under_way[question]
        if not done.cancelled() and done.exception() is None:
            self._answers[question] = done.result()
