"""``Reviews``: «Разбор», the best that could be done in a game and the moves that cost most."""

import asyncio

import structlog
from telegram.error import TelegramError

from bot.advice.protocol import AdviceService, NoAnswer
from bot.games.play import replay
from bot.games.scoring import score
from bot.games.solver import Fall
from bot.jobs.per_chat import OnePerChat, Tell
from bot.play.loaded_game import LoadedGame
from bot.screen.courier import Content, Courier, Place
from bot.screen.scenes import moment
from bot.texts import chat as chat_texts
from bot.texts import review as texts
from bot.transport.refusals import is_broken_off
from storage import Chat, StorageError

log = structlog.get_logger(__name__)

MOST = 3
REVIEW_SECONDS = 600.0
"""Seconds after which nobody waits any longer; a solver that hangs is ended before that."""


class Reviews:
    """Reviews finished games in the background, one at a time in each chat."""

    def __init__(self, courier: Courier, adviser: AdviceService | None) -> None:
        self._courier = courier
        self._adviser = adviser
        self._work = OnePerChat()

    def begin(self, loaded: LoadedGame, chat: Chat, place: Place, tell: Tell) -> bool:
        """Sends the review of a finished game, soon; ``False`` while another is under way.

        What goes wrong is told by ``tell``.
        """
        if self._adviser is None or self._work.is_busy(chat.id):
            return False
        self._work.begin(chat.id, self._send(self._adviser, loaded, chat, place, tell))
        return True

    async def settled(self) -> None:
        """Returns when no game is being reviewed."""
        await self._work.settled()

    async def close(self, seconds: float) -> None:
        """Gives up what is under way and says so, within ``seconds``."""
        await self._work.close(seconds)

    async def _send(
        self,
        adviser: AdviceService,
        loaded: LoadedGame,
        chat: Chat,
        place: Place,
        tell: Tell,
    ) -> None:
        game = loaded.game
        try:
            async with asyncio.timeout(REVIEW_SECONDS):
                found = await adviser.solve(game.kind, loaded.deal)
                costly = await adviser.review(game.kind, loaded.deal, game.moves, MOST)
            played = score(loaded.patience, loaded.deal, game.moves, game.hints)
            told = texts.FALLS if costly else texts.NO_FALLS
            await self._say(place, f"{texts.solution(found, played)}\n\n{told}")
            for one in costly:
                await self._show(loaded, one, chat, place)
        except (TelegramError, StorageError, NoAnswer, TimeoutError) as error:
            log.warning("review not sent", game=game.id, error=str(error))
            lost = isinstance(error, TelegramError) and is_broken_off(error)
            await tell(chat_texts.PERHAPS_SAID if lost else texts.FAILED)
        except asyncio.CancelledError:
            # The bot is being stopped: nobody shall wait for what does not come.
            await tell(texts.FAILED)
            raise
        except Exception:
            log.exception("review failed", game=game.id)
            await tell(texts.FAILED)

    async def _say(self, place: Place, text: str) -> None:
        await self._courier.send(place, Content(text))

    async def _show(self, loaded: LoadedGame, one: Fall, chat: Chat, place: Place) -> None:
        patience = loaded.patience
        earlier = loaded.game.moves[: one.number - 1]
        told = texts.fall(patience, replay(patience, loaded.deal, earlier), one)
        picture = moment(loaded, earlier, chat)
        await self._courier.send(place, Content(told, None, picture, game_id=loaded.game.id))
