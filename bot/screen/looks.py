"""How tables were sent last: whether it may be believed that a message has not changed."""

from collections import OrderedDict

MOST = 4096  # tables that are remembered


class Looks:
    """The latest looks, game by game."""

    def __init__(self) -> None:
        self._sent: OrderedDict[int, int] = OrderedDict()

    def is_repeated(self, game_id: int, *look: object) -> bool:
        """Whether the game's table was sent just so the last time; from now on it was.

        Telegram's "message is not modified" is true then, even if nobody heard how that went.
        """
        key = hash(repr(look))
        repeated = self._sent.pop(game_id, None) == key
        self._sent[game_id] = key
        if len(self._sent) > MOST:
            self._sent.popitem(last=False)
        return repeated

    def forget(self, game_id: int) -> None:
        """The table was changed in another way."""
        self._sent.pop(game_id, None)
