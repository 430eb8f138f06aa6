"""What a group is told beside its table: each thing once, and little to any one person."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.screen.answers import MOST_WAITING, Answers
from bot.screen.courier import Content, Place

GROUP, ANYA, BORIS = Place(-5), 1, 2


class Slow:
    """Answers that are under way until they are let through."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.gate = asyncio.Event()

    def giving(self, text: str) -> Callable[[], Awaitable[None]]:
        async def give() -> None:
            await self.gate.wait()
            self.given.append(text)

        return give


async def ask(
    answers: Answers, slow: Slow, *asked: tuple[int, str], place: Place = GROUP
) -> list[bool]:
    """Whether each that asked was given an answer, or shares one."""
    tasks = [
        asyncio.create_task(answers.give(place, Content(text), person, slow.giving(text)))
        for person, text in asked
    ]
    await asyncio.sleep(0)
    slow.gate.set()
    return [await task for task in tasks]


async def test_the_same_answer_is_given_once_however_often_it_is_asked_for() -> None:
    slow = Slow()
    assert all(await ask(Answers(), slow, (ANYA, "a"), (ANYA, "a"), (ANYA, "a"), (BORIS, "a")))
    assert slow.given == ["a"]


async def test_a_third_thing_is_not_given_to_one_for_whom_two_wait() -> None:
    answers, slow = Answers(), Slow()
    asked = [(ANYA, "a"), (ANYA, "b"), (ANYA, "c"), (BORIS, "c")]
    assert await ask(answers, slow, *asked) == [True, True, False, True]
    assert slow.given == ["a", "b", "c"]
    assert MOST_WAITING == 2
    assert await ask(answers, slow, (ANYA, "d")) == [True]


async def test_in_a_private_chat_everything_is_answered() -> None:
    slow = Slow()
    assert all(await ask(Answers(), slow, *[(ANYA, "a")] * 4, place=Place(ANYA)))
    assert slow.given == ["a"] * 4
