"""Who tapped or shared something in a chat, read past the bot, which asks for it nowhere."""

from storage import Storage


async def visitors(storage: Storage, chat_id: int) -> int:
    """How many people did."""
    rows = await storage._db.read.rows("SELECT 1 FROM visits WHERE chat_id = ?", chat_id)
    return len(rows)
