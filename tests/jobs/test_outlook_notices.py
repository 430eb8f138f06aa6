"""«Больше не сойдётся» and «Сойдётся само»: told once, soon, and no longer than it holds."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games.solver import Outlook, Verdict
from bot.texts import buttons
from bot.texts import chat as chat_texts
from bot.texts import review as texts
from bot.transport.pace import Pace
from tests.staging.driver import Town
from tests.staging.oracle import Oracle
from tests.staging.seats import Seat
from tests.staging.stage import Stage, Ticking, begin, game, performing

LOST = Outlook(Verdict.LOST)
CERTAIN = Outlook(Verdict.CERTAIN, "d")


@pytest.fixture
def oracle() -> Oracle:
    return Oracle()


@pytest_asyncio.fixture
async def stage(tmp_path: Path, oracle: Oracle) -> AsyncIterator[Stage]:
    async with Town() as town, performing(town, tmp_path / "bot.db", adviser=oracle) as stage:
        yield stage


def standing(seat: Seat, text: str = texts.HOPELESS) -> int:
    """How many messages say so."""
    return [message.text for message in seat.from_bot].count(text)


def told(town: Town, text: str = texts.HOPELESS) -> int:
    """How often it was said."""
    return [call.get("text") for call in town.calls("sendMessage")].count(text)


async def draw(seat: Seat) -> None:
    await seat.tap("Открыть", on=seat.last_table)
    await seat.settled()


class Queue:
    """A clock at which nothing may be sent until it is let go."""

    def __init__(self) -> None:
        self.time = Ticking()
        self.open = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        await self.open.wait()
        await self.time.sleep(seconds)


@pytest.mark.parametrize("outlook", [LOST, CERTAIN])
async def test_who_taps_faster_than_messages_may_go_is_told_all_the_same_and_once(
    outlook: Outlook, tmp_path: Path, oracle: Oracle
) -> None:
    text = texts.HOPELESS if outlook is LOST else texts.CERTAIN
    queue = Queue()
    pace = Pace(queue.time, queue.sleep)
    async with (
        Town() as town,
        performing(town, tmp_path / "bot.db", adviser=oracle, clock=queue.time, pace=pace) as stage,
    ):
        anya = town.private("Аня")
        await begin(anya)
        while pace.wait(anya.id) == 0:
            await pace.slot(anya.id)  # others have been sent
        oracle.outlook_else = outlook
        for revision in range(1, 7):
            await anya.forge(anya.last_table, f"m:1:{revision}:d")
        queue.open.set()
        await anya.settled()
        assert (await game(stage)).moves == "dddddd"
        assert told(town, text) == standing(anya, text) == 1
        await draw(anya)
        assert told(town, text) == 1


async def test_what_was_taken_back_before_it_could_be_told_is_not_told(
    tmp_path: Path, oracle: Oracle
) -> None:
    queue = Queue()
    pace = Pace(queue.time, queue.sleep)
    async with (
        Town() as town,
        performing(town, tmp_path / "bot.db", adviser=oracle, clock=queue.time, pace=pace),
    ):
        anya = town.private("Аня")
        await begin(anya)
        while pace.wait(anya.id) == 0:
            await pace.slot(anya.id)
        oracle.outlooks = {"d": LOST}
        await anya.tap("Открыть")
        await anya.forge(anya.last_table, "g:1:2:undo")
        queue.open.set()
        await anya.settled()
        assert told(town) == 0


async def test_it_goes_when_it_holds_no_more_and_never_stands_twice(
    stage: Stage, oracle: Oracle
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.outlooks = {"dd": LOST, "ddd": LOST}
    await draw(anya)
    await draw(anya)
    assert anya.last.text == texts.HOPELESS
    await draw(anya)
    await anya.tap(buttons.UNDO, on=anya.last_table)
    await anya.settled()
    assert standing(anya) == told(stage.town) == 1
    await anya.tap(buttons.UNDO, on=anya.last_table)
    await anya.settled()
    assert standing(anya) == 0
    await draw(anya)
    assert standing(anya) == 1
    assert told(stage.town) == 2


async def test_one_verdict_takes_the_place_of_another(stage: Stage, oracle: Oracle) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.outlooks = {"d": CERTAIN, "dd": LOST}
    await draw(anya)
    assert anya.last.text == texts.CERTAIN
    await draw(anya)
    assert anya.last.text == texts.HOPELESS
    assert standing(anya, texts.CERTAIN) == 0


async def test_who_wants_to_play_on_is_not_told_again(stage: Stage, oracle: Oracle) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.outlook_else = LOST
    await draw(anya)
    await anya.tap(buttons.STAY)
    await anya.settled()
    assert anya.toast == chat_texts.STAYS
    assert standing(anya) == 0
    await draw(anya)
    assert told(stage.town) == 1
    deletions = len(stage.town.calls("deleteMessage"))
    oracle.outlook_else = Outlook(Verdict.OPEN)
    await draw(anya)
    assert len(stage.town.calls("deleteMessage")) == deletions


async def test_it_goes_with_the_end_of_the_game(stage: Stage, oracle: Oracle) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.outlook_else = LOST
    await draw(anya)
    await anya.tap(buttons.FINISH)
    await anya.settled()
    assert standing(anya) == 1
    await anya.tap(buttons.FINISH, on=anya.last)
    await anya.settled()
    assert standing(anya) == 0


async def test_it_goes_with_a_game_that_makes_room_for_another(
    stage: Stage, oracle: Oracle
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.outlook_else = LOST
    await draw(anya)
    await begin(anya, "Первые и последние, по книге")
    await anya.tap(buttons.REPLACE)
    await anya.settled()
    assert standing(anya) == 0


@pytest.mark.parametrize("action", ["stay", "complete", "finish"])
async def test_a_tap_on_what_is_left_of_it_is_answered_as_things_stand(
    action: str, stage: Stage, oracle: Oracle
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    outlook, text = (CERTAIN, texts.CERTAIN) if action == "complete" else (LOST, texts.HOPELESS)
    oracle.outlook_else = outlook
    await draw(anya)
    stage.town.faults.refuse(403, "Forbidden: bot is unwell", "deleteMessage")
    await stage.services.session.stop(anya.id, 1)
    stage.services.outlook_notices.look(anya.id, 1)
    await anya.settled()
    assert standing(anya, text) == 1
    await anya.forge(anya.last, f"g:1:2:{action}")
    assert anya.toast == chat_texts.GAME_OVER
    await anya.settled()
    assert standing(anya, text) == 0
    await anya.forge(anya.last_table, f"g:9:1:{action}")
    assert anya.toast == chat_texts.OLD_BUTTON


async def test_a_game_that_is_certain_no_more_is_not_completed(
    stage: Stage, oracle: Oracle
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.outlook_else = CERTAIN
    await draw(anya)
    oracle.outlook_else = Outlook(Verdict.OPEN)
    await anya.tap(buttons.COMPLETE)
    await anya.settled()
    assert anya.toast == texts.NOT_CERTAIN
    assert standing(anya, texts.CERTAIN) == 0
    assert (await game(stage)).moves == "d"


async def test_what_is_too_old_to_be_deleted_loses_its_buttons(
    stage: Stage, oracle: Oracle
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.outlooks = {"d": LOST}
    await draw(anya)
    refusal = "Bad Request: message can't be deleted for everyone"
    stage.town.faults.refuse(400, refusal, "deleteMessage")
    await draw(anya)
    assert standing(anya) == 1
    assert not anya.last.buttons


async def test_a_restart_tells_nothing_twice_and_still_takes_back(
    tmp_path: Path, oracle: Oracle
) -> None:
    async with Town() as town:
        anya = town.private("Аня")
        oracle.outlook_else = LOST
        async with performing(town, tmp_path / "bot.db", adviser=oracle):
            await begin(anya)
            await draw(anya)
        async with performing(town, tmp_path / "bot.db", adviser=oracle):
            await draw(anya)
            assert standing(anya) == told(town) == 1
            oracle.outlook_else = Outlook(Verdict.OPEN)
            await draw(anya)
            assert standing(anya) == 0


async def test_what_may_have_arrived_is_not_sent_again(stage: Stage, oracle: Oracle) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.outlook_else = LOST
    stage.town.faults.reset("sendMessage", after=True)
    await draw(anya)
    await draw(anya)
    assert standing(anya) == 1


async def test_it_waits_for_a_chat_that_may_not_be_written_to_yet(
    stage: Stage, oracle: Oracle
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.outlook_else = LOST
    stage.town.faults.too_many_requests(7, "sendMessage")
    await draw(anya)
    assert standing(anya) == 1


async def test_a_solver_that_is_silent_leaves_what_was_told(stage: Stage, oracle: Oracle) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.outlook_else = LOST
    await draw(anya)
    oracle.silent = True
    await draw(anya)
    assert standing(anya) == 1
    oracle.silent = False
    await draw(anya)
    assert told(stage.town) == 1
