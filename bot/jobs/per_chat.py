"""``OnePerChat``: background tasks, one at a time for each chat. For replays, reviews, notices."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeAlias

Tell: TypeAlias = Callable[[str], Awaitable[None]]
"""Tells whoever has begun some work what has become of it; never fails."""


class OnePerChat:
    """Tasks in the background, one at a time for each chat."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def is_busy(self, chat_id: int) -> bool:
        """Whether something goes on for the chat."""
        return chat_id in self._tasks

    def begin(self, chat_id: int, work: Coroutine[Any, Any, None]) -> None:
        """Begins the work; what goes on for the chat is given up for it."""
        self.drop(chat_id)
        task = self._tasks[chat_id] = asyncio.create_task(work)
        task.add_done_callback(lambda done: self._forget(chat_id, done))

    def drop(self, chat_id: int) -> None:
        """Gives up what goes on for the chat."""
        task = self._tasks.pop(chat_id, None)
        if task is not None:
            task.cancel()

    async def settled(self) -> None:
        """Returns when nothing goes on."""
        while self._tasks:
            await asyncio.wait(set(self._tasks.values()))

    async def close(self, seconds: float | None = None) -> None:
        """Gives up everything and waits for it to end, at most ``seconds`` if given."""
        tasks = set(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)

    def _forget(self, chat_id: int, done: asyncio.Task[None]) -> None:
        if self._tasks.get(chat_id) is done:
            del self._tasks[chat_id]
