"""``Answers``: what groups are told beside their table, which comes before all of it."""

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

from bot.screen.courier import Content, Place, Post

MOST_WAITING = 2
"""So many answers to one person wait for their turn in a group; whoever asks for more gets none."""

Key = tuple[Place | Post, Content]


class Answers:
    """The answers that wait for their turn, each of them once, few of them for any one person."""

    def __init__(self) -> None:
        self._waiting: set[Key] = set()
        self._of_people: Counter[tuple[int, int]] = Counter()

    async def give(
        self,
        where: Place | Post,
        content: Content,
        person: int,
        give: Callable[[], Awaitable[Any]],
    ) -> bool:
        """Gives an answer; ``False`` if the ``person`` has asked for too many that wait.

        One that waits already in the same words is not given again: it answers both.
        """
        key, asker = (where, content), (where.chat_id, person)
        if where.chat_id > 0:
            await give()
            return True
        if key in self._waiting:
            return True
        if self._of_people[asker] >= MOST_WAITING:
            return False
        self._waiting.add(key)
        self._of_people[asker] += 1
        try:
            await give()
        finally:
            self._waiting.discard(key)
            self._of_people[asker] -= 1
            if not self._of_people[asker]:
                del self._of_people[asker]
        return True
