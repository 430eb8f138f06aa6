"""What the metrics tell of a bot that plays, and what they must not tell."""

import json
import re
from pathlib import Path

import pytest
from prometheus_client import REGISTRY, generate_latest

from bot import metrics
from bot.metrics import Today
from tests.staging.stage import Stage


def value(name: str, **labels: str) -> float:
    """Of one sample; 0 where nothing was counted yet."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


class Since:
    """How much more there is of each sample than when this was made."""

    def __init__(self) -> None:
        self._before = self._all()

    @staticmethod
    def _all() -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
        return {
            (sample.name, tuple(sorted(sample.labels.items()))): sample.value
            for family in REGISTRY.collect()
            for sample in family.samples
        }

    def __call__(self, name: str, **labels: str) -> float:
        key = (name, tuple(sorted(labels.items())))
        return self._all().get(key, 0.0) - self._before.get(key, 0.0)


@pytest.fixture
def since() -> Since:
    return Since()


async def test_a_game_is_counted_where_it_happens(stage: Stage, since: Since) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 481516")
    await anya.tap("Чёртов")
    await anya.settled()
    await anya.tap("Открыть")
    await anya.settled()
    assert since("pasyans_update_seconds_count", kind="message", outcome="done") == 1
    assert since("pasyans_update_seconds_count", kind="callback_query", outcome="done") == 2
    assert since("pasyans_telegram_seconds_count", method="sendPhoto", outcome="ok") == 1
    assert since("pasyans_telegram_seconds_count", method="answerCallbackQuery", outcome="ok") == 2
    assert since("pasyans_table_seconds_count") == 2
    assert since("pasyans_drawing_seconds_count", what="Scene") >= 2
    assert since("pasyans_picture_bytes_total") > 10_000
    assert value("pasyans_pace_per_second") == 29


async def test_what_is_not_done_as_asked_is_told_apart(stage: Stage, since: Since) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 481516")
    await anya.tap("Чёртов")
    await anya.settled()
    before = anya.last_table
    await anya.tap("Открыть")
    await anya.tap("Открыть", on=before)
    await anya.settled()
    assert since("pasyans_update_seconds_count", kind="callback_query", outcome="stale") == 1


async def test_no_person_and_no_chat_can_be_told_from_them(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/new")
    await anya.send("/nonsense_of_mine")
    await anya.settled()
    told = generate_latest().decode()
    assert "pasyans_update_seconds" in told
    for secret in ("Аня", str(anya.id), stage.town.world.token, "nonsense"):
        assert secret not in told
    labels = set(re.findall(r'(\w+)="', told)) - {"le"}
    assert labels <= {"kind", "outcome", "method", "what", "asked", "generation"} | {
        *("implementation", "major", "minor", "patchlevel", "version")
    }


def test_today_counts_each_once_and_begins_anew_at_midnight() -> None:
    today = Today()
    for person in (1, 2, 1):
        today.note("2027-01-15", person=person)
    today.note("2027-01-15", game=7)
    assert (today.people("2027-01-15"), today.games("2027-01-15")) == (2, 1)
    assert (today.people("2027-01-16"), today.games("2027-01-16")) == (0, 0)
    today.note("2027-01-16", person=2)
    assert today.people("2027-01-16") == 1


def test_what_ends_with_an_error_is_timed_as_failed(since: Since) -> None:
    with pytest.raises(ValueError, match="no"), metrics.timed(metrics.SOLVER, "solve"):
        raise ValueError("no")
    assert since("pasyans_solver_seconds_count", asked="solve", outcome="failed") == 1


DOCS = Path(__file__).parent.parent / "docs"


def named(text: str) -> set[str]:
    """The metrics of ours that a text names, without what a histogram adds to them."""
    return {
        re.sub("_(bucket|count|sum|total)$", "", name) for name in re.findall(r"pasyans_\w+", text)
    }


def ours() -> set[str]:
    return {each.name for each in REGISTRY.collect() if each.name.startswith("pasyans_")}


def test_the_dashboard_shows_all_of_them_and_no_other() -> None:
    board = json.loads((DOCS / "grafana.json").read_text("utf-8"))
    asked = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    assert named(asked) == ours()
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_the_alerts_and_the_status_ask_for_what_there_is() -> None:
    alerts = (DOCS / "alerts.yaml").read_text("utf-8")
    assert re.findall(r"- alert: (\w+)", alerts) == ["BotSilent", "TablesLate", "DiskFull"]
    assert named(alerts) <= ours()
    status = (DOCS.parent / "bot/status.py").read_text("utf-8")
    assert named(status) - {"pasyans_"} <= ours()
