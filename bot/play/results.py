"""``result_of``: a game's result as it is stored: its score, and who laid how many cards."""

from collections import Counter

from bot.games.deals import Deal
from bot.games.play import AnyPatience, steps
from bot.games.scoring import score
from bot.play.loaded_game import LoadedGame
from bot.play.periods import periods_of
from storage import NewResult


def result_of(
    loaded: LoadedGame,
    finished_at: int,
    moves: str = "",
    player: int | None = None,
    *,
    finished: bool = True,
) -> NewResult:
    """The result of a game, which ends with the tap ``moves`` of ``player`` if there is one.

    ``finished`` is false where it is scored as it stands because its time is over.
    """
    patience, deal, game = loaded.patience, loaded.deal, loaded.game
    final = score(patience, deal, game.moves + moves, game.hints)
    taps = [(tap.player_id, tap.moves) for tap in game.taps]
    return NewResult(
        laid=final.laid,
        won=final.won,
        finished=finished,
        passes=final.passes,
        opened=final.opened,
        hints=final.hints,
        points=final.points,
        finished_at=finished_at,
        periods=periods_of(game.label) if game.ranked else (),
        shares=_shares(patience, deal, [*taps, (player, moves)]),
    )


def _shares(
    patience: AnyPatience, deal: Deal, taps: list[tuple[int | None, str]]
) -> dict[int | None, int]:
    """How many cards each player's taps have laid."""
    laid: Counter[int | None] = Counter()
    table = patience.deal(deal)
    for player, moves in taps:
        for step in steps(patience, table, moves):
            laid[player] += len(step.table.laid) - len(table.laid)
            table = step.table
    return {player: cards for player, cards in laid.items() if cards}
