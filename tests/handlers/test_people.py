"""Names of all kinds, in captions, toasts and the database."""

from datetime import UTC, datetime

import pytest
from telegram import Chat, Message, Update, User

from bot.handlers.exchange import Exchange
from tests.staging.seats import Group
from tests.staging.stage import Stage, begin

ISOLATE, END = "\u2068", "\u2069"
JOINER = "\u2060"

NAMES = [
    ("", "", "Игрок"),
    ("\u200b\u200d\ufeff", "", "Игрок"),
    ("\u3164", "\u2800", "Игрок"),
    ("\u0301\u0301", "", "Игрок"),
    ("<b>Жирный</b>", "", "<b>Жирный</b>"),
    ("</b><a href='x'>", "& Co", "</b><a href='x'> & Co"),
    ("&lt;&#60;", "", "&lt;&#60;"),
    ("«Кавычки» \"и\" 'другие'", "", "«Кавычки» \"и\" 'другие'"),
    ("🦊", "👩‍🚀", "🦊 👩‍🚀"),
    ("\u202eнаоборот", "", "наоборот"),
    ("مريم", "", "مريم"),
    ("\ud83d", "Обрывок", "Обрывок"),
    ("строка\nдругая\tтретья", "", "строка другая третья"),
    ("Я" + "\u0335" * 150, "", "Я\u0335\u0335"),
    ("Очень" * 40, "", "Очень" * 6 + "О…"),
    ("{0} %s {name}", "", "{0} %s {name}"),
    ("https://t.me/spam", "@all", "https://t.me/spam @all"),
]


@pytest.fixture
def dacha(stage: Stage) -> Group:
    return stage.town.group("Дача")


@pytest.mark.parametrize(("first", "last", "shown"), NAMES)
async def test_a_name_of_any_kind_stands_in_its_line_and_harms_none(
    stage: Stage, dacha: Group, first: str, last: str, shown: str
) -> None:
    boris, vera = dacha.seat("Борис"), dacha.seat("Вера")
    user = stage.town.person("Вера")
    await begin(boris)
    user["first_name"] = first
    if last:
        user["last_name"] = last
    table = dacha.last_table
    old = str(table.button("Открыть")["callback_data"])  # type: ignore[index]
    await vera.tap("Открыть")
    await vera.settled()
    assert vera.toast.startswith("Из колоды — ")
    lines = dacha.last_table.caption.splitlines()
    assert (
        lines[0].replace(JOINER, "")
        == f"{ISOLATE}{shown}{END}: из колоды — {vera.toast.split()[-1]}"
    )
    assert len(lines) == 4

    answer = await boris.forge(dacha.last_table, old)
    assert answer.text.startswith(f"Уже: {shown} — из колоды")


async def test_a_new_name_is_taken_up(stage: Stage, dacha: Group) -> None:
    boris, vera = dacha.seat("Борис"), dacha.seat("Вера")
    await begin(boris)
    stage.town.person("Вера")["first_name"] = "Вера Павловна"
    await vera.tap("Открыть")
    await vera.settled()
    assert "Вера Павловна" in dacha.last_table.caption


async def test_a_chat_may_be_called_anything(stage: Stage) -> None:
    title = "<i>\u202e" + "🂡" * 60 + "\ud83d"
    boris = stage.town.person("Борис")["id"]
    club = stage.town.new_group(title, members=[boris])
    seat = club.seat("Борис")
    await begin(seat)
    await seat.tap("Открыть")
    await seat.settled()
    assert "из колоды" in club.last_table.caption


@pytest.mark.parametrize(("user_id", "known"), [(7, 7), (-1, None), (0, None)])
async def test_an_id_that_is_no_persons_names_nobody(
    stage: Stage, user_id: int, known: int | None
) -> None:
    message = Message(
        1, datetime.now(UTC), Chat(-5, Chat.GROUP), from_user=User(user_id, "Игрок", is_bot=False)
    )
    assert Exchange(Update(1, message=message), stage.services).person.id == known
