"""A challenge that stands in other people's chats, and those who take it up."""

from itertools import pairwise
from pathlib import Path

import pytest

from bot.play.challenges import KEPT, LEFT_AFTER, LIVES
from bot.texts import challenge as texts
from bot.texts import chat as chat_texts
from tests.handlers.chats.test_sharing import finished
from tests.handlers.pages.test_daily import finish
from tests.staging.calendar_stage import TODAY, on_day, table_of
from tests.staging.challenges import DEAL, Sent, play, send
from tests.staging.driver import Town
from tests.staging.seats import Json, Seat
from tests.staging.stage import Stage
from tests.staging.wins import WINS

NBSP = "\u00a0"
# In deal 481516 of the Devil's patience the second card opened fits: it is worth a point.
ONE_CARD = "ddw"


async def own_result(stage: Stage, seat: Seat, moves: str = "dd") -> int:
    """Deal 481516, played alone and ended; the game."""
    await seat.start(f"n_{DEAL}_devils")
    game = await table_of(stage, seat)
    await play(stage, seat, moves)
    await finish(seat)
    return game.id


async def challenged(stage: Stage, moves: str = "dd") -> Sent:
    """Аня has sent her result of deal 481516 to her neighbours, where the bot is no member."""
    anya = stage.town.private("Аня")
    game = await own_result(stage, anya, moves)
    return await send(stage, stage.town.group("Соседи").seat("Аня"), f"итог {game}")


async def take_up(stage: Stage, sent: Sent, name: str, moves: str = "") -> Seat:
    """Somebody follows the link, and plays so far."""
    seat = stage.town.private(name)
    await seat.start(sent.payload)
    if moves:
        await play(stage, seat, moves)
    return seat


async def test_a_deal_of_the_day_travels_to_a_chat_without_the_bot(today: Stage) -> None:
    anya = today.town.private("Аня")
    await finished(today, anya, 150)
    sent = await send(today, today.town.group("Соседи").seat("Аня"), "", 0)
    assert sent.message.text.splitlines() == [
        f"Чёртов пасьянс, расклад дня 15{NBSP}января",
        f"\u2068Аня\u2069: уложено{NBSP}70{NBSP}из{NBSP}104, побьёте?",
        "🟩🟩🟩🟩🟩⬛⬛⬛ 1 1 1 1 1 – – –",
        "Тот же расклад: /deal 15.01.2027 в @pasyans_bot",
    ]
    assert await sent.in_step() == []

    boris = await take_up(today, sent, "Борис")
    assert texts.TAKEN_UP_RANKED in [each.text for each in boris.from_bot]
    game = await table_of(today, boris)
    assert (game.label, game.ranked) == (TODAY, True)
    assert await sent.in_step() == [
        f"1. Аня — 70{NBSP}из{NBSP}104, 70, раньше",
        "· Борис Орлов — играет",
    ]
    await play(today, boris, WINS[game.deal])
    passes = WINS[game.deal].count("r") + 1
    points = 104 + 50 + 25 * (3 - passes)
    word = "проход" if passes == 1 else "прохода"
    assert await sent.in_step() == [
        f"1. Борис Орлов — за {passes}{NBSP}{word}, {points}",
        f"2. Аня — 70{NBSP}из{NBSP}104, 70, раньше",
    ]
    assert sent.message.rows == [[texts.PLAY], [texts.WHO_PLAYED]]


async def test_the_first_game_counts_and_no_other(stage: Stage) -> None:
    sent = await challenged(stage)
    boris = await take_up(stage, sent, "Борис")
    assert boris.from_bot[-2].text == texts.TAKEN_UP
    await finish(boris)
    again = await take_up(stage, sent, "Борис", ONE_CARD)
    assert again.from_bot[-2].text == texts.STANDS
    assert not (await table_of(stage, boris)).strict
    await finish(boris)
    lines = await sent.in_step()
    assert f"1. Борис Орлов — 0{NBSP}из{NBSP}104, 0" in lines


async def test_it_goes_by_the_rules_of_ranking(stage: Stage) -> None:
    sent = await challenged(stage)
    boris = await take_up(stage, sent, "Борис")
    await boris.tap("Открыть")
    await boris.settled()
    await boris.tap("↩️")
    assert boris.toast == chat_texts.SHOWN
    assert "вызов" in boris.last_table.caption
    game = await table_of(stage, boris)
    assert (game.ranked, game.challenged, game.moves) == (False, True, "d")
    await finish(boris)
    assert "В вызове: 0" in boris.last_table.caption

    # Not so outside of it.
    await boris.tap("Тот же расклад")
    await boris.settled()
    await boris.tap("Открыть")
    await boris.settled()
    await boris.tap("↩️")
    assert boris.toast == chat_texts.UNDONE


async def test_hints_cost_points(stage: Stage) -> None:
    sent = await challenged(stage)
    boris = await take_up(stage, sent, "Борис", ONE_CARD)
    game = await table_of(stage, boris)
    assert await stage.services.storage.games.hint(game.id, game.revision) == 1
    await finish(boris)
    challenge = await stage.services.challenges.find(sent.token)
    assert challenge is not None
    lines = await stage.services.challenges.lines(challenge)
    (line,) = [line for line in lines if line.player_id == boris.id]
    assert line.result.hints == 1


async def test_a_game_that_is_left_stands_as_it_is(stage: Stage) -> None:
    sent = await challenged(stage)
    boris = await take_up(stage, sent, "Борис", ONE_CARD)
    assert "· Борис Орлов — играет" in await sent.in_step()
    await boris.send("/new")
    await boris.tap("Чёртов")
    await boris.settled()
    assert boris.last.text.endswith(chat_texts.STAYS_IN_CHALLENGE)
    await boris.tap("Убрать и разложить новую")
    await boris.settled()
    assert f"1. Борис Орлов — 1{NBSP}из{NBSP}104, 1" in await sent.in_step()


async def test_a_game_that_nobody_goes_on_with_stands_as_it_is(stage: Stage) -> None:
    sent = await challenged(stage)
    boris = await take_up(stage, sent, "Борис", ONE_CARD)
    assert "· Борис Орлов — играет" in await sent.in_step()
    assert f"1. Борис Орлов — 1{NBSP}из{NBSP}104, 1" in await sent.in_step(LEFT_AFTER)
    # Gone on with, it is that game that counts.
    await play(stage, boris, "d")
    await finish(boris)
    assert f"1. Борис Орлов — 1{NBSP}из{NBSP}104, 1" in await sent.in_step()


async def test_who_has_played_it_before_stands_with_that(stage: Stage) -> None:
    boris = stage.town.private("Борис")
    await own_result(stage, boris, ONE_CARD)
    sent = await challenged(stage)
    await take_up(stage, sent, "Борис")
    assert boris.from_bot[-2].text == texts.STANDS_EARLIER
    assert not (await table_of(stage, boris)).strict
    await play(stage, boris, "dd")
    assert f"1. Борис Орлов — 1{NBSP}из{NBSP}104, 1, раньше" in await sent.in_step()


async def test_a_ranked_game_that_was_begun_before_is_the_one(today: Stage) -> None:
    boris = today.town.private("Борис")
    await boris.start(f"d_{TODAY}_devils")
    game = await table_of(today, boris)
    sent = await send(today, today.town.group("Соседи").seat("Аня"), "")
    await take_up(today, sent, "Борис")
    assert (await table_of(today, boris)).id == game.id
    await finish(boris)
    assert await sent.in_step() == [f"1. Борис Орлов — 0{NBSP}из{NBSP}104, 0"]


async def test_the_same_deal_on_the_table_has_to_go_first(stage: Stage) -> None:
    """It was begun otherwise, by other rules."""
    boris = stage.town.private("Борис")
    await boris.start(f"n_{DEAL}_devils")
    before = await table_of(stage, boris)
    sent = await challenged(stage)
    await take_up(stage, sent, "Борис")
    assert await sent.in_step() == []
    assert (await table_of(stage, boris)).id == before.id
    await boris.tap("Убрать и разложить новую")
    await boris.settled()
    game = await table_of(stage, boris)
    assert (game.deal, game.challenged) == (DEAL, True)
    assert "· Борис Орлов — играет" in await sent.in_step()
    # Its own game goes on.
    await take_up(stage, sent, "Борис")
    assert (await table_of(stage, boris)).id == game.id


def edit_times(stage: Stage) -> list[float]:
    """When messages have been edited from now on, by the bot's clock."""
    times: list[float] = []

    def hear(event: Json) -> None:
        if event["type"] == "edited":
            times.append(stage.clock.now)

    stage.town.world.listeners.append(hear)
    return times


async def test_it_is_edited_at_most_once_in_ten_seconds(stage: Stage) -> None:
    sent = await challenged(stage)
    players = stage.services.storage.players
    await finish(await take_up(stage, sent, "Борис"))
    await sent.in_step()
    times = edit_times(stage)
    for step in range(40):
        await players.change(sent.seat.user_id, anonymous=step % 2 == 0)
        await sent.in_step(1)
    await sent.in_step()
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert len(times) > 2
    assert min(gaps) >= 10
    # Nothing has changed since.
    edited = len(times)
    await sent.in_step(1000)
    assert len(times) == edited


async def test_it_waits_as_long_as_telegram_asks(stage: Stage) -> None:
    sent = await challenged(stage)
    await finish(await take_up(stage, sent, "Борис"))
    await sent.in_step()
    await stage.services.storage.players.change(sent.seat.user_id, anonymous=True)
    times, fault = edit_times(stage), stage.town.faults.too_many_requests(30, "editMessageText")
    assert fault in stage.town.faults.waiting
    await sent.in_step()
    refused_at = stage.clock.now
    assert fault not in stage.town.faults.waiting
    while not times:
        await sent.in_step(1)
    assert times[0] >= refused_at + 30


async def test_a_restart_loses_no_line(tmp_path: Path) -> None:
    async with Town() as town:
        async with on_day(town, tmp_path / "bot.db") as stage:
            sent = await challenged(stage)
            await finish(await take_up(stage, sent, "Борис"))
            await stage.services.live_challenges.close()
        async with on_day(town, tmp_path / "bot.db") as stage:
            lines = await Sent(stage, sent.seat, sent.message_id).in_step(100)
            assert len(lines) == 2


async def test_lines_wait_until_somebody_tells_which_message_it_is(stage: Stage) -> None:
    stage.town.world.inline_feedback = False
    sent = await challenged(stage)
    await finish(await take_up(stage, sent, "Борис"))
    assert await sent.in_step() == []
    vera = stage.town.group("Соседи").seat("Вера")
    await vera.tap(texts.WHO_PLAYED, on=sent.message)
    assert len(await sent.in_step()) == 2


async def test_who_played_tells_the_asker_how_they_did(stage: Stage) -> None:
    sent = await challenged(stage)
    neighbour = stage.town.group("Соседи").seat("Вера")
    await neighbour.tap(texts.WHO_PLAYED, on=sent.message)
    assert neighbour.answer is not None
    assert neighbour.answer.show_alert
    assert neighbour.toast == texts.NOBODY
    await finish(await take_up(stage, sent, "Борис", ONE_CARD))
    await finish(await take_up(stage, sent, "Вера"))
    await neighbour.tap(texts.WHO_PLAYED, on=sent.message)
    assert neighbour.toast == (
        f"Игроков: 3. Лучше всех Борис Орлов: 1{NBSP}из{NBSP}104, 1. "
        f"Вы — 0{NBSP}из{NBSP}104, 0, место{NBSP}2."
    )


async def test_after_a_week_it_stands_as_it_is(stage: Stage) -> None:
    sent = await challenged(stage)
    await take_up(stage, sent, "Борис", ONE_CARD)
    assert "· Борис Орлов — играет" in await sent.in_step()
    assert f"1. Борис Орлов — 1{NBSP}из{NBSP}104, 1" in await sent.in_step(LIVES)
    await finish(await take_up(stage, sent, "Вера"))
    assert len(await sent.in_step()) == 2


async def test_what_is_gone_is_let_alone(stage: Stage) -> None:
    sent = await challenged(stage)
    payload, token = sent.payload, sent.token
    sent.seat.delete(sent.message)
    await stage.town.private("Борис").start(payload)
    for _ in range(3):
        stage.clock.now += 1000
        await stage.services.live_challenges.catch_up()
    assert len(stage.town.calls("editMessageText")) == 1
    ended = await stage.services.challenges.find(token)
    assert ended is not None
    assert ended.ended


async def test_after_a_month_the_deal_is_still_there(stage: Stage) -> None:
    sent = await challenged(stage)
    stage.clock.now += KEPT + 1
    boris = await take_up(stage, sent, "Борис")
    assert boris.from_bot[-2].text == texts.EXPIRED
    game = await table_of(stage, boris)
    assert (game.deal, game.strict) == (DEAL, False)
    neighbour = stage.town.group("Соседи").seat("Вера")
    await neighbour.tap(texts.WHO_PLAYED, on=sent.message)
    assert neighbour.toast == texts.OVER
    await stage.services.housekeeping.clear_away()
    assert await stage.services.storage.challenges.get(sent.token) is None
    rows = await stage.services.storage._db.read.rows("SELECT 1 FROM challenge_attempts")
    assert rows == []


class TestForged:
    """Tokens that nobody was given, or for something else."""

    @pytest.mark.parametrize("token", ["AAAAAAAAAA", "0000000000"])
    async def test_a_token_of_no_challenge(self, stage: Stage, token: str) -> None:
        boris = stage.town.private("Борис")
        await boris.start(f"n_{DEAL}_devils_{token}")
        assert boris.from_bot[-2].text == texts.EXPIRED
        assert not (await table_of(stage, boris)).strict

    async def test_a_token_with_another_deal(self, stage: Stage) -> None:
        sent = await challenged(stage)
        boris = stage.town.private("Борис")
        await boris.start(f"n_1_devils_{sent.token}")
        assert not (await table_of(stage, boris)).strict
        await finish(boris)
        await boris.start(f"n_{DEAL}_first-last_{sent.token}")
        assert not (await table_of(stage, boris)).strict
        assert await sent.in_step() == []

    async def test_in_a_group_it_is_the_deal_alone(self, stage: Stage) -> None:
        sent = await challenged(stage)
        dacha = stage.town.group().seat("Борис")
        await dacha.send(f"/start@pasyans_bot {sent.payload}")
        assert (await table_of(stage, dacha)).challenged is False
        assert await sent.in_step() == []

    async def test_buttons_where_they_do_not_stand(self, stage: Stage) -> None:
        sent = await challenged(stage)
        boris = stage.town.private("Борис")
        await boris.send("/new")
        for data in (f"w:{sent.token}", f"x:{sent.token}:1"):
            await boris.forge(boris.last, data)
            assert boris.toast == chat_texts.OLD_BUTTON
        neighbour = stage.town.group("Соседи").seat("Вера")
        for data in ("w:AAAAAAAAAA", "w:"):
            await neighbour.forge(sent.message, data)
            assert neighbour.toast == texts.OVER
        for data in (f"x:{sent.token}:1", "m:1:1:d", "p:delete-now", "b:yes:"):
            await neighbour.forge(sent.message, data)
            assert neighbour.toast == chat_texts.OLD_BUTTON

    async def test_no_message_is_taken_from_another_challenge(self, stage: Stage) -> None:
        sent = await challenged(stage)
        query = "481516"
        other = await send(stage, stage.town.group("Соседи").seat("Борис"), query)
        stage.town.world.inline_feedback = False
        third = await send(stage, stage.town.group("Соседи").seat("Борис"), query)
        neighbour = stage.town.group("Соседи").seat("Вера")
        for token in (other.token, third.token):
            await neighbour.forge(sent.message, f"w:{token}")
        await finish(await take_up(stage, third, "Вера"))
        await sent.in_step()
        assert (sent.lines, other.lines) == ([], [])
        await neighbour.tap(texts.WHO_PLAYED, on=third.message)
        assert len(await third.in_step()) == 1


class TestPrivacy:
    """Names, hiding and deleting follow /privacy, in messages that stand too."""

    async def test_a_name_is_hidden_and_shown_again(self, stage: Stage) -> None:
        sent = await challenged(stage)
        boris = await take_up(stage, sent, "Борис")
        await finish(boris)
        assert any("Борис" in line for line in await sent.in_step())
        await boris.send("/privacy")
        await boris.tap("Скрыть имя")
        lines = await sent.in_step()
        assert any("Аноним" in line for line in lines)
        assert not any("Борис" in line for line in lines)
        await boris.tap("Показывать имя")
        assert any("Борис" in line for line in await sent.in_step())

    async def test_the_senders_name_too(self, stage: Stage) -> None:
        sent = await challenged(stage)
        await stage.services.storage.players.change(sent.seat.user_id, hidden=True)
        await sent.in_step()
        assert sent.message.text.splitlines()[1].startswith("\u2068Аноним\u2069: ")

    async def test_who_deletes_leaves_no_line(self, stage: Stage) -> None:
        sent = await challenged(stage)
        boris = await take_up(stage, sent, "Борис")
        await finish(boris)
        await finish(await take_up(stage, sent, "Вера"))
        assert len(await sent.in_step()) == 3
        await self.delete_all(boris)
        lines = await sent.in_step()
        assert len(lines) == 2
        assert not any("Борис" in line for line in lines)

    async def test_who_sent_it_leaves_neither_name_nor_result(self, stage: Stage) -> None:
        sent = await challenged(stage)
        await finish(await take_up(stage, sent, "Борис"))
        assert len(await sent.in_step()) == 2
        await self.delete_all(stage.town.private("Аня"))
        lines = await sent.in_step()
        assert "Аня" not in sent.message.text
        assert "побьёте" not in sent.message.text
        assert "⬛" not in sent.message.text
        assert len(lines) == 1

    async def test_it_can_be_taken_along(self, stage: Stage) -> None:
        sent = await challenged(stage)
        boris = await take_up(stage, sent, "Борис")
        players = stage.services.storage.players
        (kept,) = (await players.export(sent.seat.user_id))["challenges"]
        assert (kept["token"], kept["label"]) == (sent.token, DEAL)
        (attempt,) = (await players.export(boris.id))["challenge_attempts"]
        assert attempt["token"] == sent.token

    async def delete_all(self, seat: Seat) -> None:
        """The whole way through the buttons."""
        await seat.send("/privacy")
        await seat.tap("Удалить мои данные")
        await seat.settled()
        await seat.tap("Удалить безвозвратно")
        await seat.settled()


class TestBeaten:
    """Who is beaten hears of it once, if they want to."""

    async def test_it_is_asked_once_and_told_once(self, stage: Stage) -> None:
        anya = stage.town.private("Аня")
        sent = await challenged(stage)
        assert anya.last.text == texts.ASK_TO_HEAR
        await anya.tap("Сказать")
        await anya.settled()
        assert anya.last.text == texts.WILL_HEAR
        for name in ("Борис", "Вера"):
            await finish(await take_up(stage, sent, name, ONE_CARD))
            await sent.in_step()
        told = [each for each in anya.from_bot if "это лучше вашего результата" in each.text]
        (message,) = told
        assert message.text.startswith(f"\u2068Борис Орлов\u2069 — 1{NBSP}из{NBSP}104, 1:")
        calls = [call for call in stage.town.calls("sendMessage") if call["chat_id"] == anya.id]
        assert all(call["disable_notification"] for call in calls)
        await send(stage, stage.town.group("Соседи").seat("Аня"), "итог 1")
        assert len([each for each in anya.from_bot if each.text == texts.ASK_TO_HEAR]) == 0

    async def test_who_has_not_asked_for_it_hears_nothing(self, stage: Stage) -> None:
        anya = stage.town.private("Аня")
        sent = await challenged(stage)
        await finish(await take_up(stage, sent, "Борис", ONE_CARD))
        assert len(await sent.in_step()) == 2
        assert anya.last.text == texts.ASK_TO_HEAR

    async def test_worse_and_earlier_results_beat_nobody(self, stage: Stage) -> None:
        anya = stage.town.private("Аня")
        boris = stage.town.private("Борис")
        sent = await challenged(stage)
        await anya.tap("Сказать")
        await own_result(stage, boris, ONE_CARD)
        await take_up(stage, sent, "Борис")
        await finish(await take_up(stage, sent, "Вера"))
        assert len(await sent.in_step()) == 3
        assert not any("лучше вашего" in each.text for each in anya.from_bot)

    async def test_it_is_a_setting_of_the_private_chat(self, stage: Stage) -> None:
        anya, dacha = stage.town.private("Аня"), stage.town.group().seat("Аня")
        await anya.send("/settings")
        await anya.tap("Когда в вызове превзошли: молчать")
        await anya.settled()
        player = await stage.services.storage.players.get(anya.id)
        assert player is not None
        assert player.hears == "yes"
        assert anya.last.button("Когда в вызове превзошли: сообщать") is not None
        await dacha.send("/settings")
        assert dacha.last.button("Когда в вызове") is None
        await anya.forge(anya.last, "b:maybe:")
        assert anya.toast == chat_texts.OLD_BUTTON
