"""/settings: current values, what they change, who may."""

from bot.texts import chat as texts
from bot.texts import settings as words
from tests.staging.stage import Stage


async def test_the_menu_shows_values_and_changes_them_in_place(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/settings")
    assert ["Стол: зелёное сукно"] in anya.last.rows
    assert not any("Кто ходит" in row[0] for row in anya.last.rows)
    await anya.tap("Стол:")
    await anya.settled()
    assert ["Стол: синяя ночь"] in anya.last.rows
    await anya.tap("Масти")
    await anya.settled()
    assert ["Масти в четыре цвета: да"] in anya.last.rows
    chat = await stage.services.storage.chats.get(anya.id)
    assert chat is not None
    assert (chat.theme, chat.four_colours) == ("night", True)
    await anya.tap(words.CLOSE)
    await anya.settled()
    assert not anya.from_bot


async def test_the_menu_stands_under_a_table_that_looks_so(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/settings")
    menu = anya.last.id
    looks = [anya.last.photo.tobytes()]
    for setting, redrawn in (
        ("Стол:", True),
        ("Стол:", True),
        ("Масти", True),
        ("Подробная", False),
    ):
        await anya.tap(setting)
        await anya.settled()
        assert anya.last.id == menu
        looks.append(anya.last.photo.tobytes())
        assert (looks[-1] != looks[-2]) is redrawn
    assert len(set(looks)) == 4


async def test_where_no_picture_may_be_sent_the_menu_is_text(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya = group.seat("Аня")
    refused = "Bad Request: not enough rights to send photos to the chat"
    stage.town.faults.refuse(400, refused, "sendPhoto")
    await anya.send("/settings")
    await anya.tap("Стол:")
    await anya.settled()
    assert not anya.last.has_photo
    assert ["Стол: синяя ночь"] in anya.last.rows
    await anya.tap(words.CLOSE)
    await anya.settled()
    assert not any(shown.text.startswith("Настройки") for shown in group.from_bot)


async def test_a_new_look_redraws_the_table(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 1")
    await anya.tap("Чёртов")
    await anya.settled()
    table = anya.last_table
    before = table.photo.tobytes()
    await anya.send("/settings")
    await anya.tap("Стол:")
    await anya.settled()
    after = next(shown for shown in anya.messages if shown.id == table.id)
    assert after.photo.tobytes() != before


async def test_in_a_group_admins_alone_change_settings(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya, boris = group.seat("Аня"), group.seat("Гриша")
    await boris.send("/settings")
    assert ["Кто ходит: все"] in group.last.rows
    await boris.tap("Кто ходит")
    assert boris.toast == texts.ONLY_ADMINS
    await anya.tap("Кто ходит")
    await anya.settled()
    assert ["Кто ходит: тот, кто начал"] in group.last.rows


async def test_who_plays_is_kept_to(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya, boris = group.seat("Аня"), group.seat("Борис")
    await anya.send("/settings")
    await anya.tap("Кто ходит")
    await anya.settled()
    await anya.send("/new")
    await anya.tap("Чёртов")
    await anya.settled()
    await boris.tap("Открыть")
    assert boris.toast == texts.ONLY_STARTER
    await anya.tap("Открыть")
    await anya.settled()
    assert "в колоде\u00a087" in group.last_table.caption


async def test_each_move_as_a_new_message(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/settings")
    await anya.tap("Каждый ход")
    await anya.settled()
    await anya.send("/new")
    await anya.tap("Чёртов")
    await anya.settled()
    first = anya.last_table.id
    await anya.tap("Открыть")
    await anya.settled()
    assert anya.last_table.id > first
    assert first not in {message.id for message in anya.messages}


async def test_a_detailed_caption_names_every_card(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/settings")
    await anya.tap("Подробная")
    await anya.settled()
    await anya.send("/deal 481516")
    await anya.tap("Чёртов")
    await anya.settled()
    assert "1 — десятка червей" in anya.last_table.caption
    await anya.tap("⏩")
    await anya.settled()
    assert anya.last_table.caption.startswith("Открыто 2\u00a0карты, сверху шестёрка пик")
