"""Every button and every command, while Telegram refuses what they call: somebody is always told,
and no tap is answered twice."""

from io import BytesIO
from typing import Any, get_args

import pytest
from PIL import Image
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.app import COMMANDS, TAPS
from bot.screen.desk import Show
from bot.transport.callbacks import (
    Action,
    Archive,
    Callback,
    Challengers,
    Cover,
    Day,
    Drop,
    GameAction,
    Hear,
    Move,
    NewGame,
    Open,
    Privacy,
    Remind,
    Setting,
    Start,
    Stats,
    TakeUp,
    Top,
    TopLines,
    Tour,
    pack,
)
from storage import Game
from tests.staging.seats import Group, Seat, Shown
from tests.staging.stage import Stage, game

OF_A_GAME_OVER = (Action.SHARE, Action.AGAIN, Action.RECORD, Action.REPLAY, Action.REVIEW)
WITH_A_MOVE = ("/undo", Action.UNDO)
REFUSALS = {
    "unknown": "Bad Request: something new",
    "closed topic": "Bad Request: TOPIC_CLOSED",
    "no files": "Bad Request: not enough rights to send documents to the chat",
    "gone": "Bad Request: message to edit not found",
    "removed": "Bad Request: PEER_ID_INVALID",
}
PASSED_OVER = ("getChatMember", "getChatAdministrators", "getChat", "getMe")
"""What is asked of Telegram beside what is done."""


def button(key: str | Action | type[Callback], of: Game) -> Callback:
    """A button of the kind that the table of handlers names."""
    others: dict[type[Any], Callback] = {
        Move: Move(of.id, of.revision, "d"),
        NewGame: NewGame(),
        Start: Start("devils", 7),
        Drop: Drop(of.id, None),
        Tour: Tour(of.id, 1),
        Day: Day(),
        Archive: Archive(),
        Top: Top("day", "here", "devils"),
        Stats: Stats("2027-01"),
        Open: Open("devils"),
        Setting: Setting("theme", 1),
        Remind: Remind("hours"),
        Privacy: Privacy("hide"),
        TopLines: TopLines("day", "here", "devils", None),
        Cover: Cover("481516"),
        Challengers: Challengers("made-up"),
        TakeUp: TakeUp("made-up", of.id),
        Hear: Hear("yes"),
    }
    if isinstance(key, Action):
        return GameAction(of.id, of.revision, key)
    assert not isinstance(key, str)
    return others[key]


class Evening:
    """Groups in which somebody does one thing, while Telegram refuses one thing or nothing."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._town = stage.town
        self._count = 0

    async def seat(self, what: str | Action | type[Callback]) -> tuple[Seat, Group, Game]:
        """Somebody who has started the bot, in a group of their own with a game on its table."""
        self._count += 1
        name = f"Игрок {self._count}"
        await self._town.private(name).send("/help")
        group = self._town.new_group(f"Чат {self._count}", name, supergroup=True)
        seat = group.seat(name)
        await seat.send("/help")
        session = self._stage.services.session
        started = await session.start(group.id, "devils", seat.user_id, number=481516)
        number = started.loaded.game.id
        if what in WITH_A_MOVE:
            chat = await self._stage.services.storage.chats.get(group.id)
            assert chat is not None
            await session.play(chat, number, 1, "d", seat.user_id)
        if what in (*OF_A_GAME_OVER, "/record"):
            await session.stop(group.id, number)
        self._stage.services.tables.show(group.id, number)
        await seat.settled()
        if what is Action.BACK:
            self._stage.services.tables.show(group.id, number, Show.MENU)
            await seat.settled()
        return seat, group, await game(self._stage, number)

    async def does(self, what: str | Action | type[Callback], **fault: str) -> list[str]:
        """The methods that are called for it. ``fault``: the refusal and the method it meets."""
        seat, group, played = await self.seat(what)
        typed = isinstance(what, str) and what.startswith("/")
        message = None if typed else await self._carrier(group, what, played)
        before, calls = self._seen(seat, group), len(self._town.sandbox.calls)
        if fault:
            chat = None if fault["method"] == "answerCallbackQuery" else group.id
            self._town.faults.refuse(400, fault["refusal"], fault["method"], chat, times=None)
        if message is None:
            query = None
            seat.say(str(what))
        else:
            query = seat.press(message.buttons[0]["callback_data"], on=message)
        await seat.settled()
        self._town.faults.clear()
        made = list(self._town.sandbox.calls)[calls:]
        toasts = [
            call.params.get("text")
            for call in made
            if call.method == "answerCallbackQuery" and not call.error
        ]
        assert len(toasts) <= 1
        if not fault:
            assert toasts or query is None
            return sorted({call.method for call in made} - {*PASSED_OVER})
        assert any(toasts) or self._seen(seat, group) != before, [
            (call.method, call.error) for call in made
        ]
        return []

    async def _carrier(
        self, group: Group, what: str | Action | type[Callback], played: Game
    ) -> Shown:
        """A message with the button."""
        data = pack(button(what, played))
        keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("…", callback_data=data)]])
        async with self._town.bot() as bot:
            sent = await bot.send_message(group.id, "…", reply_markup=keyboard)
        return next(each for each in group.from_bot if each.id == sent.message_id)

    def _seen(self, seat: Seat, group: Group) -> list[Any]:
        """All that the bot has said to the group and to the person."""
        own = self._town.private(self._town.world.users[seat.user_id]["first_name"])
        return [message.raw for place in (group, own) for message in place.from_bot]


@pytest.fixture
def evening(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Evening:
    async def animate(*_: object) -> bytes:
        buffer = BytesIO()
        Image.new("P", (64, 48)).save(buffer, "GIF")
        return buffer.getvalue()

    monkeypatch.setattr("bot.jobs.animator.Animator.animate", animate)
    return Evening(stage)


def test_every_kind_of_button_is_tried() -> None:
    assert set(get_args(Callback)) - {GameAction} <= set(TAPS)


async def walk(evening: Evening, what: str | Action | type[Callback]) -> None:
    for method in await evening.does(what):
        for refusal in REFUSALS.values():
            await evening.does(what, method=method, refusal=refusal)


@pytest.mark.parametrize("key", list(TAPS), ids=str)
async def test_whoever_taps_is_told_whatever_is_refused(
    evening: Evening, key: Action | type[Callback]
) -> None:
    await walk(evening, key)


@pytest.mark.parametrize("command", list(COMMANDS))
async def test_whoever_types_is_told_whatever_is_refused(evening: Evening, command: str) -> None:
    await walk(evening, f"/{command}")
