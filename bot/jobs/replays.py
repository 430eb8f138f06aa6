"""``Replays``: «Повтор», a finished game as an animation, made while the chat plays on."""

import asyncio
from dataclasses import dataclass

import structlog
from telegram.error import TelegramError

from bot.jobs.animator import Animator, AnimatorFailed
from bot.jobs.per_chat import OnePerChat, Tell
from bot.play.loaded_game import LoadedGame
from bot.screen.courier import Content, Courier, Place, Post
from bot.screen.scenes import film
from bot.texts import chat as chat_texts
from bot.texts import replay as texts
from bot.transport.refusals import Refusal, is_broken_off, refusal_of
from storage import Chat, StorageError

log = structlog.get_logger(__name__)

TOLD_EVERY = 25  # percent


class Replays:
    """Sends replays, one at a time in each chat; Telegram keeps them for whoever asks again."""

    def __init__(self, courier: Courier, animator: Animator) -> None:
        self._courier = courier
        self._animator = animator
        self._work = OnePerChat()

    def begin(self, loaded: LoadedGame, chat: Chat, place: Place, tell: Tell) -> bool:
        """Sends the replay of a finished game, soon; ``False`` while the chat waits for another.

        What goes wrong is told where the promise stands, or else by ``tell``.
        """
        if self._work.is_busy(chat.id):
            return False
        self._work.begin(chat.id, self._send(loaded, chat, place, tell))
        return True

    async def settled(self) -> None:
        """Returns when no replay is being made."""
        await self._work.settled()

    async def close(self, seconds: float) -> None:
        """Gives up what is being made and takes back what promised it, within ``seconds``."""
        await self._work.close(seconds)

    async def _send(self, loaded: LoadedGame, chat: Chat, place: Place, tell: Tell) -> None:
        promise = _Promise(self._courier, place)
        told = texts.caption(loaded.patience, loaded.game.label)

        async def progress(percent: int) -> None:
            # Not in groups, whose few edits belong to the table.
            if chat.kind == "private":
                await promise.progress(percent)

        async def make() -> bytes:
            await promise.give()
            scenes = await asyncio.to_thread(film, loaded, chat)
            return await self._animator.animate(scenes, progress)

        try:
            await self._courier.send_animation(place, _name(loaded, chat), make, told)
        except (TelegramError, StorageError, AnimatorFailed) as error:
            log.warning("replay not sent", game=loaded.game.id, error=str(error))
            if not await promise.change(_apology(error)):
                await tell(_apology(error))
        except Exception:
            log.exception("replay failed", game=loaded.game.id)
            if not await promise.change(texts.FAILED):
                await tell(texts.FAILED)
        finally:
            # Also when the bot is being stopped: nobody shall wait for what does not come.
            await promise.take_back()


@dataclass(slots=True)
class _Promise:
    """The message that says that a replay is being made. Nothing hangs on its success."""

    courier: Courier
    place: Place
    post: Post | None = None
    told: int = 0

    async def give(self) -> None:
        """Says so."""
        try:
            self.post = Post.of(await self.courier.send(self.place, Content(texts.progress(0))))
        except TelegramError as error:
            log.info("replay not promised", error=str(error))

    async def progress(self, percent: int) -> None:
        """Says how far it is."""
        if percent - self.told >= TOLD_EVERY:
            self.told = percent
            await self._edit(texts.progress(percent))

    async def change(self, text: str) -> bool:
        """Says instead what has become of it; whether that could be said."""
        post, changed = self.post, await self._edit(text)
        self.post = None if changed else post
        return changed

    async def take_back(self) -> None:
        """Says no more."""
        if self.post is not None:
            try:
                await self.courier.remove(self.post)
            except TelegramError as error:
                log.info("message not deleted", error=str(error))

    async def _edit(self, text: str) -> bool:
        try:
            return self.post is not None and await self.courier.edit(self.post, Content(text))
        except TelegramError as error:
            log.info("message not edited", error=str(error))
            return False


def _name(loaded: LoadedGame, chat: Chat) -> str:
    """All that the animation depends on."""
    game = loaded.game
    look = chat.theme, chat.four_colours
    return repr(("replay", game.kind, game.deal, game.moves, game.state, *look))


def _apology(error: Exception) -> str:
    if isinstance(error, TelegramError) and is_broken_off(error):
        return chat_texts.PERHAPS_SAID  # it may have arrived all the same
    forbidden = isinstance(error, TelegramError) and refusal_of(error) in (
        Refusal.SILENCED,
        Refusal.NO_MEDIA,
    )
    return texts.NOT_ALLOWED if forbidden else texts.FAILED
