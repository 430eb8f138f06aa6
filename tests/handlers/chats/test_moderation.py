"""/hide and /unhide: for the operator alone."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.settings import Settings
from bot.texts import chat as chat_texts
from bot.texts import privacy as texts
from bot.texts import settings as settings_texts
from tests.staging.driver import Town
from tests.staging.results import common, played
from tests.staging.stage import Stage, performing

TODAY = "2027-01-15"


@pytest_asyncio.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A bot whose operator is Аня."""
    async with Town() as town:
        settings = Settings(admins=frozenset({town.person("Аня")["id"]}))
        async with performing(town, tmp_path / "bot.db", settings=settings) as stage:
            yield stage


async def test_a_name_is_hidden_by_number_username_or_the_name_itself(stage: Stage) -> None:
    anya, boris = stage.town.private("Аня"), stage.town.private("Борис")
    storage = stage.services.storage
    await boris.send("/stats")
    await played(storage, boris.id, TODAY, kind="first-last-hold")
    for named in (str(boris.id), "@ORLOV", "orlov", "Борис Орлов"):
        await anya.send(f"/hide {named}")
        assert anya.last.text == f"Имя скрыто: {boris.id}"
        await anya.send("/top")
        assert "🥇 Аноним — 60" in anya.last.text
        await anya.send(f"/unhide {named}")
        assert anya.last.text == f"Имя снова видно: {boris.id}"
        await anya.send("/top")
        assert "Борис Орлов" in anya.last.text


async def test_the_hidden_person_is_told_and_cannot_undo_it(stage: Stage) -> None:
    anya, boris = stage.town.private("Аня"), stage.town.private("Борис")
    await boris.send("/privacy")
    await anya.send(f"/hide {boris.id}")
    await boris.send("/privacy")
    assert "скрыто администратором бота" in boris.last.text
    await boris.tap("Скрыть имя")
    await boris.settled()
    await boris.tap("Показывать имя")
    await boris.settled()
    player = await stage.services.storage.players.get(boris.id)
    assert player is not None
    assert player.hidden


async def test_of_several_the_number_decides(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    players = stage.services.storage.players
    await players.ensure(1, "Тёзка", "first", 1)
    await players.ensure(2, "Тёзка", None, 2)
    await anya.send("/hide Тёзка")
    assert anya.last.text.split("\n")[1:] == ["2 \u2068Тёзка\u2069", "1 \u2068Тёзка\u2069 @first"]
    for player_id in (1, 2):
        known = await players.get(player_id)
        assert known is not None
        assert not known.hidden


async def test_what_names_nobody_changes_nothing(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    for said, answered in (
        ("/hide", texts.USAGE),
        ("/hide 12345678901234567890123", texts.NO_SUCH_PERSON),
        ("/hide 404", texts.NO_SUCH_PERSON),
        ("/hide Никто", texts.NO_SUCH_PERSON),
        ("/hide -404", texts.NO_SUCH_CHAT),
        ("/unhide -404", texts.NO_SUCH_CHAT),
    ):
        await anya.send(said)
        assert anya.last.text == answered


async def test_in_a_group_a_reply_hides_its_author_and_the_table_follows(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya, boris = group.seat("Аня"), group.seat("Борис")
    await boris.send("/deal 1")
    await boris.tap("Чёртов")
    await boris.settled()
    await boris.tap("Открыть")
    await boris.settled()
    assert "Борис" in group.last_table.caption
    written = await boris.send("/table")
    await anya.send("/hide", reply_to=written.id)
    assert group.last.text == f"Имя скрыто: {boris.user_id}"
    assert "Борис" not in group.last_table.caption
    assert "Аноним" in group.last_table.caption


async def test_a_title_can_be_hidden_too(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya, private = group.seat("Аня"), stage.town.private("Аня")
    storage = stage.services.storage
    await anya.send("/stats")
    shares: dict[int | None, int] = {anya.user_id: 40, None: 1}
    await common(storage, group.id, TODAY, shares, kind="first-last-hold")
    await storage.chats.change(group.id, title_allowed=True)
    await private.send("/top")
    await private.tap("Чаты")
    await private.settled()
    assert "Дача" in private.last.text
    await private.send(f"/hide {group.id}")
    assert private.last.text == f"Название скрыто: {group.id}"
    await private.send("/top")
    await private.tap("Чаты")
    await private.settled()
    assert "Дача" not in private.last.text


async def test_for_others_there_is_no_such_command(stage: Stage) -> None:
    boris, group = stage.town.private("Борис"), stage.town.group("Дача")
    await boris.send(f"/hide {boris.id}")
    assert boris.last.text == chat_texts.UNKNOWN_COMMAND
    await boris.send(f"/unhide {boris.id}")
    assert boris.last.text == chat_texts.UNKNOWN_COMMAND
    before = len(group.from_bot)
    await group.seat("Борис").send(f"/hide {boris.id}")
    assert len(group.from_bot) == before
    player = await stage.services.storage.players.get(boris.id)
    assert player is not None
    assert not player.hidden


async def test_deleting_ones_data_does_not_show_a_hidden_name(stage: Stage) -> None:
    anya, boris = stage.town.private("Аня"), stage.town.private("Борис")
    await boris.send("/privacy")
    await anya.send(f"/hide {boris.id}")
    await boris.tap("Удалить мои данные")
    await boris.settled()
    assert "пометка при вашем номере" in boris.last.text
    await boris.tap("Удалить безвозвратно")
    await boris.settled()
    assert "пометка при вашем номере" in boris.last.text
    await boris.send("/privacy")
    assert "скрыто администратором бота" in boris.last.text
    await anya.send(f"/unhide {boris.id}")
    await boris.send("/privacy")
    assert "Другие видят ваше имя" in boris.last.text


async def test_a_hidden_title_is_shown_again_by_the_operator_alone(stage: Stage) -> None:
    group, private = stage.town.group("Дача"), stage.town.private("Аня")
    anya = group.seat("Аня")
    await anya.send("/settings")
    await private.send(f"/hide {group.id}")
    await anya.tap("Название в рейтинге")
    assert anya.toast == settings_texts.TITLE_HIDDEN
    assert ["Название в рейтинге: скрыто"] in group.last.rows
    await anya.tap("Стол")
    await anya.settled()
    assert ["Стол: синяя ночь"] in group.last.rows
    await private.send(f"/unhide {group.id}")
    assert private.last.text == f"Название снова решают показывать админы чата: {group.id}"
    await anya.tap("Название в рейтинге")
    await anya.settled()
    assert ["Название в рейтинге: видно всем"] in group.last.rows
