"""The solver's process: it answers, can be cancelled, and may die without harm."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.advice.client import AdviceClient
from bot.advice.protocol import NoAnswer
from bot.games.deals import Deal
from bot.games.patience import Outcome
from bot.games.play import replay
from bot.games.registry import patience_of
from bot.games.solver import Verdict


@pytest.fixture
async def adviser() -> AsyncIterator[AdviceClient]:
    adviser = AdviceClient()
    yield adviser
    await adviser.close()


@pytest.mark.timeout(600)
async def test_every_question_is_answered(adviser: AdviceClient) -> None:
    deal = Deal.named("1")
    moves = await adviser.win("first-last-hold", "1")
    assert moves is not None
    patience = patience_of("first-last-hold")
    assert patience.outcome(replay(patience, deal, moves)) is Outcome.WON
    advice = await adviser.advise("first-last-hold", deal, "")
    assert advice is not None
    assert advice.move in patience.legal(patience.deal(deal))
    assert await adviser.advise("first-last-hold", deal, moves) is None
    assert (await adviser.outlook("first-last-hold", deal, moves[:-1])).verdict is Verdict.CERTAIN
    assert isinstance(await adviser.review("first-last-hold", deal, moves[:20], 3), tuple)


@pytest.mark.timeout(600)
async def test_a_deal_that_cannot_be_won_is_told(adviser: AdviceClient) -> None:
    lost = [number for number in "123456" if await adviser.win("first-last", number) is None]
    patience = patience_of("first-last")
    for number in "123456":
        table = patience.deal(Deal.named(number))
        while legal := patience.legal(table):
            table = patience.apply(table, legal[0])
        assert (number in lost) == (patience.outcome(table) is Outcome.LOST)


@pytest.mark.timeout(600)
async def test_a_question_that_cannot_be_answered_harms_no_other(adviser: AdviceClient) -> None:
    with pytest.raises(KeyError):
        await adviser.solve("klondike", Deal.named("1"))
    assert await adviser.advise("first-last", Deal.named("1"), "") is not None


@pytest.mark.timeout(600)
async def test_the_process_is_begun_anew_when_it_has_died(adviser: AdviceClient) -> None:
    """Killed once, it answers all the same; killed again over the same question, it gives up."""
    deal = Deal.named("1")
    solving = asyncio.create_task(adviser.solve("devils", deal))
    await kill(adviser)
    assert (await solving).won
    reviewing = asyncio.create_task(adviser.review("devils", deal, "d" * 20, 3))
    killed = await kill(adviser)
    await kill(adviser, other_than=killed)
    with pytest.raises(NoAnswer):
        await reviewing
    assert await adviser.advise("first-last", deal, "") is not None


async def kill(adviser: AdviceClient, other_than: int | None = None) -> int:
    """Kills a process that has been asked something; returns its number."""

    def is_asked() -> bool:
        child = adviser._child
        return child is not None and bool(child.waiting) and child.process.pid != other_than

    await until(is_asked)
    assert adviser._child is not None
    adviser._child.process.kill()
    return adviser._child.process.pid


async def until(holds: Callable[[], bool]) -> None:
    """Returns when it holds."""
    while not holds():  # noqa: ASYNC110 - nobody tells of it
        await asyncio.sleep(0.01)


@pytest.mark.timeout(600)
async def test_one_that_is_killed_while_nobody_asks_is_replaced(adviser: AdviceClient) -> None:
    deal = Deal.named("1")
    assert await adviser.advise("devils", deal, "") is not None
    assert adviser._child is not None
    adviser._child.process.kill()
    # The bot may not have heard of it yet when the next question comes.
    assert await adviser.advise("devils", deal, "d") is not None


@pytest.mark.timeout(600)
async def test_an_error_that_cannot_be_sent_harms_no_other(adviser: AdviceClient) -> None:
    deal = Deal.named("1")
    with pytest.raises(RuntimeError, match="WrongMove"):
        await adviser.advise("devils", deal, "r")
    assert await adviser.advise("first-last", deal, "") is not None


@pytest.mark.timeout(600)
async def test_the_same_position_is_worked_out_once(adviser: AdviceClient) -> None:
    deal = Deal.named("1")
    same = [adviser.advise("first-last", deal, "") for _ in range(30)]
    other = adviser.outlook("first-last", deal, "")
    answers = await asyncio.gather(*same, other)
    assert len(set(answers[:-1])) == 1
    assert await adviser.advise("first-last", Deal.named("1"), "") == answers[0]
    assert adviser._child is not None
    assert adviser._child.asked == 2


@pytest.mark.timeout(600)
async def test_warmed_up_it_answers_as_before(adviser: AdviceClient) -> None:
    await adviser.warm_up()
    assert await adviser.advise("devils", Deal.named("1"), "") is not None


@pytest.mark.timeout(600)
async def test_whoever_waits_when_it_is_closed_gets_no_answer() -> None:
    adviser = AdviceClient()
    asked = asyncio.create_task(adviser.review("devils", Deal.named("1"), "d" * 20, 3))
    shared = asyncio.create_task(adviser.advise("devils", Deal.named("1"), ""))
    await until(lambda: adviser._child is not None and len(adviser._child.waiting) == 2)
    await adviser.close()
    for task in asked, shared:
        with pytest.raises(NoAnswer):
            await task
    with pytest.raises(NoAnswer):
        await adviser.solve("devils", Deal.named("1"))


@pytest.mark.timeout(600)
async def test_a_cancelled_question_lets_the_next_one_through(adviser: AdviceClient) -> None:
    deal = Deal.named("1")
    asked = asyncio.create_task(adviser.review("devils", deal, "d" * 20, 3))
    await asyncio.sleep(0.1)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await adviser.advise("first-last", deal, "") is not None
    assert adviser._child is not None
    assert not adviser._child.waiting


async def test_nothing_is_begun_before_it_is_asked_for(adviser: AdviceClient) -> None:
    assert adviser._child is None
    assert adviser.knows("devils")
    assert not adviser.knows("klondike")


@pytest.mark.timeout(600)
async def test_a_long_question_gives_way_to_people(adviser: AdviceClient) -> None:
    deal = Deal.named("1")
    reviewing = asyncio.create_task(adviser.review("devils", deal, "d" * 70, 3))
    await until(lambda: bool(workers(adviser)))
    assert await adviser.advise("first-last-hold", deal, "") is not None
    assert not reviewing.done()
    reviewing.cancel()


@pytest.mark.timeout(600)
async def test_a_worker_that_dies_is_replaced_once(adviser: AdviceClient) -> None:
    deal = Deal.named("1")
    reviewing = asyncio.create_task(adviser.review("devils", deal, "d" * 70, 3))
    killed = await kill_worker(adviser)
    await kill_worker(adviser, other_than=killed)
    with pytest.raises(NoAnswer):
        await reviewing
    assert adviser._child is not None
    assert not adviser._child.has_ended
    assert (await adviser.solve("first-last", deal)).proved


@pytest.mark.timeout(600)
async def test_a_long_question_that_was_given_up_keeps_nobody_waiting(
    adviser: AdviceClient,
) -> None:
    deal = Deal.named("1")
    reviewing = asyncio.create_task(adviser.review("devils", deal, "d" * 70, 3))
    await until(lambda: bool(workers(adviser)))
    (given_up,) = workers(adviser)
    reviewing.cancel()
    assert (await adviser.solve("first-last", deal)).proved
    assert not Path(f"/proc/{given_up}").exists()


@pytest.mark.timeout(600)
async def test_nothing_is_left_of_it_when_it_is_closed() -> None:
    adviser = AdviceClient()
    asked = asyncio.create_task(adviser.review("devils", Deal.named("1"), "d" * 70, 3))
    await until(lambda: bool(workers(adviser)))
    (worker,) = workers(adviser)
    os.kill(worker, signal.SIGSTOP)  # of itself it would never end
    await adviser.close()
    await until(lambda: not Path(f"/proc/{worker}").exists())
    with pytest.raises(NoAnswer):
        await asked


def workers(adviser: AdviceClient) -> list[int]:
    """The processes that the solver's has begun."""
    if adviser._child is None:
        return []
    number = adviser._child.process.pid
    return list(map(int, Path(f"/proc/{number}/task/{number}/children").read_text().split()))


async def kill_worker(adviser: AdviceClient, other_than: int | None = None) -> int:
    await until(lambda: any(number != other_than for number in workers(adviser)))
    (worker,) = workers(adviser)
    os.kill(worker, signal.SIGKILL)
    return worker


def test_the_bot_itself_never_loads_the_compiled_solver() -> None:
    code = "import sys, bot.advice.client, bot.app; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.timeout(600)
async def test_a_process_that_hangs_is_ended_and_the_next_question_answered(
    adviser: AdviceClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await adviser.advise("first-last", Deal.named("1"), "") is not None
    assert adviser._child is not None
    hung = adviser._child.process
    hung.send_signal(signal.SIGSTOP)
    with monkeypatch.context() as hasty:
        hasty.setattr("bot.advice.client.SILENT_SECONDS", 0.1)
        with pytest.raises(NoAnswer):
            await adviser.review("first-last", Deal.named("1"), "", 3)
    assert await hung.wait() == -signal.SIGKILL
    assert await adviser.advise("first-last", Deal.named("2"), "") is not None
