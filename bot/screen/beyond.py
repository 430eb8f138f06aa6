"""What a picture tells beyond the cards that lie open: the tray, the fillings, a won game's pack.

Used by ``scenes``. Nothing here tells what a perfect memory would not know.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.games.cards import Card
from bot.games.patience import DRAW, Spot, Table, Unknown
from bot.games.play import AnyPatience, Step
from bot.games.scoring import score
from bot.play.loaded_game import LoadedGame
from bot.texts import table as words
from render import scene as picture

AHEAD = 8
"""So many of the stock's next cards are shown where they are known."""

BENEATH = 5
"""So many of the cards under the waste's top are shown."""

_BY_TURNS = (0, 1, 3, 2)
"""The suits in the order of a won game's picture: ♠♥♣♦."""


def layout(patience: AnyPatience) -> picture.Layout:
    """The table, and below it the tray where cards are opened: the same in all of a game."""
    grid = patience.grid
    if DRAW not in patience.codes or not grid.tray:
        return picture.Layout(grid.width, grid.height, grid.panel)
    below = (grid.width / 2, grid.height + grid.tray / 2, grid.width - 0.2, grid.tray * 0.9)
    return picture.Layout(grid.width, grid.height + grid.tray, grid.panel, below)


def tray(patience: AnyPatience, table: Table, last: Sequence[Step]) -> tuple[picture.Chips, ...]:
    """What is known of the cards that do not lie open: those to come, those to fill the gaps.

    Of the waste also all that the last tap has opened.
    """
    beneath = tuple(map(str, patience.beneath(table)))
    opened = sum(step.opens for step in last)
    ahead = tuple(map(str, patience.foreseen(table)[:AHEAD]))
    groups = (
        picture.Chips(words.CHIPS_AHEAD, ahead),
        picture.Chips(words.CHIPS_BENEATH, beneath[:BENEATH], beneath[BENEATH : opened - 1]),
    )
    return tuple(group for group in groups if group.faces)


def fill(patience: AnyPatience, table: Table, spot: Spot) -> str:
    """The face of what will take the place of the spot's card when it is laid."""
    filling = patience.fills(table, spot.lay) if spot.lay else None
    if filling is None:
        return ""
    return picture.UNKNOWN if filling is Unknown.UNKNOWN else str(filling)


def finale(loaded: LoadedGame, told: Sequence[str]) -> picture.Finale:
    """All cards by their ranks, which tells nothing of the deal."""
    patience, game = loaded.patience, loaded.game
    by_rank = groupby(sorted(patience.pack), lambda card: card.rank)
    final = score(patience, loaded.deal, game.moves, game.hints)
    lines = words.won_lines(patience, game.label, final, ranked=game.ranked)
    fans = tuple(tuple(str(card) for card in _decks_apart(fan)) for _, fan in by_rank)
    return picture.Finale(fans, (*lines, *told))


def _decks_apart(fan: Iterable[Card]) -> list[Card]:
    """Cards of one rank, a deck of them after the other, black and red by turns."""
    ordered = sorted(fan, key=lambda card: _BY_TURNS.index(card.suit))
    copies = max(map(ordered.count, ordered), default=1)
    return [card for copy in range(copies) for card in ordered[copy::copies]]
