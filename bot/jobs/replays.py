"""«Повтор»: a finished game as an animation, made in the background while the chat plays on."""

import asyncio
from dataclasses import dataclass

import structlog
from telegram import Message
from telegram.error import TelegramError, TimedOut
from telegram.ext import ExtBot

from bot.jobs.animator import Animator, AnimatorFailed
from bot.jobs.per_chat import OnePerChat
from bot.play.loaded_game import LoadedGame
from bot.screen.painter import Painter
from bot.screen.scenes import film
from bot.texts import replay as texts
from bot.transport import refusals
from bot.transport.refusals import Refusal
from storage import Chat, StorageError

log = structlog.get_logger(__name__)

TOLD_EVERY = 25  # percent


class Replays:
    """Sends replays, one at a time in each chat; Telegram keeps them for whoever asks again."""

    def __init__(self, bot: ExtBot[object], painter: Painter, animator: Animator) -> None:
        self._bot = bot
        self._painter = painter
        self._animator = animator
        self._work = OnePerChat()

    def begin(self, loaded: LoadedGame, chat: Chat, thread: int | None) -> bool:
        """Sends the replay of a finished game, soon; ``False`` while the chat waits for another."""
        if self._work.is_busy(chat.id):
            return False
        self._work.begin(chat.id, self._send(loaded, chat, thread))
        return True

    async def settled(self) -> None:
        """Returns when no replay is being made."""
        await self._work.settled()

    async def close(self, patience: float) -> None:
        """Gives up what is being made; takes back within ``patience`` seconds what promised it."""
        await self._work.close(patience)

    async def _send(self, loaded: LoadedGame, chat: Chat, thread: int | None) -> None:
        promise = _Promise(self._bot, chat, thread)
        told = texts.caption(loaded.patience, loaded.game.label)

        async def make() -> bytes:
            await promise.give()
            scenes = await asyncio.to_thread(film, loaded, chat)
            return await self._animator.animate(scenes, promise.progress)

        async def send(animation: str | bytes) -> Message:
            return await self._bot.send_animation(
                chat.id,
                animation,
                caption=told,
                filename="replay.gif",
                message_thread_id=thread,
            )

        try:
            await self._painter.send_made(_name(loaded, chat), make, send)
        except TimedOut:
            # It may have arrived all the same.
            log.warning("replay perhaps not sent", game=loaded.game.id)
        except (TelegramError, StorageError, AnimatorFailed) as error:
            log.warning("replay not sent", game=loaded.game.id, error=str(error))
            await promise.change(_apology(error))
            return
        except Exception:
            log.exception("replay failed", game=loaded.game.id)
            await promise.change(texts.FAILED)
            return
        finally:
            # Also when the bot is being stopped: nobody shall wait for what does not come.
            await promise.take_back()


@dataclass(slots=True)
class _Promise:
    """The message that says that a replay is being made. Nothing hangs on its success."""

    bot: ExtBot[object]
    chat: Chat
    thread: int | None
    message: Message | None = None
    told: int = 0

    async def give(self) -> None:
        """Says so."""
        self.message = await self.bot.send_message(
            self.chat.id, texts.progress(0), message_thread_id=self.thread
        )

    async def progress(self, percent: int) -> None:
        """Says how far it is; not in groups, whose few edits belong to the table."""
        if self.chat.kind == "private" and percent - self.told >= TOLD_EVERY:
            self.told = percent
            await self._edit(texts.progress(percent))

    async def change(self, text: str) -> None:
        """Says instead what has become of it."""
        await self._edit(text)
        self.message = None

    async def take_back(self) -> None:
        """Says no more."""
        if self.message is not None:
            try:
                await self.message.delete()
            except TelegramError as error:
                log.info("message not deleted", error=str(error))

    async def _edit(self, text: str) -> None:
        if self.message is not None:
            try:
                await self.message.edit_text(text)
            except TelegramError as error:
                log.info("message not edited", error=str(error))


def _name(loaded: LoadedGame, chat: Chat) -> str:
    """All that the animation depends on."""
    game = loaded.game
    look = chat.theme, chat.four_colours
    return repr(("replay", game.kind, game.deal, game.moves, game.state, *look))


def _apology(error: Exception) -> str:
    forbidden = isinstance(error, TelegramError) and refusals.refusal_of(error) in (
        Refusal.SILENCED,
        Refusal.NO_PHOTOS,
    )
    return texts.NOT_ALLOWED if forbidden else texts.FAILED
