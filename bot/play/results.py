"""``result_of``: a game's result as it is stored: its score, and who laid how many cards."""

from collections import Counter

from bot.games.deals import Deal
from bot.games.patience import Outcome
from bot.games.play import AnyPatience, replay, steps
from bot.games.scoring import score
from bot.play.audiences import TEAM
from bot.play.loaded_game import LoadedGame
from bot.play.periods import periods_of
from storage import NewResult

PEOPLE_OF_A_TEAM = 2


def result_of(
    loaded: LoadedGame,
    finished_at: int,
    moves: str = "",
    player: int | None = None,
    *,
    finished: bool = True,
    told_lost: bool = False,
) -> NewResult:
    """The result of a game, which ends with the tap ``moves`` of ``player`` if there is one.

    ``finished`` is false where it is scored as it stands because its time is over; ``told_lost``:
    the chat knew that it could not come out any more.

    Its day is one of a streak where the game has ended by itself, or was given up as lost, or has
    closed a round: who gives up before that has not played. A team ranks where at least two people
    have laid cards.
    """
    patience, deal, game = loaded.patience, loaded.deal, loaded.game
    final = score(patience, deal, game.moves + moves, game.hints)
    taps = [(tap.player_id, tap.moves) for tap in game.taps]
    shares = _shares(patience, deal, [*taps, (player, moves)])
    end = replay(patience, deal, game.moves + moves)
    ends = patience.facts(end)
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
        streak_day=patience.outcome(end) is not Outcome.PLAYING
        or told_lost
        or ends.rounds_closed > 0,
        listed=game.audience != TEAM or len(shares) >= PEOPLE_OF_A_TEAM,
        shares=shares,
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
