"""Pictures for messages: drawn off the event loop, and sent again by ``file_id`` where known."""

import asyncio
import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from render import DRAWING_VERSION, Scene, picture
from storage import Storage

__all__ = ["Painter"]

DRAWERS = 2


class Painter:
    """Draws scenes and remembers which pictures Telegram already holds for bot ``bot_id``."""

    def __init__(self, storage: Storage, bot_id: int, clock: Callable[[], float]) -> None:
        self._storage = storage
        self._bot_id = bot_id
        self._clock = clock
        self._drawers = ThreadPoolExecutor(DRAWERS, thread_name_prefix="drawer")

    async def known(self, scene: Scene) -> str | None:
        """The ``file_id`` of this picture, if it was sent before."""
        return await self._storage.pictures.find(self._bot_id, _key(scene), DRAWING_VERSION)

    async def draw(self, scene: Scene) -> bytes:
        """The picture as JPEG."""
        return await asyncio.get_running_loop().run_in_executor(self._drawers, picture, scene)

    async def keep(self, scene: Scene, file_id: str, game_id: int | None) -> None:
        """Remembers a picture that was sent; ``game_id`` is ``None`` if other games show it too."""
        await self._storage.pictures.keep(
            self._bot_id,
            _key(scene),
            DRAWING_VERSION,
            file_id=file_id,
            game_id=game_id,
            at=int(self._clock()),
        )

    async def forget(self, scene: Scene) -> None:
        """Telegram refuses the ``file_id``."""
        await self._storage.pictures.forget(self._bot_id, _key(scene), DRAWING_VERSION)

    def close(self) -> None:
        """Waits for the picture that is being drawn, and draws no more."""
        self._drawers.shutdown(cancel_futures=True)


def _key(scene: Scene) -> str:
    return hashlib.blake2b(repr(scene).encode(), digest_size=16).hexdigest()
