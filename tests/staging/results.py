"""Results as if they had been played: for boards, statistics and reminders."""

from bot.play.periods import periods_of
from storage import NewGame, NewResult, Storage


async def played(
    storage: Storage,
    chat_id: int,
    date: str,
    points: int = 60,
    *,
    opened: int = 100,
    kind: str = "devils",
    won: bool = False,
    finished: bool = True,
    passes: int = 3,
    hints: int = 0,
) -> int:
    """A deal of the day, played in the private chat or group to its end; the game's id."""
    audience = "person" if chat_id > 0 else "team"
    if chat_id > 0 and await storage.chats.get(chat_id) is None:
        await storage.chats.ensure(chat_id, "private", "", 1)
        if await storage.players.get(chat_id) is None:
            await storage.players.ensure(chat_id, f"Игрок {chat_id}", None, 1)
    new = NewGame(chat_id, kind, f"deal {date}", date, audience, True, max(chat_id, 0) or None, 1)
    placed = await storage.games.start(new)
    assert placed.placed
    result = NewResult(
        laid=104 if won else points,
        won=won,
        finished=finished,
        passes=passes,
        opened=opened,
        hints=hints,
        points=points,
        finished_at=200,
        periods=periods_of(date),
        streak_day=finished,
    )
    state = "won" if won else "lost"
    await storage.games.finish(placed.game.id, 1, state=state, at=200, result=result)
    return placed.game.id


async def common(
    storage: Storage, chat_id: int, date: str, shares: dict[int | None, int], kind: str = "devils"
) -> int:
    """A deal of the day that a group has played together."""
    new = NewGame(chat_id, kind, f"deal {date}", date, "team", True, None, 1)
    placed = await storage.games.start(new)
    assert placed.placed
    laid = sum(shares.values())
    result = NewResult(
        *(laid, False, True, 3, 100, 0, laid, 200, periods_of(date)),
        streak_day=True,
        listed=len(shares) > 1,
        shares=shares,
    )
    await storage.games.finish(placed.game.id, 1, state="lost", at=200, result=result)
    return placed.game.id
