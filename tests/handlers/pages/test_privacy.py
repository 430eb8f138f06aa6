"""/privacy: hiding one's name, taking one's data along, being forgotten."""

import json

import pytest

from bot.play.export import export
from bot.texts import chat as chat_texts
from bot.texts import leaderboard as top_words
from bot.texts import privacy as texts
from tests.handlers.pages.test_daily import begin, finish
from tests.staging.calendar_stage import TODAY, at, table_of
from tests.staging.results import common, played
from tests.staging.stage import Stage


async def test_a_hidden_name_is_hidden_in_boards_and_captions(stage: Stage) -> None:
    anya, boris = stage.town.private("Аня"), stage.town.private("Борис")
    group = stage.town.group("Дача")
    in_group = group.seat("Аня")
    await anya.send("/privacy")
    assert "Другие видят ваше имя: \u2068Аня\u2069." in anya.last.text
    await played(stage.services.storage, anya.id, TODAY, kind="first-last-hold")
    await in_group.send("/deal 1")
    await in_group.tap("Чёртов")
    await in_group.settled()
    await anya.tap("Скрыть имя")
    await anya.settled()
    assert "Ваше имя скрыто: другие видят «Аноним»." in anya.last.text
    await boris.send("/top")
    assert "🥇 Аноним — 60" in boris.last.text
    assert "Аня" not in boris.last.text
    await in_group.tap("Открыть")
    await in_group.settled()
    assert group.last_table.caption.startswith("\u2068Аноним\u2069: ")
    await anya.tap("Показывать имя")
    await anya.settled()
    await boris.send("/top")
    assert "Аня" in boris.last.text
    assert len(anya.from_bot) == 1


async def test_all_that_is_kept_comes_as_a_file(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 481516")
    await anya.tap("Чёртов")
    await anya.settled()
    await anya.tap("Открыть")
    await anya.send("/privacy")
    await anya.tap("Скачать")
    await anya.settled()
    assert anya.last.raw["document"]["file_name"] == f"pasyans-{anya.id}.json"
    told = json.loads(anya.last.document)
    assert told["player"][0]["name"] == "Аня"
    assert told["games"][0]["deal"] == "481516"
    assert told["taps"][0]["moves"] == "d"
    assert told == await stage.services.storage.players.export(anya.id)


async def test_the_file_tells_no_deck_that_is_still_a_secret(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    deal = (await table_of(today, anya)).deal
    await anya.send("/privacy")
    await anya.tap("Скачать")
    await anya.settled()
    assert deal not in anya.last.document.decode()
    assert json.loads(anya.last.document)["games"][0]["label"] == TODAY
    today.clock.now = at("2027-01-16 03:00")
    await anya.tap("Скачать")
    await anya.settled()
    assert json.loads(anya.last.document)["games"][0]["deal"] == deal


@pytest.mark.parametrize(
    ("label", "audience", "told"),
    [
        ("481516", "", True),
        ("2026-11-30", "person", False),
        ("2026-12-01", "team", False),
        ("2026-11-29", "person", True),
    ],
)
def test_a_deal_is_told_once_its_day_is_over(label: str, audience: str, told: bool) -> None:
    game: dict[str, str | int | None] = {
        "id": 1,
        "label": label,
        "audience": audience,
        "deal": "deal",
    }
    (kept,) = json.loads(export({"games": [game]}, "2026-11-30"))["games"]
    assert ("deal" in kept) == told


async def test_deleting_asks_first_and_then_forgets(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    storage = stage.services.storage
    await anya.send("/deal 1")
    await anya.tap("Чёртов")
    await anya.settled()
    await anya.tap("Открыть")
    await anya.settled()
    table = anya.last_table
    await played(storage, anya.id + 10**6, TODAY)
    await anya.send("/privacy")
    await anya.tap("Удалить мои данные")
    await anya.settled()
    assert anya.last.text.startswith("Удалить все ваши данные?")
    await anya.tap("Отмена")
    await anya.settled()
    assert await storage.games.current(anya.id) is not None
    await anya.tap("Удалить мои данные")
    await anya.settled()
    await anya.tap("Удалить безвозвратно")
    await anya.settled()
    assert anya.last.text == texts.DELETED
    assert anya.last.rows == []
    assert await storage.players.get(anya.id) is None
    assert await storage.games.last(anya.id) is None
    kept = await storage.players.export(anya.id)
    assert {name for name, rows in kept.items() if rows} == set()
    shown = next(each for each in anya.from_bot if each.id == table.id)
    assert shown.rows == []
    answer = await anya.forge(shown, "m:1:1:d")
    assert answer.text == chat_texts.OLD_BUTTON


async def test_deleting_is_no_second_attempt(today: Stage) -> None:
    anya = today.town.private("Аня")
    await begin(anya)
    await finish(anya)
    await anya.send("/privacy")
    await anya.tap("Удалить мои данные")
    await anya.settled()
    await anya.tap("Удалить безвозвратно")
    await anya.settled()
    await anya.send("/daily")
    assert "Попытка уже была" in anya.last.text
    await anya.tap("Ещё раз: Чёртов")
    await anya.settled()
    assert "вне зачёта" in anya.last_table.caption
    assert not (await table_of(today, anya)).ranked


async def test_games_played_together_stay_readable_without_the_name(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya, boris = group.seat("Аня"), group.seat("Борис")
    private = stage.town.private("Аня")
    storage = stage.services.storage
    await boris.send("/deal 1")
    await boris.tap("Чёртов")
    await boris.settled()
    await anya.tap("Открыть")
    await anya.settled()
    await boris.tap("Открыть")
    await boris.settled()
    await private.send("/privacy")
    await private.tap("Удалить мои данные")
    await private.settled()
    await private.tap("Удалить безвозвратно")
    await private.settled()
    await boris.tap("↩️")
    await boris.settled()
    assert group.last_table.caption.startswith("\u2068Игрок\u2069: из колоды")
    await boris.send("/finish")
    await boris.tap("Закончить партию")
    await boris.settled()
    await boris.tap("Протокол")
    await boris.settled()
    assert "ходы: d\n" in group.last.document.decode()
    game = await storage.games.last(group.id)
    assert game is not None
    assert [tap.player_id for tap in game.taps] == [None]


async def test_shares_of_the_forgotten_count_without_a_name(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya = group.seat("Аня")
    storage = stage.services.storage
    await anya.send("/stats")
    await common(storage, group.id, TODAY, {anya.user_id: 40})
    await storage.players.delete(anya.user_id, TODAY)
    shares = await storage.results.team_shares(group.id, "devils", TODAY, TODAY)
    assert top_words.shares_line(shares) == "Игрок\u00a040"


async def test_in_a_group_it_leads_to_the_private_chat(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya = group.seat("Аня")
    await anya.send("/privacy")
    assert group.last.text.endswith("можно в личном чате с ботом.")
    assert group.last.rows == []
    assert (await anya.forge(group.last, "p:delete-now")).text == chat_texts.OLD_BUTTON
    assert await stage.services.storage.players.get(anya.user_id) is not None


async def test_forged_actions_are_refused(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/privacy")
    assert (await anya.forge(anya.last, "p:everything")).text == chat_texts.OLD_BUTTON
