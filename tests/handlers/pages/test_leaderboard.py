"""/top: tabs, places, names, and who may be seen."""

from typing import cast

import pytest
from telegram.error import Forbidden

from bot.screen.courier import Content
from bot.screen.courier import Place as CourierPlace
from bot.texts import chat as texts
from bot.texts import leaderboard as words
from bot.texts import settings as settings_words
from storage import PlayerChanges
from tests.staging.results import common, played
from tests.staging.stage import Stage

TODAY = "2027-01-15"  # by the clock of the stage; its Monday is the eleventh


async def test_ones_own_place_is_told_though_it_is_not_among_the_first(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    storage = stage.services.storage
    await anya.send("/start")
    for player in range(1, 13):
        await played(storage, player, TODAY, points=100 - player)
    await played(storage, anya.id, TODAY, points=10)
    await anya.send("/top")
    lines = anya.last.text.split("\n")
    assert lines[0] == "Рейтинг · Чёртов пасьянс"
    assert lines[1] == "Сегодня, 15\u00a0января · люди"
    assert lines[3] == "🥇 \u2068Игрок 1\u2069 — 99, открыто 100"
    assert lines[12:15] == [
        "10. \u2068Игрок 10\u2069 — 90, открыто 100",
        "…",
        "13. Вы — 10, открыто 100",
    ]
    assert "Всего в рейтинге 13\u00a0человек." in anya.last.text


async def test_equal_results_share_a_place_and_the_next_is_left_out(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    storage = stage.services.storage
    for player, points, opened in ((1, 90, 80), (2, 90, 80), (3, 90, 90), (4, 80, 1), (5, 80, 1)):
        await played(storage, player, TODAY, points, opened=opened, kind="first-last-hold")
    await anya.send("/top")
    places = [line.split()[0] for line in anya.last.text.split("\n")[3:8]]
    assert places == ["🥇", "🥇", "🥉", "4.", "4."]


async def test_periods_count_by_the_date_of_the_deal(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    storage = stage.services.storage
    await anya.send("/start")
    for date, points, won in (
        ("2027-01-10", 20, False),  # the Sunday before
        ("2027-01-11", 154, True),
        ("2027-01-14", 40, False),
        (TODAY, 50, False),
    ):
        await played(storage, anya.id, date, points, won=won)
    await anya.send("/top")
    await anya.tap("Неделя")
    await anya.settled()
    assert "Неделя с\u00a011\u00a0января · люди" in anya.last.text
    assert "🥇 Вы — 244, 3\u00a0партии, сошлась 1" in anya.last.text
    await anya.tap("Всё время")
    await anya.settled()
    assert "🥇 Вы — 264, 4\u00a0партии, сошлась 1" in anya.last.text
    await anya.tap("Сегодня")
    await anya.settled()
    assert "🥇 Вы — 50, открыто 100" in anya.last.text
    assert len(anya.from_bot) == 2  # one message was turned all the time


async def test_a_group_sees_its_own_people_first(stage: Stage) -> None:
    storage = stage.services.storage
    group = stage.town.group("Дача")
    anya, boris = group.seat("Аня"), group.seat("Борис")
    await boris.send("/stats")
    await anya.send("/top")
    assert "Личных результатов пока нет" in group.last.text
    assert ["· Этот чат ·", "Люди", "Чаты"] in group.last.rows
    for person, points in ((anya, 60), (boris, 70)):
        await played(storage, person.user_id, TODAY, points, kind="first-last-hold")
    await played(storage, 1, TODAY, 80, kind="first-last-hold")
    await storage.chats.visited(group.id, anya.user_id)
    await storage.chats.visited(group.id, boris.user_id)
    await anya.send("/top")
    await anya.settled()
    assert "Всего в рейтинге 2" in group.last.text
    assert "Игрок 1" not in group.last.text
    assert "🥇 \u2068Борис Орлов\u2069 — 70" in group.last.text
    await anya.tap("Люди")
    await anya.settled()
    assert "🥇 \u2068Игрок 1\u2069 — 80" in group.last.text


async def test_chats_go_by_their_size_until_an_admin_allows_the_title(stage: Stage) -> None:
    storage = stage.services.storage
    group, other = stage.town.group("Дача"), stage.town.new_group("Клуб")
    anya, boris = group.seat("Аня"), other.seat("Борис")
    await anya.send("/start")
    await boris.send("/start")
    ids = [seat.user_id for seat in (anya, boris)]
    await common(storage, group.id, TODAY, {ids[0]: 60, None: 5}, kind="first-last-hold")
    for visitor in ids:
        await storage.chats.visited(group.id, visitor)
    await boris.send("/top")
    await boris.tap("Чаты")
    await boris.settled()
    assert "🥇 Чат, 2\u00a0игрока — 65" in other.last.text
    assert "Этого чата здесь ещё нет" in other.last.text
    assert "За общим столом" not in other.last.text
    await anya.send("/settings")
    await anya.tap("Название")
    await anya.settled()
    assert ["Название в рейтинге: видно всем"] in group.last.rows
    await boris.tap("· Чаты ·")
    await boris.settled()
    assert "🥇 \u2068Дача\u2069 — 65" in other.last.text
    await anya.send("/top")
    await anya.tap("Чаты")
    await anya.settled()
    assert "🥇 Этот чат — 65" in group.last.text
    assert "За общим столом уложено: \u2068Аня\u2069\u00a060, Игрок\u00a05" in group.last.text


async def test_names_hidden_foreign_or_odd_spoil_no_line(stage: Stage) -> None:
    storage = stage.services.storage
    anya = stage.town.private("Аня")
    odd = {1: "<b>Жирный</b>", 2: "\u202eнаоборот", 3: "\u200b" * 200, 4: "Длинное " * 30}
    for player in (*odd, 5, 6, 7):
        await played(storage, player, TODAY, points=100 - player, kind="first-last-hold")
    for player, name in odd.items():
        await storage.players.ensure(player, name, None, 1)
    await storage.players.change(5, anonymous=True)
    await storage.players.change(6, hidden=True)
    await storage.players.delete(7, TODAY)
    await anya.send("/top")
    lines = anya.last.text.split("\n")[3:9]
    assert lines[0].startswith("🥇 \u2068<b>Жирный</\u2060b>\u2069 — 99")
    assert lines[1].startswith("🥈 \u2068наоборот\u2069 — 98")
    assert lines[2].startswith("🥉 \u2068Игрок\u2069 — 97")
    assert lines[3].startswith("4. \u2068Длинное Длинное")
    assert len(lines[3]) < 70
    assert [line.split(" — ")[0] for line in lines[4:]] == ["5. Аноним", "6. Аноним"]
    assert "6\u00a0человек" in anya.last.text


async def test_a_renamed_player_goes_by_the_new_name(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    boris = stage.town.private("Борис")
    await anya.send("/start")
    await played(stage.services.storage, anya.id, TODAY, kind="first-last-hold")
    await boris.send("/top")
    assert "Аня" in boris.last.text
    stage.town.person("Аня")["first_name"] = "Анна"
    await anya.send("/help")
    await boris.send("/top")
    assert "Анна" in boris.last.text


async def test_forged_tabs_are_refused(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/top")
    before = anya.last.text
    for data in ("t:day:here:devils", "t:year:people:devils", "t:day:people:chess"):
        answer = await anya.forge(anya.last, data)
        assert answer.text == texts.OLD_BUTTON
    assert anya.last.text == before


async def test_in_a_busy_group_the_page_waits_and_says_so(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya = group.seat("Аня")
    await anya.send("/top")
    before = group.last.text
    stage.services.tables._pace.blocked(group.id, 30)
    await anya.tap("Неделя")
    assert anya.toast.startswith("Слишком часто")
    assert group.last.text == before


async def test_the_board_is_a_tap_away_from_a_finished_game(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/deal 1")
    await anya.tap("Чёртов")
    await anya.settled()
    await anya.send("/finish")
    await anya.tap("Закончить")
    await anya.settled()
    table = anya.last_table
    await anya.tap("Рейтинг")
    await anya.settled()
    assert anya.last.text.startswith("Рейтинг · Чёртов пасьянс")
    assert anya.last.id > table.id


def test_the_title_is_a_matter_of_groups_alone() -> None:
    option = next(one for one in settings_words.OPTIONS if one.column == "title_allowed")
    assert option.groups_only


@pytest.mark.parametrize("nameless", ["anonymous", "hidden"])
async def test_in_a_group_nothing_tells_who_of_the_nameless_is_asking(
    stage: Stage, nameless: str
) -> None:
    storage, private = stage.services.storage, stage.town.private("Аня")
    anya = stage.town.group("Дача").seat("Аня")
    await anya.send("/start")
    for player in range(1, 12):
        await played(storage, player, TODAY, 100 - player, kind="first-last-hold")
    await played(storage, private.id, TODAY, 10, kind="first-last-hold")
    await private.send("/top")
    assert "12. Вы — 10" in private.last.text
    await anya.send("/top")
    await anya.tap("Люди")
    await anya.settled()
    assert "12. \u2068Аня\u2069 — 10" in anya.last.text
    await storage.players.change(private.id, **cast(PlayerChanges, {nameless: True}))
    await anya.send("/top")
    await anya.tap("Люди")
    await anya.settled()
    assert "12." not in anya.last.text
    await private.send("/top")
    assert "12. Вы — 10" in private.last.text


async def many(stage: Stage, count: int, kind: str = "first-last-hold") -> None:
    """So many people with points from 1 on, the first of whom has the fewest."""
    for player in range(1, count + 1):
        await played(stage.services.storage, player, TODAY, player, kind=kind)


def places(told: str) -> list[str]:
    """The place of each line on a page."""
    return [line.split()[0] for line in told.split("\n\n")[1].split("\n")]


async def test_lists_go_on_beyond_ten(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await many(stage, 24)
    await anya.send("/top")
    assert anya.last.rows[0] == ["Вокруг меня", "11–20 ›"]
    await anya.tap("11–20 ›")
    await anya.settled()
    assert places(anya.last.text) == [f"{place}." for place in range(11, 21)]
    assert anya.last.rows[0] == ["‹ 1–10", "Вокруг меня", "21–24 ›"]
    await anya.tap("21–24 ›")
    await anya.settled()
    assert places(anya.last.text) == ["21.", "22.", "23.", "24."]
    assert anya.last.rows[0] == ["‹ 11–20", "Вокруг меня"]
    await anya.tap("Вокруг меня")
    assert anya.toast == words.NO_LINE
    assert "Всего в рейтинге 24" in anya.last.text
    await anya.tap("‹ 11–20")
    await anya.settled()
    await anya.tap("‹ 1–10")
    await anya.settled()
    assert places(anya.last.text)[:4] == ["🥇", "🥈", "🥉", "4."]
    assert len(anya.from_bot) == 1


async def test_ones_own_neighbourhood(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await anya.send("/start")
    await many(stage, 40)
    # As good as the one of fifteen points; ids tell who of equals stands first.
    await played(stage.services.storage, anya.id, TODAY, 15, kind="first-last-hold")
    await anya.send("/top")
    assert places(anya.last.text)[-2:] == ["…", "26."]
    await anya.tap("Вокруг меня")
    await anya.settled()
    assert places(anya.last.text) == [
        *(f"{place}." for place in (22, 23, 24, 25, 26, 26)),
        *(f"{place}." for place in (28, 29, 30, 31)),
    ]
    assert "26. Вы — 15" in anya.last.text
    assert anya.last.rows[0] == ["‹ 12–21", "32–41 ›"]
    await anya.tap("32–41")
    await anya.settled()
    assert places(anya.last.text)[:3] == ["26.", "…", "32."]
    assert anya.last.rows[0] == ["‹ 22–31", "Вокруг меня"]


async def test_around_the_first_and_the_last_stand_ten_too(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    storage = stage.services.storage
    await anya.send("/start")
    await many(stage, 12)
    await played(storage, anya.id, TODAY, 0, kind="first-last-hold")
    await anya.send("/top")
    assert places(anya.last.text)[-2:] == ["…", "—"]
    assert "— Вы — 0, открыто 100" in anya.last.text
    assert "Всего в рейтинге 12" in anya.last.text
    await anya.tap("Вокруг меня")
    assert anya.toast == words.NO_LINE
    boris = stage.town.private("Борис")
    await boris.send("/start")
    await played(storage, boris.id, TODAY, 1, kind="first-last-hold")
    await boris.send("/top")
    await boris.tap("Вокруг меня")
    await boris.settled()
    assert places(boris.last.text) == [f"{place}." for place in (*range(4, 13), 12)]


async def test_without_a_point_there_is_neither_medal_nor_line_for_others(stage: Stage) -> None:
    anya, boris = stage.town.private("Аня"), stage.town.private("Борис")
    await anya.send("/start")
    await played(stage.services.storage, anya.id, TODAY, 0, kind="first-last-hold")
    await anya.send("/top")
    assert "— Вы — 0" in anya.last.text
    assert "🥇" not in anya.last.text
    await boris.send("/top")
    assert "Результатов ещё нет" in boris.last.text


async def test_people_of_the_same_name_are_told_apart(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    storage = stage.services.storage
    await many(stage, 5)
    for player in (1, 2, 3):
        await storage.players.ensure(player, "Вера", None, 1)
    await storage.players.change(3, anonymous=True)
    await anya.send("/top")
    lines = anya.last.text.split("\n")[3:8]
    assert [line.split(" — ")[0] for line in lines] == [
        "🥇 \u2068Игрок 5\u2069",
        "🥈 \u2068Игрок 4\u2069",
        "🥉 Аноним",
        "4. \u2068Вера\u2069\u00a0#37",
        "5. \u2068Вера\u2069\u00a0#83",
    ]
    assert "чтобы не путать тёзок" in anya.last.text


async def test_a_group_is_sent_where_personal_results_are_made(stage: Stage) -> None:
    group = stage.town.group("Дача")
    anya = group.seat("Аня")
    await anya.send("/top")
    for field in ("Люди", "Этот чат"):
        await anya.tap(field)
        await anya.settled()
        assert "/daily" not in group.last.text
        assert "в личном чате с ботом" in group.last.text
        (button,) = [
            one
            for row in group.last.raw["reply_markup"]["inline_keyboard"]
            for one in row
            if one["text"] == words.IN_PRIVATE
        ]
        assert button["url"].endswith("?start=d")
    await anya.tap("Чаты")
    await anya.settled()
    assert "/daily" in group.last.text
    assert group.last.button(words.IN_PRIVATE) is None
    private = stage.town.private("Аня")
    await private.send("/top")
    await private.tap("Чаты")
    await private.settled()
    assert "/daily" not in private.last.text


async def test_forged_pages_are_harmless(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await many(stage, 24)
    await anya.send("/top")
    for data in ("tl:day:here:devils:a", "tl:year:people:devils:a", "tl:day:people:chess:a"):
        assert (await anya.forge(anya.last, data)).text == texts.OLD_BUTTON
    assert places(anya.last.text)[0] == "🥇"


async def test_a_page_that_the_list_no_longer_has_is_its_end(stage: Stage) -> None:
    storage = stage.services.storage
    anya = stage.town.private("Аня")
    await many(stage, 21)
    await anya.send("/top")
    await anya.tap("11–20 ›")
    await anya.settled()
    await storage.players.delete(1, "2027-02-01")
    await anya.tap("21 ›")
    await anya.settled()
    assert places(anya.last.text) == ["20."]
    assert anya.last.rows[0] == ["‹ 10–19", "Вокруг меня"]


async def test_the_leaderboard_opens_at_the_patience_played_last(stage: Stage) -> None:
    anya, group = stage.town.private("Аня"), stage.town.group("Дача").seat("Аня")
    for seat, way, title in (
        (anya, "Чёртов", "Чёртов пасьянс"),
        (anya, "Первые и последние, по книге", "Первые и последние"),
        (anya, "Чёртов", "Чёртов пасьянс"),
        (group, "Первые и последние, по книге", "Первые и последние"),
        (anya, "", "Чёртов пасьянс"),
        (group, "", "Первые и последние"),
    ):
        if way:
            await seat.send("/new")
            await seat.tap(way)
            await seat.settled()
            if seat.last.button("Убрать и разложить новую"):
                await seat.tap("Убрать и разложить новую")
            await seat.settled()
        await seat.send("/top")
        await seat.settled()
        assert seat.last.text.startswith(f"Рейтинг · {title}\n")


@pytest.mark.parametrize(
    ("refusal", "leaves"),
    [
        ("Forbidden: user is deactivated", True),
        ("Forbidden: bot was blocked by the user", False),
    ],
)
async def test_whose_account_is_gone_leaves_the_lists(
    stage: Stage, refusal: str, leaves: bool
) -> None:
    anya, boris = stage.town.private("Аня"), stage.town.private("Борис")
    storage = stage.services.storage
    for seat, points in ((anya, 90), (boris, 80)):
        await seat.send("/start")
        await played(storage, seat.id, TODAY, points, kind="first-last-hold")
    stage.town.faults.refuse(403, refusal, "sendMessage")
    with pytest.raises(Forbidden):
        await stage.services.courier.send(CourierPlace(anya.id), Content("Напоминание"))
    left = await storage.chats.get(anya.id)
    assert left is not None
    assert not left.active
    await boris.send("/top")
    assert ("Аня" in boris.last.text) == (not leaves)
    assert f"{'🥇' if leaves else '🥈'} Вы — 80" in boris.last.text
    await anya.send("/top")  # heard of again
    assert "🥇 Вы — 90" in anya.last.text
