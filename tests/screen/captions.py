"""All that is told of whole games, tap by tap, as ``test_captions.py`` compares it.

``python -m tests.screen.captions`` writes it anew: look at what has changed before you keep it.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from bot.games.deals import Deal
from bot.games.play import expand, shorthands, steps
from bot.games.registry import PATIENCES
from bot.play.loaded_game import LoadedGame
from bot.screen.keyboards.table import table_keyboard
from bot.screen.scenes import caption, scene, text_board
from bot.texts.moves import tap_summary
from tests.staging.loaded import CHAT, stored

KINDS = ("first-last-hold", "first-last", "devils")
GAMES, SEEN = range(1, 31), range(1, 4)
FILE = Path(__file__).parent / "golden/captions.txt"
_DETAILED = replace(CHAT, detailed_caption=True)


def taps(kind: str, number: int) -> Iterator[str]:
    """What the taps of a game have moved in which chance presses the buttons."""
    chance, patience = random.Random(number), PATIENCES[kind]
    table = patience.deal(Deal.named(str(number), patience.pack))
    while codes := patience.legal(table) + shorthands(patience, table):
        moves = expand(patience, table, chance.choice(codes))
        for move in moves:
            table = patience.apply(table, move)
        yield moves


def summaries(kind: str, number: int) -> Iterator[str]:
    """What is said of each tap of a game, with cards as signs and in words."""
    patience = PATIENCES[kind]
    table = patience.deal(Deal.named(str(number), patience.pack))
    for moves in taps(kind, number):
        done = tuple(steps(patience, table, moves))
        table = done[-1].table
        told, in_words = (tap_summary(patience, done, in_words=words) for words in (False, True))
        yield f"{moves}: {told} / {in_words}"


def views(kind: str, number: int) -> Iterator[str]:
    """What is seen after each tap: captions, the text board, the moves' buttons, what the panel
    and the trail of the picture tell."""
    done: list[str] = []
    for moves in taps(kind, number):
        done.append(moves)
        patience = PATIENCES[kind]
        state = patience.outcome(stored(kind, *done, deal=str(number)).table).value
        yield _view(stored(kind, *done, deal=str(number), state=state))
    yield _view(stored(kind, *done, deal=str(number), state="stopped"))


def _view(loaded: LoadedGame) -> str:
    drawn = scene(loaded, CHAT)
    moves = () if loaded.game.over else table_keyboard(loaded).inline_keyboard[:2]
    labels = [[button.text for button in row] for row in moves]
    told = caption(loaded, _DETAILED, "Аня"), text_board(loaded, CHAT, None)
    return f"{told}\n{labels}\n{drawn.panel}\n{drawn.last}\n{drawn.headline}"


def digest(lines: Iterator[str]) -> str:
    """Some hundred lines in a few letters."""
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def golden() -> Iterator[str]:
    """One game of each kind to be read, the others and what is seen of them as digests."""
    for kind in KINDS:
        yield from summaries(kind, 1)
        yield from (f"{kind} {number} {digest(summaries(kind, number))}" for number in GAMES)
        yield from (f"{kind} {number} seen {digest(views(kind, number))}" for number in SEEN)


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}\n" for line in golden()), "utf-8")
