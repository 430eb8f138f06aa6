"""Stored games without a database: positions for tests of keyboards, captions and scenes."""

from hypothesis import strategies as st

from bot.games.deals import Deal
from bot.games.play import expand, shorthands
from bot.games.registry import PATIENCES
from bot.play.loaded_game import LoadedGame
from storage import Chat, Game, Tap

CHAT = Chat(
    id=7,
    kind="private",
    title="",
    joined_at=0,
    active=True,
    who_plays="all",
    theme="",
    four_colours=False,
    detailed_caption=False,
    new_message=False,
    greeted=False,
    hinted=False,
    title_allowed=False,
    thread_id=None,
    root_id=None,
)


def stored(kind: str, *taps: str, deal: str = "481516", state: str = "playing") -> LoadedGame:
    """A game of ``kind`` after ``taps``, each a string of moves."""
    return LoadedGame(
        Game(
            id=5,
            chat_id=CHAT.id,
            kind=kind,
            deal=deal,
            label=deal,
            audience="",
            ranked=False,
            challenged=False,
            starter=1,
            state=state,
            revision=len(taps) + 1,
            hints=0,
            created_at=0,
            finished_at=None,
            shown=0,
            message=None,
            taps=tuple(Tap(n, 1, 0, moves) for n, moves in enumerate(taps, start=1)),
        )
    )


@st.composite
def positions(draw: st.DrawFn) -> LoadedGame:
    """Positions in the middle of games that were played by buttons."""
    patience = draw(st.sampled_from(list(PATIENCES.values())))
    deal = str(draw(st.integers(1, 10**6)))
    table = patience.deal(Deal.named(deal, patience.pack))
    taps = []
    for _ in range(draw(st.integers(0, 40))):
        codes = patience.legal(table) + shorthands(patience, table)
        if not codes:
            break
        moves = expand(patience, table, draw(st.sampled_from(codes)))
        for move in moves:
            table = patience.apply(table, move)
        taps.append(moves)
    state = patience.outcome(table).value
    return stored(patience.kind, *taps, deal=deal, state=state)
