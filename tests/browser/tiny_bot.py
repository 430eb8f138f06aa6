"""A bot whose every word the test says itself."""

import asyncio
import io
from types import TracebackType
from typing import Self

from PIL import Image
from telegram import (
    Bot,
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQuery,
    Message,
    Update,
)

_WAIT_SECONDS = 20.0


class TinyBot:
    """Polls the sandbox and hands over what arrives, one by one.

    ``async with TinyBot(town.bot()) as bot``; ``bot.api`` is the real ``telegram.Bot``.
    """

    def __init__(self, api: Bot) -> None:
        self.api = api
        self._updates: asyncio.Queue[Update] = asyncio.Queue()
        self._polling: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.api.initialize()
        self._polling = asyncio.create_task(self._poll())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._polling is not None:
            self._polling.cancel()
            await asyncio.wait([self._polling])
        await self.api.shutdown()

    async def heard(self) -> Message:
        """The next message that a person wrote."""
        while True:
            message = (await self._next()).message
            if message and (message.text or message.effective_attachment):
                return message

    async def tapped(self) -> CallbackQuery:
        """The next tap on a button."""
        while True:
            if query := (await self._next()).callback_query:
                return query

    async def asked(self) -> InlineQuery:
        """The next inline query."""
        while True:
            if query := (await self._next()).inline_query:
                return query

    async def _next(self) -> Update:
        async with asyncio.timeout(_WAIT_SECONDS):
            return await self._updates.get()

    async def _poll(self) -> None:
        offset = 0
        while True:
            for update in await self.api.get_updates(offset=offset, timeout=20):
                offset = update.update_id + 1
                self._updates.put_nowait(update)


def keyboard(*rows: list[InlineKeyboardButton] | list[str]) -> InlineKeyboardMarkup:
    """An inline keyboard; a plain string is a button whose data is its label."""
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(button, callback_data=button)
                if isinstance(button, str)
                else button
                for button in row
            ]
            for row in rows
        ]
    )


def picture(colour: str, width: int = 1280, height: int = 880) -> bytes:
    """A JPEG of one colour."""
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(buffer, "JPEG")
    return buffer.getvalue()
