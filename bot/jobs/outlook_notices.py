"""``OutlookNotices``: tells chats what is certain of their games, once and while it holds.

«Больше не сойдётся» is told once a game, however fast people play on: a lost game stays lost until
something is taken back. When it holds no more, or the game is over, the message goes.
"""

from dataclasses import replace

import structlog
from telegram.error import RetryAfter, TelegramError

from bot.advice.protocol import AdviceService, NoAnswer
from bot.games.solver import Verdict
from bot.jobs.per_chat import OnePerChat
from bot.play.loaded_game import LoadedGame
from bot.play.session import Session
from bot.screen.courier import Content, Courier, Place, Post
from bot.screen.keyboards.table import certain_keyboard, hopeless_keyboard
from bot.texts import review as texts
from bot.transport.pace import Pace
from bot.transport.refusals import Refusal, refusal_of
from storage import Chat, Notice, Storage, StorageError

log = structlog.get_logger(__name__)


class OutlookNotices:
    """Keeps each game's notice in step with its newest table, in the background, chat by chat."""

    def __init__(
        self,
        courier: Courier,
        storage: Storage,
        session: Session,
        adviser: AdviceService | None,
        pace: Pace,
    ) -> None:
        self._courier = courier
        self._storage = storage
        self._session = session
        self._adviser = adviser
        self._pace = pace
        self._wanted: dict[int, set[int]] = {}
        self._work = OnePerChat()

    def look(self, chat_id: int, game_id: int) -> None:
        """Looks at a game that has changed, soon. What is under way goes on: it is not the last
        tap that counts but what the newest table says."""
        if self._adviser is None:
            return
        if chat_id in self._wanted:
            self._wanted[chat_id].add(game_id)
        else:
            self._wanted[chat_id] = {game_id}
            self._work.begin(chat_id, self._serve(self._adviser, chat_id))

    async def put_away(self, game_id: int, message_id: int) -> None:
        """The message was taken out of sight; what it told stays told."""
        told = await self._storage.notices.get(game_id)
        if told is not None and told.message_id == message_id:
            await self._storage.notices.put(replace(told, message_id=None))

    async def settled(self) -> None:
        """Returns when nothing is being looked at."""
        await self._work.settled()

    async def close(self) -> None:
        """Looks no more."""
        await self._work.close()

    async def _serve(self, adviser: AdviceService, chat_id: int) -> None:
        wanted = self._wanted[chat_id]
        try:
            while wanted:
                await self._guarded(adviser, chat_id, wanted.pop())
        finally:
            del self._wanted[chat_id]

    async def _guarded(self, adviser: AdviceService, chat_id: int, game_id: int) -> None:
        try:
            await self._bring_in_step(adviser, chat_id, game_id)
        except RetryAfter:
            self._wanted[chat_id].add(game_id)
        except (TelegramError, StorageError, NoAnswer) as error:
            log.warning("outlook not told", game=game_id, error=str(error))
        except Exception:
            log.exception("outlook failed", game=game_id)

    async def _bring_in_step(self, adviser: AdviceService, chat_id: int, game_id: int) -> None:
        _, verdict = await self._judged(adviser, game_id)
        told = await self._storage.notices.get(game_id)
        if told is not None and told.verdict != verdict.value:
            await self._take_back(chat_id, told)
            told = None
        if told is not None or verdict is Verdict.OPEN:
            return
        await self._pace.slot(chat_id)
        # The chat may have played on, or back, while the message waited for its turn.
        loaded, now = await self._judged(adviser, game_id)
        chat = await self._storage.chats.get(chat_id)
        if now is not verdict:
            self._wanted[chat_id].add(game_id)
        elif loaded is not None and chat is not None and chat.active:
            await self._tell(loaded, chat, verdict)

    async def _judged(
        self, adviser: AdviceService, game_id: int
    ) -> tuple[LoadedGame | None, Verdict]:
        """The newest table, and what is certain of it."""
        loaded = await self._session.game(game_id)
        if loaded is None or loaded.game.state != "playing" or not loaded.patience.advised:
            return loaded, Verdict.OPEN
        game = loaded.game
        return loaded, (await adviser.outlook(game.kind, loaded.deal, game.moves)).verdict

    async def _tell(self, loaded: LoadedGame, chat: Chat, verdict: Verdict) -> None:
        lost = verdict is Verdict.LOST
        keyboard = hopeless_keyboard(loaded) if lost else certain_keyboard(loaded)
        content = Content(texts.HOPELESS if lost else texts.CERTAIN, keyboard)
        message_id = None
        try:
            sent = await self._courier.send(Place.of_table(chat), content, slot_taken=True)
            message_id = sent.message_id
        except TelegramError as error:
            if refusal_of(error) is not Refusal.BROKEN_OFF:
                raise
            # It may stand there: it is not sent again.
            log.warning("outlook perhaps not told", game=loaded.game.id, error=str(error))
        await self._storage.notices.put(Notice(loaded.game.id, verdict.value, message_id))

    async def _take_back(self, chat_id: int, told: Notice) -> None:
        """Deletes the message, or at least its buttons where it is too old for that."""
        if told.message_id is not None:
            await self._courier.put_out(Post(chat_id, told.message_id))
        await self._storage.notices.forget(told.game_id)
