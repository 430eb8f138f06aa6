"""From a game to what is drawn: the scene, the caption, the text board."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

from bot.games.cards import Card
from bot.games.deals import Deal
from bot.games.patience import DRAW, Example, Fan, Motion, Spot, SpotMark, Table
from bot.games.play import AnyPatience, Step, replay, steps
from bot.games.scoring import points, score
from bot.play.loaded_game import LoadedGame
from bot.screen import beyond
from bot.texts import table as words
from bot.texts.moves import tap_summary
from bot.texts.words import ANONYMOUS, NAMELESS, person
from render import scene as picture
from storage import Chat, Player

_MARKS = {
    SpotMark.NONE: picture.Mark.NONE,
    SpotMark.FREE: picture.Mark.FREE,
    SpotMark.CURRENT: picture.Mark.CURRENT,
    SpotMark.CLOSED: picture.Mark.CLOSED,
}
_FANS = {
    Fan.NONE: picture.Grow.NONE,
    Fan.DOWN: picture.Grow.DOWN,
    Fan.RIGHT: picture.Grow.RIGHT,
}
_RESULTS = {
    "won": picture.Result.WON,
    "lost": picture.Result.LOST,
    "stopped": picture.Result.STOPPED,
    "dropped": picture.Result.STOPPED,
}


def scene(loaded: LoadedGame, chat: Chat, told: Sequence[str] = ()) -> picture.Scene:
    """The picture of the table as the chat wants to see it; ``told`` is said of a won game too."""
    game = loaded.game
    drawn = _table(loaded.patience, loaded.table, chat, loaded.last_steps)
    if not game.over:
        return drawn
    facts = loaded.patience.facts(loaded.table)
    return replace(
        drawn,
        cells=tuple(replace(cell, lit=False) for cell in drawn.cells),
        panel=replace(
            drawn.panel,
            need="",
            need_word="",
            lines=words.panel_ending(facts, short=False),
            rounds=(),
            passes=None,
            passes_word="",
            laid=(facts.laid, facts.cards),
        ),
        last=(),
        result=_RESULTS[game.state],
        headline=words.headline(game.state),
        finale=beyond.finale(loaded, told) if game.state == "won" else None,
    )


def film(loaded: LoadedGame, chat: Chat) -> list[picture.Scene]:
    """The scenes of a replay: the table as dealt, after every lay and redeal, and as it ended."""
    patience = loaded.patience
    opening = patience.deal(loaded.deal)
    played = tuple(steps(patience, opening, loaded.game.moves))
    shown = [_table(patience, step.table, chat, (step,)) for step in played if not step.opens]
    end = scene(loaded, chat)
    if played and not played[-1].opens:
        end = replace(end, last=shown.pop().last)
    return [_table(patience, opening, chat, ()), *shown, end]


def moment(loaded: LoadedGame, moves: str, chat: Chat) -> picture.Scene:
    """The table of the game as it stood after ``moves``."""
    table = replay(loaded.patience, loaded.deal, moves)
    return _table(loaded.patience, table, chat, ())


def example(patience: AnyPatience, shown: Example, chat: Chat) -> picture.Scene:
    """The picture that goes with a rule."""
    deal = Deal.named(shown.deal, patience.pack)
    opening = patience.deal(deal)
    played = tuple(steps(patience, opening, shown.moves))
    return _table(patience, played[-1].table if played else opening, chat, played[-1:])


def caption(
    loaded: LoadedGame,
    chat: Chat,
    mover: str | None,
    best: str | None = None,
    ending: Sequence[str] = (),
) -> str:
    """The caption in HTML, what changed first; ``mover`` is who made the last tap, in a group,
    ``best`` what is told of the solver's best, ``ending`` what a finished game means beside
    others."""
    patience, game = loaded.patience, loaded.game
    facts = patience.facts(loaded.table)
    lines = [_what_changed(loaded, chat, mover)]
    if game.state == "aside":
        lines.append(f"<b>{words.ASIDE}</b>")
    if game.over:
        lines += [f"<b>{words.ending(game.state)}</b>"]
        lines += [words.ending_line(facts, game.moves.count(DRAW))]
        if game.ranked:
            final = score(patience, loaded.deal, game.moves, game.hints)
            lines.append(words.points_line(patience, final))
        elif game.challenged:
            final = score(patience, loaded.deal, game.moves, game.hints)
            lines.append(words.points_line(patience, final, words.IN_CHALLENGE))
        lines += ending
        if best is not None:
            lines.append(best)
    else:
        lines += words.facts_lines(facts)
        if chat.who_plays == "turns" and mover is not None:
            lines.append(words.turn_line(mover))
    lines.append(_title_line(loaded))
    if chat.detailed_caption:
        lines.append(escape(words.places_in_words(patience, patience.spots(loaded.table))))
    return "\n".join(lines)


def _title_line(loaded: LoadedGame) -> str:
    """Which game it is; of one that counts and goes on what it would bring now."""
    patience, game = loaded.patience, loaded.game
    if game.strict and not game.over:
        so_far = points(len(loaded.table.laid), None, game.hints)
        return words.points_so_far_line(game.label, so_far, challenged=game.challenged)
    return words.title_line(patience, game.label, ranked=game.ranked, challenged=game.challenged)


def mover_name(player: Player | None) -> str:
    """The name under which a player is shown to others."""
    if player is None:
        return NAMELESS
    return ANONYMOUS if player.anonymous or player.hidden else player.name


def text_board(
    loaded: LoadedGame,
    chat: Chat,
    mover: str | None,
    best: str | None = None,
    ending: Sequence[str] = (),
) -> str:
    """The table as a text message in HTML, where no picture may be sent."""
    spots = loaded.patience.spots(loaded.table)
    board = words.board(loaded.patience, spots)
    return f"{caption(loaded, chat, mover, best, ending)}\n\n<pre>{escape(board)}</pre>"


def _table(patience: AnyPatience, table: Table, chat: Chat, last: Sequence[Step]) -> picture.Scene:
    facts, grid = patience.facts(table), patience.grid
    spots = patience.spots(table)
    need, need_word = words.panel_need(facts)
    return picture.Scene(
        layout=beyond.layout(patience),
        cells=tuple(_cell(spot, beyond.fill(patience, table, spot)) for spot in spots),
        panel=picture.Panel(
            need=need,
            need_word=need_word,
            lines=words.panel_lines(facts, short=grid.rounds_in_panel),
            rounds=facts.rounds if grid.rounds_in_panel else (),
            passes=facts.passes,
            passes_word=words.panel_passes(facts),
        ),
        tray=beyond.tray(patience, table, last),
        last=_trail(last),
        theme=theme_of(chat.theme),
        four_colours=chat.four_colours,
    )


def _what_changed(loaded: LoadedGame, chat: Chat, mover: str | None) -> str:
    if not loaded.last_steps:
        return words.DEALT
    told = tap_summary(loaded.patience, loaded.last_steps, in_words=chat.detailed_caption)
    if mover is not None:
        return f"{person(mover)}: {escape(told)}"
    return escape(told[0].upper() + told[1:])


def _cell(spot: Spot, fill: str) -> picture.Cell:
    return picture.Cell(
        key=spot.key,
        x=spot.x,
        y=spot.y,
        cards=tuple(map(str, spot.cards)),
        backs=spot.backs,
        grow=_FANS[spot.fan],
        lit=bool(spot.lay),
        mark=_MARKS[spot.mark],
        count=spot.count,
        title=spot.name,
        tally=spot.tally,
        progress=spot.progress,
        fill=fill,
        apart=spot.apart,
    )


def _trail(steps: Sequence[Step]) -> tuple[picture.Trail, ...]:
    """What the last lay and the last opening of the last tap carried."""
    lays = [step for step in steps if step.lays]
    others = [step for step in steps if not step.lays]
    told = (motion for step in (*lays[-1:], *others[-1:]) for motion in step.motions)
    # A closer that lies on its own pile goes nowhere, nor does a card that is turned up.
    return tuple(_motion(motion) for motion in told if motion.source != motion.target)


def _motion(motion: Motion) -> picture.Trail:
    return picture.Trail(_face(motion.card), motion.source, motion.target)


def _face(card: Card | None) -> str:
    return "" if card is None else str(card)


def theme_of(name: str) -> picture.Theme:
    """The theme that a chat has chosen; the usual one for any other name."""
    known = {theme.value: theme for theme in picture.Theme}
    return known.get(name, picture.Theme.GREEN)
