"""What is asked of the solver, wherever it runs; and what it proves of games that go on."""

from typing import Protocol

import structlog
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.adviser import NoAnswer
from bot.background import OnePerChat
from bot.games.deals import Deal
from bot.games.solver import Advice, Fall, Outlook, Solution, Verdict
from bot.keyboards import certain_keyboard, hopeless_keyboard
from bot.session import Position
from bot.texts import review as texts
from storage import Chat

__all__ = ["Advises", "Prospects"]

log = structlog.get_logger(__name__)


class Advises(Protocol):
    """The solver, as the bot sees it; ``adviser.Adviser`` is the real one. A call may raise
    ``NoAnswer``; one that is cancelled stops the work."""

    async def win(self, kind: str, deal: str) -> str | None:
        """The moves of the best game of the named deal that was found; ``None`` if none is won."""

    async def solve(self, kind: str, deal: Deal) -> Solution:
        """The best line found for a deal, all its cards known."""

    async def advise(self, kind: str, deal: Deal, moves: str) -> Advice | None:
        """The move to make, from what the player has been shown; ``None`` when the game is over."""

    async def outlook(self, kind: str, deal: Deal, moves: str) -> Outlook:
        """What is certain of the game, from what the player has been shown."""

    async def review(self, kind: str, deal: Deal, moves: str, count: int) -> tuple[Fall, ...]:
        """The ``count`` moves of a finished game at which the chance to win fell most."""

    async def close(self) -> None:
        """Ends the work."""


class Prospects:
    """Tells a chat, once a game, when its game can no more come out, or will by itself.

    Looks at each newest table in the background; a table that is overtaken is not looked at.
    """

    def __init__(self, bot: ExtBot[object], adviser: Advises | None) -> None:
        self._bot = bot
        self._adviser = adviser
        self._told: dict[int, Verdict] = {}
        self._work = OnePerChat()

    def look(self, position: Position, chat: Chat) -> None:
        """Looks at a table that has just been played on, soon."""
        if self._adviser is None or position.patience.by_book:
            return
        self._work.drop(chat.id)
        if position.game.over:
            self._told.pop(position.game.id, None)
            return
        self._work.begin(chat.id, self._look(self._adviser, position, chat))

    async def settled(self) -> None:
        """Returns when nothing is being looked at."""
        await self._work.settled()

    async def close(self) -> None:
        """Looks no more."""
        await self._work.close()

    async def _look(self, adviser: Advises, position: Position, chat: Chat) -> None:
        game = position.game
        try:
            seen = await adviser.outlook(game.kind, position.deal, game.moves)
            if seen.verdict is Verdict.OPEN:
                # Undo can bring a game back from either certainty.
                self._told.pop(game.id, None)
            elif self._told.get(game.id) is not seen.verdict:
                self._told[game.id] = seen.verdict
                await self._tell(position, chat, seen.verdict)
        except (TelegramError, NoAnswer) as error:
            log.warning("outlook not told", game=game.id, error=str(error))
        except Exception:
            log.exception("outlook failed", game=game.id)

    async def _tell(self, position: Position, chat: Chat, verdict: Verdict) -> None:
        lost = verdict is Verdict.LOST
        await self._bot.send_message(
            chat.id,
            texts.HOPELESS if lost else texts.CERTAIN,
            reply_markup=hopeless_keyboard(position) if lost else certain_keyboard(position),
            message_thread_id=chat.thread_id,
        )
