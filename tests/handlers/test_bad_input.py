"""What people send that no bot expects: each has its right answer, and nothing is lost."""

from typing import Any

import pytest

from bot.texts import chat as texts
from tests.staging.seats import Seat
from tests.staging.stage import Stage, begin, errors, game

STICKER = {
    "file_id": "s",
    "file_unique_id": "s",
    "type": "regular",
    "width": 512,
    "height": 512,
    "is_animated": False,
    "is_video": False,
}
VOICE = {"file_id": "v", "file_unique_id": "v", "duration": 3}
PHOTO = [{"file_id": "p", "file_unique_id": "p", "width": 90, "height": 90}]


@pytest.fixture
def anya(stage: Stage) -> Seat:
    return stage.town.private("Аня")


# -- messages


@pytest.mark.parametrize("text", ["/nonsense", "/NEWS", "/new_game 5", "/_"])
async def test_an_unknown_command_leads_to_help(anya: Seat, text: str) -> None:
    await anya.send(text)
    assert anya.last.text == texts.UNKNOWN_COMMAND


async def test_a_command_may_be_in_capitals_and_name_the_bot(anya: Seat, stage: Stage) -> None:
    await anya.send(f"/NEW@{stage.services.bot.username}")
    assert texts.CHOOSE in anya.last.text


async def test_plain_text_gets_one_hint_then_silence_until_a_command(anya: Seat) -> None:
    await anya.send("привет")
    assert anya.last.text == texts.PLAIN_TEXT
    await anya.send("ау?")
    assert len(anya.from_bot) == 1
    await anya.send("/help")
    await anya.send("ну ладно")
    assert anya.last.text == texts.PLAIN_TEXT


@pytest.mark.parametrize(
    "content",
    [
        {"sticker": STICKER},
        {"voice": VOICE},
        {"photo": PHOTO},
        {"dice": {"emoji": "🎲", "value": 3}},
    ],
)
async def test_other_messages_are_plain_text_too(anya: Seat, content: dict[str, Any]) -> None:
    await anya.post(content)
    await anya.post(content)
    assert [message.text for message in anya.from_bot] == [texts.PLAIN_TEXT]


@pytest.mark.parametrize("content", [{"sticker": STICKER}, {"photo": PHOTO}, {"text": "ход!"}])
async def test_in_a_group_talk_is_not_answered(stage: Stage, content: dict[str, Any]) -> None:
    group = stage.town.group("Дача")
    boris = group.seat("Борис")
    await begin(boris)
    said = len(group.from_bot)
    await boris.post(content, reply_to=group.last_table.id)
    await boris.send(f"/nonsense@{stage.services.bot.username}")
    await boris.send("/new@another_bot")
    assert len(group.from_bot) == said


async def test_an_edited_message_commands_nothing(anya: Seat) -> None:
    sent = await anya.send("/help")
    await anya.edit(sent, "/new")
    assert [message.text.partition("\n")[0] for message in anya.from_bot] == ["Как играть"]


async def test_other_bots_are_not_answered(stage: Stage) -> None:
    group = stage.town.group("Дача")
    robot = group.seat("Робот")
    stage.town.person("Робот")["is_bot"] = True
    said = len(group.from_bot)
    sent = await robot.send("/new")
    # Bots may have been allowed to hear each other: https://core.telegram.org/bots/features
    stage.town.world.deliver("message", sent.raw)
    await robot.settled()
    assert len(group.from_bot) == said


@pytest.mark.parametrize(
    "argument",
    [
        *("", "0", "-5", "−5", "1000000000", "9" * 40, "1,5", "1e5", "0x1F", "½", "٣", "５", "²"),
        *("сто", "<b>7</b>", "7; DROP TABLE games", "🂡", "\u202e715184", "1\u200b2"),
        *("31.02", "00.00", "32.12", "30.13", "29.02.2025", "1.1.1", "31.12.99999"),
    ],
)
async def test_a_deal_that_is_none_is_explained(anya: Seat, argument: str) -> None:
    await anya.send(f"/deal {argument}")
    assert anya.last.text == texts.BAD_DEAL
    assert not anya.last.buttons


@pytest.mark.parametrize(
    "argument",
    [
        "481516",
        "481 516",
        "#481516",
        "# 481 516",
        "481\u00a0516",
        "№481516",
        "№ 481 516",
        "0000481516",
    ],
)
async def test_a_deal_may_be_written_as_the_bot_writes_it(anya: Seat, argument: str) -> None:
    await anya.send(f"/deal {argument}")
    assert anya.last.text.startswith("Расклад №\u00a0481\u00a0516")
    await anya.tap("Чёртов")
    await anya.settled()
    assert "расклад №\u00a0481\u00a0516" in anya.last_table.caption


@pytest.mark.parametrize("payload", ["d0", "d" + "9" * 40, "x", "-", "d1_", "_" * 64])
async def test_a_link_that_is_none_says_so(stage: Stage, payload: str) -> None:
    vera = stage.town.private("Вера", started=False)
    await vera.start(payload)
    assert vera.last.text == texts.BAD_LINK
    assert await stage.services.session.current(vera.user_id) is None


async def test_new_sent_twice_at_once_lays_one_table(anya: Seat, stage: Stage) -> None:
    anya.say("/new")
    anya.say("/new")
    await anya.settled()
    first, second = anya.from_bot[-2:]
    one, other = (anya.press("Чёртов", on=each) for each in (first, second))
    await anya.answered(one)
    await anya.answered(other)
    await anya.settled()
    assert (await game(stage)).state == "playing"
    assert await stage.services.session.game(2) is None
    assert any("На столе неоконченная партия" in message.text for message in anya.from_bot)


async def test_new_over_a_game_asks_and_its_own_question_may_be_ignored(
    anya: Seat, stage: Stage
) -> None:
    await begin(anya)
    await anya.send("/new")
    await anya.tap("Чёртов")
    await anya.settled()
    await anya.tap("Играть дальше")
    assert anya.toast == texts.STAYS
    await anya.tap("Открыть", on=anya.last_table)
    await anya.settled()
    assert (await game(stage)).moves == "d"


# -- buttons


async def test_a_button_of_a_finished_game_says_so(anya: Seat, stage: Stage) -> None:
    await begin(anya)
    before = anya.last_table
    await anya.send("/finish")
    await anya.tap("Закончить партию")
    await anya.settled()
    await anya.forge(before, str(before.buttons[0]["callback_data"]))
    assert anya.toast == texts.GAME_OVER


async def test_a_button_of_a_dropped_game_moves_no_other(anya: Seat, stage: Stage) -> None:
    await begin(anya)
    before = anya.last_table
    await anya.send("/new")
    await anya.tap("Чёртов")
    await anya.settled()
    await anya.tap("Убрать")
    await anya.settled()
    await anya.forge(before, str(before.buttons[0]["callback_data"]))
    assert anya.toast == texts.GAME_OVER
    assert (await game(stage, 1)).state == "dropped"
    assert (await game(stage, 2)).moves == ""


async def test_nobody_reaches_another_chats_game(anya: Seat, stage: Stage) -> None:
    await begin(anya)
    boris = stage.town.private("Борис")
    await boris.send("/new")
    for data in (
        *("m:1:0:d", "m:1:1:d", "g:1:1:undo", "g:1:1:menu", "g:1:1:record", "g:1:1:again"),
        *("g:1:1:redeal", "g:1:1:finish", "g:1:1:down", "g:1:1:stay", "f:1:", "n:devils::1:"),
    ):
        await boris.forge(boris.last, data)
        await boris.settled()
        assert any(message.text.startswith("Во что сыграем?") for message in boris.from_bot)
    assert (await game(stage)).revision == 1
    assert (await game(stage)).state == "playing"
    assert "481516" not in " ".join(message.text for message in boris.from_bot)


NOISE = [
    *("", " ", ":", "::::", "m", "m:", "m:1", "m:1:0", "m:1:0:", "m:1:0:d:", "m:1:0:dd", "M:1:0:d"),
    *("m:-1:0:d", "m:1:-1:d", "m:1.5:0:d", "m:zzzzzzzzzzzz:zzzzzzzzzzzz:d", "m:1:0:ы", "m:١:0:d"),
    *(
        "m:1:0:d\n",
        "m:1:0:\u0000",
        "м:1:0:д",
        "g:1:0:",
        "g:1:0:nonsense",
        "c:0",
        "c:zzzzzz",
        "n:::",
    ),
    *("n:nonsense:::", "n:devils:zzzzzz::", "s:nonsense:0", "s:theme:zz", "s:theme:-1", "o:x:y"),
    *(
        "f:0:",
        "f:zzzzzzzzzzzz:zzzzzzzzzzzz",
        "🂡" * 16,
        "ж" * 32,
        "\ufffd" * 20,
        "x" * 64,
        "m:" * 32,
    ),
]


@pytest.mark.parametrize("where", ["table", "text"])
async def test_noise_in_callback_data_is_answered_and_changes_nothing(
    anya: Seat, stage: Stage, where: str, caplog: pytest.LogCaptureFixture
) -> None:
    await begin(anya)
    await anya.send("/help")
    for data in NOISE:
        answer = await anya.forge(anya.last_table if where == "table" else anya.last, data)
        assert "Что-то пошло не так" not in answer.text, data
        await anya.settled()
        stage.clock.now += 1  # or so many taps would be too fast for a person
    stored = await game(stage)
    assert (stored.moves, stored.state, stored.revision) == ("", "playing", 1)
    assert await stage.services.session.game(2) is None
    assert errors(caplog) == []


async def test_a_tap_on_a_message_sent_through_the_bot_is_answered(stage: Stage) -> None:
    """Such a tap names no chat."""
    anya = stage.town.private("Аня")
    await begin(anya)
    table = anya.last_table
    raw = stage.town.world.messages[anya.id][table.id]
    raw["sandbox"] = {**raw.get("sandbox", {}), "inline_message_id": "AAQ"}
    for data in (
        "m:1:1:d",
        "g:1:1:menu",
        "g:1:1:stay",
        "c",
        "n:devils:::",
        "f:1:",
        "s:theme:1",
        "o:devils:",
    ):
        answer = await anya.forge(table, data)
        assert answer.text == texts.OLD_BUTTON, data
    assert (await game(stage)).moves == ""


async def test_a_tap_on_a_message_too_old_to_be_seen_is_answered(stage: Stage) -> None:
    """Telegram tells no more of it than its id: https://core.telegram.org/bots/api#inaccessiblemessage"""
    anya = stage.town.private("Аня")
    await begin(anya)
    table = anya.last_table
    world = stage.town.world
    for data in ("g:1:1:menu", "c", "n:devils:::", "s:theme:1", "o:devils:", "f:1:", "m:1:1:d"):
        query = world.ask(anya.user_id, table.raw, data)
        world.deliver(
            "callback_query",
            {
                "id": query.id,
                "from": world.user(anya.user_id),
                "chat_instance": "1",
                "data": data,
                "message": {"chat": table.raw["chat"], "message_id": table.id, "date": 0},
            },
        )
        answer = await anya.answered(query.id)
        assert "Что-то пошло не так" not in answer.text, data
        await anya.settled()
        stage.clock.now += 1  # or so many taps would be too fast for a person


@pytest.mark.parametrize(
    "data", ["o:devils:goal", "s:close:0", "u:1:9", "c", "y:abc", "n:devils::1:", "f:1:"]
)
async def test_a_made_up_tap_leaves_the_table_as_it_is(anya: Seat, stage: Stage, data: str) -> None:
    await begin(anya)
    before = anya.last_table.raw
    answer = await anya.forge(anya.last_table, data)
    await anya.settled()
    assert answer.text == texts.OLD_BUTTON
    assert anya.last_table.raw == before
    assert (await game(stage)).state == "playing"


async def test_a_made_up_tap_does_not_make_another_message_the_table(
    anya: Seat, stage: Stage
) -> None:
    await begin(anya)
    await anya.send("/rules")
    await anya.forge(anya.last, "m:1:1:d")
    await anya.settled()
    stored = await game(stage)
    assert stored.message is not None
    assert stored.message.message_id < anya.last.id
