"""``Painter``: draws pictures off the event loop, and sends known ones by their ``file_id``."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeAlias, TypeVar, assert_never

import structlog
from telegram import Message
from telegram.error import TelegramError

from bot.metrics import DRAWINGS, PICTURE_BYTES
from bot.transport.refusals import Refusal, refusal_of
from render import (
    DRAWING_VERSION,
    Calendar,
    Cover,
    Distribution,
    Scene,
    ShareCard,
    draw,
    draw_calendar,
    draw_cover,
    draw_distribution,
    draw_share,
    encode,
)
from storage import Storage, StorageError

if TYPE_CHECKING:
    from PIL.Image import Image

log = structlog.get_logger(__name__)

DRAWERS = 2
KEPT_SECONDS = 7 * 86_400
"""So long the last tables of a game that goes on are remembered."""

R = TypeVar("R")

Drawing: TypeAlias = Scene | ShareCard | Cover | Distribution | Calendar


class Painter:
    """Draws, and remembers which pictures Telegram already holds for bot ``bot_id``."""

    def __init__(self, storage: Storage, bot_id: int, clock: Callable[[], float]) -> None:
        self._storage = storage
        self._bot_id = bot_id
        self._clock = clock
        self._drawers = ThreadPoolExecutor(DRAWERS, thread_name_prefix="drawer")

    async def send(
        self, drawing: Drawing, send: Callable[[str | bytes], Awaitable[R]], game_id: int | None
    ) -> R:
        """Calls ``send`` with the picture: its ``file_id`` if Telegram holds it, or JPEG.

        ``game_id`` is the game whose tables alone show it; ``None`` for what others show too.
        """
        return await self._send(_key(repr(drawing)), lambda: self._draw(drawing), send, game_id)

    async def send_made(
        self,
        name: str,
        make: Callable[[], Awaitable[bytes]],
        send: Callable[[str | bytes], Awaitable[R]],
    ) -> R:
        """The same for what others ``make``; ``name`` tells all that it shows."""
        return await self._send(_key(name), make, send, None)

    async def _send(
        self,
        key: str,
        make: Callable[[], Awaitable[bytes]],
        send: Callable[[str | bytes], Awaitable[R]],
        game_id: int | None,
    ) -> R:
        known = await self._known(key)
        if known is not None:
            try:
                return await send(known)
            except TelegramError as error:
                if refusal_of(error) is not Refusal.OTHER:
                    raise
                # Telegram has many words for a file that it holds no more.
                log.info("remembered picture refused", error=str(error))
                await self._forget(key)
        sent = await send(await make())
        if (file_id := _file_id(sent)) is not None:
            await self._keep(key, file_id, game_id)
        return sent

    async def held(self, drawing: Drawing) -> str | None:
        """The ``file_id`` under which Telegram holds the picture."""
        return await self._known(_key(repr(drawing)))

    async def prune(self) -> None:
        """Forgets the pictures that will not be sent again."""
        before = int(self._clock() - KEPT_SECONDS)
        await self._storage.pictures.prune(self._bot_id, DRAWING_VERSION, before)

    # What is remembered saves uploads and no more: where the database fails, pictures still go out.

    async def _known(self, key: str) -> str | None:
        try:
            return await self._storage.pictures.find(self._bot_id, key, DRAWING_VERSION)
        except StorageError as error:
            log.error("pictures cannot be looked up", error=str(error))
            return None

    async def _forget(self, key: str) -> None:
        try:
            await self._storage.pictures.forget(self._bot_id, key, DRAWING_VERSION)
        except StorageError as error:
            log.error("picture not forgotten", error=str(error))

    async def _keep(self, key: str, file_id: str, game_id: int | None) -> None:
        try:
            await self._storage.pictures.keep(
                self._bot_id,
                key,
                DRAWING_VERSION,
                file_id=file_id,
                game_id=game_id,
                at=int(self._clock()),
            )
        except StorageError as error:
            log.error("picture not remembered", error=str(error))

    def close(self) -> None:
        """Waits for the picture that is being drawn, and draws no more."""
        self._drawers.shutdown(cancel_futures=True)

    async def _draw(self, drawing: Drawing) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._drawers, _picture, drawing)


def _key(name: str) -> str:
    return hashlib.blake2b(name.encode(), digest_size=16).hexdigest()


def _file_id(sent: object) -> str | None:
    """Under which Telegram holds what was sent."""
    if not isinstance(sent, Message):
        return None
    if sent.photo:
        return sent.photo[-1].file_id
    return None if sent.animation is None else sent.animation.file_id


def _picture(drawing: Drawing) -> bytes:
    with DRAWINGS.labels(type(drawing).__name__).time():
        picture = encode(_drawn(drawing))
    PICTURE_BYTES.inc(len(picture))
    return picture


def _drawn(drawing: Drawing) -> "Image":
    match drawing:
        case Scene():
            return draw(drawing)
        case ShareCard():
            return draw_share(drawing)
        case Cover():
            return draw_cover(drawing)
        case Distribution():
            return draw_distribution(drawing)
        case Calendar():
            return draw_calendar(drawing)
        case _:
            assert_never(drawing)
