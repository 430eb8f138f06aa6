"""Groups as they are: added, removed, silenced, split in topics, upgraded, run by admins."""

from pathlib import Path

import pytest

from bot.texts import chat as texts
from bot.transport.callbacks import Move, pack
from storage import Chat, Game
from tests.staging.driver import Town
from tests.staging.seats import Group, Seat, Shown
from tests.staging.stage import Stage, begin, errors, performing


async def chat_of(stage: Stage, place: Group) -> Chat:
    chat = await stage.services.storage.chats.get(place.id)
    assert chat is not None
    return chat


async def current(stage: Stage, place: Group) -> Game:
    loaded = await stage.services.session.current(place.id)
    assert loaded is not None
    return loaded.game


def bot_id(stage: Stage) -> int:
    return int(stage.town.world.bot["id"])


# -- coming and going


async def test_a_group_is_greeted_once_and_can_begin_at_once(stage: Stage) -> None:
    club = stage.town.new_group("Клуб", members=[stage.town.person("Борис")["id"]])
    await club.settled()
    assert [message.text for message in club.from_bot] == [texts.GREETING]
    boris = club.seat("Борис")
    await boris.tap("Начать общий стол")
    await boris.settled()
    await boris.tap("Чёртов")
    await boris.settled()
    assert club.last_table.caption.startswith("Карты разложены")

    groups, anya = stage.town.sandbox.groups, stage.town.person("Аня")["id"]
    groups.remove(anya, club.id, bot_id(stage))
    await club.settled()
    groups.add(anya, club.id, bot_id(stage))
    await club.settled()
    assert sum(message.text == texts.GREETING for message in club.from_bot) == 1


async def test_a_bot_that_was_removed_writes_no_more_and_takes_up_the_game_later(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    dacha = stage.town.group("Дача")
    boris = dacha.seat("Борис")
    await begin(boris)
    groups, anya = stage.town.sandbox.groups, stage.town.person("Аня")["id"]
    press = boris.press("Открыть")
    groups.remove(anya, dacha.id, bot_id(stage))
    await boris.answered(press)
    await dacha.settled()
    assert not (await chat_of(stage, dacha)).active
    calls = len(stage.town.sandbox.calls)
    stage.services.tables.show(dacha.id, 1)
    await dacha.settled()
    assert len(stage.town.sandbox.calls) == calls

    groups.add(anya, dacha.id, bot_id(stage))
    await dacha.settled()
    assert (await chat_of(stage, dacha)).active
    assert "из колоды" in dacha.last_table.caption  # the tap that was committed meanwhile
    assert errors(caplog) == []


async def test_forbidden_marks_the_chat_until_somebody_writes_there(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    forbidden = stage.town.faults.forbid(anya.id)
    await anya.send("/help")
    chat = await stage.services.storage.chats.get(anya.id)
    assert chat is not None
    assert not chat.active
    stage.town.faults.remove(forbidden)
    await anya.send("/help")
    assert anya.last.text.startswith("Как играть")
    chat = await stage.services.storage.chats.get(anya.id)
    assert chat is not None
    assert chat.active


async def test_a_player_who_blocks_and_unblocks_finds_the_table_as_it_is(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await begin(anya)
    anya.press("Открыть")
    stage.town.sandbox.people.block(anya.user_id)
    await anya.settled()
    stage.town.sandbox.people.unblock(anya.user_id)
    await anya.settled()
    assert "Из колоды" in anya.last_table.caption


# -- rights


async def test_without_photos_the_table_is_text_and_later_a_picture_again(stage: Stage) -> None:
    dacha = stage.town.group("Дача")
    groups, anya_id = stage.town.sandbox.groups, stage.town.person("Аня")["id"]
    groups.restrict(anya_id, dacha.id, bot_id(stage), {"can_send_photos": False})
    boris = dacha.seat("Борис")
    await begin(boris)
    board = dacha.last
    assert not board.has_photo
    assert "Запас" in board.text
    assert board.rows[0][0] == "⏩ До шестёрки"
    await boris.tap("⏩")
    await boris.settled()
    assert dacha.last.id == board.id
    assert "6♠" in dacha.last.text

    await boris.send("/start")
    assert dacha.last.text == texts.GREETING
    await boris.send("/rules")
    assert "Чёртов пасьянс" in dacha.last.text

    groups.demote(anya_id, dacha.id, bot_id(stage))
    await dacha.settled()
    assert dacha.last_table.caption.startswith("\u2068Борис Орлов\u2069: ")
    assert not [message for message in dacha.from_bot if message.id == board.id and message.buttons]
    await boris.tap("6♠")
    await boris.settled()
    assert "6♠ с талона" in dacha.last_table.caption


async def test_photos_forbidden_in_the_middle_of_a_game(stage: Stage) -> None:
    dacha = stage.town.group("Дача")
    boris = dacha.seat("Борис")
    await begin(boris)
    stage.town.sandbox.groups.set_permissions(dacha.id, {"can_send_photos": False})
    await boris.tap("⏩")
    await boris.settled()
    await boris.send("/table")
    assert "6♠" in dacha.last.text
    assert dacha.last.rows[0] == ["6♠ с талона"]
    assert (await current(stage, dacha)).moves == "dd"


async def test_where_nothing_may_be_written_taps_still_count_and_nothing_breaks(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    dacha = stage.town.group("Дача")
    boris = dacha.seat("Борис")
    await begin(boris)
    rights = dict.fromkeys(("can_send_messages", "can_send_photos", "can_send_documents"), False)
    stage.town.sandbox.groups.set_permissions(dacha.id, rights)
    said = len(dacha.from_bot)
    for command in ("/new", "/table", "/rules", "/finish", "/start"):
        await dacha.seat("Аня").send(command)
    answer = await boris.tap("Открыть", on=dacha.last_table)
    assert answer.text.startswith("Из колоды")
    await boris.settled()
    assert len(dacha.from_bot) == said
    assert (await current(stage, dacha)).moves == "d"
    assert errors(caplog) == []

    stage.town.sandbox.groups.set_permissions(dacha.id, {})
    await boris.send("/table")
    assert dacha.last_table.id == dacha.last.id


# -- topics


@pytest.fixture
def forum(stage: Stage) -> Group:
    boris = stage.town.person("Борис")["id"]
    return stage.town.new_group("Форум", members=[boris], forum=True)


async def test_the_table_stays_in_its_topic(stage: Stage, forum: Group) -> None:
    boris = forum.seat("Борис")
    anya_id = stage.town.person("Аня")["id"]
    topic = stage.town.sandbox.groups.new_topic(anya_id, forum.id, "Пасьянсы")
    await begin(boris, thread=topic)
    await boris.send("/new", thread_id=topic)
    await boris.tap("☰", on=forum.last_table)
    await boris.settled()
    await boris.tap("Стол вниз")
    await boris.settled()
    await boris.send("/settings", thread_id=topic)
    since = [message for message in forum.from_bot if message.text != texts.GREETING]
    assert len(since) > 3
    assert {message.raw.get("message_thread_id") for message in since} == {topic}

    await boris.send("/table")  # asked for elsewhere: it comes along
    assert "message_thread_id" not in forum.last_table.raw


async def test_a_closed_topic_is_not_written_to_and_goes_on_when_opened(
    stage: Stage, forum: Group, caplog: pytest.LogCaptureFixture
) -> None:
    boris = forum.seat("Борис")
    anya_id = stage.town.person("Аня")["id"]
    groups = stage.town.sandbox.groups
    topic = groups.new_topic(anya_id, forum.id, "Пасьянсы")
    await begin(boris, thread=topic)
    groups.close_topic(anya_id, forum.id, topic)
    said = len(forum.from_bot)
    await boris.tap("Открыть")
    await boris.settled()
    await boris.send("/table", thread_id=topic)
    assert len(forum.from_bot) == said
    groups.close_topic(anya_id, forum.id, topic, closed=False)
    await boris.send("/table", thread_id=topic)
    assert "из колоды" in forum.last_table.caption
    assert forum.last_table.raw["message_thread_id"] == topic
    assert errors(caplog) == []


async def test_when_the_topic_is_deleted_the_table_comes_to_the_general_one(
    stage: Stage, forum: Group
) -> None:
    boris = forum.seat("Борис")
    topic = stage.town.sandbox.groups.new_topic(
        stage.town.person("Аня")["id"], forum.id, "Пасьянсы"
    )
    await begin(boris, thread=topic)
    press = boris.press("Открыть")
    stage.town.sandbox.groups.delete_topic(forum.id, topic)
    await boris.answered(press)
    await boris.settled()
    assert "из колоды" in forum.last_table.caption
    assert "message_thread_id" not in forum.last_table.raw
    await boris.tap("Открыть")
    await boris.settled()
    assert (await current(stage, forum)).moves == "dd"


# -- migration


@pytest.fixture
def small(stage: Stage) -> Group:
    boris = stage.town.person("Борис")["id"]
    return stage.town.new_group("Двор", members=[boris], supergroup=False)


async def test_a_game_goes_along_into_the_supergroup(stage: Stage, small: Group) -> None:
    boris = small.seat("Борис")
    await begin(boris)
    await boris.tap("⏩")
    await boris.settled()
    old = small.id
    stage.town.sandbox.groups.migrate(stage.town.person("Аня")["id"], old)
    await small.settled()
    assert small.id != old
    assert small.chat.type == "supergroup"
    assert len([message for message in small.from_bot if message.has_photo]) == 1
    await boris.tap("6♠")
    await boris.settled()
    assert "6♠ с талона" in small.last_table.caption
    assert (await current(stage, small)).moves == "ddw"
    assert await stage.services.storage.chats.get(old) is None
    assert (await chat_of(stage, small)).greeted


async def test_a_migration_that_only_a_refusal_tells_of(
    stage: Stage, small: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    boris = small.seat("Борис")
    await begin(boris)
    press = boris.press("Открыть")
    with monkeypatch.context() as patched:
        patched.setattr(stage.town.world, "deliver", lambda *_: None)  # no service message comes
        stage.town.sandbox.groups.migrate(stage.town.person("Аня")["id"], small.id)
    await boris.answered(press)
    await boris.settled()
    assert "из колоды" in small.last_table.caption
    assert (await current(stage, small)).moves == "d"


async def test_a_group_that_has_moved_is_answered_there_and_gets_its_table(
    stage: Stage, small: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    boris = small.seat("Борис")
    await begin(boris)
    boris.say("/help")
    with monkeypatch.context() as patched:
        patched.setattr(stage.town.world, "deliver", lambda *_: None)  # no service message comes
        stage.town.sandbox.groups.migrate(stage.town.person("Аня")["id"], small.id)
    await boris.settled()
    assert any("/new — выбрать" in message.text for message in small.from_bot)
    assert "Нужна" in small.last_table.caption
    assert (await current(stage, small)).message is not None


@pytest.mark.parametrize("words", ["chat not found", "PEER_ID_INVALID", "CHANNEL_PRIVATE"])
async def test_a_chat_that_is_gone_is_left_alone_until_somebody_writes_there(
    stage: Stage, caplog: pytest.LogCaptureFixture, words: str
) -> None:
    dacha = stage.town.group("Дача")
    boris = dacha.seat("Борис")
    await begin(boris)
    gone = stage.town.faults.refuse(400, f"Bad Request: {words}", None, dacha.id, times=None)
    await boris.tap("Открыть")
    await boris.settled()
    assert not (await chat_of(stage, dacha)).active
    calls = len(stage.town.sandbox.calls)
    await stage.services.housekeeping.redraw_lagging()
    await boris.settled()
    assert len(stage.town.sandbox.calls) == calls
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    stage.town.faults.remove(gone)
    await boris.send("/table")
    assert (await chat_of(stage, dacha)).active
    assert "в колоде\u00a087" in dacha.last_table.caption


async def test_a_migration_while_the_bot_is_down(tmp_path: Path) -> None:
    async with Town() as town:
        boris_id = town.person("Борис")["id"]
        small = town.new_group("Двор", members=[boris_id], supergroup=False)
        boris = small.seat("Борис")
        async with performing(town, tmp_path / "bot.db"):
            await begin(boris)
        town.sandbox.groups.migrate(town.person("Аня")["id"], small.id)
        async with performing(town, tmp_path / "bot.db") as stage:
            await small.settled()
            assert len([message for message in small.from_bot if message.has_photo]) == 1
            await boris.tap("Открыть")
            await boris.settled()
            assert (await current(stage, small)).moves == "d"


# -- who may do what


async def test_an_anonymous_admin_who_taps_is_not_called_by_name(stage: Stage) -> None:
    dacha = stage.town.group("Дача")
    anya, boris = dacha.seat("Аня"), dacha.seat("Борис")
    stage.town.sandbox.groups.promote(anya.user_id, dacha.id, anya.user_id, is_anonymous=True)
    await begin(boris)
    table = dacha.last_table
    await anya.tap("Открыть")
    await anya.settled()
    assert "Админ" in dacha.last_table.caption
    await boris.forge(table, pack(Move(1, 1, "d")))
    assert boris.toast.startswith("Уже: Админ — ")
    await boris.tap("Открыть")
    await boris.settled()
    assert "Борис" in dacha.last_table.caption
    assert not any("Аня" in message.text for message in dacha.from_bot)
    assert len(stage.town.calls("getChatAdministrators")) == 1


# -- comments under a channel's post


@pytest.fixture
def root(stage: Stage) -> int:
    """A channel's post, as it stands in the group «Дача» that discusses it."""
    world, dacha = stage.town.world, stage.town.group("Дача")
    author = {"from": {"id": 777000, "is_bot": False, "first_name": "Telegram"}}
    post = {"text": "Пост", "is_automatic_forward": True}
    return int(world.post(world.chats[dacha.id], author, post)["message_id"])


def comments(dacha: Group, root: int) -> list[int]:
    """The bot's messages that stand under the post."""
    return [
        message.id
        for message in dacha.from_bot
        if message.raw.get("reply_to_message", {}).get("message_id") == root
    ]


async def test_a_comment_is_answered_under_its_post(stage: Stage, root: int) -> None:
    dacha = stage.town.group("Дача")
    boris = dacha.seat("Борис")
    await boris.send("/help", reply_to=root)
    assert comments(dacha, root) == [dacha.last.id]
    await boris.send("/help")
    assert comments(dacha, root) != [dacha.last.id]


async def test_a_table_that_was_called_for_in_a_comment_lives_under_the_post(
    stage: Stage, root: int
) -> None:
    dacha = stage.town.group("Дача")
    boris = dacha.seat("Борис")
    await boris.send("/deal 481516", reply_to=root)
    await boris.tap("Чёртов")
    await boris.settled()
    assert dacha.last_table.id in comments(dacha, root)
    old = dacha.last_table
    await boris.tap("Стол вниз", on=await menu(boris))
    await boris.settled()
    assert dacha.last_table.id > old.id
    assert dacha.last_table.id in comments(dacha, root)
    await boris.send("/table")
    assert dacha.last_table.id not in comments(dacha, root)


async def menu(seat: Seat) -> Shown:
    await seat.tap("☰")
    await seat.settled()
    return seat.last_table


async def test_a_table_that_is_deleted_while_it_is_reposted_comes_again(stage: Stage) -> None:
    dacha = stage.town.group("Дача")
    boris = dacha.seat("Борис")
    await begin(boris)
    first = dacha.last_table
    stage.town.faults.delay(0.3, "sendPhoto", after=True)
    boris.say("/table")
    await boris.until(lambda: dacha.last_table.id > first.id, "the new table")
    gone = dacha.last_table
    dacha.seat("Аня").delete(gone)
    dacha.seat("Аня").delete(first)
    await boris.settled()
    await boris.send("/undo")
    await boris.send("/table")
    assert dacha.last_table.id > gone.id
    await boris.tap("Открыть")
    await boris.settled()
    assert "в колоде\u00a087" in dacha.last_table.caption


async def test_an_anonymous_admin_decides_but_is_never_a_player(stage: Stage) -> None:
    dacha = stage.town.group("Дача")
    anya, boris = dacha.seat("Аня"), dacha.seat("Борис")
    stage.town.sandbox.groups.promote(anya.user_id, dacha.id, anya.user_id, is_anonymous=True)
    await begin(boris)
    await boris.tap("Открыть")
    await boris.settled()
    await anya.send("/undo")
    assert (await current(stage, dacha)).moves == ""
    await anya.send("/finish")
    await anya.tap("Закончить партию")  # a tap tells who it is
    await anya.settled()
    assert await stage.services.session.current(dacha.id) is None
    await anya.send("/new")
    await anya.tap("Чёртов")
    await anya.settled()
    assert (await current(stage, dacha)).starter == anya.user_id
    assert await stage.services.storage.players.get(1087968824) is None


async def test_a_channel_may_ask_but_decides_nothing(stage: Stage) -> None:
    dacha = stage.town.group("Дача")
    boris, vera = dacha.seat("Борис"), dacha.seat("Вера")
    channel = stage.town.sandbox.groups.create_channel(vera.user_id, "Новости дачи")
    await begin(boris)
    await boris.tap("Открыть")
    await boris.settled()
    await vera.send("/undo", as_channel=channel.id)
    assert dacha.last.text == texts.ONLY_OWN_UNDO
    assert (await current(stage, dacha)).moves == "d"
    await vera.send("/rules", as_channel=channel.id)
    assert "Чёртов" in dacha.last.text
    assert await stage.services.storage.players.get(136817688) is None


async def test_nobody_makes_up_a_second_persons_consent(stage: Stage) -> None:
    dacha = stage.town.group("Дача")
    boris, vera = dacha.seat("Борис"), dacha.seat("Вера")
    await begin(boris)
    await vera.send("/finish")
    for data in ("f:1:1", "n:devils::1:1:", "n:devils:1:1:1:"):
        await vera.forge(dacha.last, data)
        await vera.settled()
        assert (await current(stage, dacha)).id == 1
    await vera.tap("Закончить партию", on=dacha.last)
    assert vera.toast == texts.NEED_SECOND
    assert (await current(stage, dacha)).state == "playing"


async def test_undo_is_for_who_moved_who_began_and_admins(stage: Stage) -> None:
    dacha = stage.town.group("Дача")
    anya, boris, vera = (dacha.seat(name) for name in ("Аня", "Борис", "Вера"))
    await begin(boris)
    for mover, other, may in ((vera, boris, True), (vera, anya, True), (boris, vera, False)):
        await mover.tap("Открыть")
        await mover.settled()
        answer = await other.tap("↩️")
        await other.settled()
        assert answer.text == (texts.UNDONE if may else texts.ONLY_OWN_UNDO)
        assert (await current(stage, dacha)).moves == ("" if may else "d")


async def test_a_stranger_to_the_game_is_told_by_a_toast_alone(stage: Stage) -> None:
    dacha = stage.town.group("Дача")
    anya, boris, vera = (dacha.seat(name) for name in ("Аня", "Борис", "Вера"))
    await begin(boris)
    await anya.send("/settings")
    await anya.tap("Кто ходит")
    await anya.settled()
    said = len(dacha.from_bot)
    answer = await vera.tap("Открыть", on=dacha.last_table)
    assert answer.text == texts.ONLY_STARTER
    await vera.settled()
    assert len(dacha.from_bot) == said
    assert (await current(stage, dacha)).moves == ""
