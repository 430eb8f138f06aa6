"""Manners: silence, one keyboard a game, tables that can be listened to."""

import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from bot.games.registry import PATIENCES
from bot.games.rounds import RoundsPatience
from bot.play.loaded_game import LoadedGame
from bot.screen.scenes import caption, text_board
from storage import Chat
from tests.staging.loaded import CHAT, positions, stored
from tests.staging.seats import Group, Seat
from tests.staging.stage import Stage, begin

LONGEST_CAPTION = 1024
LONGEST_TEXT = 4096
SUITS = "♠♥♦♣"
LOUDEST_NAME = "🦊" * 200


@pytest.fixture
def dacha(stage: Stage) -> Group:
    return stage.town.group("Дача")


async def choose(seat: Seat, setting: str) -> None:
    """Turns a setting to its next value."""
    await seat.send("/settings")
    await seat.tap(setting)
    await seat.settled()
    await seat.tap("Закрыть")
    await seat.settled()


async def test_whatever_the_bot_sends_comes_silently(stage: Stage, dacha: Group) -> None:
    anya = dacha.seat("Аня")
    await begin(anya)
    for command in (
        "/start",
        "/new",
        "/table",
        "/rules",
        "/settings",
        "/help",
        "/privacy",
        "/undo",
    ):
        await anya.send(command)
    await choose(anya, "Каждый ход")
    await anya.tap("Открыть")
    await anya.settled()
    await anya.send("/finish")
    await anya.tap("Закончить партию")
    await anya.settled()
    await anya.send("/record")
    sent = [call for call in stage.town.sandbox.calls if call.method.startswith("send")]
    assert {call.method for call in sent} >= {"sendMessage", "sendPhoto", "sendDocument"}
    assert [call for call in sent if not call.params.get("disable_notification")] == []


@pytest.mark.parametrize("way", ["menu", "command"])
async def test_table_below_takes_the_keyboard_off_the_old_one(dacha: Group, way: str) -> None:
    anya = dacha.seat("Аня")
    await begin(anya)
    old = dacha.last_table
    if way == "menu":
        await anya.tap("☰")
        await anya.settled()
        await anya.tap("Стол вниз")
    else:
        await anya.send("/table")
    await anya.settled()
    assert dacha.last_table.id == dacha.last.id > old.id
    (left,) = [message for message in dacha.messages if message.id == old.id]
    assert left.has_photo
    assert not left.buttons
    await anya.tap("Открыть")
    await anya.settled()
    assert "из колоды" in dacha.last_table.caption


async def test_a_table_below_that_meets_a_429_still_comes(stage: Stage, dacha: Group) -> None:
    anya = dacha.seat("Аня")
    await begin(anya)
    old = dacha.last_table
    stage.town.faults.too_many_requests(7, "sendPhoto")
    await anya.send("/table")
    assert dacha.last_table.id > old.id


async def test_an_old_keyboard_that_stays_is_no_second_table(stage: Stage, dacha: Group) -> None:
    anya = dacha.seat("Аня")
    await begin(anya)
    stage.town.faults.too_many_requests(7, "editMessageReplyMarkup")
    await anya.send("/table")
    assert len([message for message in dacha.from_bot if message.has_photo]) == 2


async def test_a_new_message_for_each_move_replaces_the_former(dacha: Group) -> None:
    anya, boris = dacha.seat("Аня"), dacha.seat("Борис")
    await choose(anya, "Каждый ход")
    await begin(anya)
    shown = []
    for seat, label in ((anya, "⏩"), (boris, "6♠"), (anya, "↩️")):
        shown.append(dacha.last_table.id)
        await seat.tap(label)
        await seat.settled()
        assert dacha.last_table.id == dacha.last.id > shown[-1]
        assert len([message for message in dacha.from_bot if message.has_photo]) == 1
    await anya.tap("☰")  # the menu is no move
    await anya.settled()
    assert len([message for message in dacha.from_bot if message.has_photo]) == 1


async def test_a_former_message_too_old_to_delete_loses_its_keyboard(
    stage: Stage, dacha: Group
) -> None:
    anya = dacha.seat("Аня")
    await choose(anya, "Каждый ход")
    await begin(anya)
    old = dacha.last_table
    stage.town.faults.refuse(400, "Bad Request: message can't be deleted", "deleteMessage")
    await anya.tap("Открыть")
    await anya.settled()
    (left,) = [message for message in dacha.messages if message.id == old.id]
    assert not left.buttons
    assert dacha.last_table.id > old.id


async def test_a_text_board_comes_anew_with_each_move_too(stage: Stage, dacha: Group) -> None:
    anya = dacha.seat("Аня")
    await choose(anya, "Каждый ход")
    stage.town.sandbox.groups.set_permissions(dacha.id, {"can_send_photos": False})
    await begin(anya)
    first = dacha.last
    await anya.tap("⏩")
    await anya.settled()
    assert dacha.last.id > first.id
    assert first.id not in [message.id for message in dacha.messages]
    assert "6♠" in dacha.last.text


@pytest.mark.parametrize("kind", PATIENCES)
async def test_a_detailed_caption_tells_the_change_first_and_suits_in_words(
    dacha: Group, kind: str
) -> None:
    anya = dacha.seat("Аня")
    patience = PATIENCES[kind]
    await choose(anya, "Подробная")
    await begin(anya, patience.full_title)
    for label in ("⏩", "Дальше" if patience.by_book else "Выложить"):
        shown = anya.last_table
        await anya.tap(label if shown.button(label) else shown.rows[0][0])
        await anya.settled()
        lines = dacha.last_table.caption.splitlines()
        assert lines[0].startswith("\u2068Аня\u2069: ")
        assert not set(dacha.last_table.caption) & set(SUITS)
        for row in patience.rows.values():
            # The places of the book's rows are all open, the first to be told is the first.
            first = "1" if isinstance(patience, RoundsPatience) else "[0-9]+"
            assert any(re.match(f"{row.capitalize()}: {first} — ", line) for line in lines)


@pytest.mark.parametrize(("moves", "marked"), [("d", []), ("dd", ["•6♠"]), ("ddw", ["•7♠"])])
def test_a_text_board_marks_what_can_be_laid(moves: str, marked: list[str]) -> None:
    board = text_board(stored("devils", moves), CHAT, None)
    assert re.findall("•[^ ]+[♠♥♦♣]", board) == marked
    assert ("• — можно положить" in board) is bool(marked)


def test_a_text_board_says_once_how_much_is_laid() -> None:
    assert text_board(stored("devils", "ddww"), CHAT, None).lower().count("уложено\u00a0") == 1


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(loaded=positions())
def test_no_caption_is_longer_than_telegram_takes(loaded: LoadedGame) -> None:
    chat = _detailed()
    told = caption(loaded, chat, LOUDEST_NAME)
    assert len(told.encode("utf-16-le")) // 2 <= LONGEST_CAPTION
    board = text_board(loaded, chat, LOUDEST_NAME)
    assert len(board.encode("utf-16-le")) // 2 <= LONGEST_TEXT


def _detailed() -> Chat:
    return replace(CHAT, kind="group", detailed_caption=True)
