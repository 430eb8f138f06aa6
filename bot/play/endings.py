"""``Endings``: how a ranked game that is over stands beside others, and beside earlier ones.

The table's message tells it once the game has ended.
"""

from dataclasses import dataclass

from bot.play.audiences import TEAM
from bot.play.calendar import Days
from bot.play.loaded_game import LoadedGame
from bot.play.periods import Period
from bot.play.stats import Statistics
from storage import Comparison, Contest, Result, Storage, Tally


@dataclass(frozen=True, slots=True)
class Ending:
    """What has come of a ranked game: ``day`` counts all who have played the deal so far.

    ``is_listed``: it counts on the leaderboard; ``place`` is its place there, if it has a point.
    ``streak`` is told while the day lasts.
    """

    result: Result
    day: Tally
    is_listed: bool
    place: int | None
    own: Comparison
    streak: int | None

    @property
    def of_team(self) -> bool:
        """Whether a chat has played it together."""
        return self.result.audience == TEAM


class Endings:
    """All endings, by the calendar of ``days``."""

    def __init__(self, storage: Storage, days: Days) -> None:
        self._storage = storage
        self._days = days
        self._statistics = Statistics(storage, days)

    async def of(self, loaded: LoadedGame) -> Ending | None:
        """How a game has ended; ``None`` while it goes on, and out of ranking."""
        game = loaded.game
        result = None
        if game.over and game.ranked:
            result = await self._storage.results.of_game(game.id)
        if result is None:
            return None
        leaders = self._storage.leaders
        contest = Contest(Period.DAY.span(game.label).key, game.audience, game.kind)
        holder = game.chat_id if result.player_id is None else result.player_id
        standing = await leaders.place(contest, holder)
        chat = await self._storage.chats.get(game.chat_id)
        lasts = game.label >= self._days.oldest_open()
        return Ending(
            result,
            await leaders.tally(contest),
            is_listed=standing is not None,
            place=None if standing is None else standing.place,
            own=await self._storage.results.compared(result),
            streak=(await self._statistics.streak(chat)).current if chat and lasts else None,
        )
