"""The solver's process: it answers, can be cancelled, and may die without harm."""

import asyncio
import pickle
import subprocess
import sys
from collections.abc import AsyncIterator
from io import BytesIO

import pytest

from bot.adviser import Adviser, NoAnswer
from bot.adviser_process import serve
from bot.games.deals import Deal
from bot.games.patience import Outcome
from bot.games.play import replay
from bot.games.registry import patience_of
from bot.games.solver import Verdict
from bot.pickled import HEADER, pack, unpack_size


@pytest.fixture
async def adviser() -> AsyncIterator[Adviser]:
    adviser = Adviser()
    yield adviser
    await adviser.close()


@pytest.mark.timeout(600)
async def test_every_question_is_answered(adviser: Adviser) -> None:
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
async def test_a_deal_that_cannot_be_won_is_told(adviser: Adviser) -> None:
    lost = [number for number in "123456" if await adviser.win("first-last", number) is None]
    patience = patience_of("first-last")
    for number in "123456":
        table = patience.deal(Deal.named(number))
        while legal := patience.legal(table):
            table = patience.apply(table, legal[0])
        assert (number in lost) == (patience.outcome(table) is Outcome.LOST)


@pytest.mark.timeout(600)
async def test_a_question_that_cannot_be_answered_harms_no_other(adviser: Adviser) -> None:
    with pytest.raises(KeyError):
        await adviser.solve("klondike", Deal.named("1"))
    assert await adviser.advise("first-last", Deal.named("1"), "") is not None


@pytest.mark.timeout(600)
async def test_the_process_is_begun_anew_when_it_has_died(adviser: Adviser) -> None:
    deal = Deal.named("1")
    process = await adviser._started()
    asked = asyncio.create_task(adviser.advise("first-last", deal, ""))
    await asyncio.sleep(0)
    process.kill()
    with pytest.raises(NoAnswer):
        await asked
    await process.wait()
    assert await adviser.advise("first-last", deal, "") is not None


@pytest.mark.timeout(600)
async def test_a_cancelled_question_lets_the_next_one_through(adviser: Adviser) -> None:
    deal = Deal.named("1")
    asked = asyncio.create_task(adviser.review("devils", deal, "d" * 20, 3))
    await asyncio.sleep(0.1)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await adviser.advise("first-last", deal, "") is not None
    assert not adviser._waiting


async def test_nothing_is_begun_before_it_is_asked_for(adviser: Adviser) -> None:
    assert adviser._process is None
    assert adviser.knows("devils")
    assert not adviser.knows("klondike")


def test_cancelled_questions_are_not_answered() -> None:
    deal = Deal.named("1")
    questions = BytesIO(
        b"".join(
            pack(item)
            for item in (
                (1, None),
                (1, ("solve", "first-last", deal)),
                (2, ("solve", "first-last", deal)),
            )
        )
    )
    answers = BytesIO()
    serve(questions, answers)
    answers.seek(0)
    size = unpack_size(answers.read(HEADER))
    number, solution, error = pickle.loads(answers.read(size))  # noqa: S301 - our own
    assert (number, error) == (2, None)
    assert solution.proved
    assert answers.read() == b""


def test_the_bot_itself_never_loads_the_compiled_solver() -> None:
    code = "import sys, bot.adviser, bot.app; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
