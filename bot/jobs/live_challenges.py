"""``LiveChallenges``: brings the messages of challenges up to date, wherever they were sent.

The database knows which of them lag: whatever changes a line says so in the same transaction. So
nothing is lost by a restart, and of many changes only the newest state is shown. Who was beaten
hears of it here too.
"""

import asyncio
import math
from collections.abc import Callable

import structlog
from telegram.error import RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.games.registry import PATIENCES
from bot.jobs.repeating import Repeating
from bot.play.challenges import Challenges, Line
from bot.play.session import Session
from bot.screen.challenge_card import challenge_content, digest, names_of
from bot.screen.courier import Content, Courier, Place
from bot.texts import challenge as texts
from bot.transport.refusals import is_broken_off, seconds_of
from storage import Challenge, Storage

log = structlog.get_logger(__name__)

PAUSE = 2.0
"""Seconds between two looks at what lags."""
EDIT_PAUSE = 10
"""Seconds between two edits of one message, at least."""
AT_ONCE = 20
"""Messages brought up to date in one round: so many in ``PAUSE`` leave most of what Telegram lets
through to people who play."""
LEASE = 60
"""Seconds after which a challenge is looked at again that nobody has said to be done with."""
WORSE = 600
"""Seconds until the next try after a refusal for no reason that we know of."""


class LiveChallenges:
    """Works in the background from its start until it is closed. ``bot`` names itself."""

    def __init__(
        self,
        courier: Courier,
        storage: Storage,
        session: Session,
        challenges: Challenges,
        bot: ExtBot[object],
        clock: Callable[[], float],
    ) -> None:
        self._courier = courier
        self._storage = storage
        self._session = session
        self._challenges = challenges
        self._bot = bot
        self._clock = clock
        self._rests_until = 0.0
        self._round = asyncio.Lock()
        self._job = Repeating("challenges", self.catch_up, PAUSE)
        self.start = self._job.start
        self.nudge = self._job.nudge
        self.close = self._job.close

    async def catch_up(self) -> None:
        """Brings up to date what lags and may be edited now; one round at a time."""
        async with self._round:
            for _ in range(AT_ONCE):
                now = self._clock()
                if self._job.is_closing or now < self._rests_until:
                    return
                challenge = await self._storage.challenges.claim(int(now), EDIT_PAUSE, LEASE)
                if challenge is None:
                    return
                await self._look(challenge, int(now) + LEASE)

    async def _look(self, challenge: Challenge, lease: int) -> None:
        challenges, token = self._storage.challenges, challenge.token
        lines = await self._challenges.lines(challenge)
        await self._tell_the_beaten(challenge, lines)
        try:
            shown = await self._show(challenge, lines)
        except TelegramError as error:
            log.warning("challenge not brought up to date", error=str(error))
            again = int(self._clock() + self._wait_after(error))
            await challenges.done(token, challenge.shown, lease, again)
            return
        if shown is None or self._challenges.is_over(challenge):
            await challenges.end(token)
        again = self._challenges.next_look(challenge, lines)
        await challenges.done(token, shown or challenge.shown, lease, again)

    async def _show(self, challenge: Challenge, lines: list[Line]) -> str | None:
        """The digest of what the message tells now; ``None`` where it is gone. One that nobody has
        told us of has to wait."""
        if challenge.inline_message_id is None:
            return challenge.shown
        loaded = None
        if challenge.game_id is not None:
            loaded = await self._session.game(challenge.game_id)
        content = await challenge_content(
            self._storage, challenge, loaded, lines, self._bot.username
        )
        wished = digest(content)
        if wished == challenge.shown:
            return wished
        await self._storage.challenges.editing(challenge.token, math.ceil(self._clock()))
        stands = await self._courier.edit_inline(
            challenge.inline_message_id, content, pictured=challenge.pictured
        )
        return wished if stands else None

    async def _tell_the_beaten(self, challenge: Challenge, lines: list[Line]) -> None:
        """Those who want to hear of it, quietly."""
        patience = PATIENCES[challenge.kind]
        for player_id, by in await self._challenges.newly_beaten(challenge, lines):
            player = await self._storage.players.get(player_id)
            chat = await self._storage.chats.get(player_id)
            if player is None or player.hears != "yes" or chat is None or not chat.active:
                continue
            names = await names_of(self._storage, [by])
            text = texts.beaten(patience, challenge.label, names[by.player_id], by)
            try:
                await self._courier.send(Place(player_id), Content(text))
            except TelegramError as error:
                log.warning("beaten not told", chat=player_id, error=str(error))

    def _wait_after(self, error: TelegramError) -> float:
        """Seconds until the next try; told that it goes too fast, nobody is edited meanwhile."""
        if isinstance(error, RetryAfter):
            seconds = seconds_of(error)
            self._rests_until = self._clock() + seconds
            return seconds
        return EDIT_PAUSE if is_broken_off(error) else WORSE
