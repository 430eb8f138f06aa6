"""``export``: what a person may take away: all that is kept of them, but no secret deal."""

import json
from collections.abc import Mapping, Sequence

Row = Mapping[str, str | int | None]


def export(kept: Mapping[str, Sequence[Row]], oldest_open: str) -> bytes:
    """The tables in JSON, UTF-8.

    Of deals of the day from ``oldest_open`` on the name is left out: the order of all the cards
    follows from it.
    """
    games = [
        _without_deal(game) if _is_secret(game, oldest_open) else game for game in kept["games"]
    ]
    told = {**kept, "games": games}
    return json.dumps(told, ensure_ascii=False, indent=2).encode()


def _is_secret(game: Row, oldest_open: str) -> bool:
    return bool(game["audience"]) and str(game["label"]) >= oldest_open


def _without_deal(game: Row) -> Row:
    return {column: value for column, value in game.items() if column != "deal"}
