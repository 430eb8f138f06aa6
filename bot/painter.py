"""Pictures for messages: drawn off the event loop, and sent again by ``file_id`` where known."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias, TypeVar, assert_never

from telegram import Message
from telegram.error import BadRequest

from bot import refusals
from bot.refusals import Why
from render import (
    DRAWING_VERSION,
    Calendar,
    Distribution,
    Scene,
    ShareCard,
    draw,
    draw_calendar,
    draw_distribution,
    draw_share,
    encode,
)
from storage import Storage

__all__ = ["Drawing", "Painter"]

DRAWERS = 2

R = TypeVar("R")

Drawing: TypeAlias = Scene | ShareCard | Distribution | Calendar


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
        pictures = self._storage.pictures
        known = await pictures.find(self._bot_id, key, DRAWING_VERSION)
        if known is not None:
            try:
                return await send(known)
            except BadRequest as error:
                if refusals.why(error) is not Why.WRONG_FILE:
                    raise
                await pictures.forget(self._bot_id, key, DRAWING_VERSION)
        sent = await send(await make())
        if (file_id := _file_id(sent)) is not None:
            await pictures.keep(
                self._bot_id,
                key,
                DRAWING_VERSION,
                file_id=file_id,
                game_id=game_id,
                at=int(self._clock()),
            )
        return sent

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
    match drawing:
        case Scene():
            image = draw(drawing)
        case ShareCard():
            image = draw_share(drawing)
        case Distribution():
            image = draw_distribution(drawing)
        case Calendar():
            image = draw_calendar(drawing)
        case _:
            assert_never(drawing)
    return encode(image)
