"""What is typed after the bot's name in any chat, and what is meant by it."""

import re

from bot.texts.words import day_label

_RESULT = re.compile(r"итог (\d{1,15})", re.IGNORECASE)
_DEAL = re.compile(r"расклад (.{1,20})", re.IGNORECASE)


def query_of_result(game_id: int) -> str:
    """What brings up the result of a game."""
    return f"итог {game_id}"


def query_of_deal(label: str) -> str:
    """What brings up a deal in all ways to play it."""
    return f"расклад {label if label.isdigit() else day_label(label)}"


def result_asked(query: str) -> int | None:
    """The game whose result is asked for."""
    found = _RESULT.fullmatch(query)
    return int(found[1]) if found else None


def deal_asked(query: str) -> str:
    """How the deal is named that is asked for, if one is."""
    found = _DEAL.fullmatch(query)
    return found[1] if found else query
