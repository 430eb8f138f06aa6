"""💡, «Больше не сойдётся», «Сойдётся само», «Разбор»: with a solver that says what it is told."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games.deals import Deal
from bot.games.play import replay
from bot.games.registry import PATIENCES
from bot.games.solver import Advice, Fall, Outlook, Reason, Verdict, Why
from bot.texts import buttons
from bot.texts import chat as chat_texts
from bot.texts import reminders as reminder_texts
from bot.texts import review as texts
from tests.staging.calendar_stage import on_day, play_on, table_of
from tests.staging.driver import Town
from tests.staging.oracle import Oracle
from tests.staging.stage import Stage, begin, errors, game, performing
from tests.staging.wins import WINS


@pytest.fixture
def oracle() -> Oracle:
    return Oracle()


@pytest_asyncio.fixture
async def stage(tmp_path: Path, oracle: Oracle) -> AsyncIterator[Stage]:
    async with Town() as town, performing(town, tmp_path / "bot.db", adviser=oracle) as stage:
        yield stage


async def test_a_hint_names_the_move_and_the_reason_and_counts_once_a_table(
    stage: Stage, oracle: Oracle
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.tap("⏩")
    await anya.settled()
    oracle.advice = Advice("w", Reason(Why.ON_TOP, need=5), 0.5)
    await anya.tap(buttons.HINT)
    assert anya.toast == "Кладите: следующая карта закрыла бы талон."
    await anya.tap(buttons.HINT)
    assert (await game(stage)).hints == 1
    assert oracle.asked == ["dd", "dd"]
    oracle.advice = Advice("d", Reason(Why.FILLS_BADLY, need=5, other=4, wait=8), 0.5)
    await anya.send("/hint")
    sentence = "Пятёрка нужна только через 8\u00a0карт — лучше открыть ещё."
    await anya.until(lambda: anya.last.text == sentence, "the hint")


async def test_a_solver_that_is_silent_costs_nothing(stage: Stage, oracle: Oracle) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.silent = True
    await anya.tap(buttons.HINT)
    assert anya.toast == texts.NOT_READY
    assert (await game(stage)).hints == 0


async def test_by_the_book_there_is_nothing_to_advise(stage: Stage, oracle: Oracle) -> None:
    anya = stage.town.private("Аня")
    await begin(anya, "Первые и последние, по книге")
    assert anya.last_table.button(buttons.HINT) is None
    # A table that stood there before has the button still.
    await anya.forge(anya.last_table, "g:1:1:hint")
    assert anya.toast == texts.NO_CHOICE
    assert (await game(stage)).hints == 0
    assert not oracle.asked


async def test_whoever_waits_too_long_is_told_so_and_finds_the_hint_at_the_next_tap(
    stage: Stage, oracle: Oracle, monkeypatch: pytest.MonkeyPatch
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    monkeypatch.setattr("bot.advice.protocol.ANSWER_SECONDS", 0.05)
    oracle.ready.clear()
    oracle.advice = Advice("d", Reason(Why.ON_TOP, need=5), 0.5)
    await anya.tap(buttons.HINT)
    assert anya.toast == texts.NOT_READY
    await anya.send("/hint")
    await anya.until(lambda: anya.last.text == texts.NOT_READY, "the answer")
    await anya.forge(anya.last_table, "g:1:1:complete")
    assert anya.toast == texts.COMPLETE_LATER
    assert (await game(stage)).hints == 0
    oracle.ready.set()
    await anya.tap(buttons.HINT)
    assert anya.toast == "Кладите: следующая карта закрыла бы талон."


async def test_a_hint_that_the_table_has_overtaken_says_so_and_costs_nothing(
    stage: Stage, oracle: Oracle
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.advice = Advice("d", Reason(Why.ON_TOP, need=5), 0.5)
    oracle.ready.clear()
    asked = anya.press(buttons.HINT)
    await anya.tap("Открыть")
    oracle.ready.set()
    assert (await anya.answered(asked)).text == texts.OVERTAKEN
    oracle.ready.clear()
    asked = anya.press(buttons.HINT)
    await stage.services.session.stop(anya.id, 1)
    oracle.ready.set()
    assert (await anya.answered(asked)).text == texts.GAME_OVER
    assert (await game(stage)).hints == 0


async def test_a_certain_game_is_finished_in_one_tap(stage: Stage, oracle: Oracle) -> None:
    deal = Deal.named("481516")
    moves = winning_tail(deal)
    anya = stage.town.private("Аня")
    await begin(anya, "Первые и последние, с выбором")
    oracle.outlooks = {"d": Outlook(Verdict.CERTAIN, moves)}
    await anya.tap("Открыть")
    await anya.settled()
    assert anya.last.text == texts.CERTAIN
    await anya.tap(buttons.COMPLETE)
    assert anya.toast == texts.COMPLETED
    await anya.settled()
    assert "Пасьянс сошёлся!" in anya.last_table.caption


async def test_ending_so_is_ending_a_ranked_game_too(tmp_path: Path, oracle: Oracle) -> None:
    async with Town() as town, on_day(town, tmp_path / "bot.db", adviser=oracle) as stage:
        anya = town.private("Аня")
        await anya.send("/daily")
        await anya.tap("Играть: Чёртов")
        await anya.settled()
        line = WINS[(await table_of(stage, anya)).deal]
        oracle.outlooks = {line[:-1]: Outlook(Verdict.CERTAIN, line[-1])}
        await play_on(stage, anya, anya.user_id, line[:-2])
        game = await table_of(stage, anya)
        await anya.forge(anya.last_table, f"m:{game.id}:{game.revision}:{line[-2]}")
        await anya.settled()
        await anya.tap(buttons.COMPLETE)
        await anya.settled()
        assert anya.last.text == reminder_texts.OFFER


async def test_who_may_not_play_is_told_so(stage: Stage, oracle: Oracle) -> None:
    group = stage.town.group()
    anya, boris = group.seat("Аня"), group.seat("Борис")
    await stage.services.storage.chats.ensure(group.id, "supergroup", "Дача", 1)
    await stage.services.storage.chats.change(group.id, who_plays="starter")
    await begin(anya)
    oracle.outlooks = {"d": Outlook(Verdict.CERTAIN, "d")}
    await anya.tap("Открыть")
    await anya.settled()
    await boris.tap(buttons.COMPLETE)
    assert boris.toast == chat_texts.ONLY_STARTER


def winning_tail(deal: Deal) -> str:
    """The moves of a won game of «Первые и последние» after its first drawing, laying at once."""
    patience = PATIENCES["first-last-hold"]
    moves = "d"
    table = replay(patience, deal, moves)
    while legal := patience.legal(table):
        moves += legal[0]
        table = patience.apply(table, legal[0])
    assert len(table.laid) == patience.cards, "pick another deal"
    return moves[1:]


async def test_a_game_is_reviewed_when_it_is_over(stage: Stage, oracle: Oracle) -> None:
    oracle.costly = (Fall(3, "d", "w", 0.74, 0.31),)
    anya = stage.town.private("Аня")
    await begin(anya)
    for _ in range(3):
        await anya.tap("Открыть")
        await anya.settled()
    await anya.send("/finish")
    await anya.tap(buttons.FINISH)
    await anya.settled()
    await anya.tap(buttons.REVIEW)
    await anya.settled()
    said, shown = anya.from_bot[-2:]
    assert said.text.startswith("Лучшее из найденного: 2\u00a0прохода, открыта 101\u00a0карта.")
    assert shown.photo is not None
    assert shown.caption == (
        "Ход 3: открыть карту. Лучше было: положить 6♠ с талона. "
        "Шансы сойтись: 74\u00a0% → 31\u00a0%."
    )


async def test_a_review_that_fails_is_told_and_may_be_asked_for_again(
    stage: Stage, oracle: Oracle
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.send("/finish")
    await anya.tap(buttons.FINISH)
    await anya.settled()
    oracle.silent = True
    await anya.tap(buttons.REVIEW)
    await anya.settled()
    assert anya.last.text == texts.FAILED
    oracle.silent = False
    await anya.tap(buttons.REVIEW)
    assert anya.toast == texts.LOOKING
    await anya.settled()
    assert texts.NO_FALLS in anya.last.text


async def test_a_review_that_never_ends_is_told(
    stage: Stage,
    oracle: Oracle,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("bot.jobs.reviews.REVIEW_SECONDS", 0.05)
    anya = stage.town.private("Аня")
    await begin(anya)
    await anya.send("/finish")
    await anya.tap(buttons.FINISH)
    await anya.settled()
    oracle.ready.clear()
    await anya.tap(buttons.REVIEW)
    await anya.settled()
    assert anya.last.text == texts.FAILED
    assert errors(caplog) == []


async def test_a_review_that_a_stop_cuts_off_is_told(tmp_path: Path, oracle: Oracle) -> None:
    async with Town() as town:
        anya = town.private("Аня")
        async with performing(town, tmp_path / "bot.db", adviser=oracle):
            await begin(anya)
            await anya.send("/finish")
            await anya.tap(buttons.FINISH)
            await anya.settled()
            oracle.ready.clear()
            await anya.tap(buttons.REVIEW)
        assert anya.last.text == texts.FAILED


async def test_a_hint_where_there_was_nothing_to_decide_is_not_counted(
    stage: Stage, oracle: Oracle
) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    oracle.advice = Advice("d", Reason(Why.ON_TOP, need=5), 0.5)
    await anya.tap(buttons.HINT)
    assert oracle.asked == [""]
    assert (await game(stage)).hints == 0  # all that could be done was to open
    await anya.tap("⏩")
    await anya.settled()
    await anya.tap(buttons.HINT)
    assert (await game(stage)).hints == 1
