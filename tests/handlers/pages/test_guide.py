"""/start, /rules, /help, /privacy, commands and what is said to everything else."""

import pytest

from bot.games.registry import PATIENCES
from bot.games.rounds import RoundsPatience
from bot.texts import chat as texts
from tests.staging.stage import Stage

CAPTION, TOAST, DESCRIPTION, SHORT = 1024, 200, 512, 120


def units(text: str) -> int:
    """Length as Telegram counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


async def test_start_shows_a_table_and_the_ways_to_play(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/start")
    assert anya.last.photo is not None
    assert len(anya.last.caption.splitlines()) == 2
    assert [row[0] for row in anya.last.rows][: len(PATIENCES)] == [
        patience.full_title for patience in PATIENCES.values()
    ]


async def test_the_rules_turn_page_by_page_in_one_message(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/rules")
    shown = anya.last.id
    patience = next(iter(PATIENCES.values()))
    for section in patience.rules[1:]:
        await anya.tap(section.title)
        await anya.settled()
        assert anya.last.id == shown
        assert section.title in anya.last.caption
        assert anya.last.photo is not None
    await anya.tap("Чёртов пасьянс")
    await anya.settled()
    assert anya.last.caption.startswith("Чёртов пасьянс. Цель")


def test_what_is_said_fits() -> None:
    for patience in PATIENCES.values():
        assert units(patience.redeal_hint) <= TOAST
        for section in patience.rules:
            assert units(texts.rules_page(patience, section)) <= CAPTION
    assert units(texts.DESCRIPTION) <= DESCRIPTION
    assert units(texts.SHORT_DESCRIPTION) <= SHORT
    alerts = (texts.NEED_SECOND, texts.ONLY_ADMINS, texts.ONLY_OWN_UNDO, texts.NOT_SAVED)
    assert all(units(alert) <= TOAST for alert in alerts)


def test_the_rules_tell_what_is_ours() -> None:
    of_the_book = [one for one in PATIENCES.values() if isinstance(one, RoundsPatience)]
    assert of_the_book
    for patience in of_the_book:
        assert patience.rules[-1].key == "ours"


async def test_commands_are_registered_in_russian_for_people_and_for_groups(stage: Stage) -> None:
    calls = stage.town.calls("setMyCommands")
    scopes = {call.get("scope", {}).get("type", "default") for call in calls}
    assert {"all_private_chats", "all_group_chats"} <= scopes
    for call in calls:
        assert all(
            any("а" <= char <= "я" for char in one["description"]) for one in call["commands"]
        )


async def test_every_registered_command_is_answered(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    for command, _ in texts.COMMANDS:
        before = len(anya.from_bot)
        await anya.send(f"/{command}")
        assert len(anya.from_bot) > before, command
        assert anya.last.text != texts.UNKNOWN_COMMAND, command


async def test_plain_text_gets_one_hint_until_the_next_command(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("привет")
    assert anya.last.text == texts.PLAIN_TEXT
    count = len(anya.from_bot)
    await anya.send("ау")
    assert len(anya.from_bot) == count
    await anya.send("/help")
    await anya.send("спасибо")
    assert anya.last.text == texts.PLAIN_TEXT


async def test_an_unknown_command_is_answered_in_private_only(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/dance")
    assert anya.last.text == texts.UNKNOWN_COMMAND
    group = stage.town.group("Дача")
    boris = group.seat("Борис")
    count = len(group.from_bot)
    await boris.send("/dance")
    assert len(group.from_bot) == count


async def test_in_a_group_a_command_may_name_its_bot(stage: Stage) -> None:
    group = stage.town.group("Дача")
    boris = group.seat("Борис")
    count = len(group.from_bot)
    await boris.send("/help@other_bot")
    assert len(group.from_bot) == count
    await boris.send("/help@pasyans_bot")
    assert group.last.text.startswith("Как играть")


@pytest.mark.parametrize("command", ["/help", "/privacy"])
async def test_pages_are_silent(stage: Stage, command: str) -> None:
    anya = stage.town.private("Аня")
    await anya.send(command)
    assert all(call.get("disable_notification") for call in stage.town.calls("sendMessage"))
