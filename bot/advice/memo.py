"""Questions that are asked again and again, worked out once."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any


class Memo:
    """The latest ``most`` answers by question: whoever asks the same has a part in the same work.

    The work goes on when those who wait for it go away: its answer is there when they come back.
    One that fails is forgotten.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._tasks: OrderedDict[Hashable, asyncio.Task[Any]] = OrderedDict()

    async def answer(
        self, question: Hashable, work: Callable[[], Coroutine[Any, Any, object]]
    ) -> object:
        """The answer to the question; ``work`` finds it where it is not known."""
        task = self._tasks.get(question)
        if task is None:
            task = self._tasks[question] = asyncio.create_task(work())
            task.add_done_callback(lambda done: self._forget_failed(question, done))
            self._forget_oldest()
        self._tasks.move_to_end(question)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Gives up what is being worked out."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget_failed(self, question: Hashable, done: asyncio.Task[Any]) -> None:
        if (done.cancelled() or done.exception() is not None) and (
            self._tasks.get(question) is done
        ):
            del self._tasks[question]

    def _forget_oldest(self) -> None:
        surplus = len(self._tasks) - self._most
        if surplus > 0:
            done = [question for question, task in self._tasks.items() if task.done()]
            for question in done[:surplus]:
                del self._tasks[question]
