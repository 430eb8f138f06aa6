"""``agreed``: who may take a game off a chat's table."""

from typing import Any

from bot.handlers.exchange import Tap
from storage import Chat


async def agreed(tap: Tap[Any], chat: Chat, game_id: int, asker: int | None) -> bool:
    """Whether the game may leave the table: its starter, an admin, or a second person says so.

    ``asker`` has asked, as the button says; one that does not stand there was made up.
    """
    if chat.kind == "private":
        return True
    loaded = await tap.services.session.game(game_id)
    if loaded is None or tap.person.id == loaded.game.starter:
        return True
    second = asker is not None and tap.is_carried and tap.person.id != asker
    return second or await tap.is_admin(chat)
