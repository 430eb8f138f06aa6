"""Preparing the deals of the day."""

from pathlib import Path

import pytest

from bot.advice.protocol import NoAnswer
from bot.games.deals import dated_name
from bot.jobs.daily_deals import MOST_TRIES
from bot.play.audiences import AUDIENCES
from bot.play.daily import KINDS
from bot.texts import daily as texts
from tests.handlers.pages.test_daily import DEVILS
from tests.staging.calendar_stage import MOSCOW, SETTINGS, TODAY, at, on_day
from tests.staging.driver import Town
from tests.staging.stage import Ticking, performing
from tests.staging.wins import SECRET, WINS, Remembers

NEXT_DAY = "2027-01-16"


def name(day: str, kind: str, audience: str, attempt: int) -> str:
    return dated_name(SECRET.encode(), day, kind, audience, attempt)


async def test_todays_deals_come_first(tmp_path: Path) -> None:
    solver = Remembers()
    async with Town() as town, on_day(town, tmp_path / "bot.db", solver=solver):
        first = [name(TODAY, kind, audience, 0) for audience in AUDIENCES for kind in KINDS]
        # Asked side by side by the start and by the test; whoever is ahead goes in this order.
        assert list(dict.fromkeys(solver.asked))[: len(first)] == first


async def test_a_deal_that_cannot_be_won_is_skipped(tmp_path: Path) -> None:
    refused = {name(NEXT_DAY, kind, "person", 0) for kind in KINDS}
    solver = Remembers(refused)
    async with Town() as town, on_day(town, tmp_path / "bot.db", solver=solver) as stage:
        deals = await stage.services.storage.daily.of_day(NEXT_DAY)
        for deal in deals:
            attempt = 1 if deal.audience == "person" else 0
            assert deal.attempt == attempt
            assert deal.deal == name(NEXT_DAY, deal.kind, deal.audience, attempt)
            assert deal.solution == WINS[deal.deal]
            assert deal.solver_opened == deal.solution.count("d")


@pytest.mark.parametrize("line", ["", "d", "dddx", "w" * 104])
async def test_a_line_that_does_not_win_by_the_rules_is_not_believed(
    line: str, tmp_path: Path
) -> None:
    class Lies(Remembers):
        async def win(self, kind: str, deal: str) -> str | None:
            known = await super().win(kind, deal)
            return line if deal == name(NEXT_DAY, "devils", "person", 0) else known

    async with Town() as town, on_day(town, tmp_path / "bot.db", solver=Lies()) as stage:
        deal = await stage.services.storage.daily.get(NEXT_DAY, "devils", "person")
        assert deal is not None
        assert deal.attempt == 1


async def test_what_is_prepared_never_changes(tmp_path: Path) -> None:
    async with Town() as town:
        async with on_day(town, tmp_path / "bot.db") as stage:
            before = await stage.services.storage.daily.of_day(TODAY)
        solver = Remembers()
        async with on_day(town, tmp_path / "bot.db", solver=solver) as stage:
            assert await stage.services.storage.daily.of_day(TODAY) == before
            assert solver.asked == []


async def test_daily_does_not_wait_for_what_is_not_prepared(tmp_path: Path) -> None:
    class Thinks(Remembers):
        """Thinks about the second deal until it is let go on."""

        patient = True

        async def win(self, kind: str, deal: str) -> str | None:
            if self.patient and deal == name(TODAY, "devils", "person", 0):
                raise NoAnswer
            return await super().win(kind, deal)

    solver = Thinks()
    clock = Ticking(at(f"{TODAY} 12:00", MOSCOW))
    async with (
        Town() as town,
        performing(
            town, tmp_path / "bot.db", settings=SETTINGS, clock=clock, solver=solver
        ) as stage,
    ):
        anya = town.private("Аня")
        await anya.send("/daily")
        assert texts.PREPARING in anya.last.text
        assert DEVILS not in anya.last.text
        await anya.start(f"d_{TODAY}_devils")
        assert anya.last.text == texts.PREPARING

        solver.patient = False
        await stage.services.daily_deals.prepare()
        await anya.tap("Готово ли?")
        await anya.settled()
        page = anya.from_bot[0]
        assert texts.PREPARING not in page.text
        assert f"Играть: {DEVILS}" in [label for row in page.rows for label in row]


async def test_without_a_set_secret_the_database_keeps_one(tmp_path: Path) -> None:
    class Notes(Remembers):
        async def win(self, kind: str, deal: str) -> str | None:
            self.asked.append(deal)
            raise NoAnswer

    asked, secrets = [], set()
    for _ in range(2):
        solver = Notes()
        clock = Ticking(at(f"{TODAY} 12:00", MOSCOW))
        async with (
            Town() as town,
            performing(town, tmp_path / "bot.db", clock=clock, solver=solver) as stage,
        ):
            with pytest.raises(NoAnswer):
                await stage.services.daily_deals.prepare()
            asked.append(solver.asked[0])
            secrets.add(await stage.services.storage.daily.secret())
    [secret] = secrets
    assert asked == [dated_name(secret.encode(), TODAY, KINDS[0], AUDIENCES[0], 0)] * 2


async def test_a_solver_that_wins_nothing_is_not_asked_for_ever(tmp_path: Path) -> None:
    class Hopeless(Remembers):
        async def win(self, kind: str, deal: str) -> str | None:
            self.asked.append(deal)
            return None

    solver = Hopeless()
    async with Town() as town, on_day(town, tmp_path / "bot.db", solver=solver) as stage:
        assert await stage.services.storage.daily.of_day(TODAY) == []
        of_one = [name(TODAY, KINDS[0], AUDIENCES[0], attempt) for attempt in range(MOST_TRIES)]
        assert solver.asked[:MOST_TRIES] == of_one
        assert name(TODAY, KINDS[0], AUDIENCES[0], MOST_TRIES) not in solver.asked
