"""The solver's process: it answers, can be cancelled, and may die without harm."""

import asyncio
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from io import BytesIO

import pytest

from bot.advice.client import AdviceClient
from bot.advice.pipe import HEADER, pack, unpack_size
from bot.advice.process import serve
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


def test_a_question_that_fails_is_told_and_the_next_is_answered() -> None:
    deal = Deal.named("1")
    asked = ((1, ("solve", "klondike", deal)), (2, ("solve", "first-last", deal)))
    answers = BytesIO()
    serve(BytesIO(b"".join(map(pack, asked))), answers)
    answers.seek(0)
    told = []
    while header := answers.read(HEADER):
        told.append(pickle.loads(answers.read(unpack_size(header))))  # noqa: S301 - our own
    (first, nothing, refused), (second, solution, error) = told
    assert (first, nothing, second, error) == (1, None, 2, None)
    assert isinstance(refused, KeyError)
    assert solution.proved


@pytest.mark.parametrize("cut", [0, 2, 9])
def test_it_ends_without_a_word_when_the_bot_is_killed(cut: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bot.advice.process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(pack((1, ("no such question", "devils", Deal.named("1")))))
        process.stdin.write(pack((2, None))[:cut])  # it was about to say something
        process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


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
