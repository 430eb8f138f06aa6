"""«Повтор»: asked for, made apart, sent once and again, refused while it would tell too much."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.games.registry import PATIENCES
from bot.jobs.animator import Animator, AnimatorFailed
from bot.screen.scenes import film
from bot.texts import replay as texts
from render import Result, Scene
from tests.staging.calendar_stage import at
from tests.staging.driver import Town
from tests.staging.loaded import CHAT, stored
from tests.staging.seats import Seat
from tests.staging.stage import Stage, performing


class Held(Animator):
    """Makes a replay when it is let, or fails when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()
        self.begun = asyncio.Event()
        self.fails = False
        self.made = 0

    async def animate(
        self, scenes: Sequence[Scene], progress: Callable[[int], Awaitable[None]]
    ) -> bytes:
        self.begun.set()
        await progress(50)
        await self.may.wait()
        if self.fails:
            raise AnimatorFailed("no memory")
        self.made += 1
        buffer = BytesIO()
        Image.new("P", (64, 48)).save(buffer, "GIF")
        return buffer.getvalue()


def hold(stage: Stage) -> Held:
    """Lets replays be made by hand."""
    held = Held()
    stage.services.replays._animator = held
    return held


async def finished(person: Seat) -> None:
    """A short game, ended by the player."""
    await person.send("/deal 481516")
    await person.tap("Чёртов")
    await person.settled()
    await person.tap("⏩")
    await person.settled()
    await person.send("/finish")
    await person.tap("Закончить партию")
    await person.settled()


def animations(person: Seat) -> list[str]:
    """The captions of the animations in a chat."""
    return [shown.caption for shown in person.from_bot if "animation" in shown.raw]


async def test_a_replay_is_made_by_a_process_of_its_own_and_plays(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    await finished(anya)
    await anya.tap("Повтор")
    await anya.settled()
    assert animations(anya) == ["Повтор. Чёртов пасьянс · расклад №\u00a0481\u00a0516"]
    (call,) = stage.town.calls("sendAnimation")
    assert call["disable_notification"]
    data = stage.town.world.files.read(anya.last.raw["animation"]["file_id"])
    with Image.open(BytesIO(data or b"")) as gif:
        assert gif.format == "GIF"
        assert getattr(gif, "n_frames", 1) > 1
    assert not any(shown.text.startswith("Готовится") for shown in anya.from_bot)


async def test_the_same_replay_is_not_made_twice(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    held = hold(stage)
    held.may.set()
    await finished(anya)
    for _ in range(2):
        await anya.tap("Повтор")
        await anya.settled()
    assert held.made == 1
    first, second = (shown.raw for shown in anya.from_bot if "animation" in shown.raw)
    assert first["animation"]["file_id"] == second["animation"]["file_id"]


async def test_the_chat_plays_on_meanwhile_and_waits_for_one_replay_only(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    held = hold(stage)
    await finished(anya)
    over = anya.last_table
    await anya.tap("Повтор")
    await anya.until(lambda: texts.progress(50) in [shown.text for shown in anya.from_bot])
    await anya.tap("Повтор", on=over)
    assert anya.toast == texts.BUSY
    await anya.tap("Тот же расклад", on=over)
    await anya.until(lambda: anya.last_table.caption.startswith("Карты разложены"))
    held.may.set()
    await anya.settled()
    assert held.made == len(animations(anya)) == 1


async def test_the_deal_of_the_day_is_not_shown_before_its_release(today: Stage) -> None:
    anya = today.town.private("Аня")
    held = hold(today)
    held.may.set()
    await anya.send("/daily")
    await anya.tap("Играть: Чёртов")
    await anya.settled()
    await anya.send("/finish")
    await anya.tap("Закончить партию")
    await anya.settled()
    table = anya.last_table
    for when, shown in (("2027-01-16 02:59", 0), ("2027-01-16 03:00", 1)):
        today.clock.now = at(when)
        await anya.tap("Повтор", on=table)
        await anya.settled()
        assert len(animations(anya)) == shown
        assert (anya.toast == texts.HELD_BACK) is (not shown)


async def test_a_game_that_goes_on_or_is_anothers_has_none(stage: Stage) -> None:
    anya, boris = stage.town.private("Аня"), stage.town.private("Борис")
    held = hold(stage)
    await finished(anya)
    await finished(boris)
    theirs = str((anya.last_table.button("Повтор") or {})["callback_data"])
    await boris.forge(boris.last_table, theirs)
    assert "устарела" in boris.toast
    await boris.tap("Тот же расклад")
    await boris.settled()
    going = str((boris.last_table.button("☰") or {})["callback_data"])
    await boris.forge(boris.last_table, going.replace("menu", "replay"))
    assert boris.toast == texts.NOT_OVER
    assert not held.begun.is_set()


async def test_a_replay_that_fails_says_so_and_may_be_asked_for_again(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    held = hold(stage)
    held.may.set()
    held.fails = True
    await finished(anya)
    await anya.tap("Повтор")
    await anya.settled()
    assert anya.last.text == texts.FAILED
    held.fails = False
    await anya.tap("Повтор")
    await anya.settled()
    assert len(animations(anya)) == 1


async def test_where_animations_are_forbidden_the_chat_is_told(stage: Stage) -> None:
    anya = stage.town.private("Аня")
    hold(stage).may.set()
    await finished(anya)
    stage.town.faults.refuse(
        400, "Bad Request: not enough rights to send animations to the chat", "sendAnimation"
    )
    await anya.tap("Повтор")
    await anya.settled()
    assert anya.last.text == texts.NOT_ALLOWED


async def test_a_bot_that_stops_promises_nothing(tmp_path: Path) -> None:
    async with Town() as town:
        async with performing(town, tmp_path / "bot.db") as stage:
            anya = town.private("Аня")
            held = hold(stage)
            await finished(anya)
            await anya.tap("Повтор")
            await held.begun.wait()
            assert anya.last.text.startswith("Готовится")
        assert not any(shown.text.startswith("Готовится") for shown in anya.from_bot)


async def test_a_process_that_dies_is_an_error_and_leaves_the_next_alone() -> None:
    async def ignore(_: int) -> None:
        pass

    animator = Animator()
    with pytest.raises(AnimatorFailed):
        await animator.animate([], ignore)
    scene = film(stored("devils", state="stopped"), CHAT)[-1]
    assert (await animator.animate([scene], ignore)).startswith(b"GIF8")


async def test_whoever_gives_up_ends_the_process() -> None:
    begun = asyncio.Event()

    async def progress(_: int) -> None:
        begun.set()
        await asyncio.Event().wait()

    scenes = film(stored("devils", "ddd", state="stopped"), CHAT) * 4
    animator = Animator()
    task = asyncio.create_task(animator.animate(scenes, progress))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not animator._turn.locked()


@pytest.mark.parametrize("kind", PATIENCES)
def test_a_film_shows_the_deal_every_lay_and_the_end(kind: str) -> None:
    patience = PATIENCES[kind]
    loaded = stored(kind, state="stopped")
    assert len(film(loaded, CHAT)) == 2
    taps = []
    table = loaded.table
    while len(table.laid) < 3:
        move = patience.lays(table)[:1] or "d"
        table = patience.apply(table, move)
        taps.append(move)
    ended = film(stored(kind, *taps, state="stopped"), CHAT)
    assert len(ended) == 1 + 3
    assert [scene.result for scene in ended] == [None] * 3 + [Result.STOPPED]
    assert all(scene.last for scene in ended[1:])
